"""What happens by itself in a match, and when (epoch ms): reminders, the end of a turn or pause, computers' turns."""

from bot.rummy.decide import decide
from bot.rummy.moves import BreakOff, CloseMatch, DealCards
from bot.tables.automatic_turns import play_automatic_turns, turn_played_by_table
from bot.tables.events import PACES, Event, LobbyClosed, Pace, PaceTimes, SeatsFreed
from bot.tables.lobby_requests import ComputerPlayers, Events, NewSeed, Request, check_seated
from bot.tables.match_requests import replaced_in_pause
from bot.tables.refusals import MovedOn, TableNotStarted
from bot.tables.seat_events import (
    BankUsed,
    ClockShifted,
    EndVoteBegun,
    EndVoteOver,
    PersonNudged,
    PersonReminded,
    SeasonOver,
    SeatTakenOver,
    TableAbandoned,
    TablePaused,
    TurnBegun,
)
from bot.tables.table import Phase, Table
from bot.wording.sentence import Moment, Person, Refusal, Refused


def next_deadline(table: Table) -> int | None:
    """Return when something happens by itself in the match; None in a lobby, and without a clock."""
    if table.match is None or table.phase == Phase.OVER:
        return None
    times = (table.timing.next_deal_at, time_is_up_at(table), reminder_at(table), table.timing.end_vote_until, closes_at(table))
    return min((at for at in times if at is not None), default=None)


def time_is_up_at(table: Table) -> int | None:
    """Return when the time of the person whose turn it is will be up; None without a clock."""
    person, clock = table.person_to_act(), table.timing.turn_clock
    if person is None or clock is None or clock.until is None or table.timing.paused_for is not None:
        return None
    return clock.until + bank_of(table, person)


def bank_of(table: Table, person: int) -> int:
    """Return what is left of the person's time bank, in milliseconds."""
    return table.timing.banks.get(person, times_of(table).bank)


def reminder_at(table: Table) -> int | None:
    """Return when the person whose turn it is will be reminded next, or None."""
    clock, reminders, up_at = table.timing.turn_clock, times_of(table).reminders, time_is_up_at(table)
    if clock is None or clock.until is None or up_at is None or clock.reminders >= len(reminders):
        return None
    at = clock.until - reminders[clock.reminders]
    return None if at == up_at else at


def times_of(table: Table) -> PaceTimes:
    """Return the times of the table's clock; those of the slow one if it has none and a season waits for its match."""
    return table.clock.times if table.has_clock or table.timing.season_until is None else PACES[Pace.SLOW]


def closes_at(table: Table) -> int | None:
    """Return when the table is closed if nobody moves, but not before the time of the current turn is up, or by a season."""
    clock, season = table.timing.turn_clock, table.timing.season_until
    idle = None if clock is None else max(clock.idle_until, time_is_up_at(table) or 0)
    return idle if season is None else min(idle or season, season)


def reminded_turn(table: Table) -> str | None:
    """Return the current deal and turn, and the count of its reminders: `3.12`, `3.12.1`. Its player is notified of each."""
    if table.match is None or table.match.deal is None or table.phase != Phase.DEAL:
        return None
    turn = f"{table.match.deal.number}.{table.match.deal.turn.number}"
    count = 0 if table.timing.turn_clock is None else table.timing.turn_clock.reminders_of_turn
    return f"{turn}.{count}" if count else turn


LEAST_LOST = 1000
"""Shorter interruptions aren't given back: no player would notice them. In milliseconds."""
LEAST_LOST_OF_DAYS = 3_600_000
"""The same for a table that only waits for days until somebody moves: it needn't note each restart. In milliseconds."""
VOTE_LASTS = 24 * 3_600_000
"""How long a majority may end a match after somebody left it, in milliseconds."""


class TimeIsUp(Request):
    """Do what a deadline says that has passed at `at` (epoch ms). In a lobby and a pause, end the wait of this step."""

    step: int
    at: int

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        if table.match is None:
            if self.step != table.step:
                raise Refused(MovedOn())
            is_kept = table.lobby.invitation is not None and not table.lobby.seats_freed
            return (SeatsFreed() if is_kept else LobbyClosed("nobody_started"),)
        if (closing_at := closes_at(table)) is not None and closing_at <= self.at:
            return _abandon(table, self.at)
        if table.timing.end_vote_until is not None and table.timing.end_vote_until <= self.at:
            return (EndVoteOver(),)
        if table.phase == Phase.PAUSE:
            if self.step != table.step or table.is_private:
                raise Refused(MovedOn())
            return decide(table.match, None, DealCards(new_seed()))
        return _pass_turn_deadline(table, self.at, players)


def _pass_turn_deadline(table: Table, at: int, players: ComputerPlayers) -> Events:
    person, up_at, remind_at = table.person_to_act(), time_is_up_at(table), reminder_at(table)
    if person is not None and up_at is not None and up_at <= at:
        if table.clock.pauses and not table.may_count:
            return (TablePaused(person),)
        return turn_played_by_table(table, players)
    if person is not None and remind_at is not None and remind_at <= at:
        return (PersonReminded(person),)
    raise Refused(MovedOn())


def _abandon(table: Table, at: int) -> Events:
    """Return the end of a match in which nobody moves. If it may count, the person to act left; by a season, the slowest."""
    person, until, spent = table.person_to_act(), table.timing.season_until, table.timing.spent_until(at)
    if by_season := until is not None and until <= at:
        person = max(table.seated_people(), key=lambda one: (spent.get(one, 0), one == person))
    seat = None if person is None else table.seats.seat_of(person)
    ended = decide(table.begun_match, None, CloseMatch(seat) if table.may_count and seat is not None else BreakOff())
    return (TableAbandoned(person, by_season=by_season), *ended)


class LimitForSeason(Request):
    """Let the match be over `until` then, because a season that waits for it has `ended` (both epoch ms)."""

    ended: int
    until: int

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        if table.match is None or not table.may_count or table.timing.season_until is not None:
            raise Refused(MovedOn())
        return (SeasonOver(self.ended, self.until),)


class NobodyToNudge(Refusal):
    """It is a computer's turn, a turn that is played without waiting, or nobody's between two deals."""

    sentence = "There's nobody to remind now. `/table show` shows the table."


class OwnTurn(Refusal):
    sentence = "It's your own turn. `/hand` shows your cards."


class ClockRuns(Refusal):
    name: Person
    sentence = "The clock is running for {name}. When it runs out, Ramino plays their turn."


class NudgedAlready(Refusal):
    """Somebody has reminded the person in this turn; `until` (epoch ms), nobody can do so again."""

    name: Person
    until: Moment
    sentence = "{name} already got a reminder. Try again {until}."


def waits_for_hours(table: Table) -> bool:
    """Return True if no clock soon plays for the person whose turn it is, so that others may remind them."""
    return table.clock.pace in (Pace.NONE, Pace.SLOW) or table.timing.paused_for is not None


NUDGE_LASTS = 6 * 3_600_000
"""For so long nobody can be reminded again in the same turn, in milliseconds."""


class Nudge(Request):
    """Remind the person whose turn it is, at `at` (epoch ms), where no clock does so soon."""

    at: int

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        by = check_seated(table, person)
        if table.match is None:
            raise Refused(TableNotStarted())
        awaited = table.person_to_act()
        if awaited is None or table.plays_by_itself():
            raise Refused(NobodyToNudge())
        if awaited == by:
            raise Refused(OwnTurn())
        if not waits_for_hours(table):
            raise Refused(ClockRuns(awaited))
        last = table.timing.nudge
        if last is not None and self.at < last.at + NUDGE_LASTS:
            raise Refused(NudgedAlready(awaited, last.at + NUDGE_LASTS))
        return (PersonNudged(awaited, by, self.at),)


class GiveTimeBack(Request):
    """Move all times of the match, because the bot couldn't be reached from `since` until `at` (epoch ms).

    Only the time since the clock was last set counts: a table that is asked twice gives nothing twice. `for_thread`: the table
    waits for its thread. Once a season waits for the table, it gives no time for that: who owns the thread could wait for ever.
    """

    since: int
    at: int
    for_thread: bool = False

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        clock = None if self.for_thread and table.timing.season_until is not None else table.timing.turn_clock
        lost = 0 if clock is None else self.at - max(self.since, clock.since)
        if lost < (LEAST_LOST if times_of(table).turn or table.timing.end_vote_until is not None else LEAST_LOST_OF_DAYS):
            raise Refused(MovedOn())
        return (ClockShifted(self.at, lost),)


def keep_time(before: Table, after: Table, events: Events, now: int, *, by_person: bool) -> Events:
    """Return the events of the clock that follow a change: a used time bank, the time of a new turn, a vote on the end.

    `by_person` is True if a person has caused the change: somebody moves at this table.
    """
    if after.phase == Phase.OVER or after.match is None:
        return ()
    kept: list[Event] = []
    is_new_turn = before.current_turn != after.current_turn
    has_paused = before.timing.paused_for is None and after.timing.paused_for is not None
    is_resumed = before.timing.paused_for is not None and after.timing.paused_for is None
    if (is_new_turn or has_paused) and (used := _used_bank(before, now)) is not None:
        kept.append(used)
    if any(isinstance(event, SeatTakenOver) and replaced_in_pause(before, event.seat) is None for event in events):
        if len(after.seated_people()) > 1:
            kept.append(EndVoteBegun(now + VOTE_LASTS))
        elif after.timing.end_vote_until is not None:  # a person who is left alone ends the match by themselves
            kept.append(EndVoteOver())
    if is_new_turn or is_resumed or _lacks_time(after):
        kept.append(_begin_turn(before, after, now, by_person=by_person))
    elif by_person and (clock := after.timing.turn_clock) is not None and clock.idle_until < now + times_of(after).idle:
        kept.append(TurnBegun(clock.since, clock.until, _idle_until(times_of(after), now)))  # the same turn: its time goes on
    return tuple(kept)


def _idle_until(times: PaceTimes, now: int) -> int:
    """Return until when the table waits for a move after one now (epoch ms): a tenth longer than promised.

    So a move needs no event of its own while the table stays open for as long as promised after it.
    """
    return now + times.idle + times.idle // 10


def _used_bank(before: Table, now: int) -> BankUsed | None:
    """Return what the person of the turn that has ended, or is paused, used of their time bank, or None."""
    person, clock = before.person_to_act(), before.timing.turn_clock
    if person is None or clock is None or clock.until is None or before.timing.paused_for is not None:
        return None
    used, left = now - clock.until, bank_of(before, person)
    return BankUsed(person, max(0, left - used)) if used > 0 and left > 0 else None


def _lacks_time(table: Table) -> bool:
    """Return True if a person plays on the clock whose time hasn't begun: after they came back."""
    clock = table.timing.turn_clock
    is_timed = times_of(table).turn is not None and table.person_to_act() is not None
    return clock is None or (
        is_timed and clock.until is None and not table.plays_by_itself() and table.timing.paused_for is None
    )


def _begin_turn(before: Table, after: Table, now: int, *, by_person: bool) -> TurnBegun:
    times = times_of(after)
    waits = after.person_to_act() is not None and not after.plays_by_itself() and times.turn is not None
    until = now + times.turn if waits and times.turn is not None else None
    idle_until = 0 if before.timing.turn_clock is None or by_person else before.timing.turn_clock.idle_until
    if idle_until <= now:  # also after the machine has slept, until that is noticed
        idle_until = _idle_until(times_of(after), now)
    pause = (
        0 if after.timing.next_deal_at is None or before.phase == Phase.PAUSE else after.timing.next_deal_at - now
    )  # nobody can move in it
    return TurnBegun(now, until, idle_until + pause)


class PlayOn(Request):
    """Play the turns of computers, and of people who are away, up to the next person who plays."""

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        events = play_automatic_turns(table, players)
        if not events:
            raise Refused(MovedOn())
        return events
