"""The leagues and seasons of a server, found by the names that people type, and their standings.

Standings are of a season, or only of one variant or of recent matches.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from msgspec.structs import replace as with_fields

from bot.competition.refusals import DayNotUnderstood, NoSuchLeague, NoSuchSeason, WhichLeague
from bot.league.days import day_of, read_day, start_of_day, week_of
from bot.league.league import MAX_MATCHES, League, name_key
from bot.league.ledger import Ledger
from bot.league.scheme import Ranking
from bot.league.seasons import NO_AWARDS, Awards, Season, StoredLeague, Term, saved_standings
from bot.league.standings import Standing, compute_standings, compute_totals
from bot.rummy.variant import Length
from bot.storage.league.ledgers import StoredLedgers
from bot.tables.rules.saved_variants import ServerVariants
from bot.wording.sentence import Day, Refusal, Refused

_NUMBERED = re.compile(r"#([0-9]{1,9})\)?\s*$")


class NoLeagueYet(Refusal):
    sentence = "This server has no leagues yet. An organiser can create one with `/league create`."


class DayInTheFuture(Refusal):
    day: Day
    sentence = "{day} is in the future. Choose an earlier day."


@dataclass(eq=False)
class LeagueDirectory:
    """The leagues and seasons of servers, found by name or number. `now` returns epoch milliseconds."""

    _ledgers: StoredLedgers
    _now: Callable[[], int]

    async def all(self, server: int, *, include_archived: bool = False) -> list[StoredLeague]:
        """Return the leagues by name; with `include_archived`, the archived ones too, after the others."""
        found = await self._ledgers.leagues(server)
        return found.all() if include_archived else found.in_use()

    async def find(self, server: int, name: str | None = None, *, include_archived: bool = False) -> StoredLeague:
        """Return the league that `named_league` finds. Raise Refused."""
        return named_league(await self.all(server, include_archived=True), name, include_archived=include_archived)

    async def get(self, server: int, number: int) -> StoredLeague:
        """Return the league, also an archived one. Raise Refused, also for a league of another server."""
        return numbered_league(await self.all(server, include_archived=True), number)

    async def seasons(self, stored: StoredLeague) -> list[Season]:
        """Return the seasons, the newest first. The first one is running, unless the league is archived."""
        ended = (await self._ledgers.leagues(stored.league.server)).ended(stored.number).values()
        past = [season for _, season in ended][::-1]
        return past if stored.season.end is not None else [stored.season, *past]

    async def find_season(self, stored: StoredLeague, typed: str) -> Season:
        """Return the season with this name or number. Raise Refused."""
        found = await self.seasons(stored)
        for season in found:
            if typed.strip() == str(season.number) or (season.name and name_key(season.name) == name_key(typed)):
                return season
        raise Refused(NoSuchSeason(typed, tuple(season.name or str(season.number) for season in found)))

    def read_day(self, league: League, typed: str) -> int:
        """Return the number of a day that has begun in the league's time zone. Raise Refused."""
        day = read_day(typed)
        if day is None:
            raise Refused(DayNotUnderstood(typed))
        if day > day_of(self._now(), league.zone):
            raise Refused(DayInTheFuture(day))
        return day


_MOST_CACHED = 32  # tables, each with a row for each person


def named_league(found: Sequence[StoredLeague], name: str | None = None, *, include_archived: bool = False) -> StoredLeague:
    """Return the league with this name, however it is typed, or this number (`#12`); without a name, the only league in use.

    `found` are all leagues of a server. Of several with the same name, the one in use comes first, then the one archived last.
    Raise Refused.
    """
    in_use = [one for one in found if one.archived_at is None]
    if name is None:
        if len(in_use) == 1:
            return in_use[0]
        raise Refused(WhichLeague(tuple(one.name for one in in_use)) if in_use else NoLeagueYet())
    candidates = found if include_archived else in_use
    named = [one for one in candidates if one.league.key == name_key(name)]
    if not named and (numbered := _NUMBERED.search(name)):
        named = [one for one in candidates if one.number == int(numbered[1])]
    if not named:
        raise Refused(NoSuchLeague(name, tuple(one.name for one in in_use)))
    return max(named, key=lambda one: (one.archived_at is None, one.archived_at))


def numbered_league(found: Sequence[StoredLeague], number: int) -> StoredLeague:
    """Return the league with this number, of all leagues of a server. Raise Refused."""
    for one in found:
        if one.number == number:
            return one
    raise Refused(NoSuchLeague(str(number), tuple(one.name for one in found if one.archived_at is None)))


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """All rows of the standings; messages show a page of them. `revision` changes when the rows do. `since` is epoch ms.

    `game` is the title of the only game that is counted. `stored_league` is None for the standings of a server without a
    league, by wins. `is_final`: the season has ended, with these `awards`, and its table doesn't have later corrections.
    `running` is how many matches a season still waits for that has ended.
    """

    league: League
    season: Season
    rows: Sequence[Standing]
    revision: int
    stored_league: StoredLeague | None = None
    since: int | None = None
    game: str | None = None
    is_final: bool = False
    awards: Awards = NO_AWARDS
    running: int = 0


@dataclass(eq=False)
class Standings:
    """The standings of leagues and servers. `now` returns epoch milliseconds."""

    _leagues: LeagueDirectory
    _ledgers: StoredLedgers
    _variants: ServerVariants
    _now: Callable[[], int]
    _computed: OrderedDict[tuple[object, ...], StandingsTable] = field(default_factory=OrderedDict)

    async def table(
        self,
        server: int,
        stored: StoredLeague | None,
        *,
        season: int = 0,
        variant: str = "",
        since: int | None = None,
    ) -> StandingsTable:
        """Return the standings of the season with this number, or of the running one; without a league, by wins.

        `variant` (its name) and `since` limit the matches. `since` is a day number; it can lie before the running
        season. Raise Refused.
        """
        is_limited = bool(variant) or since is not None
        is_running = stored is None or (season in (0, stored.season.number) and stored.season.end is None)
        if stored is not None and not is_limited and not is_running:
            return await self._ended_season(stored, season or stored.season.number)
        async with self._ledgers.of(server) as ledger:
            term = all_matches(server) if stored is None else stored.term
            term = next((one for one in ledger.terms if one.key == term.key), term)  # with the rules that it has by now
            week = week_of(self._now(), term.league.zone)
            asked = (server, term.number, term.season.number, season, variant, since, week)
            known = self._computed.pop(asked, None)
            if known is None or known.revision != ledger.revision:
                if is_limited:
                    known = await asyncio.to_thread(_limited, ledger, term, season, variant, since, week)
                else:
                    rows = await asyncio.to_thread(_rows, ledger, term, week)
                    known = StandingsTable(term.league, term.season, rows, ledger.revision)
            self._computed[asked] = known
            while len(self._computed) > _MOST_CACHED:
                self._computed.popitem(last=False)
        game = await self._title(server, variant) if variant else None
        return replace(known, stored_league=stored, game=game)

    async def _title(self, server: int, variant: str) -> str:
        """Return the title of a game, or its name if the server has removed it."""
        variants = await self._variants.all_variants(server)
        return variants[variant].title if variant in variants else variant

    async def season_rows(self, server: int, stored: StoredLeague | None) -> dict[tuple[int, int], Sequence[Standing]]:
        """Return the rows of each season of a league, or of every league, by the numbers of league and season.

        With every league, also the server's by wins: league 0, season 1.
        """
        found = dict[tuple[int, int], Sequence[Standing]]()
        if stored is None:
            found[0, 1] = (await self.table(server, None)).rows
        for one in await self._leagues.all(server, include_archived=True) if stored is None else [stored]:
            found |= {
                (one.number, past.season.number): saved_standings(past) for past in await self._ledgers.season_tables(one)
            }
            for season in await self._leagues.seasons(one):
                if not season.is_over:
                    found[one.number, season.number] = (await self.table(server, one, season=season.number)).rows
        return found

    async def _ended_season(self, stored: StoredLeague, number: int) -> StandingsTable:
        async with self._ledgers.of(stored.league.server) as ledger:
            term = next((one for one in ledger.terms if one.key == (stored.number, number)), None)
            if term is not None and term.season.awaits:
                rows = await asyncio.to_thread(_rows, ledger, term, week_of(self._now(), term.league.zone))
                running = len(await self._ledgers.running(stored.league.server, term))
                return StandingsTable(term.league, term.season, rows, ledger.revision, stored, running=running)
        past = await self._ledgers.season_tables(stored)
        table = next((one for one in past if one.season.number == number), None)
        if table is None:
            raise Refused(NoSuchSeason(str(number), tuple(one.season.name or str(one.season.number) for one in past)))
        shown = with_fields(  # as they were at its end
            stored.league, name=table.league, scheme=table.scheme, least=table.least, ranking=table.ranking
        )
        return StandingsTable(shown, table.season, saved_standings(table), 0, stored, is_final=True, awards=table.awards)


def _limited(ledger: Ledger, term: Term, season: int, variant: str, since: int | None, week: int) -> StandingsTable:
    """Count the matches of one season, or of several by the rules of the last one."""
    terms = [one for one in ledger.terms if one.number == term.number] if term.number else [term]
    if since is None or season:
        terms = [one for one in terms if one.season.number == (season or term.season.number)]
    if not terms:
        raise Refused(NoSuchSeason(str(season), ()))
    league = terms[-1].league
    begin = None if since is None else start_of_day(since, league.zone)
    counted = [
        match
        for one in terms
        for match in ledger.counting(with_fields(one, league=league))
        if match.ended >= (begin or 0) and variant in ("", match.variant.name)
    ]
    rows = compute_standings(league, compute_totals(league, counted), counted, week=week)
    return StandingsTable(league, terms[-1].season, rows, ledger.revision, since=begin)


def _rows(ledger: Ledger, term: Term, week: int) -> list[Standing]:
    counted = ledger.counting(term) if term.league.ranking == Ranking.RATING else []
    return compute_standings(term.league, ledger.totals(term), counted, week=week)


def all_matches(server: int) -> Term:
    """Return the season that never ends, of a server without a league: every match counts, by wins."""
    league = League(server=server, name="", rematches=MAX_MATCHES, larger_rematches=MAX_MATCHES, shortest=Length.ONE)
    return Term(0, league, Season(1, 0))
