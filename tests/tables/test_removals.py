"""Being removed from a match by a manager or organiser."""

import pytest

from bot.players.choice import Level
from bot.tables.match_requests import Forfeit, Remove
from bot.tables.refusals import ManagerPlays, NotPlaying
from bot.tables.seat_events import PersonRemoved
from bot.tables.table import is_computer
from bot.tables.time_requests import time_is_up_at
from tests.tables.seat_steps import EASY, PAUSING, QUICK, become_away, seat_of
from tests.tables.table_service import ANN, BEN, CEM, DEE, TableService, refused


@pytest.mark.parametrize("computers", [(), (EASY,)])
async def test_a_manager_removes_a_person_at_any_time_who_leaves_as_by_themselves(
    service: TableService, computers: tuple[Level, ...]
) -> None:
    table = await service.start_match(BEN, CEM, computers=computers)
    seat = seat_of(table, BEN)
    table = await service.tables.change(table.number, DEE, Remove(BEN))
    assert table.seats.removed == {BEN: DEE}
    assert table.seated_people().count(BEN) == 0
    assert is_computer(table.seats.occupants[seat]) == bool(computers)
    assert service.notifications[-1][1][0] == PersonRemoved(BEN, by=DEE)
    assert DEE in table.named_people
    assert await refused(service.tables.change(table.number, DEE, Remove(BEN))) == NotPlaying()


async def test_a_manager_removes_nobody_from_a_match_in_which_they_play(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, clock=QUICK)
    table = await become_away(service, table, CEM)
    for person in (ANN, CEM):
        assert await refused(service.tables.change(table.number, ANN, Remove(person))) == ManagerPlays()
    await service.tables.change(table.number, ANN, Forfeit())
    table = await service.tables.change(table.number, ANN, Remove(CEM))
    assert table.seats.removed == {CEM: ANN}, "they don't play any more"


async def test_a_person_for_whom_the_table_waits_is_removed_and_a_computer_goes_on_with_the_turn(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, clock=PAUSING)
    person, up = table.person_to_act(), time_is_up_at(table)
    assert person is not None
    assert up is not None
    await service.pass_deadlines(up)
    assert (await service.tables.get(table.number)).timing.paused_for == person
    table = await service.tables.change(table.number, DEE, Remove(person))
    assert person not in table.seated_people()
    assert table.timing.paused_for is None
    assert table.plays_by_itself()
