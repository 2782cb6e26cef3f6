"""Matches that pass quickly: with a clock that a test passes by itself, or played as a computer would."""

from collections.abc import Callable
from contextlib import suppress

from bot import app
from bot.players.choice import Level
from bot.players.computer_player import choose_move
from bot.rummy.view import View, view_for
from bot.tables.events import Clock, Pace
from bot.tables.match_requests import Play, Ready
from bot.tables.rule_requests import AddComputer, ChangeClock
from bot.tables.table import Phase, Table
from bot.tables.time_requests import PlayOn, TimeIsUp, time_is_up_at
from bot.wording.sentence import Refused
from tests.e2e.support.club import Club
from tests.e2e.support.hand_controls import table_number
from tests.e2e.support.tables import open_table, play_by_commands
from tests.people import Json


async def start(club: Club, bot: app.Bot, *names: str, computer: bool, **options: object) -> Json:
    """Start a match with a quick clock; with a computer, it may not count. Return the lobby's message."""
    lobby = await open_table(club, *names, **{"deals": 20, **options})
    number = table_number(lobby)
    assert number is not None
    host = club.person_number(names[0])
    if computer:
        await bot.services.tables.change(number, host, AddComputer(Level.EASY))
    await bot.services.tables.change(number, host, ChangeClock(Clock(Pace.QUICK)))
    for name in names[1:]:
        await club[name].slash("table agree", table=number)
    await club[names[0]].slash("table start", table=number)
    await settle(club, bot, number)
    return lobby


async def settle(club: Club, bot: app.Bot, number: int = 1) -> Table:
    """Let the computers play until a person is to act, and wait until everything is shown. Return the table."""
    while (table := await bot.services.tables.get(number)).phase == Phase.DEAL and table.plays_by_itself():
        with suppress(Refused):
            await bot.services.tables.change(number, None, PlayOn())
    await bot.services.courier.flush()
    await club.until_sent(number)
    return table


async def pass_deadline(club: Club, bot: app.Bot, at: int | None) -> Table:
    """Let the time of the table be `at` (epoch ms) and a little more, as the sleeper does when a deadline has passed."""
    table = await bot.services.tables.get(1)
    await bot.services.tables.change(1, None, TimeIsUp(table.step, at + 10_000))
    return await settle(club, bot)


async def play_to_the_end(club: Club, bot: app.Bot, number: int = 1) -> None:
    """Play all deals of the match without pressing buttons: people as computers would, too."""
    while (table := await bot.services.tables.get(number)).phase != Phase.OVER:
        if table.phase == Phase.PAUSE:
            with suppress(Refused):  # the pause was over
                await bot.services.tables.change(number, table.seats.people[0], Ready())
        else:
            await play_to_pause(club, bot, number)


async def play_to_pause(club: Club, bot: app.Bot, number: int = 1) -> None:
    """Let everyone play as a computer would until the deal is over; that isn't what is tested here, so without buttons."""
    tables = bot.services.tables
    while (table := await tables.get(number)).phase == Phase.DEAL:
        person, match = table.person_to_act(), table.match
        if table.plays_by_itself() or person is None or match is None:
            with suppress(Refused):  # the bot's own clock was quicker
                await tables.change(number, None, PlayOn())
        else:
            move = choose_move(view_for(match, match.seat_to_act()), Level.NORMAL, str(table.version))
            await tables.change(number, person, Play(move))
    assert table.phase in (Phase.PAUSE, Phase.OVER)
    await settle(club, bot, number)


async def make_away(club: Club, bot: app.Bot, name: str) -> None:
    """Let the time of this person run out twice in a row, while the others play."""
    person = club.person_number(name)
    while not (table := await settle(club, bot)).timing.is_away(person):
        assert table.phase == Phase.DEAL
        if table.person_to_act() == person:
            await pass_deadline(club, bot, time_is_up_at(table))
        else:
            await play_by_commands(club)


MOST_MOVES = 2000


async def play_until(club: Club, bot: app.Bot, is_wanted: Callable[[View], bool], number: int = 1) -> View:
    """Play until this is true of the view of the player on turn, or of everyone's between deals and at the end."""
    for _ in range(MOST_MOVES):
        table = await bot.services.tables.get(number)
        view = _view_of_table(table)
        if is_wanted(view):
            await bot.services.courier.flush()
            await club.until_sent(number)
            return view
        if table.phase == Phase.OVER:
            break
        await _play_on(bot, table, view)
    raise AssertionError("Nothing like that comes with this seed; choose another.")


def _view_of_table(table: Table) -> View:
    return view_for(table.match, table.match.seat_to_act() if table.phase == Phase.DEAL else None)


async def _play_on(bot: app.Bot, table: Table, view: View) -> None:
    if table.phase == Phase.PAUSE:
        waiting = next(person for person in table.seated_people() if person not in table.ready_people)
        await bot.services.tables.change(table.number, waiting, Ready())
    else:
        move = choose_move(view, Level.NORMAL, str(table.version))
        await bot.services.tables.change(table.number, table.person_to_act(), Play(move))
