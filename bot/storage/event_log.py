"""The event logs of tables, and what is stored in the same transaction: the deadline, the end and the result."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.league.match_facts import MatchResult
from bot.storage.database import Database
from bot.storage.engine import upsert
from bot.storage.schema import SHOWN_NOWHERE, deadlines, events, seatings, tables
from bot.tables.events import SPELLING, Event, Reservation, SatDown, TableOpened, decode, encode
from bot.tables.ports import Commit, Deadline, Unchanged, UnreadableLogError, VersionTakenError
from bot.tables.refusals import PlayedAgain
from bot.tables.seat_events import BrokenOffBy, PersonRemoved, SeatTaken
from bot.wording.sentence import Refusal, Refused

# Statements are built once: SQLAlchemy then finds their text in its cache without computing the key.
_OPEN_TABLE = insert(tables).returning(tables.c.number)
_ADD_EVENTS = insert(events)
_OPENED = (
    select(events.c.table, events.c.event, events.c.spelling)
    .join_from(tables, events)
    .where(events.c.version == 1, *(tables.c[name] == bindparam(f"of_{name}") for name in ("server", "channel", "opened")))
)
_DELETE_DEADLINE = delete(deadlines).where(deadlines.c.table == bindparam("of_table"))
_CLOSE = (
    update(tables).where(tables.c.number == bindparam("of_table")).values(closed=bindparam("at"), last=bindparam("version"))
)
_EVENTS = select(events.c.event, events.c.spelling).where(events.c.table == bindparam("of_table")).order_by(events.c.version)
_VERSION = select(func.max(events.c.version)).where(events.c.table == bindparam("of_table"))
_OPEN = select(tables.c.number).where(tables.c.closed.is_(None)).order_by(tables.c.number)
_AGAIN = select(tables.c.number).where(tables.c.again == bindparam("of_match"))
_CLOSED = select(tables.c.closed).where(tables.c.number == bindparam("of_match"))
_LONGEST_AGO = 24 * 3_600_000
"""How long after its end a match can be played again, in milliseconds."""
_TAKEN = select(events.c.version).where(events.c.table == bindparam("of_table"), events.c.version >= bindparam("version"))


class OverForLong(Refusal):
    """The match ended so long ago that nobody expects to play it again."""

    sentence = "This match ended more than a day ago. Open a table with `/play`, and the others can join it."


@dataclass(frozen=True, slots=True)
class LeagueWrites:
    """The league's writes in the transactions of a table; the int is the number of the table.

    - `set_fixture_table` gives the fixture its table. It raises Refused if that is impossible.
    - `advance_schedule` advances the revision of the schedule if the table belongs to a fixture.
    - `store_begin` and `store_result` add a match that starts, and the facts of a finished one, to the ledger of the server.
    - `log_action` adds a line to the log of the server if an organiser did it; the last parameter is the time (epoch ms).
    """

    set_fixture_table: Callable[[Connection, Reservation, int], None]
    advance_schedule: Callable[[Connection, int], None]
    store_begin: Callable[[Connection, MatchResult], None]
    store_result: Callable[[Connection, int, MatchResult], None]
    log_action: Callable[[Connection, int, BrokenOffBy | PersonRemoved, int], None]


class StoredEventLog:
    def __init__(self, database: Database, league: LeagueWrites) -> None:
        self._database = database
        self._league = league
        self._put_deadline = upsert(database.engine.dialect.name, deadlines, key=("table",), replacing=("step", "due"))
        self._add_seating = upsert(database.engine.dialect.name, seatings, key=("person", "table"), replacing=("table",))

    async def open_table(self, opened: TableOpened, *, due: int, once: bool = False) -> int:
        asked = {"of_server": opened.server, "of_channel": opened.channel, "of_opened": opened.at}

        def work(connection: Connection) -> int:
            for known, text, spelling in connection.execute(_OPENED, asked) if once else ():
                if decode(text, spelling) == opened:
                    return int(known)
            about = {"server": opened.server, "channel": opened.channel, "opened": opened.at, "closed": None}
            about |= {"told": SHOWN_NOWHERE if opened.is_private else 0}
            about |= {"again": None if opened.again is None else _check_match(connection, opened.again.match, opened.at)}
            number: int = connection.execute(_OPEN_TABLE, about).scalar_one()
            if opened.reserved is not None:
                self._league.set_fixture_table(connection, opened.reserved, number)
            connection.execute(_ADD_EVENTS, [_row(number, 1, opened, opened.at)])
            connection.execute(self._add_seating, {"person": opened.host, "table": number})
            connection.execute(self._put_deadline, {"table": number, "step": 0, "due": due})
            return number

        return await self._database.transaction(work)

    async def table_again(self, match: int) -> int | None:
        return await self._database.read(lambda connection: connection.execute(_AGAIN, {"of_match": match}).scalar())

    async def commit(self, commit: Commit) -> None:
        rows = [_row(commit.table, version, event, commit.at) for version, event in enumerate(commit.events, commit.version)]
        sat = [one.person for one in commit.events if isinstance(one, SatDown | SeatTaken)]
        actions = [one for one in commit.events if isinstance(one, BrokenOffBy | PersonRemoved)]
        seated = [{"person": person, "table": commit.table} for person in sat]

        def work(connection: Connection) -> None:
            connection.execute(_ADD_EVENTS, rows)
            if seated:
                connection.execute(self._add_seating, seated)
            self._set_deadline(connection, commit)
            if commit.is_over:
                connection.execute(
                    _CLOSE, {"of_table": commit.table, "at": commit.at, "version": commit.version + len(rows) - 1}
                )
                self._league.advance_schedule(connection, commit.table)
            for action in actions:
                self._league.log_action(connection, commit.table, action, commit.at)
            if commit.begun is not None:
                self._league.store_begin(connection, commit.begun)
            if commit.result is not None:
                self._league.store_result(connection, commit.table, commit.result)

        try:
            await self._database.transaction(work)
        except IntegrityError as error:
            if await self._is_taken(commit.table, commit.version):
                raise VersionTakenError(f"table {commit.table} has version {commit.version} already") from error
            raise

    async def read_events(self, table: int) -> list[Event]:
        def read(connection: Connection) -> list[Event]:
            rows = connection.execute(_EVENTS, {"of_table": table}).all()
            try:
                return [decode(text, spelling) for text, spelling in rows]
            except Exception as error:  # a damaged text can raise anything
                raise UnreadableLogError(str(error)) from error

        return await self._database.read(read)

    async def last_version(self, table: int) -> int:
        last = await self._database.read(lambda connection: connection.execute(_VERSION, {"of_table": table}).scalar())
        return last or 0

    async def tables_in_play(self) -> list[int]:
        return await self._database.read(lambda connection: list(connection.execute(_OPEN).scalars()))

    def _set_deadline(self, connection: Connection, commit: Commit) -> None:
        match commit.deadline:
            case Deadline(step=step, due=due):
                connection.execute(self._put_deadline, {"table": commit.table, "step": step, "due": due})
            case None:
                connection.execute(_DELETE_DEADLINE, {"of_table": commit.table})
            case Unchanged.UNCHANGED:
                pass

    async def _is_taken(self, table: int, version: int) -> bool:
        about = {"of_table": table, "version": version}
        taken = await self._database.read(lambda connection: connection.execute(_TAKEN, about).first())
        return taken is not None


def _check_match(connection: Connection, match: int, at: int) -> int:
    """Return the number of a match that is played again. Raise Refused if it is already, or ended too long before `at`."""
    again = connection.execute(_AGAIN, {"of_match": match}).scalar()
    if again is not None:
        raise Refused(PlayedAgain(again))
    closed = connection.execute(_CLOSED, {"of_match": match}).scalar()
    if closed is not None and closed < at - _LONGEST_AGO:
        raise Refused(OverForLong())
    return match


def _row(table: int, version: int, event: Event, at: int) -> dict[str, object]:
    return {"table": table, "version": version, "spelling": SPELLING, "at": at, "event": encode(event)}
