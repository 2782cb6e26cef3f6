"""The clock of a match: how long a turn takes, the time bank, reminders, and what happens when the time is up."""

from itertools import count

import pytest

from bot.players.choice import Level
from bot.rummy.events import CardDiscarded, CardDrawn, MatchEnded
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import DRAW, Discard, SeatMove, Take
from bot.rummy.view import View
from bot.storage.store import open_store
from bot.tables.computer_players import OwnComputers
from bot.tables.events import Clock, Event, Pace
from bot.tables.match_requests import ComeBack, Forfeit, Play, Ready
from bot.tables.ports import ClockAndSeeds, Deadline
from bot.tables.refusals import MovedOn, NotSeated, TableNotStarted
from bot.tables.seat_events import BankUsed, PersonNudged, PersonReminded, TableAbandoned, TablePaused, TurnPlayedFor
from bot.tables.service import Tables, match_result
from bot.tables.table import Phase, Table
from bot.tables.time_requests import (
    ClockRuns,
    GiveTimeBack,
    LimitForSeason,
    NobodyToNudge,
    Nudge,
    NudgedAlready,
    OwnTurn,
    PlayOn,
    TimeIsUp,
    bank_of,
    next_deadline,
    reminder_at,
    time_is_up_at,
)
from tests.databases import on_sqlite
from tests.rummy.presets import variant
from tests.tables.seat_steps import DAY, MINUTE, on_turn, play_on
from tests.tables.table_service import ANN, BEN, CEM, DEE, HOUR, TableService, refused

pytestmark = on_sqlite

SECOND = 1000
LIVE, QUICK, SLOW, NONE = (Clock(pace) for pace in (Pace.LIVE, Pace.QUICK, Pace.SLOW, Pace.NONE))
ONE_DEAL = {"match_target": "none", "match_deals": 1}
START = 1_000_000
"""When each match of these tests begins: the time of the service."""


def events_of(service: TableService, kind: type[Event]) -> list[Event]:
    """Return all events of this kind that the tables have announced."""
    return [event for _, events in service.notifications for event in events if isinstance(event, kind)]


# How long a turn takes


@pytest.mark.parametrize(
    ("clock", "turn", "bank"), [(LIVE, 60 * SECOND, 2 * MINUTE), (QUICK, 30 * SECOND, MINUTE), (SLOW, DAY, 0)]
)
async def test_a_turn_ends_after_its_time_and_the_bank(service: TableService, clock: Clock, turn: int, bank: int) -> None:
    table = await service.start_match(BEN, clock=clock)
    person = on_turn(table)
    assert time_is_up_at(table) == START + turn + bank
    await service.pass_deadlines(START + turn + bank - 1)
    assert on_turn(await service.tables.get(table.number)) == person
    await service.pass_deadlines(START + turn + bank)
    assert on_turn(await service.tables.get(table.number)) != person
    assert events_of(service, TurnPlayedFor) == [TurnPlayedFor(person)]


async def test_a_table_without_a_clock_waits_for_more_than_thirty_days(service: TableService) -> None:
    table = await service.start_match(BEN, clock=NONE)
    assert (time_is_up_at(table), reminder_at(table)) == (None, None)
    assert await service.store.deadlines.earliest() == Deadline(table.number, table.step, START + 33 * DAY)


@pytest.mark.parametrize("clock", [NONE, SLOW])
async def test_a_turn_lasts_a_day_once_a_season_waits_and_what_the_bot_was_down_counts_for_nobody(
    service: TableService, clock: Clock
) -> None:
    table = await service.start_match(BEN, clock=clock)
    first = on_turn(table)
    table = await service.tables.change(table.number, None, LimitForSeason(START, START + 7 * DAY))
    assert time_is_up_at(table) == START + DAY
    service.now += 20 * HOUR
    table = await service.tables.change(table.number, None, GiveTimeBack(START + HOUR, service.now))
    assert (time_is_up_at(table), table.timing.season_until) == (START + 43 * HOUR, START + 7 * DAY + 19 * HOUR)
    await service.pass_deadlines(START + 43 * HOUR)
    assert events_of(service, TurnPlayedFor) == [TurnPlayedFor(first)]
    table = await service.tables.get(table.number)
    assert table.timing.spent_until(service.now + HOUR) == {first: DAY, on_turn(table): HOUR}
    for request in (LimitForSeason(START, START), LimitForSeason(START, START + 9 * DAY)):
        assert await refused(service.tables.change(table.number, None, request)) == MovedOn()
    waits = GiveTimeBack(service.now, service.now + HOUR, for_thread=True)
    assert await refused(service.tables.change(table.number, None, waits)) == MovedOn(), "no season waits for a thread"


async def test_who_is_away_when_a_season_waits_has_not_spent_less_time_than_who_plays(service: TableService) -> None:
    table = await service.start_match(BEN, clock=SLOW)
    away = on_turn(table)
    await service.tables.change(table.number, None, LimitForSeason(START, START + 7 * DAY))
    while service.now < START + 6 * DAY:
        table = await service.tables.get(table.number)
        if on_turn(table) != away:
            service.now += 8 * HOUR
            await service.play_turn(table.number)
        elif table.plays_by_itself():
            await service.tables.change(table.number, None, PlayOn())
        else:
            await service.pass_deadlines(service.now + DAY)
    spent = table.timing.spent_until(service.now)
    assert spent[away] > spent[BEN if away == ANN else ANN] > 2 * DAY


async def test_a_clock_of_seconds_stays_when_a_season_waits_and_a_casual_match_is_not_limited(service: TableService) -> None:
    live = await service.start_match(BEN, clock=LIVE)
    limit = LimitForSeason(START, START + 7 * DAY)
    assert time_is_up_at(await service.tables.change(live.number, None, limit)) == time_is_up_at(live)
    casual = await service.start_match(BEN, computers=[Level.EASY])
    assert await refused(service.tables.change(casual.number, None, limit)) == MovedOn()


async def test_a_turn_within_its_time_leaves_the_bank_alone(service: TableService) -> None:
    table = await service.start_match(BEN, clock=LIVE)
    service.now += 60 * SECOND
    await service.play_turn(table.number)
    assert events_of(service, BankUsed) == []


async def test_the_bank_is_used_once_in_a_match(service: TableService) -> None:
    number = (await service.start_match(BEN, clock=LIVE)).number
    person = on_turn(await service.tables.get(number))
    service.now += 60 * SECOND + MINUTE
    await service.play_turn(number)
    assert events_of(service, BankUsed) == [BankUsed(person, MINUTE)]
    table = await service.play_turn(number)
    assert (on_turn(table), time_is_up_at(table)) == (person, service.now + 60 * SECOND + MINUTE)
    service.now += 60 * SECOND + MINUTE - 1
    await service.play_turn(number)
    table = await service.play_turn(number)
    assert time_is_up_at(table) == service.now + 60 * SECOND + 1
    await service.pass_deadlines(service.now + 60 * SECOND + 1)
    table = await service.play_turn(number)
    assert (on_turn(table), time_is_up_at(table)) == (person, service.now + 60 * SECOND)


async def test_a_new_deal_does_not_fill_the_bank(service: TableService) -> None:
    table = await service.start_match(BEN, rules=variant("rami", match_target="none", match_deals=2), clock=LIVE)
    person = on_turn(table)
    service.now += 60 * SECOND + MINUTE
    table = await service.play_turn(table.number)
    table = await service.play(table)
    assert (table.phase, time_is_up_at(table)) == (Phase.PAUSE, None)
    await service.pass_deadlines(service.now + MINUTE)
    table = await service.tables.get(table.number)
    assert (table.deal_number, bank_of(table, person)) == (2, MINUTE)


# Reminders


@pytest.mark.parametrize("clock", [NONE, SLOW])
async def test_a_player_reminds_whoever_must_move_once_in_six_hours_of_a_turn(service: TableService, clock: Clock) -> None:
    table = await service.start_match(BEN, CEM, clock=clock)
    awaited = on_turn(table)
    one, other = (person for person in table.seated_people() if person != awaited)
    change, first = service.tables.change, service.now
    await change(table.number, one, Nudge(first))
    asked_again = (change(table.number, by, Nudge(first + 6 * HOUR - 1)) for by in (one, other))
    assert [await refused(it) for it in asked_again] == [NudgedAlready(awaited, first + 6 * HOUR)] * 2
    again = await change(table.number, other, Nudge(first + 6 * HOUR))
    assert again.timing.nudge == PersonNudged(awaited, other, first + 6 * HOUR)
    turned = await service.play_turn(table.number)
    assert turned.timing.nudge is None
    by = next(person for person in turned.seated_people() if person != on_turn(turned))
    await change(table.number, by, Nudge(first + 6 * HOUR + 1))
    assert len(events_of(service, PersonNudged)) == 3


async def test_nobody_reminds_at_another_table_or_in_their_own_turn_or_while_a_fast_clock_runs(service: TableService) -> None:
    lobby = await service.open_lobby(BEN)
    assert await refused(service.tables.change(lobby.number, ANN, Nudge(1))) == TableNotStarted()
    table = await service.start_match(BEN, clock=LIVE)
    awaited = on_turn(table)
    other = next(person for person in table.seated_people() if person != awaited)
    wanted = {DEE: NotSeated(), awaited: OwnTurn(), other: ClockRuns(awaited)}
    assert {one: await refused(service.tables.change(table.number, one, Nudge(1))) for one in wanted} == wanted


async def test_nobody_is_reminded_between_two_deals(service: TableService) -> None:
    table = await service.start_match(BEN, rules=variant("rami", match_target="none", match_deals=2), clock=NONE)
    table = await service.play(table)
    assert table.phase == Phase.PAUSE
    assert await refused(service.tables.change(table.number, BEN, Nudge(1))) == NobodyToNudge()


async def times_of_reminders(service: TableService, until: int) -> list[int]:
    """Return when people were reminded, from the start of the match on (in milliseconds), while nobody moves."""
    times: list[int] = []
    service.tables.add_listener(
        lambda _, events: times.extend(service.now - START for one in events if isinstance(one, PersonReminded))
    )
    await service.pass_deadlines(until)
    return times


@pytest.mark.parametrize(
    ("clock", "turn", "times"),
    [(LIVE, 180 * SECOND, [60 * SECOND]), (QUICK, 90 * SECOND, []), (SLOW, DAY, [12 * HOUR, 23 * HOUR]), (NONE, DAY, [])],
)
async def test_a_person_is_reminded_as_the_pace_says(service: TableService, clock: Clock, turn: int, times: list[int]) -> None:
    await service.start_match(BEN, clock=clock)
    assert await times_of_reminders(service, START + turn) == times


async def test_a_person_whose_bank_is_empty_is_not_reminded(service: TableService) -> None:
    table = await service.start_match(BEN, clock=LIVE)
    await service.pass_deadlines(START + 180 * SECOND)
    table = await service.play_turn(table.number)
    assert bank_of(table, on_turn(table)) == 0
    reminded = len(events_of(service, PersonReminded))
    await service.pass_deadlines(service.now + 60 * SECOND)
    assert len(events_of(service, PersonReminded)) == reminded
    assert len(events_of(service, TurnPlayedFor)) == 2


async def test_the_result_counts_all_turns_that_were_played_for_a_person(service: TableService) -> None:
    table = await service.start_match(BEN, clock=QUICK, rules=variant("rami", **ONE_DEAL))
    slow = on_turn(table)
    await service.pass_deadlines(START + 90 * SECOND)
    await service.play_turn(table.number)
    await service.pass_deadlines(service.now + 30 * SECOND)
    assert events_of(service, TurnPlayedFor) == [TurnPlayedFor(slow)] * 2
    await service.tables.change(table.number, slow, ComeBack())
    result = match_result(await service.play(await service.tables.get(table.number)), at=1)
    assert result is not None
    assert {seat.person: seat.timeouts for seat in result.seats} == {slow: 2, next(iter({ANN, BEN} - {slow})): 0}


async def test_a_person_who_has_moved_is_not_reminded(service: TableService) -> None:
    table = await service.start_match(BEN, clock=SLOW)
    first = on_turn(table)
    service.now += 11 * HOUR
    table = await service.play_turn(table.number)
    await service.pass_deadlines(START + 22 * HOUR)
    assert events_of(service, PersonReminded) == []
    await service.pass_deadlines(START + 23 * HOUR)
    assert events_of(service, PersonReminded) == [PersonReminded(on_turn(table))]
    assert on_turn(table) != first


# Deadlines are rows


async def test_each_turn_stores_its_deadline_and_removes_the_one_before(service: TableService) -> None:
    table = await service.start_match(BEN, clock=LIVE)
    for _ in range(4):
        service.now += 7 * SECOND
        table = await service.play_turn(table.number)
        assert await service.store.deadlines.earliest() == Deadline(table.number, table.step, service.now + 60 * SECOND)
        assert await service.store.deadlines.earliest([table.number]) is None


async def test_a_killed_bot_goes_on_with_the_same_time(url: str) -> None:
    async with open_store(url) as store:
        service = TableService(store)
        table = await service.start_match(BEN, clock=LIVE)
        await service.pass_deadlines(START + 100 * SECOND)
        before = await service.tables.get(table.number)
    async with open_store(url) as store:
        again = TableService(store, now=START + 100 * SECOND)
        await again.tables.load()
        assert await again.tables.get(table.number) == before
        assert await store.deadlines.earliest() == Deadline(table.number, table.step, START + 180 * SECOND)
        await again.pass_deadlines(START + 180 * SECOND)
        assert events_of(again, PersonReminded) == [], "that was before"
        assert events_of(again, TurnPlayedFor) == [TurnPlayedFor(on_turn(before))]


# The time is up


async def test_in_a_match_that_may_count_the_drawn_card_is_discarded_and_nothing_laid(service: TableService) -> None:
    service._seeds = count(7)  # no card that is drawn fits a meld
    table = await service.start_match(BEN, rules=variant("rami", **ONE_DEAL), clock=LIVE)
    assert table.may_count
    for _ in range(6):
        await service.pass_deadlines(service.now + 180 * SECOND)
        drawn, discarded = (
            [event for event in service.notifications[-1][1] if isinstance(event, kind)] for kind in (CardDrawn, CardDiscarded)
        )
        assert [event.card for event in drawn] == [event.card for event in discarded]  # type: ignore[attr-defined]
    table = await service.tables.get(table.number)
    assert table.match is not None
    assert table.match.deal is not None
    assert table.match.deal.melds == ()


async def test_a_taken_card_that_may_not_be_discarded_stays_and_the_highest_one_goes(service: TableService) -> None:
    table = await service.start_match(BEN, clock=LIVE)
    table = await service.play_turn(table.number)
    person = on_turn(table)
    table = await service.tables.change(table.number, person, Play(Take()))
    assert table.match is not None
    seat = table.match.seat_to_act()
    assert seat is not None
    discards = [move.card for move in legal_moves(table.match, seat) if isinstance(move, Discard)]
    await service.pass_deadlines(service.now + 180 * SECOND)
    (discarded,) = [event for event in service.notifications[-1][1] if isinstance(event, CardDiscarded)]
    assert discarded.card in discards
    points = table.match.variant.points
    assert points(discarded.card) == max(map(points, discards))


async def test_the_rest_of_a_begun_turn_is_played(service: TableService) -> None:
    table = await service.start_match(BEN, clock=LIVE)
    person = on_turn(table)
    await service.tables.change(table.number, person, Play(DRAW))
    await service.pass_deadlines(service.now + 180 * SECOND)
    table = await service.tables.get(table.number)
    assert on_turn(table) != person
    assert table.turns[-2].is_played_for
    assert len(events_of(service, CardDrawn)) == 1


async def test_in_other_matches_a_computer_plays_the_turn(service: TableService) -> None:
    table = await service.start_match(BEN, clock=LIVE, computers=(Level.EASY,))
    assert not table.may_count
    table = await play_on(service, table)
    chosen: list[Level] = []

    class Watched(OwnComputers):
        def choose(self, view: View, level: Level) -> SeatMove | None:
            chosen.append(level)
            return super().choose(view, level)

    source = ClockAndSeeds(service.clock, lambda: "2" * 64)
    service.tables = Tables(service.store.log, source, service.pauses, players=Watched(source.seed))
    await service.tables.load()
    person = on_turn(table)
    await service.pass_deadlines(service.now + 180 * SECOND)
    assert set(chosen) == {Level.NORMAL}
    assert (await service.tables.get(table.number)).player_to_act() != person


# The second time in a row


async def test_from_the_second_timeout_in_a_row_turns_are_played_without_waiting(service: TableService) -> None:
    number = (await service.start_match(BEN, clock=QUICK)).number
    if on_turn(await service.tables.get(number)) != ANN:
        await service.play_turn(number)
    for missed in (1, 2):
        assert on_turn(await service.tables.get(number)) == ANN
        assert not (await service.tables.get(number)).plays_by_itself()
        await service.pass_deadlines(time_is_up_at(await service.tables.get(number)) or 0)
        table = await service.tables.get(number)
        assert (table.timing.missed_turns, table.timing.is_away(ANN)) == ({ANN: missed}, missed == 2)
        table = await service.play_turn(number)
    assert (on_turn(table), table.plays_by_itself(), time_is_up_at(table)) == (ANN, True, None)
    for _ in range(3):
        table = await service.tables.change(number, None, PlayOn())
        assert on_turn(table) == BEN
        assert time_is_up_at(table) == service.now + 90 * SECOND
        table = await service.play_turn(number)


async def away_at_their_turn(service: TableService) -> Table:
    """Return a table with a quick clock of Ann and Ben with Ann away at their turn."""
    number = (await service.start_match(BEN, clock=QUICK)).number
    while not ((table := await service.tables.get(number)).timing.is_away(ANN) and on_turn(table) == ANN):
        if on_turn(table) == ANN:
            await service.pass_deadlines(time_is_up_at(table) or 0)
        else:
            await service.play_turn(number)
    return table


@pytest.mark.parametrize("request_", [ComeBack(), Play(DRAW)])
async def test_a_person_who_comes_back_or_moves_has_their_seat_and_their_whole_time(
    service: TableService, request_: ComeBack | Play
) -> None:
    table = await away_at_their_turn(service)
    service.now += SECOND
    table = await service.tables.change(table.number, ANN, request_)
    assert (table.timing.missed_turns, table.plays_by_itself()) == ({}, False)
    assert time_is_up_at(table) == service.now + 30 * SECOND, "the bank is used up"
    assert await refused(service.tables.change(table.number, None, PlayOn())) == MovedOn()
    assert await refused(service.tables.change(table.number, ANN, ComeBack())) == MovedOn()


async def test_a_person_who_plays_between_two_timeouts_is_waited_for(service: TableService) -> None:
    number = (await service.start_match(BEN, clock=QUICK)).number
    for turn in range(8):
        table = await service.tables.get(number)
        if on_turn(table) == ANN and turn % 4 < 2:
            await service.pass_deadlines(time_is_up_at(table) or 0)
        else:
            await service.play_turn(number)
        assert not (await service.tables.get(number)).plays_by_itself()


async def test_when_everyone_is_away_the_clock_runs_as_usual(service: TableService) -> None:
    number = (await service.start_match(BEN, clock=QUICK)).number
    for _ in range(4):
        table = await service.tables.get(number)
        await service.pass_deadlines(time_is_up_at(table) or 0)
    table = await service.tables.get(number)
    assert (table.timing.is_away(ANN), table.timing.is_away(BEN), table.plays_by_itself()) == (True, True, False)
    assert time_is_up_at(table) == service.now + 30 * SECOND
    other = BEN if on_turn(table) == ANN else ANN
    table = await service.tables.change(number, other, ComeBack())
    assert table.plays_by_itself(), "now somebody waits"


async def test_nobody_waits_between_deals_for_a_person_who_is_away(service: TableService) -> None:
    rules = variant("rami", match_target="none", match_deals=2)
    number = (await service.start_match(BEN, CEM, rules=rules, clock=QUICK)).number
    while (table := await service.tables.get(number)).phase == Phase.DEAL:
        if table.plays_by_itself():
            await service.tables.change(number, None, PlayOn())
        elif on_turn(table) == ANN:
            await service.pass_deadlines(time_is_up_at(table) or 0)
        else:
            await service.play_turn(number)
    assert (table.phase, table.timing.is_away(ANN), table.ready_people) == (Phase.PAUSE, True, {ANN})
    await service.tables.change(number, BEN, Ready())
    table = await service.tables.change(number, CEM, Ready())
    assert (table.phase, table.deal_number, table.timing.is_away(ANN)) == (Phase.DEAL, 2, True)


# Pausing instead


async def test_a_table_that_pauses_waits_for_the_person_and_may_not_count(service: TableService) -> None:
    table = await service.start_match(BEN, clock=Clock(Pace.LIVE, pauses=True))
    person = on_turn(table)
    assert not table.may_count
    await service.pass_deadlines(START + 20 * MINUTE)
    table = await service.tables.get(table.number)
    assert (table.timing.paused_for, on_turn(table), time_is_up_at(table)) == (person, person, None)
    assert events_of(service, TablePaused) == [TablePaused(person)]
    assert events_of(service, TurnPlayedFor) == []


@pytest.mark.parametrize("request_", [ComeBack(), Play(DRAW)])
async def test_after_a_pause_the_person_has_the_time_of_a_turn_and_no_bank(
    service: TableService, request_: ComeBack | Play
) -> None:
    table = await service.start_match(BEN, clock=Clock(Pace.LIVE, pauses=True))
    person = on_turn(table)
    await service.pass_deadlines(START + 20 * MINUTE)
    table = await service.tables.change(table.number, person, request_)
    assert (table.timing.paused_for, bank_of(table, person)) == (None, 0)
    assert time_is_up_at(table) == service.now + 60 * SECOND
    await service.pass_deadlines(service.now + 60 * SECOND)
    assert (await service.tables.get(table.number)).timing.paused_for == person


async def test_a_paused_table_goes_on_when_the_person_leaves_it(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, clock=Clock(Pace.QUICK, pauses=True))
    person = on_turn(table)
    await service.pass_deadlines(START + 90 * SECOND)
    table = await service.tables.change(table.number, person, Forfeit())
    assert table.timing.paused_for is None
    assert table.plays_by_itself(), "a computer has the seat"
    table = await play_on(service, table)
    assert time_is_up_at(table) == service.now + 90 * SECOND


# Nobody at all


async def test_a_match_in_which_everyone_times_out_is_closed_and_does_not_hang(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, DEE, clock=LIVE)
    await service.pass_deadlines(START + 34 * MINUTE)
    table = await service.tables.get(table.number)
    assert table.phase == Phase.OVER
    (abandoned,) = events_of(service, TableAbandoned)
    assert isinstance(abandoned, TableAbandoned)
    assert table.match is not None
    assert table.match.placings is not None
    assert table.match.placings[table.seats.seat_of(abandoned.person or 0) or 0] == 4
    assert len({event.person for event in events_of(service, TurnPlayedFor)}) == 4  # type: ignore[union-attr]
    assert await service.store.deadlines.earliest() is None


async def test_a_match_is_played_to_its_end_by_the_clock_while_people_only_look_in_now_and_then(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, rules=variant("rami", **ONE_DEAL), clock=LIVE)
    last = service.now
    while table.phase == Phase.DEAL:
        if service.now - last > 20 * MINUTE:
            last = service.now
            table = await service.play_turn(table.number)
        elif table.plays_by_itself():
            table = await service.tables.change(table.number, None, PlayOn())
        else:
            await service.pass_deadlines(next_deadline(table) or 0)
            table = await service.tables.get(table.number)
    assert table.phase == Phase.OVER
    assert events_of(service, TableAbandoned) == []
    assert len(events_of(service, MatchEnded)) == 1
    assert await service.result(table.number) is not None, "the result is theirs"


async def test_a_clock_that_is_set_forward_closes_no_table_before_that_is_noticed(service: TableService) -> None:
    """A computer plays in the seconds between: the table has been idle for a minute, not for an hour and a minute."""
    table = await play_on(service, await service.start_match(BEN, clock=LIVE, computers=(Level.EASY,)))
    service.now += MINUTE
    while not table.plays_by_itself():
        table = await service.play_turn(table.number)
    service.now += HOUR
    table = await play_on(service, table)
    assert table.timing.turn_clock is not None
    assert table.timing.turn_clock.idle_until > service.now


async def test_a_deadline_that_is_sent_twice_plays_one_turn(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, clock=QUICK)
    service.now += 90 * SECOND
    up = TimeIsUp(table.step, service.now)
    await service.tables.change(table.number, None, up)
    assert await refused(service.tables.change(table.number, None, up)) == MovedOn()
    assert len(events_of(service, TurnPlayedFor)) == 1
