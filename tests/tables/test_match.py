"""The match at a table: turns, pauses, leaving, ending, and the stored result."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.league.league import League
from bot.rummy.events import CardDrawn, DealEnded, MatchBrokenOff, MatchEnded, SeatLeft
from bot.rummy.moves import DRAW, Leave
from bot.rummy.refusals import NotYourTurn
from bot.tables.apply_event import fold
from bot.tables.events import EndPressed, ReadyPressed
from bot.tables.lobby_requests import Agree, Start
from bot.tables.match_requests import AlreadyAskedToEnd, AlreadyReady, AskEnd, Cancel, Forfeit, NotBetweenDeals, Play, Ready
from bot.tables.ports import Deadline
from bot.tables.refusals import MovedOn, NotSeated, OnlyManagers, TableIsOver, TableNotStarted, TableStarted
from bot.tables.rule_requests import ChangeRule
from bot.tables.service import planned_match
from bot.tables.table import Phase, Table
from bot.tables.time_requests import TimeIsUp
from tests.databases import on_sqlite
from tests.rummy.presets import variant
from tests.tables.seat_steps import on_turn
from tests.tables.table_service import ANN, BEN, CEM, DEE, HOUR, PAUSES, TableService, refused

pytestmark = on_sqlite

SHORT = variant("rami", match_target="none", match_deals=2)


async def test_a_move_is_made_by_the_person_of_the_seat_whose_turn_it_is(service: TableService) -> None:
    table = await service.start_match(BEN, CEM)
    assert table.match is not None
    assert {table.seats.seat_of(person) for person in (ANN, BEN, CEM)} == {0, 1, 2}
    assert table.seats.seat_of(DEE) is None
    person = on_turn(table)
    assert table.seats.occupants[table.match.deal.turn.seat if table.match.deal else -1] == person
    other = next(person_ for person_ in table.seats.people if person_ != person)
    refusal = await refused(service.tables.change(table.number, other, Play(DRAW)))
    assert isinstance(refusal, NotYourTurn)
    after = await service.tables.change(table.number, person, Play(DRAW, table.step))
    assert isinstance(service.notifications[-1][1][0], CardDrawn)
    assert (after.version, after.step) == (table.version + 1, table.step + 1)


async def test_a_person_outside_the_match_cannot_move(service: TableService) -> None:
    table = await service.start_match(BEN)
    assert await refused(service.tables.change(table.number, CEM, Play(DRAW))) == NotSeated()
    lobby = await service.open_lobby(BEN)
    assert await refused(service.tables.change(lobby.number, ANN, Play(DRAW))) == TableNotStarted()


async def test_an_old_button_and_a_double_press_are_refused(service: TableService) -> None:
    table = await service.start_match(BEN)
    person = on_turn(table)
    pressed = [service.tables.change(table.number, person, Play(DRAW, table.step)) for _ in range(3)]
    answers = await asyncio.gather(*pressed, return_exceptions=True)
    assert sum(isinstance(answer, Table) for answer in answers) == 1
    assert await refused(service.tables.change(table.number, person, Play(DRAW, table.step))) == MovedOn()


async def test_the_next_deal_starts_when_everyone_is_ready(service: TableService) -> None:
    table = await service.play(await service.start_match(BEN, rules=SHORT))
    assert table.phase == Phase.PAUSE
    table = await service.tables.change(table.number, BEN, Ready())
    assert (table.phase, table.ready_people) == (Phase.PAUSE, frozenset({BEN}))
    assert await refused(service.tables.change(table.number, BEN, Ready())) == AlreadyReady()
    table = await service.tables.change(table.number, ANN, Ready())
    assert (table.phase, table.ready_people) == (Phase.DEAL, frozenset())
    assert service.notifications[-1][1][0] == ReadyPressed(ANN)
    assert await refused(service.tables.change(table.number, ANN, Ready())) == NotBetweenDeals()


async def test_pressing_ready_does_not_move_the_deadline_of_the_pause(service: TableService) -> None:
    table = await service.play(await service.start_match(BEN, rules=SHORT))
    pause = Deadline(table.number, table.step, service.now + PAUSES.deal)
    assert await service.store.deadlines.earliest() == pause
    service.now += 30_000
    await service.tables.change(table.number, BEN, Ready())
    await service.tables.change(table.number, BEN, AskEnd())
    assert await service.store.deadlines.earliest() == pause
    table = await service.tables.change(table.number, None, TimeIsUp(table.step, service.now))
    assert table.phase == Phase.DEAL
    assert await service.store.deadlines.earliest() == Deadline(
        table.number, table.step, service.now - 30_000 + PAUSES.deal + 33 * 24 * HOUR
    )


async def test_a_match_is_broken_off_when_everyone_has_asked_for_its_end(service: TableService) -> None:
    table = await service.start_match(BEN, CEM)
    await service.tables.change(table.number, ANN, AskEnd())
    assert await refused(service.tables.change(table.number, ANN, AskEnd())) == AlreadyAskedToEnd(_others(table, ANN))
    await service.tables.change(table.number, BEN, AskEnd())
    table = await service.tables.change(table.number, CEM, AskEnd())
    assert service.notifications[-1][1] == (EndPressed(CEM), MatchBrokenOff())
    await _assert_over_without_result(service, table)


async def test_a_manager_breaks_a_match_off_and_the_host_cannot(service: TableService) -> None:
    table = await service.start_match(BEN)
    assert await refused(service.tables.change(table.number, ANN, Cancel(by_manager=False))) == OnlyManagers()
    table = await service.tables.change(table.number, DEE, Cancel(by_manager=True))
    await _assert_over_without_result(service, table)


async def test_closing_a_lobby_leaves_a_match_alone_that_has_just_started(service: TableService) -> None:
    table = await service.start_match(BEN)
    for person, by_manager in ((ANN, False), (DEE, True)):
        request = Cancel(by_manager=by_manager, only_lobby=True)
        assert await refused(service.tables.change(table.number, person, request)) == TableStarted()


async def test_the_next_deal_starts_when_the_only_person_who_was_not_ready_leaves(service: TableService) -> None:
    table = await service.play(await service.start_match(BEN, CEM, rules=SHORT))
    for person in (ANN, BEN):
        await service.tables.change(table.number, person, Ready())
    table = await service.tables.change(table.number, CEM, Forfeit())
    assert table.phase == Phase.DEAL
    assert table.seated_people() == _others(table, CEM)
    assert await refused(service.tables.change(table.number, CEM, Forfeit())) == NotSeated()


@pytest.mark.parametrize("request_", [Forfeit(), Play(Leave())])
async def test_the_match_is_broken_off_when_the_only_person_who_had_not_asked_for_it_leaves(
    service: TableService, request_: Forfeit | Play
) -> None:
    table = await service.start_match(BEN, CEM)
    for person in (ANN, BEN):
        await service.tables.change(table.number, person, AskEnd())
    table = await service.tables.change(table.number, CEM, request_)
    left, broken_off = service.notifications[-1][1]
    assert isinstance(left, SeatLeft)
    assert broken_off == MatchBrokenOff()
    await _assert_over_without_result(service, table)


async def test_the_last_remaining_player_wins_and_the_result_is_stored(service: TableService) -> None:
    table = await service.start_match(BEN, CEM)
    service.now += 5000
    await service.tables.change(table.number, CEM, Forfeit())
    table = await service.tables.change(table.number, ANN, Forfeit())
    assert table.phase == Phase.OVER
    facts = await service.result(table.number)
    assert facts is not None
    assert {(seat.person, seat.placing, seat.left) for seat in facts.seats} == {(BEN, 1, False), (ANN, 2, True), (CEM, 3, True)}
    assert (facts.server, facts.channel, facts.number) == (10, 20, table.number)
    assert (facts.ended, facts.deals, facts.house_rules) == (service.now, (), ())


async def test_house_rules_decide_from_the_lobby_on_which_leagues_a_table_fits(service: TableService) -> None:
    anything = League(server=10, name="Anything", channel=20)
    pure = replace(anything, house_rules=False)
    table = await service.open_lobby(BEN)
    planned = planned_match(table, at=service.now)
    assert (anything.fits(planned), pure.fits(planned), replace(anything, channel=21).fits(planned)) == (True, True, False)
    table = await service.tables.change(table.number, ANN, ChangeRule("hand_size", "7"))
    planned = planned_match(table, at=service.now)
    assert (anything.fits(planned), pure.fits(planned)) == (True, False)
    await service.tables.change(table.number, BEN, Agree())
    await service.tables.change(table.number, ANN, Start())
    await service.tables.change(table.number, BEN, Forfeit())
    facts = await service.result(table.number)
    assert facts is not None
    assert facts.house_rules == ("hand_size",)
    assert (anything.fits(facts), pure.fits(facts)) == (True, False)


async def test_the_result_of_a_match_is_stored_with_its_last_event(service: TableService) -> None:
    table = await service.play(await service.start_match(BEN, rules=SHORT))
    assert await service.result(table.number) is None
    for person in (ANN, BEN):
        table = await service.tables.change(table.number, person, Ready())
    table = await service.play(table)
    assert table.match is not None
    assert isinstance(service.notifications[-1][1][-1], MatchEnded)
    assert any(isinstance(event, DealEnded) for event in service.notifications[-1][1])
    facts = await service.result(table.number)
    assert facts is not None
    assert facts.deals == table.match.ended_deals
    assert [seat.person for seat in facts.seats] == [table.seats.occupants[seat] for seat in range(2)]
    assert [seat.points for seat in facts.seats] == list(table.match.scores)
    assert [seat.placing for seat in facts.seats] == list(table.match.placings or ())
    assert {seat.placing: seat.points for seat in facts.seats}[1] == max(table.match.scores)
    assert await service.store.log.tables_in_play() == []
    assert await refused(service.tables.change(table.number, ANN, Ready())) == TableIsOver()


async def test_a_restarted_service_has_the_same_tables(service: TableService) -> None:
    lobby = await service.open_lobby(CEM)
    played = await service.play(await service.start_match(BEN), turns=7)
    over = await service.tables.change((await service.open_lobby()).number, ANN, Cancel(by_manager=False))
    again = TableService(service.store)
    await again.tables.load()
    assert list(again.tables.in_play) == [lobby, played]
    assert await again.tables.get(over.number) == over


async def test_a_process_reads_the_table_again_when_another_one_has_changed_it(service: TableService) -> None:
    table = await service.start_match(BEN)
    second = TableService(service.store)
    await second.tables.load()
    person = on_turn(table)
    newest = await second.tables.change(table.number, person, Play(DRAW))
    assert await refused(service.tables.change(table.number, person, Play(DRAW))) == MovedOn()
    assert await service.tables.get(table.number) == newest
    await second.tables.change(table.number, None, Cancel(by_manager=True))
    assert await refused(service.tables.change(table.number, ANN, AskEnd())) == MovedOn()
    assert list(service.tables.in_play) == []
    events = await service.store.log.read_events(table.number)
    assert fold(table.number, events).version == len(events)


def _others(table: Table, person: int) -> tuple[int, ...]:
    """Return the other people in the order of their seats."""
    assert table.match is not None
    return tuple(other for other in table.seats.occupants if other != person)


async def _assert_over_without_result(service: TableService, table: Table) -> None:
    assert table.phase == Phase.OVER
    assert list(service.tables.in_play) == []
    assert await service.store.log.tables_in_play() == []
    assert await service.store.deadlines.earliest() is None
    assert await service.result(table.number) is None


async def test_a_pause_knows_when_it_ends_also_after_a_restart(service: TableService) -> None:
    table = await service.play(await service.start_match(BEN, rules=SHORT))
    assert table.timing.next_deal_at == service.now + PAUSES.deal
    assert (
        fold(table.number, await service.store.log.read_events(table.number)).timing.next_deal_at == table.timing.next_deal_at
    )
    service.now += 10_000
    table = await service.tables.change(table.number, BEN, Ready())
    assert table.timing.next_deal_at == service.now - 10_000 + PAUSES.deal
    table = await service.tables.change(table.number, ANN, Ready())
    assert table.timing.next_deal_at is None


async def test_a_table_that_is_over_is_read_from_the_log_once(service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await service.start_match(BEN)
    await service.tables.change(table.number, ANN, Cancel(by_manager=True))
    reads, read_events = 0, type(service.store.log).read_events

    async def count(log: object, number: int) -> object:
        nonlocal reads
        reads += 1
        return await read_events(log, number)  # type: ignore[arg-type]

    monkeypatch.setattr(type(service.store.log), "read_events", count)
    found = [await service.tables.get(table.number) for _ in range(50)]
    assert found[0].phase == Phase.OVER
    assert all(one is found[0] for one in found)
    assert reads <= 1
