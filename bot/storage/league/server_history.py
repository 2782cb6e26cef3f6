"""The history of a server: its raw results, their corrections, and its cached totals and ratings."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from bot.competition.ports import ServerHistory, ServerState
from bot.league.corrections import Correction
from bot.league.match_facts import MatchResult
from bot.league.ratings.ratings import Rating
from bot.league.seasons.season_terms import Term
from bot.league.standings.cached_totals import CachedChanges, CachedTotals, RatingKey, TotalKey
from bot.league.standings.totals import Total
from bot.storage.database import Database
from bot.storage.league.cached_totals import (
    ChangeRows,
    RatedRow,
    decode_rated_matches,
    read_rated_rows,
    read_ratings,
    read_running_totals,
)
from bot.storage.league.corrections import add_correction, corrections_of_server
from bot.storage.league.fixtures import advance_schedule_of_table
from bot.storage.league.results import FactsRow, decode_result, facts_of_people, facts_of_server, read_result
from bot.storage.league.season_terms import read_terms
from bot.storage.league.servers import mark_rebuilt, read_server_state, read_stale_servers
from bot.storage.schema.results import rated, result_seats

_RATED_WITH = (
    select(rated.c.match, rated.c.ended, rated.c.deck, rated.c.steps)
    .join_from(result_seats, rated, rated.c.match == result_seats.c.table)
    .where(
        result_seats.c.person == bindparam("of_person"),
        rated.c.server == bindparam("of_server"),
        rated.c.deck == bindparam("of_deck"),
    )
    .order_by(rated.c.ended, rated.c.match)
)


class StoredMatchArchive:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def match(self, number: int) -> MatchResult | None:
        return await self._database.read(lambda connection: read_result(connection, number))

    async def history(
        self, server: int, *, people: Collection[int] | None = None, since: int = 0, cached_since: int | None = None
    ) -> ServerHistory:
        def read(connection: Connection) -> _Rows:
            if people is None:
                facts = facts_of_server(connection, server, since)
            else:
                facts = facts_of_people(connection, server, people, since)
            return _Rows(
                read_server_state(connection, server),
                tuple(read_terms(connection, server)),
                facts,
                corrections_of_server(connection, server),
                {} if cached_since is None else read_running_totals(connection, server, people),
                [] if cached_since is None else read_rated_rows(connection, server, cached_since),
                {} if cached_since is None else read_ratings(connection, server, None),
            )

        return await asyncio.to_thread(_decode, await self._database.read(read))

    async def write_changes(
        self, server: int, state: ServerState, changes: CachedChanges, correction: Correction | None = None
    ) -> bool:
        rows = await asyncio.to_thread(ChangeRows, server, changes)

        def work(connection: Connection) -> bool:
            if read_server_state(connection, server) != state:
                return False
            rows.write(connection)
            if correction is not None:
                add_correction(connection, server, correction)
                advance_schedule_of_table(connection, correction.match)
            mark_rebuilt(connection, server)
            return True

        return await self._database.transaction(work)

    async def stale_servers(self) -> list[int]:
        return await self._database.read(read_stale_servers)

    async def ratings(self, server: int, people: Collection[int]) -> dict[RatingKey, Rating]:
        return await self._database.read(lambda connection: read_ratings(connection, server, people))

    async def rating_history(self, server: int, deck: str, person: int) -> list[tuple[int, Rating]]:
        about = {"of_server": server, "of_deck": deck, "of_person": person}
        rows = await self._database.read(lambda connection: connection.execute(_RATED_WITH, about).all())
        matches = await asyncio.to_thread(decode_rated_matches, [(row[0], row[1], row[2], row[3]) for row in rows])
        return [(match.ended, step.after) for match in matches.values() for step in match.steps if step.person == person]


@dataclass(frozen=True, slots=True)
class _Rows:
    """A history as it comes from the database; it is decoded in a thread."""

    state: ServerState
    terms: tuple[Term, ...]
    facts: Sequence[FactsRow]
    corrections: Sequence[Correction]
    totals: dict[TotalKey, Total]
    rated: Sequence[RatedRow]
    ratings: dict[RatingKey, Rating]


def _decode(rows: _Rows) -> ServerHistory:
    return ServerHistory(
        rows.state,
        rows.terms,
        tuple(decode_result(*row) for row in rows.facts),
        tuple(rows.corrections),
        CachedTotals(rows.totals, decode_rated_matches(rows.rated), rows.ratings),
    )
