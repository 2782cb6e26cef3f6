"""The data of a person, which they can read and delete."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import structlog

from bot.league.days import DAY_MS
from bot.storage.personal_data import StoredPrivacy
from bot.tables.lobby_requests import StandUp
from bot.tables.match_requests import Cancel
from bot.tables.ports import DatabaseLockedError, TimedLogs
from bot.tables.private_tables import end_private_table
from bot.tables.service import Tables, restore_tables_of, tables_left_by
from bot.tables.table import Table
from bot.wording.sentence import Date, NumberCode, Refusal, Refused

_log = structlog.get_logger(__name__)


class StillSeated(Refusal):
    tables: tuple[int, ...]
    counted = "tables"
    sentence = "You're still at table {tables}. Leave it first with `/table leave`."
    plural = "You're still at tables {tables}. Leave them first with `/table leave`."


LONGEST_WAIT = 30 * DAY_MS
"""How long (ms) after leaving a match a person can't have their data deleted, unless it is over."""


class LeftRunning(Refusal):
    """The person has left this match, which goes on and may count. From then on (epoch ms), they needn't wait for its end."""

    table: NumberCode
    then: Date
    sentence = "You left table {table}, and its match goes on. Delete your data when it's over, or from {then} on."


@dataclass(eq=False)
class PersonalData:
    """The stored data of people, to be read and deleted at their request. `now` returns epoch milliseconds.

    Each of `forget` drops what is remembered of names and texts as they were shown or read.
    """

    _privacy: StoredPrivacy
    _tables: Tables
    _now: Callable[[], int]
    _forget: Sequence[Callable[[], None]] = ()

    def __post_init__(self) -> None:
        self._privacy.people.on_change(self._decline)

    async def read(self, person: int) -> Mapping[str, object]:
        """Return everything that is stored about a person, by kind, ready for `msgspec.json`."""
        return await self._privacy.read_personal_data(person)

    async def delete_expired_hashes(self) -> None:
        """Delete what was kept of former people for a while, once that is over."""
        await self._privacy.delete_expired_hashes(at=self._now())

    async def delete(self, person: int) -> None:
        """Delete a person's data. Their results stay, as a former player's; if they come back, they are a new person.

        End their own match against computers. Decline their invitations. Cancel lobbies that an earlier version reserved for
        them, because these could never start: each process does so at its own tables. Raise Refused while they are at a table
        with others, or have left a match that goes on.
        """
        own = await self._tables.of_person(person)
        _check_seats(table for table in own if not table.is_private)
        for table in own:
            await end_private_table(self._tables, table)

        def check(logs: TimedLogs) -> None:
            _check_seats(restore_tables_of(person, {number: [event for _, event in timed] for number, timed in logs.items()}))
            for table, at in tables_left_by(person, logs):
                if self._now() < at + LONGEST_WAIT:  # its result would be nobody's
                    raise Refused(LeftRunning(table.number, at + LONGEST_WAIT))

        await self._privacy.delete_personal_data(person, at=self._now(), check=check)
        await self._decline(person)

    async def _decline(self, changed: int | None) -> None:
        """Decline for a person whose data has been deleted, here or in another process; None: for all such people."""
        if changed is not None and not self._is_deleted(changed):
            return
        for forget in self._forget:
            forget()
        for table in self._tables.in_play:
            if table.lobby.tournament:  # its match begins without them
                continue
            for person in filter(self._is_deleted, table.awaited_people):
                try:
                    with suppress(Refused, DatabaseLockedError):  # it was closed, or taken over, in the meantime
                        if table.lobby.invitation is None:
                            await self._tables.change(table.number, None, Cancel(by_manager=True))
                        else:
                            await self._tables.change(table.number, person, StandUp())
                except Exception:  # the process must go on to hear what changes
                    _log.exception("an invitation could not be declined", table=table.number)

    def _is_deleted(self, person: int) -> bool:
        return self._privacy.people[person].discord_id is None


def _check_seats(tables: Iterable[Table]) -> None:
    """Raise Refused if there is a table."""
    if numbers := tuple(table.number for table in tables):
        raise Refused(StillSeated(numbers))
