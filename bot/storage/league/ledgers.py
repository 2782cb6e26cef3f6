"""The ledgers of servers: their folds, kept in memory, and the entries that tables and organisers add."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, select

from bot.league.corrections import Correction, Reinstate
from bot.league.ledger import Ledger, MatchBegun
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import NewLine
from bot.league.rematch_limit import LONGEST_DAY, begin_match
from bot.rummy.events import DealEnded
from bot.storage.database import PAGE, Database
from bot.storage.league.league_rows import decode_league
from bot.storage.league.ledger_rows import (
    BEGUN,
    CORRECTED,
    OF_MATCH,
    OVER,
    READERS,
    WITH_DEALS,
    add_entry,
    decode_begun,
    decode_result,
)
from bot.storage.league.organiser_log import add_line, is_broken_off
from bot.storage.league.schedule.fixtures import advance_schedule_of_table, give_back_table
from bot.storage.league.season_terms import read_terms
from bot.storage.league.servers import advance_revision, read_revision
from bot.storage.people import read_former_numbers
from bot.storage.schema.game_tables import tables
from bot.storage.schema.leagues import leagues
from bot.storage.schema.ledger import ledger
from bot.storage.schema.people import people

_AFTER = (
    select(ledger.c.number, ledger.c.kind, ledger.c.entry)
    .where(ledger.c.server == bindparam("of_server"), ledger.c.number > bindparam("after"))
    .order_by(ledger.c.number)
    .limit(PAGE)
)
_RECENT = select(ledger.c.at, ledger.c.entry).where(
    ledger.c.server == bindparam("of_server"), ledger.c.at >= bindparam("since"), ledger.c.kind == BEGUN
)
_PLACES = select(tables.c.number, tables.c.channel).where(tables.c.number.in_(bindparam("numbers", expanding=True)))
_IN_USE = select(leagues.c.number, leagues.c.definition).where(
    leagues.c.server == bindparam("of_server"), leagues.c.archived.is_(None)
)
_DISCORD_IDS = select(people.c.number, people.c.discord_id).where(
    people.c.number.in_(bindparam("numbers", expanding=True)), people.c.discord_id.is_not(None)
)
_FEW, _IDLE = 20, 15 * 60  # entries; seconds

_encoder = msgspec.json.Encoder()
_deals: msgspec.json.Decoder[tuple[DealEnded, ...]] = msgspec.json.Decoder(tuple[DealEnded, ...])


class _Known:
    """A fold in memory, and when it was used last. Who uses it holds the lock."""

    def __init__(self, server: int) -> None:
        self.ledger = Ledger(server)
        self.lock = asyncio.Lock()
        self.used = monotonic()


class StoredLedgers:
    """The ledgers of servers. A fold is forgotten when nobody has asked for it in a quarter of an hour."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[int, _Known] = {}
        self._clearing: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def of(self, server: int) -> AsyncIterator[Ledger]:
        known = self._known.setdefault(server, _Known(server))
        async with known.lock:
            await self._catch_up(known.ledger)
            try:
                yield known.ledger
            finally:
                known.used = monotonic()
                if self._clearing is None:
                    self._clearing = asyncio.get_running_loop().call_later(_IDLE, self._forget_idle)

    async def _catch_up(self, fold: Ledger) -> None:
        """Read the entries that are new, if there are any, and the seasons."""

        def read(connection: Connection) -> _News | None:
            revision = read_revision(connection, fold.server)
            if revision == fold.revision:
                return None
            rows = connection.execute(_AFTER, {"of_server": fold.server, "after": fold.number}).all()
            terms = read_terms(connection, fold.server) if len(rows) < PAGE else []
            return _News(revision, [(row[0], row[1], row[2]) for row in rows], tuple(terms))

        while (news := await self._database.read(read)) is not None:
            if len(news.rows) > _FEW:
                await asyncio.to_thread(_add_all, fold, news.rows)
            else:
                _add_all(fold, news.rows)
            if len(news.rows) < PAGE:
                fold.terms, fold.revision = news.terms, news.revision

    async def revision(self, server: int) -> int:
        return await self._database.read(lambda connection: read_revision(connection, server))

    async def with_deals(self, numbers: Collection[int]) -> dict[int, MatchResult]:
        def read(connection: Connection) -> dict[int, MatchResult]:
            rows = connection.execute(WITH_DEALS, {"numbers": list(numbers)})
            found = (replace(decode_result(entry), deals=_deals.decode(deals)) for entry, deals in rows)
            return {match.number: match for match in found}

        return await self._database.read(read)

    async def places(self, matches: Collection[int]) -> Mapping[int, int]:
        rows = await self._database.read(lambda connection: connection.execute(_PLACES, {"numbers": list(matches)}).all())
        return {row.number: row.channel for row in rows}

    async def is_broken_off(self, server: int, number: int) -> bool:
        return await self._database.read(lambda connection: is_broken_off(connection, server, number))

    async def planned(self, planned: MatchResult) -> MatchBegun:
        return await self._database.read(lambda connection: _entry_of_begin(connection, planned))

    async def correct(self, server: int, correction: Correction, *, after: int, line: NewLine) -> bool:
        def work(connection: Connection) -> bool:
            made = connection.execute(OF_MATCH, {"of_match": correction.match, "of_kind": CORRECTED}).all()
            if len(made) != after:
                return False
            if isinstance(correction.change, Reinstate):
                give_back_table(connection, correction.match)
            add_entry(connection, server, correction.at, correction.match, CORRECTED, correction)
            advance_schedule_of_table(connection, correction.match)
            advance_revision(connection, server)
            add_line(connection, line)
            return True

        return await self._database.transaction(work)

    def _forget_idle(self) -> None:
        """Forget the folds that nobody has used for a while, and look again later if there are others."""
        now, loop = monotonic(), asyncio.get_running_loop()
        for server, known in list(self._known.items()):
            if not known.lock.locked() and now - known.used >= _IDLE:
                del self._known[server]
                loop.run_in_executor(None, known.ledger.clear)
        self._clearing = loop.call_later(_IDLE, self._forget_idle) if self._known else None


class _News(Struct):
    revision: int
    rows: list[tuple[int, str, str]]
    terms: tuple[Any, ...]


def _add_all(fold: Ledger, rows: Sequence[tuple[int, str, str]]) -> None:
    for number, kind, text in rows:
        fold.add(number, READERS[kind](text))


def store_begin(connection: Connection, planned: MatchResult) -> None:
    """Add the entry of a match that starts now, in the transaction that stores its start."""
    begun = _entry_of_begin(connection, planned)
    add_entry(connection, planned.server, planned.ended, planned.number, BEGUN, begun)


def store_result(connection: Connection, table: int, result: MatchResult) -> None:
    """Add the entry of a match, in the transaction that stores its end."""
    text = connection.execute(OF_MATCH, {"of_match": table, "of_kind": BEGUN}).scalar()
    begun = _entry_of_begin(connection, result) if text is None else decode_begun(text)
    facts = replace(result, deals=(), number=table, over=begun.over)
    add_entry(connection, result.server, result.ended, table, OVER, facts, deals=_encoder.encode(result.deals).decode())
    advance_revision(connection, result.server)


def _entry_of_begin(connection: Connection, planned: MatchResult) -> MatchBegun:
    """Return the entry of a match that starts now. A match that began before there was a ledger starts with its end."""
    server, now = planned.server, planned.ended
    in_use = [(number, decode_league(text)) for number, text in connection.execute(_IN_USE, {"of_server": server})]
    rows = connection.execute(_RECENT, {"of_server": server, "since": now - LONGEST_DAY})
    begun = [(at, decode_begun(text)) for at, text in rows]
    ids = connection.execute(_DISCORD_IDS, {"numbers": [seat.person for seat in planned.seats if not seat.computer]})
    former = {old: number for number, discord_id in ids for old in read_former_numbers(connection, discord_id, at=now)}
    return begin_match(in_use, planned, begun, former)
