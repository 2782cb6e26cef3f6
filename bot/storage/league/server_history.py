"""The history of a server: its raw results, their corrections, and its cached totals and ratings."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from bot.competition.ports import CheckCorrection, CountedShares, MatchPage, Select, ServerHistory, ServerState
from bot.league.corrections import Correction, Reinstate, apply_corrections
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import NewLine
from bot.league.ratings.rated_match import RatedMatch
from bot.league.ratings.ratings import Rating
from bot.league.seasons.season_terms import Term
from bot.league.standings.cached_totals import CachedChanges, CachedTotals, RatingKey, TotalKey
from bot.league.standings.totals import Total
from bot.storage.database import Database
from bot.storage.league.cached_totals import (
    ChangeRows,
    decode_rated_matches,
    read_rated_matches,
    read_ratings,
    read_running_totals,
)
from bot.storage.league.cached_totals_update import count_result
from bot.storage.league.matches.corrections import add_correction, corrections_of_matches, corrections_of_server
from bot.storage.league.matches.former_meetings import add_former_meetings
from bot.storage.league.matches.history_blocks import repair_blocks
from bot.storage.league.matches.match_pages import count_matches, matches_on_page
from bot.storage.league.matches.match_shares import repair_shares, rewrite_shares
from bot.storage.league.matches.meetings import read_frequent_matches, repair_meetings
from bot.storage.league.matches.results import (
    LAST_KEY,
    NO_KEY,
    Key,
    count_results_after,
    read_last_key,
    read_matches,
    read_matches_numbered,
    read_newest_matches,
    read_places,
    read_result,
)
from bot.storage.league.matches.share_sums import read_share_sums
from bot.storage.league.organiser_log import add_line, is_broken_off
from bot.storage.league.schedule.fixtures import advance_schedule_of_table, give_back_table
from bot.storage.league.season_terms import read_terms
from bot.storage.league.servers import advance_revision, mark_rebuilt, read_server_state, read_stale_servers
from bot.storage.reader import PAGE
from bot.storage.schema.results import rated, result_seats, results

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
_PEOPLE = select(result_seats.c.person).where(result_seats.c.server == bindparam("of_server")).distinct()
_SERVERS = select(results.c.server).distinct().order_by(results.c.server)
_AT_ONCE, _FEW = 500, 20  # matches


class StoredMatchArchive:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def match(self, number: int) -> MatchResult | None:
        return await self._database.read(lambda connection: read_result(connection, number))

    async def is_broken_off(self, server: int, number: int) -> bool:
        return await self._database.read(lambda connection: is_broken_off(connection, server, number))

    async def places(self, matches: Collection[int]) -> Mapping[int, int]:
        return await self._database.read(lambda connection: read_places(connection, matches))

    async def history(
        self,
        server: int,
        *,
        people: Collection[int] | None = None,
        since: int = 0,
        until: int | None = None,
        cached_since: int | None = None,
        with_deals: bool = True,
    ) -> ServerHistory:
        def read_head(connection: Connection) -> _Head:
            """Read the state first: a write that is based on this history checks it."""
            return _Head(
                read_server_state(connection, server),
                tuple(read_terms(connection, server)),
                read_last_key(connection, server),
                corrections_of_server(connection, server) if people is None else [],
                {} if cached_since is None else read_running_totals(connection, server, people),
                {} if cached_since is None else read_ratings(connection, server, None),
            )

        head = await self._database.read(read_head)
        last = head.last if until is None else min(head.last, (until, LAST_KEY[0]))
        pages = self._pages(server, people, (since, 0), last, with_deals=with_deals)
        matches = [match async for page in pages for match in page]
        corrections = head.corrections
        if people is not None:
            corrections = await self._corrections([match.number for match in matches])
        rated = {} if cached_since is None else await self._rated_since(server, cached_since)
        cached = CachedTotals(head.totals, rated, head.ratings)
        return ServerHistory(head.state, head.terms, matches, tuple(corrections), cached, head.last)

    async def counted_shares(self, server: int, select: Select, *, now: int) -> CountedShares:
        def read(connection: Connection) -> CountedShares:
            """Read everything as of one time. The database sums without holding up Python's threads."""
            selection = select(read_terms(connection, server))
            weeks = read_share_sums(connection, selection.terms, since=selection.since, variant=selection.variant, now=now)
            return CountedShares(read_server_state(connection, server), selection, weeks)

        return await self._database.read(read)

    async def repair_copies(self, server: int) -> int:
        wrong, after = await self._database.transaction(lambda connection: repair_blocks(connection, server)), NO_KEY
        wrong += await self._database.transaction(lambda connection: repair_meetings(connection, server))
        while True:
            more, last = await self._database.transaction(
                lambda connection: repair_shares(connection, server, after)  # noqa: B023
            )
            wrong += more
            if last is None:
                return wrong
            after = last

    async def match_pages(self, server: int, *, since: int = 0, until: Key | None = None) -> AsyncIterator[list[MatchResult]]:
        if until is None:
            until = await self._database.read(lambda connection: read_last_key(connection, server))
        async for page in self._pages(server, None, (since, 0), until, with_deals=True):
            yield page

    async def corrected_pages(self, server: int, people: Collection[int]) -> AsyncIterator[list[MatchResult]]:
        last = await self._database.read(lambda connection: read_last_key(connection, server))
        async for page in self._pages(server, people, NO_KEY, last, with_deals=True):
            yield apply_corrections(page, await self._corrections([match.number for match in page]))

    async def newest_matches(self, server: int) -> AsyncIterator[MatchResult]:
        before = LAST_KEY
        while found := await self._database.read(lambda connection: read_newest_matches(connection, server, before, _FEW)):  # noqa: B023
            for match in found:
                yield match
            before = (found[-1].ended, found[-1].number)

    async def history_page(self, server: int, person: int | None, page: int, size: int) -> MatchPage:
        def read(connection: Connection) -> MatchPage:
            total, number, matches = matches_on_page(connection, server, person, page, size)
            found = read_matches_numbered(connection, matches)
            return MatchPage(total, number, tuple(reversed(found)), tuple(corrections_of_matches(connection, matches)))

        return await self._database.read(read)

    async def count_matches(self, server: int, person: int) -> int:
        return await self._database.read(lambda connection: count_matches(connection, server, person))

    async def people_in_matches(self, server: int) -> set[int]:
        return await self._database.read(lambda connection: set(connection.execute(_PEOPLE, {"of_server": server}).scalars()))

    async def corrections(self, server: int) -> tuple[Sequence[Term], list[Correction], Key]:
        def read(connection: Connection) -> tuple[Sequence[Term], list[Correction], Key]:
            last = read_last_key(connection, server)
            return read_terms(connection, server), corrections_of_server(connection, server), last

        return await self._database.read(read)

    async def _pages(
        self, server: int, people: Collection[int] | None, after: Key, until: Key, *, with_deals: bool
    ) -> AsyncIterator[list[MatchResult]]:
        while page := await self._database.read(
            lambda connection: read_matches(connection, server, people, after, until, with_deals=with_deals)  # noqa: B023
        ):
            yield page
            if len(page) < PAGE:
                return
            after = (page[-1].ended, page[-1].number)

    async def _rated_since(self, server: int, since: int) -> dict[int, RatedMatch]:
        """Return the rated matches since a time. They are as of the state that the caller has read, or its write is refused."""
        found, after = dict[int, RatedMatch](), (since, 0)
        while page := await self._database.read(lambda connection: read_rated_matches(connection, server, after)):  # noqa: B023
            found |= page
            *_, last = page.values()
            after = (last.ended, last.number)
        return found

    async def _corrections(self, numbers: Sequence[int]) -> list[Correction]:
        found = list[Correction]()
        for at in range(0, len(numbers), _AT_ONCE):
            some = numbers[at : at + _AT_ONCE]
            found += await self._database.read(lambda connection, some=some: corrections_of_matches(connection, some))  # type: ignore[misc]
        return found

    async def write_changes(
        self,
        server: int,
        state: ServerState,
        changes: CachedChanges,
        correction: Correction | None = None,
        line: NewLine | None = None,
    ) -> bool:
        rows = await asyncio.to_thread(ChangeRows, server, changes)

        def work(connection: Connection) -> bool:
            if read_server_state(connection, server) != state:
                return False
            rows.write(connection)
            if correction is not None:
                _check_schedule(connection, correction)
                add_correction(connection, server, correction)
                rewrite_shares(connection, correction.match)
                advance_schedule_of_table(connection, correction.match)
            if line is not None:
                add_line(connection, line)
            mark_rebuilt(connection, server)
            return True

        return await self._database.transaction(work)

    async def add_correction(self, server: int, correction: Correction, check: CheckCorrection, line: NewLine) -> None:
        def work(connection: Connection) -> None:
            played = read_result(connection, correction.match)
            assert played is not None, "the caller has read it"
            check(played, corrections_of_matches(connection, [correction.match]))
            _check_schedule(connection, correction)
            add_correction(connection, server, correction)
            rewrite_shares(connection, correction.match)
            advance_schedule_of_table(connection, correction.match)
            advance_revision(connection, server, stale=True)
            add_line(connection, line)

        await self._database.transaction(work)

    async def write_rebuilt(self, server: int, state: ServerState, last: Key, changes: CachedChanges) -> bool:
        rows: ChangeRows | None = await asyncio.to_thread(ChangeRows, server, changes)
        counted = last

        def work(connection: Connection) -> bool | None:
            """Write the changes and count some newer results. Return None if there are more of them."""
            now = read_server_state(connection, server)
            if not now.is_stale or now.revision - state.revision != count_results_after(connection, server, last):
                return False
            if rows is not None:
                rows.write(connection)
            newer = read_matches(connection, server, None, counted, LAST_KEY, most=_FEW + 1)
            for match in newer[:_FEW]:
                if not count_result(connection, match):
                    return False
            if len(newer) > _FEW:
                return None
            mark_rebuilt(connection, server)
            return True

        while (done := await self._database.transaction(work)) is None:
            rows, counted = None, await self._key_after(server, counted, _FEW)
        return done

    async def _key_after(self, server: int, key: Key, count: int) -> Key:
        """Return the key of the match that is this many matches after another one."""
        found = await self._database.read(lambda connection: read_matches(connection, server, None, key, LAST_KEY, most=count))
        return found[count - 1].ended, found[count - 1].number

    async def frequent_matches(self, server: int, *, least: int, since: int) -> set[int]:
        return await self._database.read(lambda connection: read_frequent_matches(connection, server, least, since))

    async def with_former_meetings(self, match: MatchResult) -> MatchResult:
        return await self._database.read(lambda connection: add_former_meetings(connection, match))

    async def server_state(self, server: int) -> ServerState:
        return await self._database.read(lambda connection: read_server_state(connection, server))

    async def servers(self) -> list[int]:
        return await self._database.read(lambda connection: list(connection.execute(_SERVERS).scalars()))

    async def stale_servers(self) -> list[int]:
        return await self._database.read(read_stale_servers)

    async def ratings(self, server: int, people: Collection[int] | None) -> dict[RatingKey, Rating]:
        return await self._database.read(lambda connection: read_ratings(connection, server, people))

    async def rating_history(self, server: int, deck: str, person: int) -> list[tuple[int, Rating]]:
        about = {"of_server": server, "of_deck": deck, "of_person": person}
        rows = await self._database.read(lambda connection: connection.execute(_RATED_WITH, about).all())
        matches = await asyncio.to_thread(decode_rated_matches, [(row[0], row[1], row[2], row[3]) for row in rows])
        return [(match.ended, step.after) for match in matches.values() for step in match.steps if step.person == person]


def _check_schedule(connection: Connection, correction: Correction) -> None:
    """Raise Refused for a match of a schedule that would count beside the one that was played instead of it."""
    if isinstance(correction.change, Reinstate):
        give_back_table(connection, correction.match)


@dataclass(frozen=True, slots=True)
class _Head:
    """Everything of a history but its matches, results and rated ones, which are read page by page."""

    state: ServerState
    terms: tuple[Term, ...]
    last: Key
    corrections: Sequence[Correction]
    totals: dict[TotalKey, Total]
    ratings: dict[RatingKey, Rating]
