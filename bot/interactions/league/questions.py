"""The questions before a season ends, a league is archived or a schedule is replaced, and what follows the answer.

Everything is checked again when the answer arrives: who answers, and whether the league is still as the question said.
"""

from typing import assert_never

from msgspec.structs import replace

from bot.competition.corrections import optional_reason
from bot.competition.question_ports import ANSWER_TIME, ArchiveLeague, EndSeason, Question, ReplaceSchedule
from bot.competition.refusals import PlayerDeleted, SeasonEmpty
from bot.competition.season_end import OrganiserCommand
from bot.competition.tournaments import unplayed_fixtures
from bot.competition.undo import UNDO_TIME
from bot.interactions.call import Call, Reply, server_of
from bot.interactions.league import schedule
from bot.interactions.permissions import only_organisers
from bot.interactions.routes import presses
from bot.interactions.services import Services
from bot.league.seasons import SeasonTable, StoredLeague
from bot.messages.league.leagues import season_table_sentence
from bot.messages.league.pages import UndoPress
from bot.messages.league.questions import (
    QuestionPress,
    RunningSeason,
    archive_question,
    end_season_question,
    kept_layout,
    undo_layout,
    undone_layout,
)
from bot.messages.text import clean_line, safe_text
from bot.wording.sentence import Refusal, Refused


class QuestionTooOld(Refusal):
    """The question was asked too long ago."""

    sentence = "This question is too old. Nothing has changed; use the command again."


@only_organisers
async def ask_to_end_season(services: Services, call: Call, league: str, name: str, why: str) -> Reply:
    """Ask before the running season ends under a name, which may be empty, as may be the reason."""
    reason = optional_reason(clean_line(why))
    await services.season_ends.end_due_seasons()
    stored = await services.leagues.find(server_of(call), league)
    named = " ".join(clean_line(name).split())
    await services.season_ends.check_name(named, stored)
    return await _ask_about_season(services, call, stored, EndSeason(stored.season.number, named, reason))


@only_organisers
async def ask_to_archive(services: Services, call: Call, league: str, why: str) -> Reply:
    """Ask before a league is archived; the reason may be empty."""
    reason = optional_reason(clean_line(why))
    await services.season_ends.end_due_seasons()
    stored = await services.leagues.find(server_of(call), league)
    return await _ask_about_season(services, call, stored, ArchiveLeague(stored.season.number, reason))


@presses.on(QuestionPress)
@only_organisers
async def answer(services: Services, call: Call, press: QuestionPress) -> Reply:
    """Do what was asked about, or keep it; the reply replaces the question."""
    server = server_of(call)
    question = await services.questions.get(press.question)
    if question is None or question.at + ANSWER_TIME < services.now():
        raise Refused(QuestionTooOld())
    stored = await services.leagues.get(server, question.league)
    if press.answer == "no":
        return Reply(view=kept_layout(services.say(call)), replaces_pressed=True)
    command = OrganiserCommand(call.id, call.channel)
    by = (await services.person(call)).number
    ends = services.season_ends
    match question.what:
        case EndSeason(season=season, name=name, why=why):
            over = await ends.end_season(server, stored.number, name, season=season, command=command, by=by, why=why)
            return await _season_ended(services, call, stored, over, UndoPress("season", stored.number, season))
        case ArchiveLeague(season=season, why=why):
            over = await ends.archive_league(server, stored.number, season=season, command=command, by=by, why=why)
            return await _season_ended(services, call, stored, over, UndoPress("archive", stored.number, season))
        case ReplaceSchedule():
            return await _replace(services, call, stored, question.what, by)
        case _:
            assert_never(question.what)


async def _ask_about_season(services: Services, call: Call, stored: StoredLeague, what: EndSeason | ArchiveLeague) -> Reply:
    say = services.say(call)
    rows = (await services.standings.table(stored.league.server, stored)).rows
    if not rows and isinstance(what, EndSeason):
        raise Refused(SeasonEmpty(stored.name, stored.season.begin))
    matches, walkovers = await services.match_history.count_counting(stored)
    newest = await services.tournaments.newest_schedule(stored)
    unplayed = 0 if newest is None else len(unplayed_fixtures(newest))
    running = RunningSeason(stored.name, stored.season, rows, matches, walkovers, unplayed)
    people, number = services.people, await services.questions.add(Question(stored.number, services.now(), what))
    if isinstance(what, EndSeason):
        return Reply(view=end_season_question(number, running, what.name, people, say, what.why))
    return Reply(view=archive_question(number, running, people, say, what.why))


async def _season_ended(services: Services, call: Call, stored: StoredLeague, over: SeasonTable, undoing: UndoPress) -> Reply:
    """Post the table, and say what has been done."""
    channel = await services.league_posts.post_season_now(stored.number, over.season.number)
    say, league, at = services.say(call), safe_text(stored.name), over.season.end or 0
    if undoing.kind == "season":
        text = say("The season of {league} has ended, and the next one has started.", league=league)
    else:
        text = say("{league} has been archived, and its last season has ended.", league=league)
    text = f"{text} {season_table_sentence(channel, say)}"
    return Reply(view=undo_layout(text, replace(undoing, at=at), at + UNDO_TIME, say), replaces_pressed=True)


async def _replace(services: Services, call: Call, stored: StoredLeague, what: ReplaceSchedule, by: int) -> Reply:
    """Make the new schedule and post it."""
    people = [services.people[person] for person in what.people]
    if any(person.discord_id is None for person in people):
        raise Refused(PlayerDeleted())
    made = await services.tournaments.create_schedule(
        stored,
        by,
        what.variant,
        what.people,
        size=what.size,
        number_of_rounds=what.rounds,
        dates=what.dates,
        replace=True,
        current=what.current,
        why=what.why,
    )
    say = services.say(call)
    text = say("The schedule of {league} has been replaced.", league=safe_text(stored.name))
    view = undo_layout(text, UndoPress("schedule", stored.number, made.number), made.at + UNDO_TIME, say)
    return Reply(view=view, replaces_pressed=True, then=await schedule.public(services, stored, made))


@presses.on(UndoPress)
@only_organisers
async def undo(services: Services, call: Call, press: UndoPress) -> Reply:
    """Undo what an organiser has done."""
    server, by, then = server_of(call), (await services.person(call)).number, None
    await services.leagues.get(server, press.league)  # a button of another server is refused
    match press.kind:
        case "season" | "archive":
            await services.league_posts.post_season_now(press.league, press.number)  # so that it can be withdrawn
            name = await services.undos.undo_end(server, press.league, press.number, press.at, by=by)
            await services.league_posts.withdraw_now()
        case "schedule":
            name = await services.undos.withdraw_schedule(server, press.league, press.number, by=by)
            stored = await services.leagues.get(server, press.league)
            then = await schedule.public(services, stored, await schedule.newest(services, stored))
        case _:
            assert_never(press.kind)
    replaces = call.is_whispered  # a public message is edited or replaced for everyone
    return Reply(view=undone_layout(press, name, services.say(call)), replaces_pressed=replaces, then=then)
