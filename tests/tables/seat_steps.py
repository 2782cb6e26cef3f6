"""Steps of the tests about who plays in which seat: people leave, go away, and play until a pause."""

from bot.players.choice import Level
from bot.tables.events import Clock, Pace
from bot.tables.match_requests import AskEnd, Forfeit
from bot.tables.table import Phase, Table
from bot.tables.time_requests import PlayOn, time_is_up_at
from tests.rummy.presets import variant
from tests.tables.table_service import HOUR, TableService

EASY, NORMAL = Level.EASY, Level.NORMAL
QUICK, PAUSING = Clock(Pace.QUICK), Clock(Pace.QUICK, pauses=True)
MINUTE, DAY = 60_000, 24 * HOUR
LONG = {"match_target": "none", "match_deals": 20}


def hands(table: Table) -> tuple[tuple[str, ...], ...]:
    assert table.match is not None
    assert table.match.deal is not None
    return table.match.deal.hands


def seat_of(table: Table, person: int) -> int:
    seat = table.seats.seat_of(person)
    assert seat is not None
    return seat


def on_turn(table: Table) -> int:
    """Return the person to act."""
    person = table.person_to_act()
    assert person is not None
    return person


async def leave(service: TableService, table: Table, person: int) -> Table:
    return await service.tables.change(table.number, person, Forfeit())


async def ask_end(service: TableService, table: Table, person: int) -> Table:
    return await service.tables.change(table.number, person, AskEnd())


async def play_to_pause(service: TableService, table: Table) -> Table:
    """Play until the deal is over; the computers choose their own moves."""
    while table.phase == Phase.DEAL:
        if table.plays_by_itself():
            table = await service.tables.change(table.number, None, PlayOn())
        else:
            table = await service.play_turn(table.number)
    return table


async def become_away(service: TableService, table: Table, *persons: int) -> Table:
    """Let the time of these people run out twice, while the others play."""
    while not all(map(table.timing.is_away, persons)):
        if table.phase == Phase.PAUSE:
            assert table.timing.next_deal_at is not None
            await service.pass_deadlines(table.timing.next_deal_at)
        elif table.plays_by_itself():
            await service.tables.change(table.number, None, PlayOn())
        elif table.person_to_act() in persons:
            up = time_is_up_at(table)
            assert up is not None
            await service.pass_deadlines(up)
        else:
            await service.play_turn(table.number)
        table = await service.tables.get(table.number)
    return table


async def play_on(service: TableService, table: Table) -> Table:
    """Let the turns be played that nobody is waited for."""
    while table.phase == Phase.DEAL and table.plays_by_itself():
        table = await service.tables.change(table.number, None, PlayOn())
    return table


async def in_pause(service: TableService, *guests: int) -> Table:
    return await play_to_pause(service, await service.start_match(*guests, rules=variant("rami", **LONG), computers=(EASY,)))
