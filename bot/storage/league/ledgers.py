"""The ledgers of servers: their folds, kept in memory, and the entries that tables and organisers add."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from time import monotonic

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, insert, select, update

from bot.league.corrections import apply_corrections
from bot.league.ledger import Leagues, Ledger, MatchBegun
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import Action, BrokenOff, Corrected, Line, LogLine, LogPage, NewLine, PlayerRemoved, Undone
from bot.league.rematch_limit import LONGEST_DAY, REMEMBERED, begin_match, with_limits
from bot.league.seasons import SeasonTable, StoredLeague, Term, late_leagues
from bot.league.tournament.events import TournamentEvent
from bot.rummy.events import DealEnded
from bot.storage.database import PAGE, Database
from bot.storage.league.former_players import read_former_pauses, read_former_seasons
from bot.storage.league.ledger_rows import (
    BEGUN,
    CORRECTED,
    OVER,
    WITH_DEALS,
    add_entry,
    add_line,
    advance_revision,
    corrections_of_matches,
    decode_entry,
    decode_result,
    encode,
    read_last,
    read_leagues,
    read_lines,
    read_revision,
    read_season_tables,
)
from bot.storage.league.posts import Post, PostKind, add_posts, find_season_channel, season_post, withdraw_season
from bot.storage.league.schema import leagues, ledger
from bot.storage.people import read_former_numbers
from bot.storage.schema import people, seatings, tables
from bot.storage.tournament.tournaments import number_tournament
from bot.tables.seat_events import BrokenOffBy, PersonRemoved

_AFTER = (
    select(ledger.c.number, ledger.c.kind, ledger.c.entry)
    .where(ledger.c.server == bindparam("of_server"), ledger.c.number > bindparam("after"))
    .order_by(ledger.c.number)
    .limit(PAGE)
)
_RECENT = select(ledger.c.at, ledger.c.entry).where(
    ledger.c.server == bindparam("of_server"), ledger.c.at >= bindparam("since"), ledger.c.kind == bindparam("of_kind")
)
_WALKOVERS = _RECENT.where(ledger.c.entry.contains('"is_walkover":true'))
_BEGIN_OF_MATCH = select(ledger.c.at, ledger.c.entry).where(ledger.c.match == bindparam("of_match"), ledger.c.kind == BEGUN)
_RUNNING = _RECENT.where(
    ledger.c.match.in_(select(tables.c.number).where(tables.c.server == bindparam("of_server"), tables.c.closed.is_(None)))
)
_PLACES = select(tables.c.number, tables.c.channel).where(tables.c.number.in_(bindparam("numbers", expanding=True)))
_ADD_LEAGUE = insert(leagues).returning(leagues.c.number)
_SET_DUE = update(leagues).where(leagues.c.number == bindparam("of_number")).values(due=bindparam("is_due"))
_DUE = select(leagues.c.server, leagues.c.number).where(leagues.c.due <= bindparam("until")).order_by(leagues.c.due)
_SERVER_OF = select(tables.c.server).where(tables.c.number == bindparam("of_table"))
_SEATED = select(seatings.c.table).where(seatings.c.table == bindparam("of_table"), seatings.c.person == bindparam("of_person"))
_DISCORD_IDS = select(people.c.number, people.c.discord_id).where(
    people.c.number.in_(bindparam("numbers", expanding=True)), people.c.discord_id.is_not(None)
)
_FEW, _IDLE = 20, 15 * 60  # entries; seconds
_AT_ONCE = 500  # matches

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
        """Yield the fold of a server's ledger as it is now; nobody else uses it meanwhile."""
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
        """Read the entries that are new."""

        def read(connection: Connection) -> tuple[int, list[tuple[int, str, str]]]:
            rows = connection.execute(_AFTER, {"of_server": fold.server, "after": fold.number})
            return read_revision(connection, fold.server), [(number, kind, entry) for number, kind, entry in rows]

        is_whole = False
        while not is_whole:
            revision, rows = await self._database.read(read)
            if len(rows) > _FEW or any(kind == CORRECTED for _, kind, _ in rows):  # it adds up totals again
                await asyncio.to_thread(_add_all, fold, rows)
            else:
                _add_all(fold, rows)
            is_whole = len(rows) < PAGE
        fold.revision = revision

    async def leagues(self, server: int) -> Leagues:
        """Return the leagues of a server, without reading its matches."""
        return await self._database.read(lambda connection: read_leagues(connection, server))

    async def revision(self, server: int) -> int:
        """Return a number that changes with everything that standings follow from."""
        return await self._database.read(lambda connection: read_revision(connection, server))

    async def with_deals(self, numbers: Collection[int]) -> dict[int, MatchResult]:
        """Return these matches, at most 1,000, as they were played, with the cards of their deals."""

        def read(connection: Connection) -> dict[int, MatchResult]:
            rows = connection.execute(WITH_DEALS, {"numbers": list(numbers)})
            found = (replace(decode_result(entry), deals=_deals.decode(deals)) for entry, deals in rows)
            return {match.number: match for match in found}

        return await self._database.read(read)

    async def pages_with_deals(self, matches: Sequence[MatchResult]) -> AsyncIterator[list[tuple[MatchResult, MatchResult]]]:
        """Yield these matches with the cards of their deals, each as it was played, too, some at a time."""
        for at in range(0, len(matches), _AT_ONCE):
            page = matches[at : at + _AT_ONCE]
            played = await self.with_deals([one.number for one in page])
            yield [(replace(one, deals=played[one.number].deals), played[one.number]) for one in page]

    async def places(self, matches: Collection[int]) -> Mapping[int, int]:
        """Return the channels or threads in which the tables of these matches, at most 1,000, were opened, by match."""
        rows = await self._database.read(lambda connection: connection.execute(_PLACES, {"numbers": list(matches)}).all())
        return {row.number: row.channel for row in rows}

    async def planned(self, planned: MatchResult) -> MatchBegun:
        """Return the entry of a match if it started now."""
        return await self._database.read(lambda connection: _entry_of_begin(connection, planned))

    async def running(self, server: int, term: Term) -> list[int]:
        """Return the matches that are being played and began in this season for its league."""
        about = {"of_server": server, "since": term.season.begin, "of_kind": BEGUN}
        rows = await self._database.read(lambda connection: connection.execute(_RUNNING, about).all())
        end = term.season.end
        begun = [decode_entry(BEGUN, row.entry) for row in rows if end is None or row.at < end]
        return [one.match for one in begun if isinstance(one, MatchBegun) and one.may_count_in(term.number)]

    async def add(self, server: int, make: Callable[[Ledger], Awaitable[NewLine | None]]) -> Line | None:
        """Store the line that `make` returns for the ledger as it is, and return it; raise what it raises.

        If something else is stored meanwhile, the line is made again. A league with the number 0 is a new one.
        """
        while True:
            async with self.of(server) as fold:
                new, number = await make(fold), fold.number
                if new is None:
                    return None
                stored = await self._database.transaction(lambda one, new=new, last=number: _store(one, server, last, new))  # type: ignore[misc]
                if stored is not None:
                    return stored

    async def note(self, server: int, what: Action, at: int) -> None:
        """Store what nobody did, in the logs of all leagues."""

        async def make(_: Ledger) -> NewLine:
            return NewLine(Line(at, None, what, leagues=None))

        await self.add(server, make)

    async def lines(self, server: int, numbers: Collection[int]) -> list[LogLine]:
        """Return the lines of the log with these numbers, the newest first."""
        return await self._database.read(lambda connection: read_lines(connection, server, numbers))

    async def log_page(self, server: int, league: int | None, skipped: int, count: int, *, private: bool = False) -> LogPage:
        """Return a page of the log of a server, or of a league; the last one if `skipped` is too high. Organisers see
        also its `private` lines.
        """
        async with self.of(server) as fold:
            seen = [one for one in fold.log.items() if private or one[0] not in fold.private]
            numbers = [number for number, concerned in seen if league is None or league in concerned]
        begin = min(skipped, max(0, len(numbers) - 1) // count * count)
        lines = await self.lines(server, numbers[::-1][begin : begin + count])
        return LogPage(tuple(lines), len(numbers), begin)

    async def lines_about(self, server: int, match: int) -> list[LogLine]:
        """Return the lines of the log about a match, the oldest first."""
        async with self.of(server) as fold:
            numbers = fold.lines(match)
        return (await self.lines(server, numbers))[::-1]

    async def season_tables(self, stored: StoredLeague) -> list[SeasonTable]:
        """Return the tables of the league's ended seasons, the newest first."""
        server, number = stored.league.server, stored.number
        return await self._database.read(lambda connection: read_season_tables(connection, server, number))

    async def due_leagues(self, until: int) -> list[StoredLeague]:
        """Return the leagues whose running season ends at `until` (epoch ms), or at 0 waits for matches; the earliest first."""

        def read(connection: Connection) -> list[StoredLeague]:
            due = connection.execute(_DUE, {"until": until}).all()
            found = (read_leagues(connection, server).get(number) for server, number in due)
            return [one for one in found if one is not None]

        return await self._database.read(read)

    def _forget_idle(self) -> None:
        """Forget the folds that nobody has used for a while, and look again later if there are others."""
        now, loop = monotonic(), asyncio.get_running_loop()
        for server, known in list(self._known.items()):
            if not known.lock.locked() and now - known.used >= _IDLE:
                del self._known[server]
                loop.run_in_executor(None, known.ledger.clear)
        self._clearing = loop.call_later(_IDLE, self._forget_idle) if self._known else None


def _add_all(fold: Ledger, rows: Sequence[tuple[int, str, str]]) -> None:
    for number, kind, text in rows:
        fold.add(number, decode_entry(kind, text))


def _store(connection: Connection, server: int, last: int, new: NewLine) -> Line | None:
    """Store a line, with everything that must change with it. Return None if `last` isn't the server's last entry any more."""
    if read_last(connection, server) != last:
        return None
    line, made = new.line, new.line.made
    if made is not None and not made.number:
        number = connection.execute(_ADD_LEAGUE, {"server": server}).scalar_one()
        made = replace(made, number=number)
        line = replace(line, leagues=(number,), made=made)
    line, *followers = (
        number_tournament(connection, server, one) if isinstance(one.what, TournamentEvent) else one
        for one in (line, *new.followers)
    )
    add_line(connection, server, dataclasses.replace(new, line=line))
    for follower in followers:
        add_line(connection, server, NewLine(follower))
    if made is not None:
        awaits = any(season.awaits for _, season in read_leagues(connection, server).ended(made.number).values())
        due = 0 if awaits else None if made.archived_at else made.ends_at
        connection.execute(_SET_DUE, {"of_number": made.number, "is_due": due})
        if line.over is not None:
            what = season_post(line.over.number, is_second=new.is_second)
            first = find_season_channel(connection, made.number, line.over.number) if new.is_second else None
            post = Post(PostKind.SEASON, made.number, what, server, first or new.channel, at=line.over.end or line.at)
            add_posts(connection, [post])
        if isinstance(line.what, Undone):
            withdraw_season(connection, made.number, made.season.number)
    if made is not None or isinstance(line.what, Corrected):
        advance_revision(connection, server)
    return line


def log_table_action(connection: Connection, table: int, event: BrokenOffBy | PersonRemoved, at: int) -> None:
    """Add the line of a match that an organiser broke off, or from which they removed a player."""
    match event:
        case BrokenOffBy(person=by, why=why):
            line = Line(at, by, BrokenOff(table), why, leagues=event.leagues)
        case PersonRemoved(person=person, by=by, why=why):
            line = Line(at, by, PlayerRemoved(table, person), why, leagues=event.leagues)
    server = connection.execute(_SERVER_OF, {"of_table": table}).scalar_one()
    has_seat = connection.execute(_SEATED, {"of_table": table, "of_person": line.by}).first() is not None
    add_line(connection, server, NewLine(replace(line, is_own=has_seat)))


def store_begin(connection: Connection, planned: MatchResult) -> None:
    """Add the entry of a match that starts now, in the transaction that stores its start."""
    begun = _entry_of_begin(connection, planned)
    add_entry(connection, planned.server, planned.ended, planned.number, BEGUN, begun)


def store_result(connection: Connection, table: int, result: MatchResult) -> None:
    """Add the entry of a match, in the transaction that stores its end."""
    row = connection.execute(_BEGIN_OF_MATCH, {"of_match": table}).first()
    begun = None if row is None else decode_entry(BEGUN, row.entry)
    if row is not None and isinstance(begun, MatchBegun):
        result = replace(result, began=row.at)
    else:
        begun = _entry_of_begin(connection, result)
    facts = with_limits(replace(result, deals=(), number=table), begun)
    terms = read_leagues(connection, result.server).terms()
    facts = replace(facts, late=late_leagues(terms, facts))
    add_entry(connection, result.server, result.ended, table, OVER, facts, more=encode(result.deals))
    advance_revision(connection, result.server)


def _entry_of_begin(connection: Connection, planned: MatchResult) -> MatchBegun:
    """Return the entry of a match that starts now. A match that began before there was a ledger starts with its end."""
    server, now = planned.server, planned.ended
    leagues = read_leagues(connection, server)
    in_use = [(one.number, one.league) for one in leagues.in_use()]
    rows = connection.execute(_RECENT, {"of_server": server, "since": now - LONGEST_DAY, "of_kind": BEGUN})
    read = ((at, decode_entry(BEGUN, text)) for at, text in rows)
    begun = [(at, one) for at, one in read if isinstance(one, MatchBegun)]
    seated = {"numbers": [seat.person for seat in planned.seats if not seat.computer]}
    ids = [(row.number, row.discord_id) for row in connection.execute(_DISCORD_IDS, seated)]
    former = {old: number for number, discord_id in ids for old in read_former_numbers(connection, discord_id, at=now)}
    returned = read_former_seasons(connection, ids, at=now, server=server)
    pauses = [one for one in read_former_pauses(connection, ids, at=now) if one.server == server]
    abandoned = _abandoned(connection, server, now)
    return begin_match(in_use, planned, begun, former, abandoned, leagues.former_zones, returned, pauses)


def _abandoned(connection: Connection, server: int, now: int) -> list[MatchResult]:
    """Return the matches of the last days that weren't played, as they are corrected."""
    rows = connection.execute(_WALKOVERS, {"of_server": server, "since": now - REMEMBERED, "of_kind": OVER})
    read = (decode_entry(OVER, text) for _, text in rows)
    found = [one for one in read if isinstance(one, MatchResult)]
    return apply_corrections(found, corrections_of_matches(connection, [one.number for one in found]))
