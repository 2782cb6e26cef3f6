"""The lines of the log: who did what and why, what it changed in the standings, and whether it could be announced."""

from collections.abc import Iterator
from typing import assert_never

from bot.league import organiser_actions as actions
from bot.league.corrections import LONGEST_REASON
from bot.league.organiser_actions import Effect, LogLine, Move
from bot.messages.league.corrections import change_sentence, people_in_change
from bot.messages.league.setting_changes import setting_change_texts
from bot.messages.names import Names
from bot.messages.text import join_parts, lines_that_fit, safe_text
from bot.messages.words import Words

_MOST_EFFECTS = 3  # leagues or channels
_ROOM_FOR_CHANGES = 1200  # characters


def action_text(line: LogLine, names: Names, say: Words, *, is_brief: bool = False) -> str:
    """Return what was done, with a second line about its effects; brief without that line, and with a short reason."""
    text = _action_sentence(line, names, say, 60 if is_brief else LONGEST_REASON)
    if isinstance(line.what, actions.Undoing) and line.what.whose is not None:
        text = f"{text} {_undone_sentence(line.by, line.what.whose, names, say)}"
    if isinstance(line.what, actions.LeagueEdited):
        room = 100 if is_brief else _ROOM_FOR_CHANGES
        text = "\n".join((text, *lines_that_fit((f"- {one}" for one in setting_change_texts(line.what.changes, say)), room)))
    if line.why and not _has_reason_in_sentence(line.what):
        text = f"{text}\n{reason_line(line.why, say, 60 if is_brief else LONGEST_REASON)}"
    details = [] if is_brief else list(_details(line, names, say))
    return f"{text}\n-# {join_parts(details)}" if details else text


def _undone_sentence(by: int, whose: int, names: Names, say: Words) -> str:
    if by == whose:
        return say("This undoes their own action.")
    return say("This undoes an action of {name}.", name=names.person(whose))


def reason_line(why: str, say: Words, longest: int = LONGEST_REASON) -> str:
    """Return the line with the reason for an action."""
    return say("Why: {why}", why=safe_text(why, longest))


def _has_reason_in_sentence(what: actions.Action) -> bool:
    return isinstance(what, actions.BrokenOff | actions.Corrected | actions.Protested | actions.ProtestAnswered)


def people_in_line(line: LogLine) -> Iterator[int]:
    """Yield the people whom the line names."""
    yield line.by
    match line.what:
        case actions.Corrected(change=change):
            yield from people_in_change(change)
        case actions.PlayerRemoved(person=person) | actions.ProtestAnswered(person=person):
            yield person
        case actions.SeasonReopened(whose=int(whose)) | actions.LeagueRestored(whose=int(whose)):
            yield whose
        case actions.ScheduleWithdrawn(whose=int(whose)):
            yield whose
        case _:
            pass
    yield from (move.person for effect in line.effects for move in effect.moves)


def _action_sentence(line: LogLine, names: Names, say: Words, longest: int) -> str:
    by, why = names.person(line.by), safe_text(line.why, longest)
    match line.what:
        case actions.LeagueCreated(league=league):
            return say("{by} created the league {league}.", by=by, league=safe_text(league))
        case actions.LeagueEdited(league=league):
            return say("{by} changed {league}:", by=by, league=safe_text(league))
        case actions.SeasonEnded(league=league, season=season):
            return say("{by} ended season {season} of {league}.", by=by, season=safe_text(season), league=safe_text(league))
        case actions.LeagueArchived(league=league):
            return say("{by} archived {league}.", by=by, league=safe_text(league))
        case actions.SeasonReopened(league=league, season=season):
            return say(
                "{by} undid the end of season {season} of {league}: it goes on.",
                by=by,
                season=safe_text(season),
                league=safe_text(league),
            )
        case actions.LeagueRestored(league=league):
            return say("{by} undid the archiving of {league}.", by=by, league=safe_text(league))
        case actions.ScheduleWithdrawn(league=league):
            return say("{by} undid the new schedule of {league}: the one before is back.", by=by, league=safe_text(league))
        case actions.ScheduleMade(league=league, people=people, replaces=False):
            return say("{by} made a schedule for {count} players in {league}.", by=by, count=people, league=safe_text(league))
        case actions.ScheduleMade(league=league, people=people):
            return say(
                "{by} replaced the schedule of {league} by one for {count} players.",
                by=by,
                count=people,
                league=safe_text(league),
            )
        case actions.RoleChosen():
            return _role_sentence(line.what, by, say)
        case actions.BrokenOff(table=number):
            return say("{by} broke off match {match}: {why}", by=by, match=f"`{number}`", why=why)
        case actions.PlayerRemoved(table=number, person=person):
            return say("{by} removed {name} from match {match}.", by=by, name=names.person(person), match=f"`{number}`")
        case actions.Corrected(match=number, change=change):
            return change_sentence(change, {"match": f"`{number}`", "by": by, "why": why}, names, say)
        case actions.Protested(match=number) if line.why:
            return say("{by} protested against match {match}: {why}", by=by, match=f"`{number}`", why=why)
        case actions.Protested(match=number):
            return say("{by} protested against match {match}.", by=by, match=f"`{number}`")
        case actions.ProtestAnswered(match=number, person=person):
            return say(
                "{by} answered the protest of {name} against match {match}: {why}",
                by=by,
                name=names.person(person),
                match=f"`{number}`",
                why=why,
            )
        case _:
            assert_never(line.what)


def _role_sentence(what: actions.RoleChosen, by: str, say: Words) -> str:
    before, after = (None if role is None else f"<@&{role}>" for role in (what.before, what.after))
    if after is None:
        return say("{by} removed the organiser role {role}: only Manage Server organises now.", by=by, role=before or "–")
    if before is None:
        return say("{by} chose {role} as the organiser role.", by=by, role=after)
    return say("{by} chose {role} as the organiser role, instead of {before}.", by=by, role=after, before=before)


def _details(line: LogLine, names: Names, say: Words) -> Iterator[str]:
    """Yield whether it affects the person's own matches, what it changed, and where it couldn't be announced."""
    if line.is_own:
        is_about_league = isinstance(line.what, actions.LeagueEdited | actions.SeasonReopened | actions.LeagueRestored)
        own = say("this affects their own matches") if is_about_league else say("this is their own match")
        yield f"**{own}**"
    for effect in line.effects[:_MOST_EFFECTS]:
        if len(line.effects) > 1:
            yield f"**{safe_text(effect.league)}**"
        yield from _effect_texts(effect, names, say)
    for channel in line.unannounced[:_MOST_EFFECTS]:
        yield say("this couldn't be announced in {channel}", channel=f"<#{channel}>")


def _effect_texts(effect: Effect, names: Names, say: Words) -> Iterator[str]:
    if effect.matches:
        yield say.many("1 match counts differently", "{count} matches count differently", effect.matches)
    if effect.people:
        yield say.many("1 person moves", "{count} people move", effect.people)
    else:
        yield say("nobody moves")
    yield from (_move_text(move, names, say) for move in effect.moves)


def _move_text(move: Move, names: Names, say: Words) -> str:
    name = names.person(move.person)
    if move.before is None:
        return say("{name} enters at place {after}", name=name, after=move.after)
    if move.after is None:
        return say("{name} loses place {before}", name=name, before=move.before)
    return say("{name} from place {before} to {after}", name=name, before=move.before, after=move.after)
