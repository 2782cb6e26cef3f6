"""Who plays in which seat of a match: leaving, the vote on the end, being removed, abandoned tables, taking a seat."""

import asyncio
from datetime import timedelta

import pytest

from bot.players.choice import Level
from bot.rummy.events import CardsDealt, MatchBrokenOff, MatchEnded, SeatLeft
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import Leave
from bot.tables.apply_event import fold
from bot.tables.decisions.seats import is_missed
from bot.tables.events import EndPressed
from bot.tables.pace import NO_CLOCK, PACES, Clock, Pace
from bot.tables.play_again import invite_again
from bot.tables.refusals import AlreadyAskedToEnd, AlreadySeated, MovedOn, NotSeated, Refused
from bot.tables.requests import AddComputer, AskEnd, ComeBack, Forfeit, Play, PlayOn, Ready, Remove, Request, TakeSeat
from bot.tables.seat_events import (
    CameBack,
    EndVoteBegun,
    EndVoteOver,
    PersonRemoved,
    RemovalPressed,
    SeatTaken,
    SeatTakenOver,
    TableAbandoned,
)
from bot.tables.seat_refusals import (
    AlreadyAskedToRemove,
    ManagerPlays,
    NoComputersSeat,
    NotAway,
    NotPlaying,
    RemovedByManager,
    SeatsTakenBetweenDeals,
)
from bot.tables.table import Obstacle, Phase, Table, is_computer
from bot.tables.table_times import next_deadline, time_is_up_at
from tests.rummy.presets import variant
from tests.tables.table_service import ANN, BEN, CEM, DEE, HOUR, TableService, idle, refused

EASY, NORMAL = Level.EASY, Level.NORMAL
QUICK, PAUSING = Clock(Pace.QUICK), Clock(Pace.QUICK, pauses=True)
MINUTE, DAY = 60_000, 24 * HOUR
LONG = {"match_target": "none", "match_deals": 20}


def hands(table: Table) -> tuple[tuple[str, ...], ...]:
    assert table.match is not None
    assert table.match.deal is not None
    return table.match.deal.hands


def seat_of(table: Table, person: int) -> int:
    seat = table.seat_of(person)
    assert seat is not None
    return seat


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
    while not all(map(table.is_away, persons)):
        if table.phase == Phase.PAUSE:
            assert table.next_deal_at is not None
            await service.pass_deadlines(table.next_deal_at)
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


# Leaving


async def test_a_computer_takes_over_the_cards_of_a_person_who_leaves_a_match_that_does_not_count(
    service: TableService,
) -> None:
    before = await service.start_match(BEN, CEM, rules=variant("rami", **LONG), computers=(EASY,))
    seat = seat_of(before, CEM)
    table = await leave(service, before, CEM)
    assert (table.phase, table.occupant(seat), table.computers[-2]) == (Phase.DEAL, -2, NORMAL)
    assert (hands(table), table.seated_people().count(CEM)) == (hands(before), 0)
    events = service.notifications[-1][1]
    assert SeatTakenOver(seat, -2, NORMAL) in events
    assert not any(isinstance(event, CardsDealt | SeatLeft) for event in events), "nothing is redealt"
    assert fold(table.number, await service.store.log.read_events(table.number)) == table


async def test_the_computer_finishes_the_turn_of_a_person_who_leaves_in_it(service: TableService) -> None:
    table = await play_to_person(service, await service.start_match(BEN, rules=variant("rami", **LONG), computers=(EASY,)))
    person = table.person_to_act()
    assert person is not None
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


async def play_to_person(service: TableService, table: Table) -> Table:
    while table.plays_by_itself():
        table = await service.tables.change(table.number, None, PlayOn())
    return table


async def test_the_turns_before_somebody_left_stay_theirs(service: TableService) -> None:
    table = await play_to_person(service, await service.start_match(BEN, rules=variant("rami", **LONG), computers=(EASY,)))
    person = table.person_to_act()
    assert person is not None
    seat = seat_of(table, person)
    table = await service.play_turn(table.number)
    table = await leave(service, table, person)
    assert [turn.player for turn in table.turns[:-1] if turn.seat == seat] == [person]
    assert all(turn.player is None for turn in table.turns if turn.seat != seat)


async def test_a_seat_left_in_a_match_that_may_count_is_skipped_and_has_the_last_place(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, clock=QUICK)
    table = await leave(service, table, CEM)
    assert table.match is not None
    assert table.match.left_seats == (seat_of(table, CEM),)
    assert table.computers == {}
    assert table.end_vote_until is None, "it is ended by agreement only"
    table = await leave(service, table, BEN)
    facts = await service.store.archive.match(table.number)
    assert facts is not None
    assert {seat.person: (seat.placing, seat.left) for seat in facts.seats} == {ANN: (1, False), BEN: (2, True), CEM: (3, True)}


# The vote on the end


async def test_the_others_are_asked_whether_to_end_the_match_and_a_majority_ends_it(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, DEE, computers=(EASY,))
    table = await leave(service, table, DEE)
    assert EndVoteBegun(service.now + DAY) in service.notifications[-1][1]
    table = await ask_end(service, table, ANN)
    assert table.phase == Phase.DEAL
    assert await refused(ask_end(service, table, ANN)) == AlreadyAskedToEnd(
        tuple(p for p in table.seated_people() if p != ANN), 1
    )
    table = await ask_end(service, table, CEM)
    assert table.phase == Phase.OVER
    assert await service.store.archive.match(table.number) is None


async def test_no_answer_for_a_day_means_that_the_match_goes_on(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, rules=variant("rami", **LONG), computers=(EASY,))
    table = await leave(service, table, CEM)
    table = await ask_end(service, table, ANN)
    await service.pass_deadlines(service.now + DAY)
    table = await service.tables.get(table.number)
    assert (table.phase, table.end_vote_until, table.end_requests) == (Phase.DEAL, None, frozenset())
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
    assert table.end_vote_until == service.now + DAY, "the two are asked again"
    table = await ask_end(service, table, ANN)
    assert table.phase == Phase.DEAL
    assert (await ask_end(service, table, BEN)).phase == Phase.OVER


async def test_a_person_who_is_left_alone_is_not_asked_and_ends_the_match_by_themselves(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, rules=variant("rami", **LONG), computers=(EASY,))
    table = await leave(service, table, CEM)
    assert table.end_vote_until is not None
    table = await leave(service, table, BEN)
    assert (table.phase, table.end_vote_until) == (Phase.DEAL, None)
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


async def test_a_match_that_may_count_is_ended_only_by_everyone_at_the_table(service: TableService) -> None:
    table = await service.start_match(BEN, CEM)
    table = await ask_end(service, table, ANN)
    table = await ask_end(service, table, BEN)
    assert table.phase == Phase.DEAL
    assert (await ask_end(service, table, CEM)).phase == Phase.OVER
    assert await service.store.archive.match(table.number) is None


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


# Being removed


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


# Abandoned tables


@pytest.mark.parametrize(
    ("pace", "idle_for"), [(Pace.LIVE, HOUR // 2), (Pace.QUICK, HOUR // 2), (Pace.SLOW, 7 * DAY), (Pace.NONE, 30 * DAY)]
)
async def test_a_table_where_nobody_moves_is_closed_and_the_player_on_turn_has_left(
    service: TableService, pace: Pace, idle_for: int
) -> None:
    table = await service.start_match(BEN, CEM, clock=Clock(pace))
    table = await service.play_turn(table.number)
    assert PACES[pace].idle == idle_for
    began, person = service.now, None
    while table.phase != Phase.OVER:
        person, due = table.person_to_act(), next_deadline(table)
        assert due is not None
        await service.pass_deadlines(due)
        table = await service.tables.get(table.number)
    assert table.is_abandoned
    last_turn = (PACES[pace].turn or 0) + PACES[pace].bank
    assert idle_for <= service.now - began <= idle_for * 11 // 10 + last_turn
    assert TableAbandoned(person) in service.notifications[-1][1]
    facts = await service.store.archive.match(table.number)
    assert facts is not None
    assert [(seat.person, seat.placing) for seat in facts.seats if seat.left] == [(person, 3)]
    assert {seat.placing for seat in facts.seats if not seat.left} == {1}, "nobody had points yet"
    assert await service.store.deadlines.earliest() is None


async def test_of_two_players_the_other_one_wins_an_abandoned_match(service: TableService) -> None:
    table = await service.start_match(BEN)
    person = table.person_to_act()
    await service.pass_deadlines(service.now + 33 * DAY)
    facts = await service.store.archive.match(table.number)
    assert facts is not None
    assert {seat.person: seat.placing for seat in facts.seats} == {person: 2, (ANN if person == BEN else BEN): 1}
    assert any(isinstance(event, MatchEnded) for event in service.notifications[-1][1])


@pytest.mark.parametrize("clock", [QUICK, PAUSING])
async def test_an_abandoned_match_that_does_not_count_has_no_result(service: TableService, clock: Clock) -> None:
    table = await service.start_match(BEN, computers=(EASY,), clock=clock)
    while table.phase != Phase.OVER:
        if table.plays_by_itself():
            await service.tables.change(table.number, None, PlayOn())
        else:
            due = next_deadline(table)
            assert due is not None
            await service.pass_deadlines(due)
        table = await service.tables.get(table.number)
    assert table.is_abandoned
    assert MatchBrokenOff() in service.notifications[-1][1]
    deals = 0 if table.match is None else len(table.match.ended_deals)
    latest = 1_000_000 + 33 * MINUTE + deals * service.pauses.deal + 90_000
    assert service.now <= latest, "the table's own turns are nobody's moves; pauses don't count, and a turn that runs is played"
    assert await service.store.archive.match(table.number) is None


async def test_a_pause_is_no_time_in_which_nobody_moves_however_long_it_is(service: TableService) -> None:
    """Otherwise a player who is losing could end a match that counts, without a result, by not pressing Ready."""
    service = TableService(service.store, pauses=type(service.pauses)(lobby=24 * HOUR, deal=2 * HOUR))
    table = await play_to_pause(service, await service.start_match(BEN, rules=variant("rami", **LONG), clock=QUICK))
    await service.pass_deadlines(service.now + 2 * HOUR)
    table = await service.tables.get(table.number)
    assert (table.phase, table.deal_number) == (Phase.DEAL, 2)
    person = table.person_to_act()
    await service.pass_deadlines(service.now + HOUR)
    facts = await service.store.archive.match(table.number)
    assert facts is not None, f"person {person} and then others were awaited in vain"


async def test_a_spectator_who_sits_down_and_leaves_again_changes_nothing(service: TableService) -> None:
    table = await play_to_pause(service, await service.start_match(BEN, CEM, computers=(EASY,), rules=variant("rami", **LONG)))
    for person in (ANN, BEN):
        await service.tables.change(table.number, person, AskEnd())
    for _ in range(3):
        await service.tables.change(table.number, DEE, TakeSeat())
        after = await service.tables.change(table.number, DEE, Forfeit())
        assert (after.phase, after.end_vote_until, after.occupants) == (Phase.PAUSE, None, table.occupants)
        assert (len(after.seat_changes), after.computers) == (1, table.computers)


@pytest.mark.parametrize("is_removed", [False, True])
@pytest.mark.parametrize(("request_of_each", "expected"), [(AskEnd(), Phase.OVER), (Ready(), Phase.DEAL)])
async def test_what_all_others_agreed_on_happens_when_a_spectator_who_sat_down_is_gone(
    service: TableService, request_of_each: Request, expected: Phase, *, is_removed: bool
) -> None:
    before = await play_to_pause(service, await service.start_match(BEN, computers=(EASY,), rules=variant("rami", **LONG)))
    table = await service.tables.change(before.number, CEM, TakeSeat())
    for person in (ANN, BEN):
        table = await service.tables.change(table.number, person, request_of_each)
    assert table.phase == Phase.PAUSE, "Cem hasn't agreed"
    if is_removed:
        table = await service.tables.change(table.number, DEE, Remove(CEM, by_manager=True))
    else:
        table = await leave(service, table, CEM)
    assert (table.phase, table.end_vote_until) == (expected, None)
    assert table.occupants == before.occupants, "as if Cem hadn't sat down"


async def test_a_majority_is_one_of_the_people_who_are_present(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, computers=(EASY,), clock=QUICK)
    table = await service.tables.change(table.number, CEM, Forfeit())
    while not table.is_away(BEN):
        if table.plays_by_itself():
            table = await service.tables.change(table.number, None, PlayOn())
        elif table.person_to_act() == BEN:
            await service.pass_deadlines(time_is_up_at(table) or 0)
            table = await service.tables.get(table.number)
        else:
            table = await service.play_turn(table.number)
    assert (await service.tables.change(table.number, ANN, AskEnd())).phase == Phase.OVER


async def test_a_person_who_asked_before_ends_the_match_once_the_others_have_gone_away(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, DEE, computers=(EASY,), clock=QUICK, rules=variant("rami", **LONG))
    table = await ask_end(service, await leave(service, table, DEE), ANN)
    assert isinstance(await refused(service.tables.change(table.number, ANN, AskEnd())), AlreadyAskedToEnd)
    table = await become_away(service, table, BEN, CEM)
    assert table.end_requests == {ANN}
    assert (await ask_end(service, table, ANN)).phase == Phase.OVER
    assert not [event for event in service.notifications[-1][1] if isinstance(event, EndPressed)]


async def test_a_person_who_asked_before_removes_somebody_once_the_others_have_gone_away(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, computers=(EASY,), clock=QUICK, rules=variant("rami", **LONG))
    table = await become_away(service, table, BEN)
    table = await service.tables.change(table.number, ANN, Remove(BEN))
    assert await refused(service.tables.change(table.number, ANN, Remove(BEN))) == AlreadyAskedToRemove(BEN, 1)
    table = await become_away(service, table, CEM)
    table = await service.tables.change(table.number, ANN, Remove(BEN))
    assert BEN not in table.seated_people()
    assert not [event for event in service.notifications[-1][1] if isinstance(event, RemovalPressed)]


async def test_a_private_table_that_is_left_alone_is_closed(service: TableService) -> None:
    table = await service.tables.open(0, 0, ANN, variant("rami"), thread=False, clock=QUICK, is_private=True)
    table = await service.start_here(table, EASY)
    await service.pass_deadlines(service.now + HOUR)
    table = await service.tables.get(table.number)
    assert (table.phase, table.is_abandoned) == (Phase.OVER, True)


@pytest.mark.parametrize("after", [timedelta(seconds=20), timedelta(minutes=2, seconds=59), timedelta(minutes=20)])
async def test_a_table_stays_open_for_as_long_as_promised_after_each_move(service: TableService, after: timedelta) -> None:
    table = await service.start_match(BEN, CEM, clock=PAUSING)
    person = table.person_to_act()
    assert person is not None
    service.now += round(after.total_seconds() * 1000)
    assert table.match is not None
    draw = idle(legal_moves(table.match, seat_of(table, person)))
    await service.tables.change(table.number, person, Play(draw))
    moved = service.now
    await service.pass_deadlines(moved + HOUR // 2)
    assert (await service.tables.get(table.number)).phase == Phase.DEAL
    await service.pass_deadlines(moved + 33 * MINUTE)
    assert (await service.tables.get(table.number)).phase == Phase.OVER


async def test_a_move_within_a_turn_does_not_renew_the_time_of_the_turn(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, clock=Clock(Pace.LIVE))
    service.now += HOUR // 3
    up, person = time_is_up_at(table), table.person_to_act()
    assert up is not None
    assert person is not None
    assert table.match is not None
    draw = idle(legal_moves(table.match, seat_of(table, person)))
    table = await service.tables.change(table.number, person, Play(draw))
    assert time_is_up_at(table) == up
    assert table.turn_clock is not None
    assert table.turn_clock.idle_until == service.now + 33 * MINUTE


# Taking a seat


async def in_pause(service: TableService, *guests: int, computers: tuple[Level, ...] = (EASY,)) -> Table:
    return await play_to_pause(service, await service.start_match(*guests, rules=variant("rami", **LONG), computers=computers))


async def test_a_spectator_takes_over_a_computers_seat_between_two_deals(service: TableService) -> None:
    table = await service.start_match(BEN, rules=variant("rami", **LONG), computers=(EASY,))
    assert await refused(service.tables.change(table.number, DEE, TakeSeat())) == SeatsTakenBetweenDeals()
    table = await play_to_pause(service, table)
    (seat,) = table.computers_seats()
    scores = table.match and table.match.scores
    table = await service.tables.change(table.number, DEE, TakeSeat())
    assert (table.occupant(seat), table.may_count, table.match and table.match.scores) == (DEE, False, scores)
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
    assert [(one["number"], one["seat"]) for one in tables] == [(table.number, table.computers_seats()[0])]


async def test_a_person_who_left_comes_back_by_taking_a_seat(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, rules=variant("rami", **LONG), computers=(EASY,))
    table = await play_to_pause(service, await leave(service, table, CEM))
    table = await service.tables.change(table.number, CEM, TakeSeat(table.occupants.index(-2)))
    assert set(table.seated_people()) == {ANN, BEN, CEM}
    assert sorted(table.people) == [ANN, BEN, CEM]
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


async def test_a_person_whom_a_manager_removed_does_not_come_back_but_one_who_was_away_does(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, DEE, rules=variant("rami", **LONG), computers=(EASY,), clock=QUICK)
    table = await service.tables.change(table.number, None, Remove(DEE, by_manager=True))
    table = await become_away(service, table, CEM)
    for person in (ANN, BEN):
        table = await service.tables.change(table.number, person, Remove(CEM))
    table = await play_to_pause(service, table)
    assert await refused(service.tables.change(table.number, DEE, TakeSeat())) == RemovedByManager()
    table = await service.tables.change(table.number, CEM, TakeSeat())
    assert CEM in table.seated_people()
    assert table.removed == {DEE: True}


async def test_a_deleted_person_takes_no_seat(service: TableService) -> None:
    table = await in_pause(service, BEN)
    async with service.tables.person_locks.deleting(DEE):
        pass
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
    table = await service.tables.change(table.number, None, Remove(ANN, by_manager=True))
    assert table.phase == Phase.OVER
    assert service.notifications[-1][1] == (PersonRemoved(ANN, by_manager=True), MatchBrokenOff())


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
    facts = await service.store.archive.match(table.number)
    assert facts is not None
    assert facts.has_clock == (clock == QUICK)


async def test_a_match_with_computers_is_in_no_history_also_if_a_person_ends_it_in_every_seat(service: TableService) -> None:
    rules = variant("rami", match_target="none", match_deals=2, hand_size=3)
    table = await play_to_pause(service, await service.start_match(BEN, rules=rules, computers=(EASY,)))
    table = await service.tables.change(table.number, DEE, TakeSeat())
    for person in (ANN, BEN, DEE):
        table = await service.tables.change(table.number, person, Ready())
    assert not table.computers_seats()
    table = await play_to_pause(service, table)
    assert table.match is not None
    assert table.match.placings is not None
    assert await service.store.archive.match(table.number) is None
    assert table.obstacles == (Obstacle.COMPUTERS,)
