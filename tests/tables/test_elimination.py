"""Players who are out of a match that the others play on: at their own table, and at one of several people."""

from bot.messages.table.table_summary import summary_layout
from bot.rummy.refusals import OutOfTheMatch
from bot.tables.match_requests import Forfeit, ManagerPlays, Ready, Remove, TakeSeat
from bot.tables.private_tables import PrivateMatch, PrivateTables, end_private_table
from bot.tables.refusals import AlreadySeated
from bot.tables.service import tables_left_by
from bot.tables.table import Phase, Table
from bot.tables.time_requests import PlayOn
from tests.databases import on_sqlite
from tests.messages.shown_text import ENGLISH, readable_text
from tests.messages.table.played_tables import context_for
from tests.rummy.presets import variant
from tests.tables.seat_steps import EASY, NORMAL
from tests.tables.table_service import ANN, BEN, CEM, TableService, refused

pytestmark = on_sqlite

TO_FIFTY = variant("ramino101", match_target=50)


async def own_table_until_out(service: TableService) -> Table:
    """Let Ann only draw and discard against two computers until she is out."""
    wanted = PrivateMatch(10, 20, TO_FIFTY, TO_FIFTY, (NORMAL, EASY))
    table, _ = await PrivateTables(service.tables).start(ANN, wanted, at=service.now)
    while not table.begun_match.out_seats:
        if table.phase == Phase.PAUSE:
            table = await service.tables.change(table.number, ANN, Ready(table.deal_number))
        else:
            table = await service.play_turn(table.number)
    assert table.begun_match.out_seats == (table.seats.seat_of(ANN),)
    return table


async def test_who_is_out_at_their_own_table_lets_the_computers_play_to_the_end(service: TableService) -> None:
    table = await own_table_until_out(service)
    own = PrivateTables(service.tables)
    while table.phase != Phase.OVER:
        known = await own.under_way(ANN)
        assert known is not None
        assert (known.number, table.phase) == (table.number, Phase.PAUSE)
        table = await service.tables.change(table.number, ANN, Ready(table.deal_number))
    assert table.begun_match.placings is not None
    assert await own.under_way(ANN) is None


async def test_who_is_out_at_their_own_table_can_end_it(service: TableService) -> None:
    table = await own_table_until_out(service)
    await end_private_table(service.tables, table)
    assert (await service.tables.get(table.number)).begun_match.is_broken_off


async def test_who_is_out_only_watches_and_has_not_left(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, rules=TO_FIFTY)
    while not table.begun_match.out_seats:
        if table.phase == Phase.PAUSE:
            await service.pass_deadlines(service.now + service.pauses.deal)
            table = await service.tables.get(table.number)
        else:
            table = await service.play(table)
    (seat, *_) = table.begun_match.out_seats
    person = table.seats.occupants[seat]
    assert person not in table.seated_people()
    for request in (Ready(), Forfeit()):
        assert await refused(service.tables.change(table.number, person, request)) == OutOfTheMatch()
    rival = table.seated_people()[0]
    assert await refused(service.tables.change(table.number, person, Remove(rival))) == ManagerPlays()
    log = {table.number: [(service.now, event) for _, events in service.notifications for event in events]}
    assert tables_left_by(person, log) == []


async def test_who_is_out_takes_no_computers_seat(service: TableService) -> None:
    table = await service.start_match(BEN, rules=TO_FIFTY, computers=(NORMAL, NORMAL))
    while not (table.phase == Phase.PAUSE and any(map(table.is_out, (ANN, BEN)))):
        if table.phase == Phase.PAUSE:
            await service.pass_deadlines(service.now + service.pauses.deal)
            table = await service.tables.get(table.number)
        elif table.plays_by_itself():
            table = await service.tables.change(table.number, None, PlayOn())
        else:
            table = await service.play_turn(table.number)
    out = next(filter(table.is_out, (ANN, BEN)))
    assert await refused(service.tables.change(table.number, out, TakeSeat())) == AlreadySeated()
    for reader, offered in ((out, False), (CEM, True)):
        shown = summary_layout(context_for(table, ENGLISH), reader)
        assert ("Take a computer's seat" in readable_text(shown)) == offered
