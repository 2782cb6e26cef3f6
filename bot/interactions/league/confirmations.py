"""The confirmations before a season ends or a league is archived, what follows the answers, and the undoing.

Everything is checked again when the answer arrives: who answers, and whether the league is still as the confirmation said.
"""

from functools import partial

from msgspec.structs import replace

from bot.competition.corrections import optional_reason
from bot.competition.refusals import SeasonEmpty
from bot.competition.season_end import OrganiserCommand
from bot.interactions.call import Call, LeagueServices, Reply, server_of
from bot.interactions.permissions import only_organisers
from bot.interactions.routes import presses
from bot.league.seasons import UNDO_TIME, StoredLeague
from bot.messages.components import GREY, layout
from bot.messages.league.confirmations import (
    ConfirmPress,
    RunningSeason,
    archive_confirmation,
    end_season_confirmation,
    undo_layout,
    undone_layout,
)
from bot.messages.league.leagues import season_table_sentence
from bot.messages.league.pages import UndoPress
from bot.messages.text import clean_line, safe_text
from bot.wording.sentence import Refused


@only_organisers
async def ask_to_end_season(services: LeagueServices, call: Call, league: str | None, name: str, why: str) -> Reply:
    """Ask before the running season ends under a name, which may be empty, as may be the reason."""
    reason = optional_reason(clean_line(why))
    await services.season_ends.end_due_seasons()
    stored = await services.leagues.find(server_of(call), league)
    named = " ".join(clean_line(name).split())
    await services.season_ends.check_name(named, stored)
    running = await _running_season(services, stored)
    if not running.rows:
        raise Refused(SeasonEmpty(stored.name, stored.season.begin))

    undoing = UndoPress("season", stored.number, stored.season.number)
    number = services.confirmations.ask(stored.number, partial(_end_season, services, undoing, named, reason))
    return Reply(view=end_season_confirmation(number, running, named, services.people_in(call), services.say(call), reason))


@only_organisers
async def ask_to_archive(services: LeagueServices, call: Call, league: str, why: str) -> Reply:
    """Ask before a league is archived; the reason may be empty."""
    reason = optional_reason(clean_line(why))
    await services.season_ends.end_due_seasons()
    stored = await services.leagues.find(server_of(call), league)
    running = await _running_season(services, stored)
    undoing = UndoPress("archive", stored.number, stored.season.number)
    number = services.confirmations.ask(stored.number, partial(_end_season, services, undoing, "", reason))
    return Reply(view=archive_confirmation(number, running, services.people_in(call), services.say(call), reason))


@presses.on(ConfirmPress)
@only_organisers
async def answer(services: LeagueServices, call: Call, press: ConfirmPress) -> Reply:
    """Do what was asked about, or keep it; the reply replaces the confirmation."""
    league, confirmed = services.confirmations.find(press.confirmation)
    stored = await services.leagues.get(server_of(call), league)
    if press.answer == "yes":
        reply = await confirmed(call, stored)  # if it fails, it can be answered again
    else:
        say = services.say(call)
        reply = Reply(view=layout(say("Nothing has changed."), accent=GREY), replaces_pressed=True)
    services.confirmations.forget(press.confirmation)
    return reply


async def _running_season(services: LeagueServices, stored: StoredLeague) -> RunningSeason:
    rows = (await services.standings.table(stored.league.server, stored)).rows
    matches, walkovers = await services.match_history.count_counting(stored)
    being_played = len(await services.ledgers.running(stored.league.server, stored.term))
    return RunningSeason(stored.name, stored.season, rows, matches, walkovers, being_played)


async def _end_season(
    services: LeagueServices, undoing: UndoPress, name: str, why: str, call: Call, stored: StoredLeague
) -> Reply:
    """End the season, or archive the league, as the button that undoes it says. Post the table, and say what has been done."""
    over = await services.season_ends.end_season(
        stored.league.server,
        stored.number,
        name,
        archive=undoing.kind == "archive",
        season=undoing.number,
        command=OrganiserCommand(call.id, call.channel),
        by=(await services.person(call)).number,
        why=why,
    )
    channel = await services.league_posts.post_season_now(stored.number, over.season.number)
    say, league, at = services.say(call), safe_text(stored.name), over.season.end or 0
    if undoing.kind == "season":
        text = say("The season of {league} has ended. The next has started.", league=league)
    else:
        text = say("{league} has been archived, and its last season has ended.", league=league)
    text = f"{text} {season_table_sentence(channel, say)}"
    return Reply(view=undo_layout(text, replace(undoing, at=at), at + UNDO_TIME, say), replaces_pressed=True)


@presses.on(UndoPress)
@only_organisers
async def undo(services: LeagueServices, call: Call, press: UndoPress) -> Reply:
    """Undo what an organiser has done."""
    server, by = server_of(call), (await services.person(call)).number
    await services.leagues.get(server, press.league)  # a button of another server is refused
    await services.league_posts.post_season_now(press.league, press.number)  # so that it can be withdrawn
    name = await services.undos.undo_end(server, press.league, press.number, press.at, by=by)
    await services.league_posts.withdraw_now()
    replaces = call.is_whispered  # a public message is edited or replaced for everyone
    return Reply(view=undone_layout(press, name, services.say(call)), replaces_pressed=replaces)
