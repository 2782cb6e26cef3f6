"""The lines of the log: who did what and why, what it changed in the standings, and whether it could be announced."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.league import organiser_actions as actions
from bot.league.corrections import LONGEST_REASON, Correction
from bot.league.league import MAX_NAME_LENGTH
from bot.league.organiser_actions import LogLine
from bot.league.standings import Effect, Move
from bot.league.tournament.events import TournamentChanged, TournamentEvent
from bot.messages.league.league_settings import setting_change_texts
from bot.messages.names import Names
from bot.messages.sentences import people_in, sentence_text
from bot.messages.text import DOT, capitalized, lines_that_fit, safe_text, timestamp
from bot.messages.tournament.plan import tournament_change_texts
from bot.messages.words import Words

_MOST_EFFECTS = 3  # leagues or channels


@dataclass(frozen=True, slots=True)
class Lengths:
    """The most characters of a reason, of the name of a league or season, and of all changed settings in a line."""

    reason: int
    name: int
    changes: int


WHOLE, BRIEF, BRIEFEST = Lengths(LONGEST_REASON, MAX_NAME_LENGTH, 1400), Lengths(40, 24, 100), Lengths(12, 10, 60)


def announced_text(line: LogLine, names: Names, say: Words) -> str:
    """Return what was done, each changed setting as an item, and below that the effects."""
    lines = [_sentences(line, names, say, WHOLE), *_changes(line, say, "- ", WHOLE), *_reason_lines(line, say, "", WHOLE)]
    return "\n".join((*lines, *(f"-# {one}" for one in _details(line, names, say, is_brief=False))))


def log_text(line: LogLine, names: Names, say: Words, lengths: Lengths = WHOLE) -> str:
    """Return an item of a list: when and what was done, with an inner list of changed settings and effects.

    Of the effects, an item that isn't whole keeps what somebody might want to hide: that they played in the match, and that
    it couldn't be announced.
    """
    lines = [f"- {timestamp(line.at, 'd')} {timestamp(line.at, 't')} · {_sentences(line, names, say, lengths)}"]
    lines += (*_changes(line, say, "  - ", lengths), *_reason_lines(line, say, "  - ", lengths))
    return "\n".join((*lines, *(f"  - {one}" for one in _details(line, names, say, is_brief=lengths != WHOLE))))


def _changes(line: LogLine, say: Words, mark: str, lengths: Lengths) -> list[str]:
    """Return what was changed in a league or tournament as items of a list; the longest are left out first."""
    match line.what:
        case actions.LeagueEdited(changes=changes):
            texts = setting_change_texts(changes, say)
        case TournamentChanged():
            texts = tournament_change_texts(line.what, say)
        case _:
            texts = []
    return lines_that_fit((f"{mark}{one}" for one in sorted(texts, key=len)), lengths.changes)


def _sentences(line: LogLine, names: Names, say: Words, lengths: Lengths) -> str:
    """Return what was done, and whose action it undoes, unless it is the person's own."""
    sentence = _action_sentence(line, names, say, lengths)
    if not isinstance(line.what, actions.Undone) or line.what.whose in (None, line.by):
        return sentence
    undone = say("This undoes {name}'s action.", name=organiser_name(line.what.whose, names, say))
    return f"{sentence} {undone}"


def _reason_lines(line: LogLine, say: Words, mark: str, lengths: Lengths) -> list[str]:
    """Return the line with the reason, unless there is none or the sentence has it."""
    has_own = isinstance(line.what, actions.BrokenOff | actions.Corrected | actions.Protested | actions.ProtestAnswered)
    return [f"{mark}{reason_line(line.why, say, lengths.reason)}"] if line.why and not has_own else []


def reason_line(why: str, say: Words, longest: int = LONGEST_REASON) -> str:
    return say("Why: {why}", why=safe_text(why, longest))


def correction_line(one: Correction, names: Names, say: Words) -> str:
    """Return when a correction was made, by whom, what it changed, and why."""
    match, by, why = f"`{one.match}`", organiser_name(one.by, names, say), safe_text(one.why, LONGEST_REASON)
    return f"- {timestamp(one.at, 'f')} {sentence_text(one.change, say, names, match=match, by=by, why=why)}"


def people_in_line(line: LogLine) -> Iterator[int]:
    """Yield the people whom the line names."""
    if line.by:
        yield line.by
    yield from people_in(line.what.change if isinstance(line.what, actions.Corrected) else line.what)
    if isinstance(line.what, actions.Undone) and line.what.whose is not None:
        yield line.what.whose
    yield from (move.person for effect in line.effects for move in effect.moves)


def _author(line: LogLine, names: Names, say: Words) -> str:
    """Return the name of who did it; nothing if nobody did."""
    if not line.by:
        return ""
    return names.person(line.by) if isinstance(line.what, actions.Protested) else organiser_name(line.by, names, say)


def organiser_name(person: int, names: Names, say: Words) -> str:
    """Return the name of an organiser, whose data may have been deleted."""
    return say("an organiser") if names.is_former(person) else names.person(person)


def _action_sentence(line: LogLine, names: Names, say: Words, lengths: Lengths) -> str:
    by, why = _author(line, names, say), safe_text(line.why, lengths.reason)
    match line.what:
        case actions.Undone(what=undone):
            return _undone_sentence(undone, by, lengths.name, say)
        case actions.Corrected(match=number, change=change):
            return sentence_text(change, say, names, match=f"`{number}`", by=by, why=why)
        case actions.Protested() if not line.why:
            return sentence_text(line.what, say, names, by=by, why="")
        case _:
            return sentence_text(line.what, say, names, longest=lengths.name, by=by, why=why)


def _undone_sentence(what: actions.Undoable, by: str, longest: int, say: Words) -> str:
    facts = {"by": by, "league": safe_text(what.league, longest)}
    match what:
        case actions.SeasonEnded(season=season) if season.isdigit():
            return say("{by} reopened season {season} of {league}.", season=safe_text(season, longest), **facts)
        case actions.SeasonEnded(season=season):
            season = safe_text(season, longest)
            return say("{by} reopened the season “{season}” of {league}.", season=season, **facts)
        case actions.LeagueArchived():
            return say("{by} restored {league} from the archive.", **facts)
        case actions.TimeAdded():
            return say("{by} took back the extra time in {league}.", **facts)
        case _:
            return say("{by} brought back the earlier schedule of {league}.", **facts)


def _details(line: LogLine, names: Names, say: Words, *, is_brief: bool) -> Iterator[str]:
    """Yield a line each: whether it affects the person's own matches, what it changed (unless brief), and where it couldn't be
    announced.
    """
    if line.is_own:
        of_match = actions.Corrected | actions.BrokenOff | actions.PlayerRemoved | actions.ProtestAnswered
        name = _author(line, names, say)
        if isinstance(line.what, TournamentEvent):
            note = say("Note: {name} plays in this tournament.", name=name)
        elif isinstance(line.what, of_match):
            note = say("Note: {name} played in this match.", name=name)
        else:
            note = say("Note: it affects {name}'s own matches.", name=name)
        yield f"**{note}**"
    for effect in () if is_brief else line.effects[:_MOST_EFFECTS]:
        is_named = len(line.effects) == 1 and not isinstance(line.what, actions.Corrected)  # in the sentence
        yield effect_line(effect, names, say, is_named=is_named)
    for channel in line.unannounced[: 1 if is_brief else _MOST_EFFECTS]:
        yield say("This couldn't be announced in {channel}.", channel=f"<#{channel}>")


def effect_line(effect: Effect, names: Names, say: Words, *, is_named: bool = False) -> str:
    """Return the league, unless something else names it, and what has changed in it; the line is long and wraps anywhere."""
    parts = [] if is_named else [f"**{safe_text(effect.league)}**"]
    if effect.matches:
        parts.append(say.many("1 match affected", "{count} matches affected", effect.matches))
    people = (
        say.many("1 place affected", "{count} places affected", effect.people) if effect.people else say("no place affected")
    )
    more = ["…"] if 0 < len(effect.moves) < effect.people else []
    return capitalized(DOT.join((*parts, people, *(_move_text(move, names, say) for move in effect.moves), *more)))


def _move_text(move: Move, names: Names, say: Words) -> str:
    name = names.person(move.person)
    if move.before is None:
        return say("{name} now has place {after}", name=name, after=move.after)
    if move.after is None:
        return say("{name} loses place {before}", name=name, before=move.before)
    return say("{name}: place {before} → {after}", name=name, before=move.before, after=move.after)
