"""What is stored of tables: their event logs, their deadlines, and the Discord messages that show them.

A commit stores in one transaction what belongs together: events, the deadline, the end and the result. The cursor of a table
says how far it is shown: there the courier resumes. A restore makes that of an open table negative, -1 - cursor, so that its
messages are rendered again.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass, field

from msgspec.structs import replace
from sqlalchemy import Connection, Select, bindparam, delete, exists, func, insert, select, text, union_all, update
from sqlalchemy.exc import IntegrityError

from bot.storage.daily import check_not_begun, store_attempt
from bot.storage.database import CommitUnknownError, Database, upsert
from bot.storage.league.ledgers import log_table_action, store_begin, store_result
from bot.storage.schema import SHOWN_NOWHERE, attempts, deadlines, events, heartbeat, people, seatings, surfaces, tables
from bot.storage.tournament.tournaments import set_tournament_table
from bot.tables.events import SPELLING, Event, SatDown, TableOpened, decode, encode
from bot.tables.partitions import ALL, partition_of
from bot.tables.ports import Commit, DatabaseAwayError, Deadline, Logs, TimedLogs, UnreadableLogError, VersionTakenError
from bot.tables.refusals import MovedOn, PlayedAgain
from bot.tables.seat_events import BrokenOffBy, PersonRemoved, SeatTaken
from bot.wording.sentence import Refusal, Refused

# Statements are built once: SQLAlchemy then finds their text in its cache without computing the key.
_OPEN_TABLE = insert(tables).returning(tables.c.number)
_ADD_EVENTS = insert(events)
_OPENED = (  # among the host's tables, so that no other opening is read: PostgreSQL would refuse one of the two
    select(events.c.table, events.c.event, events.c.spelling)
    .select_from(seatings.join(tables).join(events, events.c.table == tables.c.number))
    .where(seatings.c.person == bindparam("of_host"), tables.c.opened == bindparam("of_opened"), events.c.version == 1)
)
_DELETE_DEADLINE = delete(deadlines).where(deadlines.c.table == bindparam("of_table"))
_CLOSE = (
    update(tables).where(tables.c.number == bindparam("of_table")).values(closed=bindparam("at"), last=bindparam("version"))
)
_EVENTS = select(events.c.event, events.c.spelling).where(events.c.table == bindparam("of_table")).order_by(events.c.version)
_TIMES = select(events.c.at).where(events.c.table == bindparam("of_table")).order_by(events.c.version)
_VERSION = select(func.max(events.c.version)).where(events.c.table == bindparam("of_table"))
_IN_SERVER = tables.c.server == bindparam("of_server")
_OPEN = select(tables.c.number).where(tables.c.closed.is_(None)).order_by(tables.c.number)
_IN_PARTITIONS = tables.c.partition.in_(bindparam("partitions", expanding=True))
_DISCORD_ID = select(people.c.discord_id).where(people.c.number == bindparam("of_person"))
_PARTITIONS = select(tables.c.number, tables.c.partition).where(tables.c.number.in_(bindparam("numbers", expanding=True)))
_PARTITIONS_OF_PERSON = (
    select(tables.c.partition)
    .join_from(seatings, tables)
    .where(seatings.c.person == bindparam("of_person"), tables.c.closed.is_(None))
    .distinct()
)
_OPEN_OF_PERSON = (  # written so that no index has all open tables: what others open would be read, too
    select(tables.c.number)
    .join_from(seatings, tables)
    .where(seatings.c.person == bindparam("of_person"), func.coalesce(tables.c.closed, 0) == 0)
    .order_by(tables.c.number)
)
_START = (  # a limit, so that its events are read in order: it is among the first, and nothing is read of other tables
    select(events.c.version)
    .where(events.c.table == tables.c.number, events.c.event.like('{"type":"MatchStarted"%'))
    .limit(1)
    .scalar_subquery()
)
_LOBBIES_OF_PERSON = _OPEN_OF_PERSON.where(_START.is_(None))
_IS_OF_DAY = exists().where(attempts.c.table == tables.c.number)
_PRIVATE_OF_PERSON = _OPEN_OF_PERSON.where(tables.c.told == SHOWN_NOWHERE, ~_IS_OF_DAY)
_DISCORD_IDS = select(people.c.discord_id).where(people.c.number.in_(bindparam("numbers", expanding=True)))
_AGAIN = select(tables.c.number).where(tables.c.again == bindparam("of_match"))
_CLOSED = select(tables.c.closed).where(tables.c.number == bindparam("of_match"))
_LONGEST_AGO = 24 * 3_600_000
"""How long after its end a match can be played again, in milliseconds."""
_AT_VERSION = select(events.c.at, events.c.event).where(
    events.c.table == bindparam("of_table"), events.c.version == bindparam("version")
)


class OverForLong(Refusal):
    sentence = "This match ended more than a day ago. Open a table with `/play`, and the others can join it."


class StoredEventLog:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._put_deadline = upsert(database.dialect, deadlines, key=("table",), replacing=("step", "due"))
        self._add_seating = upsert(database.dialect, seatings, key=("person", "table"), replacing=("table",))

    async def open_table(
        self, opened: TableOpened, *, due: int, once: bool = False, check: Callable[[Logs], None] | None = None
    ) -> int:
        """Store a new table with its first event and its lobby's deadline (step 0). Return its number.

        With `once`, return the number of the existing table if the same event is already stored. A table with reserved seats
        becomes the one of its place in the tournament; raise Refused if that has one or has been decided. For a table that
        plays a match again, raise Refused(PlayedAgain) if there is one already, or Refused(OverForLong). If the host's data has
        been deleted, or this is their second private table besides those of days, raise Refused(MovedOn); for a day
        whose deal they have begun, raise Refused(DayBegun). `check` gets the lobbies where the host has
        had a seat, and may raise Refused.
        """
        asked = {"of_host": opened.host, "of_opened": opened.at}

        def work(connection: Connection) -> int:
            if opened.day is not None:
                check_not_begun(connection, opened.host, opened.day.day)
            for known, event, spelling in connection.execute(_OPENED, asked) if once else ():
                stored = decode(event, spelling)
                if isinstance(stored, TableOpened) and replace(stored, chain=opened.chain) == opened:  # but for the chain
                    return int(known)
            _check_people(connection, [opened.host])
            is_only_one = opened.is_private and opened.day is None
            if is_only_one and connection.execute(_PRIVATE_OF_PERSON, {"of_person": opened.host}).first() is not None:
                raise Refused(MovedOn())
            if check is not None:
                check(_read_logs(connection, _LOBBIES_OF_PERSON, opened.host))
            about = {"server": opened.server, "channel": opened.channel, "opened": opened.at, "closed": None}
            about |= {"told": SHOWN_NOWHERE if opened.is_private else 0}
            host = 0 if opened.server else connection.execute(_DISCORD_ID, {"of_person": opened.host}).scalar() or 0
            about |= {"partition": partition_of(opened.server, host)}
            about |= {"again": None if opened.again is None else _check_match(connection, opened.again.match, opened.at)}
            number: int = connection.execute(_OPEN_TABLE, about).scalar_one()
            if opened.reserved is not None:
                set_tournament_table(connection, opened, opened.reserved, number)
            connection.execute(_ADD_EVENTS, [_row(number, 1, opened, opened.at)])
            connection.execute(self._add_seating, {"person": opened.host, "table": number})
            connection.execute(self._put_deadline, {"table": number, "step": 0, "due": due})
            return number

        return await self._database.transaction(work)

    async def table_again(self, match: int) -> int | None:
        """Return the number of the table that was opened to play this table's match again; None if there is none."""
        return await self._database.read(lambda connection: connection.execute(_AGAIN, {"of_match": match}).scalar())

    async def commit(self, commit: Commit) -> None:
        """Store all of it, durably, or nothing. Raise VersionTakenError, Refused if a deleted person would take a seat, and
        Refused(DayBegun) for a second attempt at the deal of a day.
        """
        rows = [_row(commit.table, version, event, commit.at) for version, event in enumerate(commit.events, commit.version)]
        sat = [one.person for one in commit.events if isinstance(one, SatDown | SeatTaken)]
        actions = [one for one in commit.events if isinstance(one, BrokenOffBy | PersonRemoved)]
        seated = [{"person": person, "table": commit.table} for person in sat]

        def work(connection: Connection) -> None:
            connection.execute(_ADD_EVENTS, rows)
            if seated:
                _check_people(connection, sat)
                connection.execute(self._add_seating, seated)
            if isinstance(commit.deadline, Deadline):
                connection.execute(self._put_deadline, asdict(commit.deadline))
            elif commit.deadline is None:
                connection.execute(_DELETE_DEADLINE, {"of_table": commit.table})
            if commit.is_over:
                connection.execute(
                    _CLOSE, {"of_table": commit.table, "at": commit.at, "version": commit.version + len(rows) - 1}
                )
            for action in actions:
                log_table_action(connection, commit.table, action, commit.at)
            if commit.begun is not None:
                store_begin(connection, commit.begun)
            if commit.result is not None:
                store_result(connection, commit.table, commit.result)
            if commit.attempt is not None:
                store_attempt(connection, commit.attempt)

        try:
            await self._database.transaction(work)
        except CommitUnknownError:
            with suppress(DatabaseAwayError):
                if await self._are_stored(rows):
                    return
            raise
        except IntegrityError as error:
            if await self.last_version(commit.table) >= commit.version:
                raise VersionTakenError(f"table {commit.table} has version {commit.version} already") from error
            raise

    async def read_events(self, table: int) -> list[Event]:
        """Return all events in order; none if there is no such table. Raise UnreadableLogError."""

        def read(connection: Connection) -> list[Event]:
            rows = connection.execute(_EVENTS, {"of_table": table}).all()
            try:
                return [decode(text, spelling) for text, spelling in rows]
            except Exception as error:  # a damaged text can raise anything
                raise UnreadableLogError(str(error)) from error

        return await self._database.read(read)

    async def read_times(self, table: int) -> list[int]:
        """Return when each of its events was stored (epoch ms), in order."""
        about = {"of_table": table}
        return await self._database.read(lambda connection: list(connection.execute(_TIMES, about).scalars()))

    async def last_version(self, table: int) -> int:
        """Return the version of the table's last event; 0 if there is no such table."""
        last = await self._database.read(lambda connection: connection.execute(_VERSION, {"of_table": table}).scalar())
        return last or 0

    async def tables_of_person(self, person: int) -> list[int]:
        """Return the numbers of the tables that are not over and where the person has had a seat, the oldest first."""
        about = {"of_person": person}
        return await self._database.read(lambda connection: list(connection.execute(_OPEN_OF_PERSON, about).scalars()))

    async def tables_in_play(self, partitions: Collection[int] = ALL, server: int | None = None) -> list[int]:
        """Return the numbers of the tables that are not over, in these partitions or of this server."""
        statement, about = _OPEN, dict[str, object]()
        if server is not None:
            statement, about = _OPEN.where(_IN_SERVER), {"of_server": server}
        elif partitions != ALL:
            statement, about = _OPEN.where(_IN_PARTITIONS), {"partitions": list(partitions)}
        return await self._database.read(lambda connection: list(connection.execute(statement, about).scalars()))

    async def partitions(self, numbers: Collection[int]) -> dict[int, int]:
        """Return the partitions of these tables, as far as they exist."""
        about = {"numbers": list(numbers)}
        rows = await self._database.read(lambda connection: connection.execute(_PARTITIONS, about).all())
        return {row.number: row.partition for row in rows}

    async def partitions_of_person(self, person: int) -> list[int]:
        about = {"of_person": person}
        return await self._database.read(lambda connection: list(connection.execute(_PARTITIONS_OF_PERSON, about).scalars()))

    async def _are_stored(self, rows: Sequence[dict[str, object]]) -> bool:
        """Return True if the first of these rows is stored, and with it the others."""
        about = {"of_table": rows[0]["table"], "version": rows[0]["version"]}
        stored = await self._database.read(lambda connection: connection.execute(_AT_VERSION, about).first())
        return stored is not None and tuple(stored) == (rows[0]["at"], rows[0]["event"])


def read_open_tables(connection: Connection, person: int) -> TimedLogs:
    """Return the events of the tables that aren't over and where the person has had a seat, with the times (epoch ms) when they
    were stored; without those that are damaged.
    """
    logs = _read_logs(connection, _OPEN_OF_PERSON, person)
    times = {number: connection.execute(_TIMES, {"of_table": number}).scalars() for number in logs}
    return {number: list(zip(times[number], events, strict=True)) for number, events in logs.items()}


def _read_logs(connection: Connection, chosen: Select[int], person: int) -> Logs:
    logs = dict[int, Sequence[Event]]()
    for number in connection.execute(chosen, {"of_person": person}).scalars().all():
        rows = connection.execute(_EVENTS, {"of_table": number}).all()
        with suppress(Exception):  # a damaged text can raise anything
            logs[number] = [decode(event, spelling) for event, spelling in rows]
    return logs


def _check_people(connection: Connection, sitting: Sequence[int]) -> None:
    """Raise Refused if the data of one of these people has been deleted: they can't take a seat."""
    if None in connection.execute(_DISCORD_IDS, {"numbers": sitting}).scalars():
        raise Refused(MovedOn())


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


@dataclass(frozen=True, slots=True)
class Surface:
    """A Discord message that shows something of a table, under a key such as `lobby`, `turn 3.12` or `hand 7`.

    `message` is None where none could be posted (`state` says why). `detail` is the deal and turn that a hand was sent for,
    `3.12`; of other messages it isn't read.
    """

    key: str
    channel: int
    message: int | None
    state: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class DeliveryState:
    """How far a table's events are shown: the version up to which everything is posted, and its messages by key.

    With `is_restored`, the database was restored since, and the messages show something newer: they must be rendered again.
    """

    cursor: int = 0
    surfaces: dict[str, Surface] = field(default_factory=dict)
    is_restored: bool = False


_SHOWN = ("channel", "message", "state", "note")
_CURSOR = select(tables.c.told).where(tables.c.number == bindparam("of_table"))
_SURFACES = select(*(surfaces.c[name] for name in ("key", *_SHOWN))).where(surfaces.c.table == bindparam("of_table"))
_MESSAGE = select(surfaces.c.channel, surfaces.c.message).where(
    surfaces.c.table == bindparam("of_table"), surfaces.c.key == bindparam("of_key")
)
_ADVANCE_CURSOR = (  # never back: another process might have posted more
    update(tables)
    .where(tables.c.number == bindparam("of_table"), tables.c.told < bindparam("cursor"))
    .values(told=bindparam("cursor"))
)
_UNCHECKED = text("SET TRANSACTION ISOLATION LEVEL READ COMMITTED")
"""Begins a transaction that decides nothing by what it reads: it is never run again because of what others write beside it."""

_DROP = delete(surfaces).where(surfaces.c.table == bindparam("of_table"), surfaces.c.key == bindparam("of_key"))
_LAST_VERSION = select(func.max(events.c.version)).where(events.c.table == tables.c.number).scalar_subquery()
_OPEN_BEHIND = select(tables.c.number).where(tables.c.closed.is_(None), tables.c.told < _LAST_VERSION)
_CLOSED_BEHIND = select(tables.c.number).where(text("told < last"))  # the words of the index, which has only these tables
TABLES_BEHIND = union_all(_OPEN_BEHIND, _CLOSED_BEHIND)
_TABLES_BEHIND_IN_PARTITIONS = union_all(_OPEN_BEHIND.where(_IN_PARTITIONS), _CLOSED_BEHIND.where(_IN_PARTITIONS))
TABLES_BEHIND_IN_SERVER = union_all(_OPEN_BEHIND.where(_IN_SERVER), _CLOSED_BEHIND.where(_IN_SERVER))


class Surfaces:
    """The stored messages of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._put = upsert(database.dialect, surfaces, key=("table", "key"), replacing=_SHOWN)

    async def load(self, table: int) -> DeliveryState:
        """Return an empty state for a table of which nothing has been posted."""

        def work(connection: Connection) -> DeliveryState:
            cursor = connection.execute(_CURSOR, {"of_table": table}).scalar()
            rows = connection.execute(_SURFACES, {"of_table": table})
            shown, surfaces = cursor or 0, {row[0]: Surface(*row) for row in rows}
            return DeliveryState(-1 - shown if shown < 0 else shown, surfaces, is_restored=shown < 0)

        return await self._database.read(work)

    async def message(self, table: int, key: str) -> tuple[int, int] | None:
        """Return the channel and the id of a message of a table; None if it isn't posted, or not stored yet."""
        asked = {"of_table": table, "of_key": key}
        found = await self._database.read(lambda connection: connection.execute(_MESSAGE, asked).first())
        return None if found is None or found.message is None else (found.channel, found.message)

    async def save(self, table: int, cursor: int | None, changed: Sequence[Surface], dropped: Sequence[str] = ()) -> None:
        """Store the changed surfaces by key, delete the dropped keys, and store the cursor unless it is None: one transaction.

        Storing a cursor also ends `is_restored`.
        """

        def work(connection: Connection) -> None:
            if self._database.dialect == "postgresql":
                connection.execute(_UNCHECKED)
            if cursor is not None:
                connection.execute(_ADVANCE_CURSOR, {"of_table": table, "cursor": cursor})
            if changed:
                connection.execute(self._put, [_surface_row(table, surface) for surface in changed])
            if dropped:
                connection.execute(_DROP, [{"of_table": table, "of_key": key} for key in dropped])

        await self._database.transaction(work)

    async def tables_behind(self, server: int | None = None, partitions: Collection[int] = ALL) -> list[int]:
        """Return the tables whose cursor is below their last version, of this server or these partitions; closed ones too."""
        statement, about = TABLES_BEHIND, dict[str, object]()
        if server is not None:
            statement, about = TABLES_BEHIND_IN_SERVER, {"of_server": server}
        elif partitions != ALL:
            statement, about = _TABLES_BEHIND_IN_PARTITIONS, {"partitions": list(partitions)}
        return await self._database.read(lambda connection: sorted(connection.execute(statement, about).scalars()))


def _surface_row(table: int, surface: Surface) -> dict[str, object]:
    return {"table": table, **dict(zip(("key", *_SHOWN), astuple(surface), strict=True))}


_FIRST_DEADLINE = (
    select(deadlines.c.table, deadlines.c.step, deadlines.c.due)
    .where(deadlines.c.table.not_in(bindparam("besides", expanding=True)))
    .order_by(deadlines.c.due, deadlines.c.table)
    .limit(1)
)
_FIRST_IN_PARTITIONS = _FIRST_DEADLINE.join_from(deadlines, tables).where(_IN_PARTITIONS)
_THIS_DEADLINE = (
    deadlines.c.table == bindparam("of_table"),
    deadlines.c.step == bindparam("of_step"),
    deadlines.c.due == bindparam("of_due"),
)
_REMOVE_DEADLINE = delete(deadlines).where(*_THIS_DEADLINE)
_REPLACE_DEADLINE = update(deadlines).where(*_THIS_DEADLINE).values(step=bindparam("new_step"), due=bindparam("new_due"))
_LAST_BEAT = select(heartbeat.c.at).where(heartbeat.c.number == 1)
_BEATS = select(heartbeat.c.number, heartbeat.c.at).where(heartbeat.c.number.in_(bindparam("numbers", expanding=True)))
_FIRST_PARTITION = 100


class Deadlines:
    """What the clocks wait for: at most one deadline of each table. The event log sets it with the move that needs it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def earliest(self, excluding: Collection[int] = (), partitions: Collection[int] = ALL) -> Deadline | None:
        """Return the earliest deadline in these partitions, but for the tables in `excluding`; None if there is none."""
        statement, about = _FIRST_DEADLINE, {"besides": list(excluding)}
        if partitions != ALL:
            statement, about = _FIRST_IN_PARTITIONS, {**about, "partitions": list(partitions)}
        row = await self._database.read(lambda connection: connection.execute(statement, about).first())
        return None if row is None else Deadline(*row)

    async def replace(self, deadline: Deadline, by: Deadline | None) -> None:
        """Replace the deadline by another one of the same table, or remove it, unless a commit has replaced it already."""
        this = {"of_table": deadline.table, "of_step": deadline.step, "of_due": deadline.due}
        if by is None:
            await self._database.write(_REMOVE_DEADLINE, this)
        else:
            await self._database.write(_REPLACE_DEADLINE, {**this, "new_step": by.step, "new_due": by.due})


class Heartbeat:
    """When the bot could be reached last: in one row, or in one for each partition if several processes share them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._put = upsert(database.dialect, heartbeat, key=("number",), replacing=("at",))

    async def beat(self, at: int, partitions: Collection[int] | None = None) -> None:
        """Store that the bot, or the process that owns these partitions, can be reached at `at` (epoch ms)."""
        numbers = [1] if partitions is None else [_FIRST_PARTITION + one for one in sorted(partitions)]
        if numbers:
            rows = [{"number": number, "at": at} for number in numbers]
            await self._database.transaction(lambda connection: connection.execute(self._put, rows) and None)

    async def last(self) -> int | None:
        """Return when it could be reached last (epoch ms); None if that has never been stored."""
        return await self._database.read(lambda connection: connection.execute(_LAST_BEAT).scalar())

    async def last_in(self, partitions: Collection[int]) -> dict[int, int]:
        """Return when the owners of these partitions could be reached last (epoch ms), where that has been stored."""
        about = {"numbers": [_FIRST_PARTITION + one for one in partitions]}
        rows = await self._database.read(lambda connection: connection.execute(_BEATS, about).all())
        return {number - _FIRST_PARTITION: at for number, at in rows}
