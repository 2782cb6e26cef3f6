"""What has been played in a server: of a person, of a match, and all of it; as it is corrected, and as it was."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.competition.match_export import ExportedMatch, exported_matches
from bot.competition.ports import MatchArchive, ServerHistory, StoredLeague
from bot.competition.refusals import LeagueRefused, NoSuchMatch, TooManyCompared
from bot.competition.totals_rebuild import rebuild_totals_if_stale
from bot.league.corrections import Correction, apply_corrections
from bot.league.history import HistoryLine
from bot.league.history import history_lines as history_lines
from bot.league.match_facts import MatchResult
from bot.league.ratings.ratings import Rating
from bot.league.seasons.season_terms import Term, TermVerdict, judge_in_terms
from bot.league.standings.cached_totals import DAY_GROUP_SPAN
from bot.league.stats import MAX_COMPARED, Stats, compare_people


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """`ratings` are by deck."""

    stats: Stats
    ratings: dict[str, Rating]


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as it is corrected, as it was played, what was put right in it, and where it counts."""

    match: MatchResult
    original: MatchResult
    corrections: tuple[Correction, ...]
    verdicts: tuple[TermVerdict, ...]


class MatchHistory:
    def __init__(self, archive: MatchArchive) -> None:
        self._archive = archive

    async def compare(self, server: int, people: Sequence[int]) -> list[PlayerRecord]:
        """Up to four people, in the order in which they are named. Raises LeagueRefused."""
        named = list(dict.fromkeys(people))
        if len(named) > MAX_COMPARED:
            raise LeagueRefused(TooManyCompared(MAX_COMPARED))
        history = await self._archive.history(server, people=named)
        found = await asyncio.to_thread(lambda: compare_people(_right(history), named))
        await rebuild_totals_if_stale(self._archive, server)
        ratings = await self._archive.ratings(server, named)
        return [PlayerRecord(one, {deck: r for (deck, who), r in ratings.items() if who == one.person}) for one in found]

    async def rating_history(self, server: int, deck: str, person: int) -> list[tuple[int, Rating]]:
        """When each rated match ended, and the rating after it; the oldest first."""
        await rebuild_totals_if_stale(self._archive, server)
        return await self._archive.rating_history(server, deck, person)

    async def lines(self, server: int, person: int | None = None) -> list[HistoryLine]:
        """A person's matches, or all; the newest first."""
        history = await self._archive.history(server, people=None if person is None else [person])
        return await asyncio.to_thread(lambda: history_lines(_right(history), person))

    async def match(self, server: int, number: int) -> MatchRecord:
        """Raises LeagueRefused, too for a match of another server."""
        played = await self._archive.match(number)
        if played is None or played.server != server:
            raise LeagueRefused(NoSuchMatch(number))
        people = [seat.person for seat in played.seats if not seat.computer]
        history = await self._archive.history(server, people=people, since=played.ended - DAY_GROUP_SPAN)
        near = apply_corrections(history.matches, history.corrections)
        match = next((one for one in near if one.number == number), played)
        made = tuple(one for one in history.corrections if one.match == number)
        return MatchRecord(match, played, made, tuple(judge_in_terms(history.terms, match, near)))

    async def verdicts(self, server: int, number: int) -> tuple[TermVerdict, ...]:
        """In which leagues of its time a match counts, and why not in the others. Raises LeagueRefused."""
        return (await self.match(server, number)).verdicts

    async def correction_log(self, server: int, stored: StoredLeague | None = None) -> list[Correction]:
        """Who has put what right, when and why; the newest first. Of a league: in matches that are, or were, of it."""
        history = await self._archive.history(server)
        terms = [term for term in history.terms if stored is not None and term.number == stored.number]
        concerned = {match.number for match in history.matches if stored is None or _concerns(terms, match)}
        return [one for one in reversed(history.corrections) if one.match in concerned]

    async def export(
        self, server: int, stored: StoredLeague | None = None, *, season: int | None = None
    ) -> list[ExportedMatch]:
        """All matches of the server, or those that were played in a season of a league; the oldest first."""
        history = await self._archive.history(server)
        return await asyncio.to_thread(exported_matches, history, server, stored, season)


def _right(history: ServerHistory) -> list[MatchResult]:
    return apply_corrections(history.matches, history.corrections)


def _concerns(terms: Sequence[Term], match: MatchResult) -> bool:
    return any(term.season.holds(match) and term.league.fits(match) for term in terms)
