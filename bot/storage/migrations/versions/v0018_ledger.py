"""Results and corrections become entries of a ledger for each server; everything that was copied or summed from them goes.

A match that was over a limit of rematches until now stays so: its verdict is written into its entry. Of the matches that began
lately, the start is an entry too, because they use up one of their people's matches of that day.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import msgspec
from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, Table, Text, text

from bot.league.corrections import Correction, apply_corrections
from bot.league.days import DAY_MS, day_of
from bot.league.eligibility import is_fixture_of, why_not, why_setting_does_not_fit
from bot.league.league import League
from bot.league.match_facts import MatchResult

revision = "0018"
down_revision = "0017"

_schema = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
Table("tables", _schema, Column("number", Integer, primary_key=True))
_ledger = Table(
    "ledger",
    _schema,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("match", ForeignKey("tables.number"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("entry", Text, nullable=False),
    Column("deals", Text),
    Index(None, "match"),
    Index(None, "server", "at"),
    sqlite_with_rowid=False,
)
_DROPPED = (
    *("totals", "rated", "ratings", "correction_authors", "corrections", "match_shares", "counted_matches"),
    *("played_variants", "history_blocks", "result_seats", "results"),
)
_Entry = dict[str, Any]


def upgrade() -> None:
    connection = op.get_bind()
    _ledger.create(connection)
    servers = connection.execute(text("SELECT DISTINCT server FROM results")).scalars().all()
    for server in servers:
        rows = [
            {"server": server, "number": number, "deals": None} | entry
            for number, entry in enumerate(_entries(connection, server), start=1)
        ]
        connection.execute(_ledger.insert(), rows)
    for name in _DROPPED:
        op.drop_table(name)
    for column in ("stale", "counting"):
        op.drop_column("servers", column)
    connection.execute(text("UPDATE servers SET revision = revision + 1"))


def _entries(connection: Any, server: int) -> list[_Entry]:
    """Return the entries of a server in the order in which they were made."""
    results = list(_results(connection, server))
    facts = {number: (match, deals) for number, match, deals, _ in results}
    made = _corrections(connection, server)
    seasons = list(_seasons(connection, server))
    corrected = apply_corrections([match for match, _ in facts.values()], made)
    over = _over_limits(seasons, corrected, {number: earlier for number, *_, earlier in results})
    entries = list(_begun(connection, seasons, corrected, over))
    for number, (match, deals) in facts.items():
        result = msgspec.structs.replace(match, over=tuple(over[number]))
        entries.append(_entry(match.ended, number, "over", result, deals))
    entries += [_entry(max(one.at, facts[one.match][0].ended), one.match, "corrected", one) for one in made]
    return sorted(entries, key=lambda entry: entry["at"])


def _results(connection: Any, server: int) -> Iterator[tuple[int, MatchResult, str, list[int]]]:
    """Yield the number of each match, its facts without the deals, and the deals as text; the oldest first.

    Last comes how many earlier meetings of each seat were stored under a deleted number.
    """
    query = text(
        'SELECT results.facts, results."table", tables.channel FROM results JOIN tables ON tables.number = results."table" '
        'WHERE results.server = :server ORDER BY ended, results."table"'
    )
    for text_, number, channel in connection.execute(query, {"server": server}):
        facts = msgspec.json.decode(text_)
        deals = msgspec.json.encode(facts["deals"]).decode()
        earlier = [seat.pop("earlier", 0) for seat in facts["seats"]]
        facts = {"channel": channel} | facts if facts.get("number") else facts | {"channel": channel}
        yield number, msgspec.convert(facts | {"deals": [], "number": number}, MatchResult, str_keys=True), deals, earlier


def _corrections(connection: Any, server: int) -> list[Correction]:
    query = text("SELECT correction FROM corrections WHERE server = :server ORDER BY number")
    return [msgspec.json.decode(one, type=Correction) for one in connection.execute(query, {"server": server}).scalars()]


def _seasons(connection: Any, server: int) -> Iterator[tuple[int, League, int, int | None]]:
    """Yield the number of each league, with its definition, begin and end (epoch ms) of each of its seasons."""
    query = text(
        'SELECT leagues.number, leagues.definition, seasons.definition, seasons."begin", seasons."end" '
        "FROM leagues JOIN seasons ON seasons.league = leagues.number WHERE server = :server"
    )
    for number, now, then, begin, end in connection.execute(query, {"server": server}):
        yield number, msgspec.json.decode(then or now, type=League), begin, end


def _over_limits(
    seasons: Iterable[tuple[int, League, int, int | None]], matches: Iterable[MatchResult], earlier: dict[int, list[int]]
) -> dict[int, list[tuple[int, int]]]:
    """Return the leagues, with their limits, in which each match was one too many, as the version before judged it."""
    found = defaultdict[int, list[tuple[int, int]]](list)
    for number, league, begin, end in seasons:
        day, met = None, Counter[tuple[bool, int, int]]()
        for match in matches:
            if not begin <= match.ended or (end is not None and match.ended >= end):
                continue
            if why_not(league, match, number) is not None or is_fixture_of(match, number):
                continue
            if day != day_of(match.ended, league.zone):
                day = day_of(match.ended, league.zone)
                met.clear()
            more = {seat.person: more for seat, more in zip(match.seats, earlier[match.number], strict=True)}
            people = sorted({seat.person for seat in match.people()})
            limit = league.rematches if len(people) == 2 else league.larger_rematches
            pairs = [(len(people) == 2, *pair) for pair in combinations(people, 2)]
            if any(met[pair] + max(more[pair[1]], more[pair[2]]) >= limit for pair in pairs):
                found[match.number].append((number, limit))
            met.update(pairs)
    return found


def _begun(
    connection: Any,
    seasons: Iterable[tuple[int, League, int, int | None]],
    matches: Iterable[MatchResult],
    over: dict[int, list[tuple[int, int]]],
) -> Iterator[_Entry]:
    """Yield the starts of the matches that ended in the last two days, as their tables' logs say."""
    since = time.time_ns() // 1_000_000 - 2 * DAY_MS
    query = text('SELECT at FROM events WHERE "table" = :match AND event LIKE \'{"type":"MatchStarted"%\'')
    for match in matches:
        if match.ended < since:
            continue
        at = connection.execute(query, {"match": match.number}).scalar() or match.ended
        people = [seat.person for seat in match.seats if not seat.computer]
        fits = [number for number, league, _, end in seasons if end is None and _fits(number, league, match)]
        begun: _Entry = {"match": match.number, "people": people, "fits": fits, "over": over[match.number]}
        yield _entry(at, match.number, "begun", begun)


def _fits(number: int, league: League, match: MatchResult) -> bool:
    return not match.league and why_setting_does_not_fit(league, match, number) is None


def _entry(at: int, match: int, kind: str, entry: object, deals: str | None = None) -> _Entry:
    return {"at": at, "match": match, "kind": kind, "entry": msgspec.json.encode(entry).decode(), "deals": deals}
