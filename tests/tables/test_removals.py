"""Being removed from a match: by a majority of the others, or by a manager."""

import pytest

from bot.players.choice import Level
from bot.tables.refusals import NotSeated
from bot.tables.requests import ComeBack, Forfeit, Remove
from bot.tables.seat_events import (
    PersonRemoved,
    RemovalPressed,
)
from bot.tables.seat_refusals import (
    AlreadyAskedToRemove,
    ManagerPlays,
    NotAway,
    NotPlaying,
)
from bot.tables.table import Phase, is_computer
from bot.tables.table_times import time_is_up_at
from tests.tables.seat_steps import EASY, PAUSING, QUICK, become_away, leave, seat_of
from tests.tables.table_service import ANN, BEN, CEM, DEE, TableService, refused


@pytest.mark.parametrize("computers", [(), (EASY,)])
async def test_a_manager_removes_a_person_at_any_time_who_leaves_as_by_themselves(
    service: TableService, computers: tuple[Level, ...]
) -> None:
    table = await service.start_match(BEN, CEM, computers=computers)
    seat = seat_of(table, BEN)
    table = await service.tables.change(table.number, DEE, Remove(BEN, by_manager=True))
    assert table.removed == {BEN: True}
    assert table.seated_people().count(BEN) == 0
    assert is_computer(table.occupant(seat)) == bool(computers)
    assert service.notifications[-1][1][0] == PersonRemoved(BEN, by_manager=True, by=DEE)
    assert DEE in table.named_people
    again = Remove(BEN, by_manager=True)
    assert await refused(service.tables.change(table.number, DEE, again)) == NotPlaying()


async def test_a_manager_who_plays_at_the_table_removes_no_opponent_alone(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, DEE, clock=QUICK)
    by_ann = Remove(DEE, by_manager=True)
    assert await refused(service.tables.change(table.number, ANN, by_ann)) == ManagerPlays(DEE)
    await become_away(service, table, DEE)
    table = await service.tables.change(table.number, ANN, by_ann)
    assert (DEE in table.seated_people(), table.removals) == (True, {(ANN, DEE)}), "one vote, like everyone's"
    table = await service.tables.change(table.number, CEM, Remove(DEE))
    assert (DEE in table.seated_people(), table.removed, table.managers) == (False, {DEE: False}, {})
    await service.tables.change(table.number, ANN, Forfeit())
    table = await service.tables.change(table.number, ANN, Remove(CEM, by_manager=True))
    assert table.managers == {CEM: ANN}, "they don't play any more"


async def test_a_majority_of_the_others_removes_a_person_whose_time_was_up_twice_in_a_row(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, DEE, clock=QUICK)
    assert await refused(service.tables.change(table.number, ANN, Remove(DEE))) == NotAway(DEE)
    table = await become_away(service, table, DEE)
    table = await service.tables.change(table.number, ANN, Remove(DEE))
    assert DEE in table.seated_people()
    assert RemovalPressed(ANN, DEE) in service.notifications[-1][1]
    assert await refused(service.tables.change(table.number, ANN, Remove(DEE))) == AlreadyAskedToRemove(DEE, 1)
    table = await service.tables.change(table.number, CEM, Remove(DEE))
    assert DEE not in table.seated_people()
    assert table.removed == {DEE: False}
    assert table.match is not None
    assert seat_of(table, DEE) in table.match.left_seats


async def test_one_person_alone_removes_nobody_of_two_who_are_away_if_the_match_may_count(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, clock=QUICK)
    for person in (BEN, CEM):
        table = await become_away(service, table, person)
    for person in (BEN, CEM):
        table = await service.tables.change(table.number, ANN, Remove(person))
        assert await refused(service.tables.change(table.number, ANN, Remove(person))) == AlreadyAskedToRemove(person, 1)
    assert set(table.seated_people()) == {ANN, BEN, CEM}


async def test_a_person_whose_time_was_up_once_is_not_removed(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, clock=QUICK)
    person = table.person_to_act()
    assert person is not None
    other = next(one for one in (ANN, BEN, CEM) if one != person)
    up = time_is_up_at(table)
    assert up is not None
    await service.pass_deadlines(up)
    assert await refused(service.tables.change(table.number, other, Remove(person))) == NotAway(person)


async def test_coming_back_ends_the_vote_on_a_removal(service: TableService) -> None:
    table = await become_away(service, await service.start_match(BEN, CEM, DEE, clock=QUICK), DEE)
    await service.tables.change(table.number, ANN, Remove(DEE))
    table = await service.tables.change(table.number, DEE, ComeBack())
    assert table.removals == frozenset()
    assert await refused(service.tables.change(table.number, CEM, Remove(DEE))) == NotAway(DEE)


async def test_a_removal_that_waited_only_for_a_person_who_leaves_is_carried_out(service: TableService) -> None:
    table = await become_away(service, await service.start_match(BEN, CEM, DEE, clock=QUICK), DEE)
    await service.tables.change(table.number, ANN, Remove(DEE))
    table = await leave(service, table, CEM)
    assert DEE in table.seated_people(), "one of two others is no majority"
    table = await leave(service, table, BEN)
    assert table.phase == Phase.OVER
    assert [event for event in service.notifications[-1][1] if isinstance(event, PersonRemoved)] == [
        PersonRemoved(DEE, by_manager=False)
    ]


async def test_the_others_remove_a_person_for_whom_the_table_waits(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, clock=PAUSING)
    person, up = table.person_to_act(), time_is_up_at(table)
    assert person is not None
    assert up is not None
    await service.pass_deadlines(up)
    table = await service.tables.get(table.number)
    assert table.paused_for == person
    for other in table.seated_people():
        if other != person:
            table = await service.tables.change(table.number, other, Remove(person))
    assert person not in table.seated_people()
    assert table.paused_for is None
    assert table.plays_by_itself(), "a computer goes on with the turn"


async def test_nobody_removes_themselves_or_somebody_elsewhere(service: TableService) -> None:
    table = await service.start_match(BEN, CEM)
    assert await refused(service.tables.change(table.number, ANN, Remove(ANN))) == NotAway(ANN)
    assert await refused(service.tables.change(table.number, ANN, Remove(DEE))) == NotPlaying()
    assert await refused(service.tables.change(table.number, DEE, Remove(ANN))) == NotSeated()
