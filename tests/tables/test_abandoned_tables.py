"""Tables where nobody moves any more, and people who are not there when the others decide."""

from datetime import timedelta

import pytest

from bot.rummy.events import MatchBrokenOff, MatchEnded
from bot.rummy.legal_moves import legal_moves
from bot.tables.events import PACES, Clock, EndPressed, Pace
from bot.tables.lobby_requests import Request
from bot.tables.match_requests import AlreadyAskedToEnd, AskEnd, Forfeit, Play, Ready, Remove, SomeMustAgree, TakeSeat
from bot.tables.seat_events import TableAbandoned
from bot.tables.table import Phase
from bot.tables.time_requests import Nudge, PlayOn, next_deadline, time_is_up_at
from tests.databases import on_sqlite
from tests.rummy.presets import variant
from tests.tables.opening import open_table
from tests.tables.seat_steps import (
    DAY,
    EASY,
    LONG,
    MINUTE,
    PAUSING,
    QUICK,
    ask_end,
    become_away,
    leave,
    on_turn,
    play_on,
    play_to_pause,
    seat_of,
)
from tests.tables.table_service import ANN, BEN, CEM, DEE, HOUR, TableService, idle, refused

pytestmark = on_sqlite


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
    facts = await service.result(table.number)
    assert facts is not None
    assert [(seat.person, seat.placing) for seat in facts.seats if seat.left] == [(person, 3)]
    assert {seat.placing for seat in facts.seats if not seat.left} == {1}, "nobody had points yet"
    assert await service.store.deadlines.earliest() is None


async def test_of_two_players_the_other_one_wins_an_abandoned_match(service: TableService) -> None:
    table = await service.start_match(BEN)
    person = table.person_to_act()
    await service.pass_deadlines(service.now + 33 * DAY)
    facts = await service.result(table.number)
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
    assert await service.result(table.number) is None


async def test_a_pause_is_no_time_in_which_nobody_moves_however_long_it_is(service: TableService) -> None:
    """Otherwise a player who is losing could end a match that counts, without a result, by not pressing Ready."""
    service = TableService(service.store, pauses=type(service.pauses)(lobby=24 * HOUR, deal=2 * HOUR))
    table = await play_to_pause(service, await service.start_match(BEN, rules=variant("rami", **LONG), clock=QUICK))
    await service.pass_deadlines(service.now + 2 * HOUR)
    table = await service.tables.get(table.number)
    assert (table.phase, table.deal_number) == (Phase.DEAL, 2)
    person = table.person_to_act()
    await service.pass_deadlines(service.now + HOUR)
    facts = await service.result(table.number)
    assert facts is not None, f"person {person} and then others were awaited in vain"


async def test_a_spectator_who_sits_down_and_leaves_again_changes_nothing(service: TableService) -> None:
    table = await play_to_pause(service, await service.start_match(BEN, CEM, computers=(EASY,), rules=variant("rami", **LONG)))
    for person in (ANN, BEN):
        await service.tables.change(table.number, person, AskEnd())
    for _ in range(3):
        await service.tables.change(table.number, DEE, TakeSeat())
        after = await service.tables.change(table.number, DEE, Forfeit())
        assert (after.phase, after.timing.end_vote_until, after.seats.occupants) == (Phase.PAUSE, None, table.seats.occupants)
        assert (len(after.seats.changes), after.seats.computers) == (1, table.seats.computers)


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
        table = await service.tables.change(table.number, DEE, Remove(CEM))
    else:
        table = await leave(service, table, CEM)
    assert (table.phase, table.timing.end_vote_until) == (expected, None)
    assert table.seats.occupants == before.seats.occupants, "as if Cem hadn't sat down"


async def test_a_majority_is_one_of_the_people_who_are_present(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, computers=(EASY,), clock=QUICK)
    table = await become_away(service, await leave(service, table, CEM), BEN)
    assert (await service.tables.change(table.number, ANN, AskEnd())).phase == Phase.OVER


async def test_a_person_who_asked_before_ends_the_match_once_the_others_have_gone_away(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, DEE, computers=(EASY,), clock=QUICK, rules=variant("rami", **LONG))
    table = await ask_end(service, await leave(service, table, DEE), ANN)
    assert isinstance(await refused(service.tables.change(table.number, ANN, AskEnd())), SomeMustAgree)
    table = await become_away(service, table, BEN, CEM)
    assert table.end_requests == {ANN}
    assert (await ask_end(service, table, ANN)).phase == Phase.OVER
    assert not [event for event in service.notifications[-1][1] if isinstance(event, EndPressed)]


async def test_the_people_who_are_present_end_a_match_that_is_paused_for_another_one(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, clock=PAUSING)
    await service.pass_deadlines(time_is_up_at(table) or 0)
    table = await service.tables.get(table.number)
    first, second = (person for person in table.seated_people() if person != table.timing.paused_for)
    table = await ask_end(service, table, first)
    assert await refused(ask_end(service, table, first)) == AlreadyAskedToEnd((second,))
    assert (await ask_end(service, table, second)).phase == Phase.OVER
    assert await service.result(table.number) is None


@pytest.mark.parametrize("may_count", [False, True])
async def test_whoever_does_not_move_after_two_reminders_is_not_asked_about_the_end(
    service: TableService, *, may_count: bool
) -> None:
    table = await service.start_match(BEN, CEM, clock=Clock(Pace.NONE), computers=() if may_count else (EASY,))
    table = await play_on(service, table)
    absent = on_turn(table)
    first, second = (person for person in table.seated_people() if person != absent)
    await ask_end(service, table, first)
    await service.tables.change(table.number, first, Nudge(service.now))
    assert (await ask_end(service, table, second)).phase == Phase.DEAL, "one reminder isn't enough"
    await service.tables.change(table.number, first, Nudge(service.now + 6 * HOUR))
    if may_count:
        assert await refused(ask_end(service, table, first)) == AlreadyAskedToEnd((absent,))
    else:
        assert (await ask_end(service, table, first)).phase == Phase.OVER


async def test_a_person_who_is_away_has_a_say_in_the_end_of_a_match_that_may_count(service: TableService) -> None:
    """Otherwise an opponent who is losing could end it."""
    table = await become_away(service, await service.start_match(BEN, clock=QUICK), BEN)
    table = await ask_end(service, table, ANN)
    assert await refused(ask_end(service, table, ANN)) == AlreadyAskedToEnd((BEN,))


async def test_a_private_table_that_is_left_alone_is_closed(service: TableService) -> None:
    table = await open_table(service.tables, 0, 0, ANN, variant("rami"), thread=False, clock=QUICK, is_private=True)
    table = await service.start_here(table, EASY)
    await service.pass_deadlines(service.now + HOUR)
    table = await service.tables.get(table.number)
    assert (table.phase, table.is_abandoned) == (Phase.OVER, True)


@pytest.mark.parametrize("after", [timedelta(seconds=20), timedelta(minutes=2, seconds=59), timedelta(minutes=20)])
async def test_a_table_stays_open_for_as_long_as_promised_after_each_move(service: TableService, after: timedelta) -> None:
    table = await service.start_match(BEN, CEM, clock=PAUSING)
    person = on_turn(table)
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
    up, person = time_is_up_at(table), on_turn(table)
    assert table.match is not None
    draw = idle(legal_moves(table.match, seat_of(table, person)))
    table = await service.tables.change(table.number, person, Play(draw))
    assert time_is_up_at(table) == up
    assert table.timing.turn_clock is not None
    assert table.timing.turn_clock.idle_until == service.now + 33 * MINUTE
