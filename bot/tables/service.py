"""The one entry point of a table: every change goes through `change`, one at a time.

A change is decided, stored in one transaction, put into memory, and only then announced to the listeners.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, TypeVar
from weakref import WeakValueDictionary

import structlog
from msgspec.structs import replace

from bot.league.match_facts import MatchResult, SeatFacts
from bot.rummy.events import CardsDealt, MatchStarted, SeatLeft
from bot.rummy.games import points_left
from bot.rummy.match import Match, hand_points
from bot.rummy.view import DealProof, deal_proof
from bot.storage.tables import StoredEventLog
from bot.tables.apply_event import apply_event, apply_events, fold
from bot.tables.automatic_turns import play_automatic_turns
from bot.tables.computer_players import OwnComputers
from bot.tables.daily import is_revealed, points_ahead
from bot.tables.deals import Message, new_chain, without_known_chain
from bot.tables.events import Event, PauseBegun, ReadyPressed, TableOpened
from bot.tables.lobby_requests import ComputerPlayers, Request
from bot.tables.match_requests import decide_request
from bot.tables.partitions import ALL
from bot.tables.ports import (
    UNCHANGED,
    Attempt,
    ClockAndSeeds,
    Commit,
    Deadline,
    Logs,
    NotOwnerError,
    TimedLogs,
    UnreadableLogError,
    VersionTakenError,
)
from bot.tables.refusals import MovedOn, TableNotFound, TableUnreadable
from bot.tables.replay import Replay, replay_of
from bot.tables.rules.match_length import reached_length
from bot.tables.seat_events import MarksFixed
from bot.tables.shuffle_check import ShuffleCheck, check_shuffle
from bot.tables.table import Phase, Table, is_computer
from bot.tables.tables_in_play import TablesInPlay
from bot.tables.time_requests import PlayOn, TimeIsUp, keep_time, next_deadline
from bot.wording.sentence import Code, Refusal, Refused

_log = structlog.get_logger(__name__)
T = TypeVar("T")
Listener = Callable[[Table, tuple[Event, ...]], None]
"""Called with a table and its new events. It must not fail."""


class AlreadyWaiting(Refusal):
    number: int
    command: Code = "/table new"
    sentence = (
        "Your table {number} is already waiting in this channel. Start or cancel it first, or open a second one with {command}."
    )


class TooManyOpenLobbies(Refusal):
    count: int
    sentence = "You already have a table waiting to start (the maximum). Start it, or close it with `/table cancel`."
    plural = "You already have {count} tables waiting to start (the maximum). Start one, or close it with `/table cancel`."


class ServerTooManyOpenLobbies(Refusal):
    count: int
    sentence = "This server already has a table waiting to start (the maximum). Join it."
    plural = "This server already has {count} tables waiting to start (the maximum). Join one of them."


@dataclass(frozen=True, slots=True)
class Pauses:
    """How long a lobby waits for its start, and a pause for the next deal; in milliseconds."""

    lobby: int
    deal: int


@dataclass(frozen=True, slots=True)
class LobbyLimits:
    """How many tables of one person, and of one server, may wait for their start at the same time; 0 means any number."""

    person: int = 0
    server: int = 0


_TIME_TO_READ = 10_000
"""How long a pause lasts if nobody has to press **Ready**, in milliseconds."""
_MOST_CLOSED = 100
_MOST_STEPS = 20_000
"""Of the replays in memory: each step takes two kilobytes, and 30 microseconds to be made again."""


def restored(make: Callable[[int, Sequence[Event]], T], number: int, events: Sequence[Event]) -> T:
    """Return what these stored events make. Raise Refused, or UnreadableLogError if they do not fit together."""
    try:
        return make(number, events)
    except Refused:
        raise
    except Exception as error:  # damaged events may raise anything
        raise UnreadableLogError(f"the events do not fit together ({type(error).__name__})") from error


def _unreadable(number: int, error: UnreadableLogError) -> Refused:
    """Return the refusal of a table whose log can't be read, and log why."""
    _log.error("a table cannot be read", table=number, reason=str(error))
    return Refused(TableUnreadable(number))


def restore_tables_of(person: int, logs: Logs) -> list[Table]:
    """Return the tables of these logs where the person has a seat; without those whose events do not fit together."""
    return [table for table in _restore(logs) if person in table.seated_people()]


def tables_left_by(person: int, logs: TimedLogs) -> list[tuple[Table, int]]:
    """Return the tables of these logs whose match may count and the person has left, with the time (epoch ms) of that."""
    tables = _restore({number: [event for _, event in timed] for number, timed in logs.items()})
    return [
        (table, max((at for at, event in logs[table.number] if isinstance(event, SeatLeft) and event.seat == seat), default=0))
        for table in tables
        if table.may_count and table.match is not None and (seat := table.seats.seat_of(person)) in table.match.left_seats
    ]


def _restore(logs: Logs) -> list[Table]:
    found = list[Table]()
    for number, events in logs.items():
        with suppress(UnreadableLogError):
            found.append(restored(fold, number, events))
    return found


class Tables:
    """The tables in play, in memory, folded from their stored events.

    A start loads all of them first. One that another process has played is only expected at first: it is loaded in the
    background, or as soon as it is asked for.
    """

    def __init__(
        self,
        log: StoredEventLog,
        source: ClockAndSeeds,
        pauses: Pauses,
        limits: LobbyLimits = LobbyLimits(),
        players: ComputerPlayers | None = None,
        marks: Callable[[Table], tuple[str, ...]] | None = None,
        message_before: Callable[[Table], Awaitable[Message | None]] | None = None,
        marker: str = "",
        is_ready: Callable[[int], bool] = lambda _person: False,
    ) -> None:
        """`marks` returns how pictures name the seats of a match that starts; without it, they are numbered.

        `message_before` returns the stored message with what comes before a table's next deal, to be mixed into its seed.
        `marker` is that of the database. `is_ready` returns True for people who are ready for the next deal without a press.
        """
        self._log = log
        self._players = players or OwnComputers(source.seed)
        self._source = source
        self._pauses = pauses
        self._marks = marks
        self._message_before = message_before
        self._marker = marker
        self._is_ready = is_ready
        self._limits = limits
        self._opening: Counter[int] = Counter()  # tables that are being stored, by server
        self.in_play = TablesInPlay()
        self.has_all: Callable[[], bool] = lambda: False
        """Returns True if all tables in play are in memory: no other process plays any."""
        self.is_ours: Callable[[Table], bool] = lambda _table: True
        """Returns False if another process plays this table, which isn't in memory here: it stays so, and that one shows it."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # alive while somebody holds or awaits it
        self._listeners: list[Listener] = []
        self._load_listeners: list[Callable[[Table], None]] = []
        self._expected = set[int]()  # in play, but not loaded yet
        self._settle: Callable[[int], Awaitable[None]] | None = None
        self._closed: OrderedDict[int, Table] = OrderedDict()  # that were asked for last: old buttons can be pressed forever
        self._reading_closed = asyncio.Lock()  # one at a time: a long match has thousands of events
        self._replays: OrderedDict[int, Replay] = OrderedDict()  # that were asked for last, for the next step
        self._replaying = asyncio.Lock()

    def settle_first(self, settle: Callable[[int], Awaitable[None]]) -> None:
        """Await this with the table before each change by a person: its clock must be right before anybody moves."""
        self._settle = settle

    def add_listener(self, listener: Listener) -> None:
        """Call the listener after each commit, in the order of the commits of a table."""
        self._listeners.append(listener)

    def add_load_listener(self, listener: Callable[[Table], None]) -> None:
        """Call the listener with each table that is loaded."""
        self._load_listeners.append(listener)

    async def load(self, partitions: Collection[int] = ALL) -> None:
        """Load all tables in these partitions that are not over. Leave out one that cannot be read, and log the reason."""
        await self.expect(partitions)
        while await self.load_next():
            pass

    async def expect(self, partitions: Collection[int]) -> None:
        """Expect the tables in these partitions. `load_next` then loads them, one at a time."""
        numbers = await self._log.tables_in_play(partitions)
        self.drop(numbers)  # their owner may have changed them
        self._expected.update(numbers)

    @property
    def is_loading(self) -> bool:
        """Return True if tables are expected that aren't loaded yet."""
        return bool(self._expected)

    @property
    def numbers(self) -> set[int]:
        """The tables in play that are in memory or expected."""
        return self._expected | {table.number for table in self.in_play}

    async def load_next(self) -> bool:
        """Load one of the expected tables; return False if there is none."""
        if (number := next(iter(self._expected), None)) is None:
            return False
        await self._load(number)
        return True

    async def load_first(self, number: int | None, server: int | None) -> None:
        """Load this table, or without a number those of this server, before the others that are expected."""
        if number is not None:
            await self._load(number)
        elif server is not None and self._expected:
            for one in await self._log.tables_in_play(server=server):
                await self._load(one)

    async def give(self, numbers: Iterable[int]) -> None:
        """Forget these tables, each after what is being changed there: the next process that plays it must read that."""
        for number in numbers:
            async with self._locks.setdefault(number, asyncio.Lock()):
                self.drop({number})

    def drop(self, numbers: Iterable[int]) -> None:
        """Forget these tables, which another process plays from now on."""
        for number in numbers:
            self.in_play.drop(number)
            self._expected.discard(number)

    async def open(self, opened: TableOpened, *, once: bool = True, only_one_here: bool = False) -> Table:
        """Open a table with the host in its lobby, and return it. Raise Refused.

        Opened `once`, the same command delivered twice opens one table; the time of a command tells. A place in a
        tournament must have no table and not be decided. Tables without `reserved` seats are limited (`LobbyLimits`), unless
        they are `is_private`. If the match is played `again`, raise Refused(PlayedAgain) if there is a table for that already.
        With `only_one_here`, a second table of the host that waits in this channel is refused.
        """
        now, server, is_private = self._source.now(), opened.server, opened.is_private
        if opened.day is None and (opened.reserved is None or not opened.reserved.deals):
            opened = replace(opened, chain=new_chain(self._source.seed, self._marker))
        wait = self._pauses.lobby if opened.again is None else opened.again.until - opened.at  # Discord's clock may be another
        is_limited = opened.reserved is None and not is_private
        if is_limited:
            await self.load_first(None, server)
        check = self._lobby_check(opened, only_one_here=only_one_here) if is_limited else None
        self._opening[server] += not is_private
        try:
            number = await self._log.open_table(opened, due=now + wait, once=once, check=check)
            if (known := self.in_play.get(number)) is not None:
                return known
            table = await self._read(number)  # the same command may have opened it before, with another chain
            if (known := self.in_play.get(number)) is not None:  # and it may have been changed since it was read
                return known
            self._check_owner(table)
            self._keep(table)
        finally:
            self._opening[server] -= not is_private
        self._notify_listeners(table, (opened,))
        return table

    def _lobby_check(self, opened: TableOpened, *, only_one_here: bool) -> Callable[[Logs], None]:
        """Return what raises Refused if too many tables of the host, or of the server, wait for their start.

        The host's are read in the transaction that opens the table, because several processes may open them. Those of a server
        are all in memory. With `only_one_here`, one of the host in this channel is too many.
        """
        there = len(self.in_play.lobbies_in_server(opened.server)) + self._opening[opened.server]

        def check(lobbies: Logs) -> None:
            own = restore_tables_of(opened.host, lobbies)
            own = [table for table in own if table.seats.host == opened.host and table.counts_as_lobby]
            if only_one_here and (here := [table.number for table in own if table.channel == opened.channel]):
                raise Refused(AlreadyWaiting(here[0]))
            if self._limits.person and len(own) >= self._limits.person:
                raise Refused(TooManyOpenLobbies(self._limits.person))
            if self._limits.server and there >= self._limits.server:
                raise Refused(ServerTooManyOpenLobbies(self._limits.server))

        return check

    async def change(self, number: int, person: int | None, request: Request) -> Table:
        """Return the table after the request. Raise Refused, also for an illegal move; then nothing has changed.

        Raise NotOwnerError if another process plays the table, unless it is private: then its person needs only the reply.
        """
        if (await self._load(number) or person is not None) and self._settle is not None:
            await self._settle(number)
        async with self._locks.setdefault(number, asyncio.Lock()):
            table = await self.get(number)
            self._check_owner(table)
            kept = self.in_play.get(number)
            try:
                events, changed = await self._decide(table, person, request)
            except Refused:
                if await self._log.last_version(number) == table.version:
                    raise
                table = await self._read(number)  # another process has changed it
                events, changed = await self._decide(table, person, request)
            events, changed = self._fix_marks(table, events, changed)
            now = self._source.now()
            more = self._pause_between_deals(table, changed, now)
            changed = apply_events(changed, more)
            timed = keep_time(table, changed, events, now, by_person=person is not None)
            events, changed = (*events, *more, *timed), apply_events(changed, timed)
            self._check_owner(table)
            if kept is not None and self.in_play.get(number) is not kept:  # it was lost meanwhile, and taken again
                raise NotOwnerError
            await self._commit(table, changed, events, now)
            is_played_here = self.plays(changed)  # all may have been lost meanwhile
            self._keep(changed)
        if is_played_here:
            self._notify_listeners(changed, events)
        return changed

    async def get(self, number: int) -> Table:
        """Return the table, also one that is over. Raise Refused(TableNotFound) or Refused(TableUnreadable)."""
        await self._load(number)
        if (table := self.in_play.get(number)) is not None:
            return table
        async with self._reading_closed:
            if (table := self._closed.pop(number, None)) is None:
                table = await self._read(number)
            if table.phase == Phase.OVER:
                self._closed[number] = table
                while len(self._closed) > _MOST_CLOSED:
                    self._closed.popitem(last=False)
            return table

    async def of_person(self, person: int) -> list[Table]:
        """Return the tables in play where the person has a seat, the oldest first, in whatever process they are played."""
        if self.has_all():
            return self.in_play.of_person(person)
        found = list[Table]()
        for number in await self._log.tables_of_person(person):
            with suppress(Refused):
                found.append(await self.get(number))
        return [table for table in found if table.phase != Phase.OVER and person in table.seated_people()]

    async def table_again(self, match: int) -> Table | None:
        """Return the table that was opened to play this table's match again; None if there is none. Raise Refused as `get`."""
        number = await self._log.table_again(match)
        return None if number is None else await self.get(number)

    async def waiting_times(self, number: int) -> dict[int, int]:
        """Return how long each person has sat at the table before its match (ms); nothing if its log is damaged."""
        found, table = Counter[int](), None
        with suppress(UnreadableLogError):
            events, times = await self._log.read_events(number), await self._log.read_times(number)
            for event, at, until in zip(events, times, (*times[1:], self._source.now()), strict=False):
                table = apply_event(number, table, event)
                if table.phase == Phase.LOBBY:
                    found.update(dict.fromkeys(table.seats.people, until - at))
        return found

    async def deal_proof(self, number: int, deal: int) -> DealProof | None:
        """Return what proves that a deal of the table was fixed beforehand; None if it hasn't been dealt."""
        return deal_proof(await self._log.read_events(number), deal)

    async def check_shuffle(self, number: int, deal: int) -> ShuffleCheck:
        """Compute, in a thread, whether a deal of the table follows from what was fixed before it. Raise Refused as `get`."""
        table, events = await self.get(number), await self._log.read_events(number)
        return await asyncio.to_thread(check_shuffle, table, events, deal)

    async def replay(self, number: int) -> Replay:
        """Return the replay of the table's match, computed in a thread; who may see it is judged by the caller.

        Raise Refused if the match isn't over, if no card was dealt, or as `get`.
        """
        async with self._replaying:
            if (replay := self._replays.pop(number, None)) is None:
                replay = await self._read_as(replay_of, number)
            self._replays[number] = replay
            while len(self._replays) > 1 and sum(one.steps for one in self._replays.values()) > _MOST_STEPS:
                self._replays.popitem(last=False)
            return replay

    async def _load(self, number: int) -> bool:
        """Load this table if it is expected, and return whether it is new in memory."""
        if number not in self._expected:
            return False
        table = None
        if self.in_play.get(number) is None:
            with suppress(Refused):
                table = await self._read(number)
        if number not in self._expected:  # somebody else has loaded it meanwhile, or it was dropped
            return False
        self._expected.remove(number)
        if table is None or self.in_play.get(number) is not None:
            return False
        self.in_play.put(table)
        for listener in self._load_listeners:
            listener(table)
        return True

    def plays(self, table: Table) -> bool:
        """Return True unless another process plays this table."""
        return self.in_play.get(table.number) is not None or self.is_ours(table)

    def _check_owner(self, table: Table) -> None:
        """Raise NotOwnerError if the table was given to another process, or lost, meanwhile."""
        if not (table.is_private or self.plays(table)):
            raise NotOwnerError

    def _keep(self, table: Table) -> None:
        if self.plays(table):
            self.in_play.put(table)

    async def _read(self, number: int) -> Table:
        return without_known_chain(await self._read_as(fold, number), self._marker)

    async def _read_as(self, make: Callable[[int, Sequence[Event]], T], number: int) -> T:
        """Return what a thread makes of all events of the table. Raise Refused."""
        try:
            events = await self._log.read_events(number)
            if not events:
                raise Refused(TableNotFound(number))
            return await asyncio.to_thread(restored, make, number, events)
        except UnreadableLogError as error:
            raise _unreadable(number, error) from error

    async def _decide(self, table: Table, person: int | None, request: Request) -> tuple[tuple[Event, ...], Table]:
        """Return the events that the request causes, and the table after them. If it deals, a message is mixed in."""
        found = await self._decide_with(table, person, request, None)
        is_chained = any(isinstance(event, CardsDealt) and event.made_of is not None for event in found[0])
        if self._message_before is None or table.is_private or not is_chained:
            return found
        message = await self._message_before(table)
        return found if message is None else await self._decide_with(table, person, request, message)

    async def _decide_with(
        self, table: Table, person: int | None, request: Request, message: Message | None
    ) -> tuple[tuple[Event, ...], Table]:
        """Return the same with this message. Computers choose their moves in a thread."""
        try:
            if table.is_private or isinstance(request, PlayOn | TimeIsUp):
                return await asyncio.to_thread(self._decide_now, table, person, request, message)
            return self._decide_now(table, person, request, message)
        except Refused as refused:
            raise Refused(refused.refusal, table.number) from None

    def _decide_now(
        self, table: Table, person: int | None, request: Request, message: Message | None
    ) -> tuple[tuple[Event, ...], Table]:
        day = table.lobby.day
        players = self._players if day is None else OwnComputers(lambda: day.deals)  # they choose alike for everyone
        events = decide_request(table, person, request, self._source.seed, players, message)
        changed = apply_events(table, events)
        # The person at a private table gets these turns with the reply to their press: if they're out, the rest of the deal.
        while changed.is_private and (played := play_automatic_turns(changed, players)):
            events, changed = (*events, *played), apply_events(changed, played)
        return events, changed

    def _fix_marks(self, before: Table, events: tuple[Event, ...], changed: Table) -> tuple[tuple[Event, ...], Table]:
        """Fix the marks of the players behind the start of a match, if there is one, and return the events and the table."""
        start = next((nth for nth, event in enumerate(events, start=1) if isinstance(event, MatchStarted)), None)
        if self._marks is None or start is None:
            return events, changed
        events = (*events[:start], MarksFixed(self._marks(changed)), *events[start:])
        return events, apply_events(before, events)

    def _pause_between_deals(self, before: Table, changed: Table, now: int) -> tuple[Event, ...]:
        """Return the beginning of a pause, if one begins, and who is ready at once or away. A private one ends by a press."""
        if changed.phase != Phase.PAUSE or before.phase == Phase.PAUSE or changed.is_private:
            return ()
        people = changed.seated_people()
        ready = tuple(ReadyPressed(one) for one in people if self._is_ready(one) or changed.timing.is_away(one))
        wait = self._pauses.deal if len(ready) < len(people) else min(_TIME_TO_READ, self._pauses.deal)
        return (PauseBegun(now + wait), *ready)

    async def _commit(self, before: Table, changed: Table, events: tuple[Event, ...], now: int) -> None:
        is_begun = before.match is None and changed.match is not None
        commit = Commit(
            table=before.number,
            version=before.version + 1,
            events=events,
            at=now,
            deadline=self._next_deadline(before, changed, now),
            is_over=changed.phase == Phase.OVER,
            begun=planned_match(changed, at=now) if is_begun and changed.may_count else None,
            result=match_result(changed, at=now),
            attempt=_attempt(before, changed, at=now),
        )
        try:
            await self._log.commit(commit)
        except VersionTakenError as error:
            self._keep(await self._read(before.number))
            raise Refused(MovedOn()) from error

    def _next_deadline(self, before: Table, changed: Table, now: int) -> Deadline | Literal["unchanged"] | None:
        """Return the deadline of a match, or of a lobby whose seats have been freed; UNCHANGED if it is the one before."""
        if changed.match is None and changed.phase != Phase.OVER:
            is_freed = changed.lobby.seats_freed and not before.lobby.seats_freed
            return Deadline(changed.number, changed.step, now + self._pauses.lobby) if is_freed else UNCHANGED
        due = next_deadline(changed)
        if (changed.phase, due) == (before.phase, next_deadline(before)):
            return UNCHANGED
        return None if due is None else Deadline(changed.number, changed.step, due)

    def _notify_listeners(self, table: Table, events: tuple[Event, ...]) -> None:
        for listener in self._listeners:
            listener(table, events)


def _attempt(before: Table, changed: Table, *, at: int) -> Attempt | None:
    """Return the attempt at the deal of a day that begins or ends with this change; None if neither.

    The day is that of the press with which the deal was begun.
    """
    day, host = changed.lobby.day, changed.seats.host
    if day is None or host is None or changed.match is None:
        return None
    points = None if is_revealed(day.day, at) else points_ahead(changed)
    if before.match is not None and (points is None or before.phase == Phase.OVER):
        return None
    return Attempt(day.day, host, changed.number, changed.server if day.is_ranked else 0, at, points)


def planned_match(table: Table, *, at: int) -> MatchResult:
    """Return the match of a table as if it ended at a time (epoch ms), with those who are at the table or reserved for it."""
    people = (
        table.reserved_people
        if table.lobby.reserved is not None
        else tuple(one for one in table.seats.players if not is_computer(one))
    )
    return MatchResult(
        server=table.server,
        variant=table.variant,
        seats=tuple(SeatFacts(person, 1, 0, left=False) for person in people),
        deals=(),
        ended=at,
        number=table.number,
        channel=table.home,
        house_rules=table.house_rules,
        has_clock=table.has_clock,
        length=reached_length(table.variant, table.preset, table.expected_players),
        league=0 if table.lobby.reserved is None else table.lobby.reserved.league,
        tournament=table.lobby.tournament,
        has_card_rules=True,
    )


def _open_hands(match: Match, *, is_walkover: bool) -> tuple[int, ...]:
    """Return the points left in each hand if the last opponent left during a deal, or the match wasn't played; else nothing."""
    deal = match.deal
    if deal is None or deal.end is not None or (len(match.staying_seats()) > 1 and not is_walkover):
        return ()
    return tuple(points_left(match.rules, hand) for hand in deal.hands)


def match_result(table: Table, *, at: int) -> MatchResult | None:
    """Return the result, or None during the match, if it was broken off, and for a match that may not count.

    `at` is the time of its end (epoch ms). A match ends as soon as fewer than two stay.
    """
    match = table.match
    if match is None or match.placings is None or not table.may_count:
        return None
    seats = tuple(
        SeatFacts(
            table.seats.occupants[seat],
            match.placings[seat],
            match.scores[seat],
            seat in match.left_seats,
            timeouts=table.timing.timeouts.get(table.seats.occupants[seat], 0),
        )
        for seat in range(match.seats)
    )
    last_hands = tuple(hand_points(match.variant, hand) for deal in match.ended_deals[-1:] for hand in deal.hands)
    return replace(
        planned_match(table, at=at),
        variant=match.variant,
        seats=seats,
        deals=match.ended_deals,
        is_walkover=table.is_over_too_early,
        deal_count=len(match.ended_deals),
        open_hands=_open_hands(match, is_walkover=table.is_over_too_early),
        last_hands=last_hands if table.lobby.tournament else (),
        has_card_rules=False,  # until it is known when the match began
    )
