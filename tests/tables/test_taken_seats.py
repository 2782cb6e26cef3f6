"""Taking a computer's seat, and whether a match may count."""

import asyncio

import pytest

from bot.players.choice import Level
from bot.rummy.events import MatchBrokenOff
from bot.tables.apply_event import fold
from bot.tables.events import NO_CLOCK, Clock, EndPressed
from bot.tables.match_requests import NoComputersSeat, Ready, Remove, SeatsTakenBetweenDeals, TakeSeat
from bot.tables.play_again import invite_again
from bot.tables.refusals import AlreadySeated, MovedOn, RemovedFromMatch
from bot.tables.rule_requests import AddComputer
from bot.tables.seat_events import (
    PersonRemoved,
    SeatTaken,
)
from bot.tables.table import Obstacle, Phase
from bot.wording.sentence import Refused
from tests.rummy.presets import variant
from tests.tables.seat_steps import (
    EASY,
    LONG,
    NORMAL,
    PAUSING,
    QUICK,
    ask_end,
    in_pause,
    leave,
    play_to_pause,
    seat_of,
)
from tests.tables.table_service import ANN, BEN, CEM, DEE, TableService, refused


async def test_a_spectator_takes_over_a_computers_seat_between_two_deals(service: TableService) -> None:
    table = await service.start_match(BEN, rules=variant("rami", **LONG), computers=(EASY,))
    assert await refused(service.tables.change(table.number, DEE, TakeSeat())) == SeatsTakenBetweenDeals()
    table = await play_to_pause(service, table)
    (seat,) = table.seats.of_computers()
    scores = table.match and table.match.scores
    table = await service.tables.change(table.number, DEE, TakeSeat())
    assert (table.seats.occupants[seat], table.may_count, table.match and table.match.scores) == (DEE, False, scores)
    assert SeatTaken(seat, DEE) in service.notifications[-1][1]
    assert table.number in [one.number for one in service.tables.in_play.of_person(DEE)]
    for person in (ANN, BEN):
        table = await service.tables.change(table.number, person, Ready())
    assert table.phase == Phase.PAUSE, "the next deal waits for the new player, too"
    table = await service.tables.change(table.number, DEE, Ready())
    assert table.phase == Phase.DEAL
    assert fold(table.number, await service.store.log.read_events(table.number)) == table


async def test_a_person_who_took_a_seat_is_found_among_the_people_of_the_table(service: TableService) -> None:
    table = await in_pause(service, BEN)
    await service.tables.change(table.number, DEE, TakeSeat())
    data = await service.store.privacy.read_personal_data(DEE)
    tables = data["tables"]
    assert isinstance(tables, list)
    assert [(one["number"], one["seat"]) for one in tables] == [(table.number, table.seats.of_computers()[0])]


async def test_a_person_who_left_comes_back_by_taking_a_seat(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, rules=variant("rami", **LONG), computers=(EASY,))
    table = await play_to_pause(service, await leave(service, table, CEM))
    table = await service.tables.change(table.number, CEM, TakeSeat(table.seats.occupants.index(-2)))
    assert set(table.seated_people()) == {ANN, BEN, CEM}
    assert sorted(table.seats.people) == [ANN, BEN, CEM]
    assert table.match is not None
    assert await refused(service.tables.change(table.number, CEM, TakeSeat())) == AlreadySeated()


async def test_two_people_who_take_a_seat_at_the_same_time_get_one_seat(service: TableService) -> None:
    table = await in_pause(service, BEN)
    taken = await asyncio.gather(
        *(service.tables.change(table.number, person, TakeSeat()) for person in (CEM, DEE)), return_exceptions=True
    )
    lost = [one for one in taken if isinstance(one, Refused)]
    assert [one.refusal for one in lost] == [NoComputersSeat()]
    table = await service.tables.get(table.number)
    assert len({CEM, DEE} & set(table.seated_people())) == 1


async def test_only_a_computers_seat_is_taken(service: TableService) -> None:
    table = await in_pause(service, BEN)
    assert await refused(service.tables.change(table.number, DEE, TakeSeat(seat_of(table, ANN)))) == NoComputersSeat()
    assert await refused(service.tables.change(table.number, DEE, TakeSeat(99))) == NoComputersSeat()
    counting = await service.start_match(CEM)
    assert await refused(service.tables.change(counting.number, DEE, TakeSeat())) == NoComputersSeat()


async def test_a_person_who_was_removed_does_not_come_back(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, rules=variant("rami", **LONG), computers=(EASY,))
    table = await play_to_pause(service, await service.tables.change(table.number, DEE, Remove(CEM)))
    assert await refused(service.tables.change(table.number, CEM, TakeSeat())) == RemovedFromMatch()


async def test_a_deleted_person_takes_no_seat(service: TableService) -> None:
    table = await in_pause(service, BEN)
    await service.store.privacy.delete_personal_data(DEE, at=service.now)
    assert await refused(service.tables.change(table.number, DEE, TakeSeat())) == MovedOn()


async def test_a_person_who_takes_a_seat_has_a_vote_on_the_end(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, rules=variant("rami", **LONG), computers=(EASY,))
    table = await play_to_pause(service, await leave(service, table, CEM))
    table = await service.tables.change(table.number, DEE, TakeSeat())
    table = await ask_end(service, table, DEE)
    assert table.phase == Phase.PAUSE
    assert EndPressed(DEE) in service.notifications[-1][1]
    assert (await ask_end(service, table, ANN)).phase == Phase.OVER, "two of three"


# Computers alone


async def test_a_match_without_people_ends_also_when_the_last_one_is_removed(service: TableService) -> None:
    table = await service.start_match(computers=(EASY, EASY))
    table = await service.tables.change(table.number, DEE, Remove(ANN))
    assert table.phase == Phase.OVER
    assert service.notifications[-1][1] == (PersonRemoved(ANN, by=DEE), MatchBrokenOff())


# Afterwards


async def test_a_person_whose_seat_a_computer_took_over_invites_in_place_of_that_computer(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, rules=variant("rami", **LONG), computers=(EASY,))
    table = await leave(service, table, CEM)
    table = await ask_end(service, table, ANN)
    table = await ask_end(service, table, BEN)
    by_leaver, by_other = invite_again(table, CEM, 0), invite_again(table, ANN, 0)
    assert (set(by_leaver.people), by_leaver.computers) == ({ANN, BEN, CEM}, (EASY,))
    assert (set(by_other.people), set(by_other.computers)) == ({ANN, BEN}, {EASY, NORMAL})


@pytest.mark.parametrize(
    ("computers", "clock", "obstacles"),
    [
        ((), QUICK, ()),
        ((), NO_CLOCK, ()),
        ((EASY,), QUICK, (Obstacle.COMPUTERS,)),
        ((), PAUSING, (Obstacle.PAUSES,)),
        ((EASY,), PAUSING, (Obstacle.COMPUTERS, Obstacle.PAUSES)),
    ],
)
async def test_whether_a_match_may_count_is_known_in_the_lobby_and_fixed_when_it_starts(
    service: TableService, computers: tuple[Level, ...], clock: Clock, obstacles: tuple[Obstacle, ...]
) -> None:
    table = await service.open_lobby(BEN, clock=clock)
    for level in computers:
        table = await service.tables.change(table.number, ANN, AddComputer(level))
    assert table.obstacles == obstacles
    table = await service.start_here(table)
    assert (table.obstacles, table.may_count) == (obstacles, not obstacles)


@pytest.mark.parametrize("clock", [QUICK, NO_CLOCK])
async def test_the_facts_of_a_match_say_whether_it_had_a_clock(service: TableService, clock: Clock) -> None:
    table = await leave(service, await service.start_match(BEN, clock=clock), BEN)
    facts = await service.result(table.number)
    assert facts is not None
    assert facts.has_clock == (clock == QUICK)


async def test_a_match_with_computers_is_in_no_history_also_if_a_person_ends_it_in_every_seat(service: TableService) -> None:
    rules = variant("rami", match_target="none", match_deals=2, hand_size=3)
    table = await play_to_pause(service, await service.start_match(BEN, rules=rules, computers=(EASY,)))
    table = await service.tables.change(table.number, DEE, TakeSeat())
    for person in (ANN, BEN, DEE):
        table = await service.tables.change(table.number, person, Ready())
    assert not table.seats.of_computers()
    table = await play_to_pause(service, table)
    assert table.match is not None
    assert table.match.placings is not None
    assert await service.result(table.number) is None
    assert table.obstacles == (Obstacle.COMPUTERS,)
