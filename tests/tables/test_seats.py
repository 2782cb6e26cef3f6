"""Leaving a match, being removed from it, and the vote on its end."""

import pytest

from bot.league.match_facts import league_placings
from bot.players.choice import Level
from bot.rummy.events import CardsDealt, MatchBrokenOff, SeatLeft
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import DRAW, Leave
from bot.tables.apply_event import fold
from bot.tables.match_requests import ComeBack, Forfeit, Play, Ready, Remove, SomeMustAgree, is_missed
from bot.tables.refusals import ManagerPlays, NotPlaying, NotSeated
from bot.tables.seat_events import (
    CameBack,
    EndVoteBegun,
    EndVoteOver,
    PersonRemoved,
    SeatTakenOver,
)
from bot.tables.table import Phase, Table, is_computer
from bot.tables.time_requests import PlayOn, time_is_up_at
from tests.databases import on_sqlite
from tests.rummy.presets import variant
from tests.tables.seat_steps import (
    DAY,
    EASY,
    LONG,
    NORMAL,
    PAUSING,
    QUICK,
    ask_end,
    become_away,
    hands,
    leave,
    on_turn,
    play_on,
    play_to_pause,
    seat_of,
)
from tests.tables.table_service import ANN, BEN, CEM, DEE, HOUR, TableService, idle, refused

pytestmark = on_sqlite


async def test_a_computer_takes_over_the_cards_of_a_person_who_leaves_a_match_that_does_not_count(
    service: TableService,
) -> None:
    before = await service.start_match(BEN, CEM, rules=variant("rami", **LONG), computers=(EASY,))
    seat = seat_of(before, CEM)
    table = await leave(service, before, CEM)
    assert (table.phase, table.seats.occupants[seat], table.seats.computers[-2]) == (Phase.DEAL, -2, NORMAL)
    assert (hands(table), table.seated_people().count(CEM)) == (hands(before), 0)
    events = service.notifications[-1][1]
    assert SeatTakenOver(seat, -2, NORMAL) in events
    assert not any(isinstance(event, CardsDealt | SeatLeft) for event in events), "nothing is redealt"
    assert fold(table.number, await service.store.log.read_events(table.number)) == table


async def test_the_computer_finishes_the_turn_of_a_person_who_leaves_in_it(service: TableService) -> None:
    table = await play_on(service, await service.start_match(BEN, rules=variant("rami", **LONG), computers=(EASY,)))
    person = on_turn(table)
    assert table.match is not None
    draw = idle(legal_moves(table.match, seat_of(table, person)))
    table = await service.tables.change(table.number, person, Play(draw))
    held, number = sorted(hands(table)[seat_of(table, person)]), table.turns[-1].number
    seat = seat_of(table, person)
    table = await leave(service, table, person)
    assert sorted(hands(table)[seat]) == held
    assert table.plays_by_itself()
    table = await service.tables.change(table.number, None, PlayOn())
    assert table.turns[-1].number > number


async def test_the_turns_before_somebody_left_stay_theirs(service: TableService) -> None:
    table = await play_on(service, await service.start_match(BEN, rules=variant("rami", **LONG), computers=(EASY,)))
    person = on_turn(table)
    seat = seat_of(table, person)
    table = await service.play_turn(table.number)
    table = await leave(service, table, person)
    assert [turn.player for turn in table.turns[:-1] if turn.seat == seat] == [person]
    assert all(turn.player is None for turn in table.turns if turn.seat != seat)


async def test_a_seat_left_in_a_match_that_may_count_is_skipped(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, clock=QUICK)
    table = await leave(service, table, CEM)
    assert table.match is not None
    assert table.match.left_seats == (seat_of(table, CEM),)
    assert table.seats.computers == {}
    assert table.timing.end_vote_until is None, "it is ended by agreement only"


# Whether a match that may count has been played when only one person stays (RULES 8.1)


async def _play(service: TableService, table: Table, turns: int) -> Table:
    for _ in range(turns):
        table = await service.play_turn(table.number)
    return table


async def _result(service: TableService, table: Table) -> tuple[bool, dict[int, int]]:
    """Return whether the match ended too early, and the place of each person in a league."""
    facts = await service.result(table.number)
    assert facts is not None
    return facts.is_walkover, {one.person: one.place for one in league_placings(facts)}


@pytest.mark.parametrize(("turns", "is_too_early"), [(0, True), (1, True), (2, False), (5, False)])
@pytest.mark.parametrize("leaver", [ANN, BEN])
async def test_leaving_loses_a_match_of_two_once_both_have_had_a_turn(
    service: TableService, turns: int, leaver: int, *, is_too_early: bool
) -> None:
    table = await _play(service, await service.start_match(BEN, rules=variant("rami", **LONG)), turns)
    table = await leave(service, table, leaver)
    assert await _result(service, table) == (is_too_early, {leaver: 2, ANN + BEN - leaver: 1})


async def test_a_turn_that_its_player_left_is_none(service: TableService) -> None:
    table = await _play(service, await service.start_match(BEN), 1)
    person = on_turn(table)
    table = await service.tables.change(table.number, person, Play(DRAW))
    assert (await _result(service, await leave(service, table, person)))[0]


async def test_a_turn_that_ramino_played_counts(service: TableService) -> None:
    table = await _play(service, await service.start_match(BEN, clock=QUICK), 1)
    person = on_turn(table)
    await service.pass_deadlines(time_is_up_at(table) or 0)
    table = await service.tables.get(table.number)
    assert table.timing.timeouts == {person: 1}
    assert await _result(service, await leave(service, table, person)) == (False, {person: 2, ANN + BEN - person: 1})


async def test_a_finished_deal_is_enough_whoever_has_had_a_turn_since(service: TableService) -> None:
    table = await play_to_pause(service, await service.start_match(BEN, rules=variant("rami", **LONG)))
    for person in (ANN, BEN):
        table = await service.tables.change(table.number, person, Ready())
    assert table.deal_number == 2
    assert await _result(service, await leave(service, table, ANN)) == (False, {ANN: 2, BEN: 1})


@pytest.mark.parametrize("is_removed", [False, True])
async def test_only_those_who_were_there_just_before_the_last_departure_need_a_turn(
    service: TableService, *, is_removed: bool
) -> None:
    table = await service.start_match(BEN, CEM, rules=variant("rami", **LONG))
    first = on_turn(table)
    table = await leave(service, table, first)
    table = await _play(service, table, 2)
    second, stayed = table.seated_people()
    if is_removed:
        table = await service.tables.change(table.number, DEE, Remove(second))
    else:
        table = await leave(service, table, second)
    assert await _result(service, table) == (False, {first: 3, second: 3, stayed: 1})
    assert table.match is not None
    assert table.match.placings is not None
    assert [table.match.placings[seat_of(table, person)] for person in (stayed, second, first)] == [1, 2, 3]


async def test_two_who_leave_before_the_third_has_had_a_turn_end_the_match_too_early(service: TableService) -> None:
    table = await _play(service, await service.start_match(BEN, CEM, rules=variant("rami", **LONG)), 2)
    third = table.person_to_act()
    first, second = (person for person in (ANN, BEN, CEM) if person != third)
    table = await leave(service, await leave(service, table, first), second)
    assert await _result(service, table) == (True, {first: 3, second: 3, third: 1})


@pytest.mark.parametrize(("guests", "is_too_early"), [((BEN,), False), ((BEN, CEM), True)])
async def test_a_match_that_is_closed_in_its_first_deal_has_been_played_only_if_one_person_stays(
    service: TableService, guests: tuple[int, ...], *, is_too_early: bool
) -> None:
    table = await service.start_match(*guests, rules=variant("rami", **LONG))
    table = await _play(service, table, 4)
    await service.pass_deadlines(service.now + 33 * DAY)
    table = await service.tables.get(table.number)
    assert table.is_abandoned
    assert (await _result(service, table))[0] == is_too_early
    result = await service.result(table.number)
    assert result is not None
    assert len(result.open_hands) == len(result.seats), "what leaving costs by card points follows from them"


# The vote on the end


async def test_the_others_are_asked_whether_to_end_the_match_and_a_majority_ends_it(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, DEE, computers=(EASY,))
    table = await leave(service, table, DEE)
    assert EndVoteBegun(service.now + DAY) in service.notifications[-1][1]
    table = await ask_end(service, table, ANN)
    assert table.phase == Phase.DEAL
    assert await refused(ask_end(service, table, ANN)) == SomeMustAgree(1)
    table = await ask_end(service, table, CEM)
    assert table.phase == Phase.OVER
    assert await service.result(table.number) is None


async def test_no_answer_for_a_day_means_that_the_match_goes_on(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, rules=variant("rami", **LONG), computers=(EASY,))
    table = await leave(service, table, CEM)
    table = await ask_end(service, table, ANN)
    await service.pass_deadlines(service.now + DAY)
    table = await service.tables.get(table.number)
    assert (table.phase, table.timing.end_vote_until, table.end_requests) == (Phase.DEAL, None, frozenset())
    assert any(EndVoteOver() in events for _, events in service.notifications)
    await ask_end(service, table, ANN)
    assert (await ask_end(service, table, BEN)).phase == Phase.OVER, "everyone at the table presses it"


async def test_a_second_person_who_leaves_can_turn_the_answers_into_a_majority(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, DEE, computers=(EASY,))
    table = await ask_end(service, table, ANN)
    table = await ask_end(service, table, BEN)
    assert table.phase == Phase.DEAL, "before anyone has left, everyone must agree"
    table = await leave(service, table, DEE)
    assert table.phase == Phase.OVER, "two of three people have asked for it"
    assert MatchBrokenOff() in service.notifications[-1][1]


async def test_the_vote_of_a_person_who_leaves_during_it_does_not_count_any_more(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, DEE, computers=(EASY,))
    table = await leave(service, table, DEE)
    table = await ask_end(service, table, CEM)
    service.now += HOUR
    table = await leave(service, table, CEM)
    assert (table.phase, table.end_requests) == (Phase.DEAL, frozenset())
    assert table.timing.end_vote_until == service.now + DAY, "the two are asked again"
    table = await ask_end(service, table, ANN)
    assert table.phase == Phase.DEAL
    assert (await ask_end(service, table, BEN)).phase == Phase.OVER


async def test_a_person_who_is_left_alone_is_not_asked_and_ends_the_match_by_themselves(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, rules=variant("rami", **LONG), computers=(EASY,))
    table = await leave(service, table, CEM)
    assert table.timing.end_vote_until is not None
    table = await leave(service, table, BEN)
    assert (table.phase, table.timing.end_vote_until) == (Phase.DEAL, None)
    assert (await ask_end(service, table, ANN)).phase == Phase.OVER


async def test_a_vote_is_still_open_after_the_end_of_the_deal(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, rules=variant("rami", **LONG), computers=(EASY,))
    table = await leave(service, table, CEM)
    table = await ask_end(service, table, ANN)
    table = await play_to_pause(service, table)
    for person in (ANN, BEN):
        table = await service.tables.change(table.number, person, Ready())
    assert (table.phase, table.deal_number, table.end_requests) == (Phase.DEAL, 2, {ANN})
    assert (await ask_end(service, table, BEN)).phase == Phase.OVER


@pytest.mark.parametrize("request_", [Forfeit(), Play(Leave())])
@pytest.mark.parametrize("computers", [(), (EASY,)])
async def test_a_person_who_is_away_leaves_without_coming_back_and_is_not_missed_any_more(
    service: TableService, request_: Forfeit | Play, computers: tuple[Level, ...]
) -> None:
    table = await service.start_match(BEN, CEM, computers=computers, clock=QUICK, rules=variant("rami", **LONG))
    table = await become_away(service, table, CEM)
    table = await service.tables.change(table.number, CEM, request_)
    assert not any(isinstance(event, CameBack) for event in service.notifications[-1][1])
    assert CEM not in table.seated_people()
    assert not is_missed(table, CEM)
    assert await refused(service.tables.change(table.number, CEM, ComeBack())) == NotSeated()


# Being removed by a manager or organiser


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
    person = on_turn(table)
    await service.pass_deadlines(time_is_up_at(table) or 0)
    assert (await service.tables.get(table.number)).timing.paused_for == person
    table = await service.tables.change(table.number, DEE, Remove(person))
    assert person not in table.seated_people()
    assert table.timing.paused_for is None
    assert table.plays_by_itself()
