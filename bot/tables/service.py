"""The one door: everybody who changes a table comes through `change`, one at a time. Store, then remember, then tell."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from weakref import WeakValueDictionary

import structlog

from bot.rummy.refusals import IllegalMove
from bot.rummy.variant.variant import Variant
from bot.tables.decide_request import decide_request
from bot.tables.events import Event, Reservation, TableOpened
from bot.tables.match_result import match_result
from bot.tables.person_locks import PersonLocks
from bot.tables.ports import UNCHANGED, Chance, Commit, Deadline, EventLog, Unchanged, UnreadableLogError, VersionTakenError
from bot.tables.refusals import MovedOn, Refused, TableNotFound, TableUnreadable
from bot.tables.requests import Join, Request
from bot.tables.table import Phase, Table, apply_event, fold
from bot.tables.tables_in_play import TablesInPlay

_log = structlog.get_logger(__name__)
Listener = Callable[[Table, tuple[Event, ...]], None]


@dataclass(frozen=True, slots=True)
class Pauses:
    """In milliseconds: how long a lobby waits to be started, and the pause between two deals."""

    lobby: int
    deal: int


def restore_table(number: int, events: Sequence[Event]) -> Table:
    """The table that these stored events make. Raises UnreadableLogError."""
    try:
        return fold(number, events)
    except Exception as error:  # whatever damaged events come to
        raise UnreadableLogError(f"the events do not fit together: {error!r}") from error


class Tables:
    """The tables in play, kept in memory; after a start they are the fold of their stored events."""

    def __init__(self, log: EventLog, chance: Chance, pauses: Pauses) -> None:
        self._log = log
        self._chance = chance
        self._pauses = pauses
        self.in_play = TablesInPlay()
        self.person_locks = PersonLocks()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # kept by who holds or waits for one
        self._listeners: list[Listener] = []

    def add_listener(self, listener: Listener) -> None:
        """After each commit the listener is called with the table and its new events, in order. It must not fail."""
        self._listeners.append(listener)

    async def load(self) -> None:
        """Fold all tables that are not closed; one that cannot be read is left out."""
        for number in await self._log.tables_in_play():
            with suppress(Refused):
                self.in_play.put(await self._stored(number))

    async def open(
        self,
        server: int,
        channel: int,
        host: int,
        variant: Variant,
        *,
        thread: bool,
        at: int | None = None,
        preset: Variant | None = None,
        reserved: Reservation | None = None,
        parent: int | None = None,
    ) -> Table:
        """A new table with the host in its lobby; `preset` is the game that the variant was made from.

        `at` (epoch ms) is when he asked: a request heard twice opens one table. `reserved`: it is a fixture's; raises
        LeagueRefused where that has a table already, or has been played. `parent`: the channel whose thread `channel` is.
        """
        now = self._chance.now()
        opened = TableOpened(server, channel, host, variant, thread, now if at is None else at, preset, reserved, parent)
        async with self.person_locks.taking_a_seat(host):
            number = await self._log.open_table(opened, due=now + self._pauses.lobby, once=at is not None)
            if (known := self.in_play.get(number)) is not None:
                return known
            table = apply_event(number, None, opened)
            self.in_play.put(table)
        self._tell(table, (opened,))
        return table

    async def change(self, number: int, person: int | None, request: Request) -> Table:
        """The table after the request. Raises Refused, also for an illegal move, and then nothing has changed."""
        seat = nullcontext() if person is None or not isinstance(request, Join) else self.person_locks.taking_a_seat(person)
        async with self._locks.setdefault(number, asyncio.Lock()), seat:
            table = await self.get(number)
            try:
                events = self._answer(table, person, request)
            except Refused:
                if await self._log.last_version(number) == table.version:
                    raise
                table = await self._stored(number)  # another process has changed it
                events = self._answer(table, person, request)
            changed = table
            for event in events:
                changed = apply_event(number, changed, event)
            await self._commit(table, changed, events)
            self.in_play.put(changed)
        self._tell(changed, events)
        return changed

    async def get(self, number: int) -> Table:
        """The table, also one that is over. Raises Refused(TableNotFound) and Refused(TableUnreadable)."""
        if (table := self.in_play.get(number)) is not None:
            return table
        return await self._stored(number)

    async def _stored(self, number: int) -> Table:
        try:
            events = await self._log.read_events(number)
            if not events:
                raise Refused(TableNotFound(number))
            return restore_table(number, events)
        except UnreadableLogError as error:
            _log.error("a table cannot be read", table=number, reason=str(error))
            raise Refused(TableUnreadable(number)) from error

    def _answer(self, table: Table, person: int | None, request: Request) -> tuple[Event, ...]:
        try:
            return decide_request(table, person, request, self._chance.seed)
        except (Refused, IllegalMove) as refused:
            raise Refused(refused.refusal, table.number) from None

    async def _commit(self, before: Table, changed: Table, events: tuple[Event, ...]) -> None:
        now = self._chance.now()
        commit = Commit(
            table=before.number,
            version=before.version + 1,
            events=events,
            at=now,
            deadline=self._deadline(before, changed, now),
            is_over=changed.phase == Phase.OVER,
            result=match_result(changed, at=now),
        )
        try:
            await self._log.commit(commit)
        except VersionTakenError as error:
            self.in_play.put(await self._stored(before.number))
            raise Refused(MovedOn()) from error

    def _deadline(self, before: Table, changed: Table, now: int) -> Deadline | Unchanged | None:
        """A lobby's runs from its opening, a pause's from the end of the deal: neither is moved by who presses what."""
        if changed.phase == Phase.PAUSE and before.phase != Phase.PAUSE:
            return Deadline(changed.number, changed.step, now + self._pauses.deal)
        return UNCHANGED if changed.phase == before.phase else None

    def _tell(self, table: Table, events: tuple[Event, ...]) -> None:
        for listener in self._listeners:
            listener(table, events)
