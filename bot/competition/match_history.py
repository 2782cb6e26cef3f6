"""The matches that were played in a server, with their corrections, and the statistics of people."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from msgspec.structs import replace

from bot.competition.standings import all_matches
from bot.league.corrections import Correction
from bot.league.ledger import Ledger, RatingKey
from bot.league.match_facts import HistoryLine, MatchResult, history_line
from bot.league.ratings import LadderRow, Rating, build_ladder, most_rated_deck
from bot.league.seasons import Season, StoredLeague, Term, TermVerdict, judge_in_terms
from bot.league.stats import MAX_COMPARED, Stats, StatsCount
from bot.storage.league.ledgers import StoredLedgers
from bot.wording.sentence import Refusal, Refused

MOST_EXPORTS = 3
"""The exports that are written or wait for it in one server: other servers wait for them."""
_AT_ONCE = 500  # matches


class TooManyCompared(Refusal):
    most: int
    sentence = "I can compare at most {most} people. Choose fewer."


class TooManyExports(Refusal):
    count: int
    sentence = "This server is already waiting for {count} exports. Try again in a minute."


class NoSuchMatch(Refusal):
    number: int
    sentence = "There's no finished match {number} in this server. `/history` lists them."


class MatchBrokenOff(Refusal):
    number: int
    sentence = "Match {number} was cancelled: no result. `/league log` says who did it."


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as it is corrected, its `original`, its corrections in order, and whether it counts in each league of its server.

    `unvoided` says where it would count if it weren't voided. `standings` says the same as `verdicts` of the standings that it
    can change: those of the leagues or, without leagues, the server's. An export has neither, and verdicts of its seasons.
    """

    match: MatchResult
    original: MatchResult
    corrections: tuple[Correction, ...]
    verdicts: tuple[TermVerdict, ...]
    unvoided: tuple[TermVerdict, ...] = ()
    standings: tuple[TermVerdict, ...] = ()

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


@dataclass(frozen=True, slots=True)
class MatchExport:
    """What is exported: matches as they are corrected, without their deals, the oldest first, and the seasons they count in.

    If the first season is the server's count of wins (league 0), every match is exported; otherwise those that fit a season.
    """

    terms: tuple[Term, ...]
    matches: Sequence[MatchResult]
    corrections: Mapping[int, tuple[Correction, ...]]

    def judge(self, page: Sequence[tuple[MatchResult, MatchResult]]) -> list[MatchRecord]:
        """Return those of these matches, each with its original, that belong to the export."""
        is_server, found = any(term.number == 0 for term in self.terms), list[MatchRecord]()
        for match, original in page:
            fitting = self.terms if is_server else [term for term in self.terms if term.fits(match)]
            if verdicts := tuple(judge_in_terms(fitting, match)):
                made = self.corrections.get(match.number, ())
                found.append(MatchRecord(match, original, made, verdicts))
        return found


class MatchHistory:
    """The matches of servers with their corrections, and what follows from them for people."""

    def __init__(self, ledgers: StoredLedgers) -> None:
        self._ledgers = ledgers
        self._exports: Counter[int] = Counter()  # under way or waiting, by server
        self._one_export = asyncio.Lock()

    async def compare(self, server: int, people: Sequence[int]) -> tuple[list[Stats], dict[RatingKey, Rating]]:
        """Return the statistics of up to four people, in the given order, and their ratings. Raise Refused(TooManyCompared)."""
        named = list(dict.fromkeys(people))
        if len(named) > MAX_COMPARED:
            raise Refused(TooManyCompared(MAX_COMPARED))
        counts = [StatsCount(person) for person in named]
        async with self._ledgers.of(server) as ledger:
            own = {match.number: match for person in named for match in ledger.of_person(person)}
            ratings = {key: rating for key, rating in (await _ratings(ledger)).items() if key[1] in named}
        in_order = sorted(own.values(), key=lambda match: (match.ended, match.number))
        async for page in self._ledgers.pages_with_deals(in_order):
            await asyncio.to_thread(_count_page, counts, page)
        return [count.stats() for count in counts], ratings

    async def ladder(self, server: int, deck: str = "") -> tuple[str, list[LadderRow]]:
        """Return a deck and its ladder: this one or, without one, that with the most rated matches; empty if nobody has any."""
        async with self._ledgers.of(server) as ledger:
            ratings = await _ratings(ledger)
            chosen = deck or most_rated_deck(ratings)
            return chosen, build_ladder({person: rating for (of, person), rating in ratings.items() if of == chosen})

    async def rating_history(self, server: int, deck: str, person: int) -> list[tuple[int, Rating]]:
        """Return the end of each rated match of a person (epoch ms), and the rating after it; the oldest first."""
        async with self._ledgers.of(server) as ledger:
            await _ratings(ledger)
            return ledger.rating_history(deck, person)

    async def ratings(self, server: int, people: Collection[int]) -> dict[RatingKey, Rating]:
        """Return the ratings of these people in the server, by deck and person."""
        async with self._ledgers.of(server) as ledger:
            return {key: rating for key, rating in (await _ratings(ledger)).items() if key[1] in people}

    async def page(self, server: int, person: int | None, number: int, *, size: int) -> HistoryPage:
        """Return a page of a person's matches, or of those of everyone; the newest first. A number too high means the last."""
        async with self._ledgers.of(server) as ledger:
            own = None if person is None else ledger.of_person(person)[::-1]
            total = ledger.match_count if own is None else len(own)
            page = min(number, max(0, (total - 1) // size))
            shown = ledger.newest(page * size, size) if own is None else own[page * size : (page + 1) * size]
        lines = [history_line(match) async for some in self._ledgers.pages_with_deals(shown) for match, _ in some]
        return HistoryPage(tuple(lines), page, total)

    async def has_played(self, server: int, person: int) -> bool:
        """Return True if the person counts in a match of the server."""
        async with self._ledgers.of(server) as ledger:
            return bool(ledger.of_person(person))

    async def last_channel(self, server: int, stored: StoredLeague, season: Season) -> AsyncIterator[int]:
        """Yield the channel of the last match that was played for the league in this season, then that of the server's last."""
        async with self._ledgers.of(server) as ledger:
            matches = ledger.matches()
        term = replace(stored.term, season=season)
        own = (one.channel for one in reversed(matches) if term.holds(one) and term.fits(one))
        for channel in own:
            yield channel
            break
        if matches:
            yield matches[-1].channel

    async def count_counting(self, stored: StoredLeague) -> tuple[int, int]:
        """Return how many matches count in the running season of a league, and how many only for the people who left."""
        async with self._ledgers.of(stored.league.server) as ledger:
            counting = await asyncio.to_thread(ledger.counting, stored.term)
        numbers = Counter(match.is_walkover for match in counting)
        return numbers[False], numbers[True]

    async def match(self, server: int, number: int) -> MatchRecord:
        """Return the match. Raise also for a match of another server."""
        async with self._ledgers.of(server) as ledger:
            match, terms, corrections = ledger.match(number), ledger.terms, tuple(ledger.corrections(number))
            is_broken_off = number in ledger.broken_off
        if match is None:
            raise Refused(MatchBrokenOff(number) if is_broken_off else NoSuchMatch(number))
        played = (await self._ledgers.with_deals([number]))[number]
        match = replace(match, deals=played.deals)
        verdicts = tuple(judge_in_terms(terms, match))
        unvoided = tuple(judge_in_terms(terms, replace(match, voided=False)))
        standings = verdicts or tuple(judge_in_terms([all_matches(server)], match))
        return MatchRecord(match, played, corrections, verdicts, unvoided, standings)

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

    async def export(self, server: int, stored: StoredLeague | None = None, *, season: int | None = None) -> MatchExport:
        """Return the export of the server, or of a league in one or all of its seasons; `exported_pages` gives its matches."""
        async with self._ledgers.of(server) as ledger:
            if stored is None:
                terms = (all_matches(server), *ledger.terms)
            else:
                terms = tuple(
                    one for one in ledger.terms if one.number == stored.number and season in (None, one.season.number)
                )
            matches = ledger.matches(min((term.season.begin for term in terms), default=0))
            made = {one.number: tuple(ledger.corrections(one.number)) for one in matches if ledger.corrections(one.number)}
            return MatchExport(terms, matches, made)

    async def exported_pages(self, export: MatchExport) -> AsyncIterator[list[MatchRecord]]:
        """Yield the matches of the export: some at a time, the oldest first, with their deals."""
        async for page in self._ledgers.pages_with_deals(export.matches):
            yield await asyncio.to_thread(export.judge, page)

    async def people_in_matches(self, server: int) -> set[int]:
        """Return everyone who had a seat in a match of the server, or corrected one."""
        async with self._ledgers.of(server) as ledger:
            return ledger.people()


async def _ratings(ledger: Ledger) -> Mapping[RatingKey, Rating]:
    """Return everyone's ratings, computed in a thread, some matches at a time: in one go, everybody else would wait."""
    while not ledger.has_ratings():
        await asyncio.to_thread(ledger.rate_some, _AT_ONCE)
    return ledger.ratings()


def _count_page(counts: Sequence[StatsCount], page: Sequence[tuple[MatchResult, MatchResult]]) -> None:
    for match, _ in page:
        for count in counts:
            count.add(match)
