"""Matches that always go the same way: their deals follow from a seed, and people make the moves that a computer would."""

from collections.abc import Callable

from bot import app
from bot.players.choice import Level
from bot.players.computer_player import choose_move
from bot.rummy.view import View, view_for
from bot.tables.requests import Play, Ready
from bot.tables.table import Phase, Table
from tests.e2e.support.club import Club

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
    assert table.match is not None
    return view_for(table.match, table.match.seat_to_act() if table.phase == Phase.DEAL else None)


async def _play_on(bot: app.Bot, table: Table, view: View) -> None:
    if table.phase == Phase.PAUSE:
        waiting = next(person for person in table.seated_people() if person not in table.ready_people)
        await bot.services.tables.change(table.number, waiting, Ready())
    else:
        move = choose_move(view, Level.NORMAL, str(table.version)).move
        await bot.services.tables.change(table.number, table.person_to_act(), Play(move))
