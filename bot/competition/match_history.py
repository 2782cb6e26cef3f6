"""The matches that were played in a server, with their corrections, and the statistics of people."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from msgspec.structs import replace

from bot.competition.long_history import long_history
from bot.competition.match_export import ExportedMatch, MatchExport
from bot.competition.ports import MatchArchive, ServerHistory, StoredLeague
from bot.competition.standings import default_league
from bot.competition.totals_rebuild import rebuild_totals
from bot.league.corrections import Correction, apply_corrections
from bot.league.history import HistoryLine, history_line
from bot.league.match_facts import MatchResult
from bot.league.ratings.ratings import Rating
from bot.league.seasons.season_terms import Term, TermVerdict, counting_in_term, judge_in_terms
from bot.league.seasons.seasons import Season
from bot.league.standings.cached_totals import DAY_SPAN, RatingKey
from bot.league.stats import MAX_COMPARED, Stats, StatsCount
from bot.wording.sentence import Refusal, Refused

MOST_EXPORTS = 3
"""The exports that are written or wait for it in one server: other servers wait for them."""


class TooManyCompared(Refusal):
    most: int
    sentence = "I can compare at most {most} people. Choose fewer."


class TooManyExports(Refusal):
    """So many exports are being written for the server, or wait for that."""

    count: int
    sentence = "This server is already waiting for {count} exports. Try again in a minute."


class NoSuchMatch(Refusal):
    """No finished match of this server has the number."""

    number: int
    sentence = "There's no finished match {number} in this server. `/history` shows the numbers."


class MatchBrokenOff(Refusal):
    """The match was broken off by an organiser, so it has no result."""

    number: int
    sentence = "Match {number} was broken off, so it has no result. `/league log` says who did it."


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """The statistics and ratings of a person; `ratings` are by deck."""

    stats: Stats
    ratings: dict[str, Rating]


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as it is corrected, its `original`, its corrections, and whether it counts in each league of its server.

    `unvoided` says where it would count if it weren't voided. `standings` says the same as `verdicts` of the standings that it
    can change: those of the leagues or, without leagues, the server's.
    """

    match: MatchResult
    original: MatchResult
    corrections: tuple[Correction, ...]
    verdicts: tuple[TermVerdict, ...]
    unvoided: tuple[TermVerdict, ...]
    standings: tuple[TermVerdict, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """The people who played, also those whom a correction has removed."""
        return tuple(seat.person for seat in self.original.seats if not seat.computer)


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page (from 0) of the history: its lines, the newest first, and how many lines all pages have together."""

    lines: tuple[HistoryLine, ...]
    number: int
    total: int


class MatchHistory:
    """The matches of servers with their corrections, and what follows from them for people."""

    def __init__(self, archive: MatchArchive) -> None:
        self._archive = archive
        self._exports: Counter[int] = Counter()  # under way or waiting, by server
        self._one_export = asyncio.Lock()

    async def compare(self, server: int, people: Sequence[int]) -> list[PlayerRecord]:
        """Return the records of up to four people, in the given order. Raise Refused(TooManyCompared)."""
        named = list(dict.fromkeys(people))
        if len(named) > MAX_COMPARED:
            raise Refused(TooManyCompared(MAX_COMPARED))
        counts = [StatsCount(person) for person in named]
        async for page in self._archive.corrected_pages(server, named):
            await asyncio.to_thread(_count_page, counts, page)
        found = [count.stats() for count in counts]
        await rebuild_totals(self._archive, server)
        ratings = await self._archive.ratings(server, named)
        return [PlayerRecord(one, {deck: r for (deck, person), r in ratings.items() if person == one.person}) for one in found]

    async def rating_history(self, server: int, deck: str, person: int) -> list[tuple[int, Rating]]:
        await rebuild_totals(self._archive, server)
        return await self._archive.rating_history(server, deck, person)

    async def page(self, server: int, person: int | None, number: int, *, size: int) -> HistoryPage:
        """Return a page of a person's matches, or of those of everyone; the newest first. A number too high means the last."""
        found = await self._archive.history_page(server, person, number, size)
        lines = tuple(history_line(match) for match in apply_corrections(found.matches, found.corrections))
        return HistoryPage(lines, found.number, found.total)

    async def has_played(self, server: int, person: int) -> bool:
        """Return True if the person counts in a match of the server."""
        return await self._archive.count_matches(server, person) > 0

    async def last_channel(self, server: int, stored: StoredLeague, season: Season) -> AsyncIterator[int]:
        """Yield the channel of the last match that was played for the league in this season, then that of the server's last."""
        last: int | None = None
        async for match in self._archive.newest_matches(server):
            last = match.channel if last is None else last
            if match.ended < season.begin:
                break
            if season.holds(match) and stored.term.fits(match):
                yield match.channel
                break
        if last is not None:
            yield last

    async def count_counting(self, stored: StoredLeague) -> tuple[int, int]:
        """Return how many matches count in the running season of a league, and how many only for the people who left."""
        async with long_history(self._archive, stored.league.server, since=stored.season.begin) as history:
            counting = await asyncio.to_thread(lambda: counting_in_term(stored.term, _corrected_matches(history)))
            numbers = Counter(match.is_walkover for match in counting)
        return numbers[False], numbers[True]

    async def match(self, server: int, number: int) -> MatchRecord:
        """Return the match. Raise Refused, also for a match of another server."""
        played = await find_result(self._archive, server, number)
        people = [seat.person for seat in played.seats if not seat.computer]
        history = await self._archive.history(
            server, people=people, since=played.ended - DAY_SPAN, until=played.ended + DAY_SPAN
        )
        near = apply_corrections(history.matches, history.corrections)
        match = next((one for one in near if one.number == number), played)
        corrections = tuple(one for one in history.corrections if one.match == number)
        verdicts = unvoided = tuple(judge_in_terms(history.terms, match, near))
        if match.voided:
            counting = replace(match, voided=False)
            others = [one for one in near if one.number != number]
            unvoided = tuple(judge_in_terms(history.terms, counting, [*others, counting]))
        standings = verdicts or tuple(judge_in_terms([Term(0, default_league(server), Season(1, 0))], match, near))
        return MatchRecord(match, played, corrections, verdicts, unvoided, standings)

    async def before(self, planned: MatchResult) -> tuple[MatchResult, list[MatchResult]]:
        """Return a planned match as it would be stored, and what its people played on its day and the days before."""
        people, begin = [seat.person for seat in planned.seats], planned.ended - DAY_SPAN
        history = await self._archive.history(planned.server, people=people, since=begin, with_deals=False)
        return await self._archive.with_former_meetings(planned), _corrected_matches(history)

    async def places(self, matches: Collection[int]) -> Mapping[int, int]:
        """Return the channels or threads in which the tables of these matches, at most 1,000, were opened, by match."""
        return await self._archive.places(matches)

    @asynccontextmanager
    async def exporting(self, server: int) -> AsyncIterator[None]:
        """Wait until no other export is being written: each reads a whole server. Raise Refused(TooManyExports)."""
        if self._exports[server] >= MOST_EXPORTS:
            raise Refused(TooManyExports(MOST_EXPORTS))
        self._exports[server] += 1
        try:
            async with self._one_export:
                yield
        finally:
            self._exports[server] -= 1

    async def revision(self, server: int) -> int:
        """Return a number that changes with the results of the server and their corrections, its leagues and seasons."""
        return (await self._archive.server_state(server)).revision

    async def export(self, server: int, stored: StoredLeague | None = None, *, season: int | None = None) -> MatchExport:
        """Return the export of the server, or of a league in one or all of its seasons; `exported_pages` gives its matches."""
        terms, made, last = await self._archive.corrections(server)
        if stored is None:
            return MatchExport([Term(0, default_league(server), Season(1, 0)), *terms], made, last)
        own = [one for one in terms if one.number == stored.number and season in (None, one.season.number)]
        return MatchExport(own, made, last)

    async def exported_pages(self, server: int, export: MatchExport) -> AsyncIterator[list[ExportedMatch]]:
        """Yield the matches of the export: some at a time, the oldest first."""
        async for page in self._archive.match_pages(server, since=export.begin, until=export.until):
            yield await asyncio.to_thread(export.judge, page)

    async def ratings(self, server: int, people: Collection[int]) -> dict[RatingKey, Rating]:
        """Return the ratings of these people in the server, by deck and person."""
        await rebuild_totals(self._archive, server)
        return await self._archive.ratings(server, people)

    async def people_in_matches(self, server: int) -> set[int]:
        """Return everyone who had a seat in a match of the server, or corrected one."""
        _, made, _ = await self._archive.corrections(server)
        return await self._archive.people_in_matches(server) | {one.by for one in made}


async def find_result(archive: MatchArchive, server: int, number: int) -> MatchResult:
    """Return the uncorrected facts of a match. Raise Refused(NoSuchMatch) or Refused(MatchBrokenOff)."""
    played = await archive.match(number)
    if played is not None and played.server == server:
        return played
    raise Refused(MatchBrokenOff(number) if await archive.is_broken_off(server, number) else NoSuchMatch(number))


def _count_page(counts: Sequence[StatsCount], page: Sequence[MatchResult]) -> None:
    for match in page:
        for count in counts:
            count.add(match)


def _corrected_matches(history: ServerHistory) -> list[MatchResult]:
    return apply_corrections(history.matches, history.corrections)
