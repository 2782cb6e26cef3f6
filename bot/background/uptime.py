"""When the bot could be reached: time in which it was down, or Discord couldn't be reached, is given back to the clocks.

    down ── Discord is connected: all clocks get the time back ──▶ up ── the connection ends, or gives no sign ──▶ down

While it is up and a match is in play, the time is stored every few seconds, so that a start knows since when the bot was down.
A bot with no match but private ones writes nothing: a clock that begins later can't have lost time before it began.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field

import structlog

from bot.storage.ownership import Ownership
from bot.storage.tables import Heartbeat
from bot.tables.events import Pace
from bot.tables.partitions import partition_of
from bot.tables.service import Tables
from bot.tables.table import Table
from bot.tables.time_requests import LEAST_LOST, GiveTimeBack
from bot.wording.sentence import Refused

_log = structlog.get_logger(__name__)
_BEAT_MS = 5000
LONGEST_SILENCE = 50.0
"""Seconds after which a connection on which nothing comes must show that it isn't cut. Discord answers every 41 s, and a pulled
cable ends no connection; discord.py waits for 60 to 100 s."""
_SILENCE_IN_TURN = 10.0
"""The same in seconds while a person plays on a clock of seconds: a cut that needs no new connection is given back, too."""
_LONG_OUTAGE = 60_000
"""Milliseconds after which people may have left."""
_SHORT_SILENCE = 2.0  # seconds that no player would miss
_ANSWER_WITHIN = 3.0  # seconds; Discord usually answers in a tenth of one


@dataclass(slots=True)
class _Debt:
    """How the clock of a table must still be moved. It gives nothing to a later turn, which begins with its whole time."""

    requests: list[GiveTimeBack] = field(default_factory=list)
    has_failed: bool = False


@dataclass(eq=False)
class Uptime:
    """One for the process. `now` is in epoch milliseconds.

    `silence` returns for how many seconds Discord has sent nothing; None if it isn't connected. `ask_for_sign` asks Discord to
    send something, and returns when it has, or after so many seconds. `failing_for` returns for how many seconds Discord has
    refused all requests, or None: nobody can be notified then.
    """

    _heartbeat: Heartbeat
    _tables: Tables
    _now: Callable[[], int]
    _silence: Callable[[], float | None]
    _ask_for_sign: Callable[[float], Awaitable[None]]
    _failing_for: Callable[[], float | None] = lambda: None
    _ownership: Ownership = field(default_factory=Ownership)
    has_tournaments: Callable[[], bool] = lambda: False

    def __post_init__(self) -> None:
        self._asking = asyncio.Lock()
        self._was_up = False
        self._settling = asyncio.Lock()
        self._last: int | None = None  # when the bot was up last; None until it is read
        self._heard = 0  # when Discord was heard last, as of the latest look at an open connection
        self._stored = 0
        self._back_since = 0  # when a long outage ended
        self._owed: dict[int, _Debt] = {}
        self._without_owner: dict[int, GiveTimeBack] = {}  # by partition: what its tables get when they are loaded
        self._tables.add_load_listener(self._owe)

    @property
    def tables_owed(self) -> Collection[int]:
        """The tables whose clocks aren't right yet, because moving them has failed: they must not run out."""
        return [number for number, debt in self._owed.items() if debt.has_failed]

    async def is_up(self, *, for_certain: bool = False) -> bool:
        """Return whether the bot can be reached, once the clocks are right.

        Ask `for_certain` before a clock is taken to have run out: if nothing has just come, Discord must answer now.
        """
        if not await self._is_heard(_SHORT_SILENCE if for_certain or not self._was_up else self._longest_silence()):
            await self._go_down()
            return False
        await self.settle()
        now = self._last = self._now()
        if now - self._stored >= _BEAT_MS:
            await self._beat(now)
        return True

    def _longest_silence(self) -> float:
        in_turn = any(
            table.clock.pace in (Pace.LIVE, Pace.QUICK)
            and table.timing.paused_for is None
            and table.timing.turn_clock is not None
            and table.timing.turn_clock.until is not None
            for table in self._tables.in_play
        )
        return _SILENCE_IN_TURN if in_turn else LONGEST_SILENCE

    async def _is_heard(self, most: float) -> bool:
        """Return True if something has come within so many seconds, or comes when Discord is asked, and it takes requests."""
        async with self._asking:
            silence = self._silence()
            if silence is not None and silence > most:
                await self._ask_for_sign(_ANSWER_WITHIN)
                silence = self._silence()
            if silence is None:
                return False
            failing_for = self._failing_for()
            self._heard = self._now() - round(max(silence, failing_for or 0.0) * 1000)
            return silence <= most and failing_for is None

    async def reachable_since(self) -> int:
        """Return when people could reach the bot again (epoch ms) after the last outage of a minute or more.

        Ask it when a person, or Discord, has reached the bot.
        """
        await self.settle()
        return self._back_since

    async def settle(self, number: int | None = None) -> None:
        """Give time back that hasn't been given back yet; of tables that were taken over, only to this one.

        Ask before a person changes a table: they have reached the bot.
        """
        async with self._settling:
            for one in [one for one, debt in self._owed.items() if debt.has_failed or one == number]:
                await self._pay(one)
            if not self._was_up:
                now = self._now()
                await self._give_time_back(now)
                self._was_up, self._last, self._heard = True, now, now

    async def take_over(self, partitions: Collection[int]) -> None:
        """Expect the tables in these partitions. As each is loaded, it is owed the time since its owner before was up last."""
        async with self._settling:
            now, before_sharing = self._now(), await self._heartbeat.last() or 0  # 0: as in `_give_time_back`
            last = await self._heartbeat.last_in(partitions)
            self._note_outage(min((last.get(one, before_sharing) for one in partitions), default=now), now)
            self._without_owner |= {one: GiveTimeBack(last.get(one, before_sharing), now) for one in partitions}
            await self._tables.expect(partitions)

    def _owe(self, table: Table) -> None:
        lost = self._without_owner.get(partition_of(table.server, 0)) if table.server else None
        if lost is not None and table.match is not None:
            self._owed.setdefault(table.number, _Debt()).requests.append(lost)

    async def pay_next(self) -> int | None:
        """Give the time back to one table that was taken over, and return its number; None if there is none."""
        async with self._settling:
            number = next((one for one, debt in self._owed.items() if not debt.has_failed), None)
            if number is not None:
                await self._pay(number)
            return number

    async def give_back(self, slept: int) -> None:
        """Give the clocks of all tables the milliseconds back in which the machine slept."""
        async with self._settling:
            self._note_outage(self._now() - slept, self._now())
            if self._was_up:  # otherwise they get the time back from when the bot was up last
                now = self._last = self._now()
                await self._change_all(GiveTimeBack(now - slept, now))

    async def _go_down(self) -> None:
        """Remember since when the bot can't be reached: since it heard Discord last, also if the connection has ended since."""
        if not self._was_up or self._last is None:
            return
        self._was_up = False
        if self._heard < self._last:
            self._last = self._heard
            await self._beat(self._last)

    async def _beat(self, at: int) -> None:
        if self._owed or self._tables.is_loading:
            return  # after a kill, the start gives back what is owed
        self._stored = at
        is_played = any(table.match is not None and not table.is_private for table in self._tables.in_play)
        if is_played or self.has_tournaments():
            await self._heartbeat.beat(at, self._ownership.partitions if self._ownership.is_shared else None)

    async def _give_time_back(self, now: int) -> None:
        """Give back the time since the bot was up last.

        If processes share the servers, one that starts has none: what it takes over gets its time back then.
        """
        if self._last is None:
            self._last = now if self._ownership.is_shared else await self._heartbeat.last()
        since = self._last or 0  # if the first match had just begun, its clock knows since when
        self._note_outage(since, now)
        if now - since >= LEAST_LOST:
            await self._change_all(GiveTimeBack(since, now))

    def _note_outage(self, since: int, now: int) -> None:
        if now - since >= _LONG_OUTAGE:
            self._back_since = now

    async def _change_all(self, request: GiveTimeBack) -> None:
        for table in list(self._tables.in_play):
            if table.timing.turn_clock is not None:
                self._owed.setdefault(table.number, _Debt()).requests.append(request)
                await self._pay(table.number)

    async def _pay(self, number: int) -> None:
        """Move the clock of a table by all that it is owed, in order. What fails stays owed."""
        debt, has_tried = self._owed[number], False
        while debt.requests and self._tables.in_play.get(number) is not None:
            try:
                await self._tables.change(number, None, debt.requests[0])
            except Refused:
                has_tried = not has_tried
                if has_tried:  # a process that was killed may have stored something just now
                    continue
            except Exception:
                if not debt.has_failed:
                    _log.exception("the clock of a table could not be moved; trying again", table=number)
                debt.has_failed = True
                return
            del debt.requests[0]
            has_tried = False
        del self._owed[number]
