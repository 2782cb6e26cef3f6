"""The end of a season, by an organiser or on its date."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

import structlog

from bot.competition.corrections import optional_reason
from bot.competition.ports import Leagues, Ledgers, OrganiserCommand, StoredLeague
from bot.competition.refusals import LeagueArchived, NoSuchLeague, NoSuchSeason, SeasonEmpty
from bot.league.days import week_of
from bot.league.league import name_key
from bot.league.league_checks import MAX_NAME_LENGTH
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import LeagueArchived as ArchivedAction
from bot.league.organiser_actions import NewLine, SeasonEnded
from bot.league.seasons import Season, SeasonTable, Term, build_season_table, compute_awards, end_season, rummies_by_seat
from bot.league.standings import compute_standings, compute_totals
from bot.wording.sentence import Refusal, Refused, Typed

_log = structlog.get_logger(__name__)
_AT_ONCE = 500  # matches


class SeasonNameTaken(Refusal):
    name: Typed
    sentence = "This league already has a season called “{name}”. Choose another name."


class SeasonNameTooLong(Refusal):
    count: int
    sentence = "The name of a season can have at most {count} characters. Shorten it."


class SeasonNameIsNumber(Refusal):
    """A name of digits would be read as the number of a season."""

    name: Typed
    sentence = "“{name}” looks like the number of a season. Add a letter to the name."


class SeasonOverAlready(Refusal):
    """The season that was to end, by its number, is no longer the running one."""

    league: Typed
    season: int
    sentence = "Season {season} of {league} has already ended."


class SeasonEnds:
    """The ends of seasons. `now` returns epoch milliseconds."""

    def __init__(self, leagues: Leagues, ledgers: Ledgers, now: Callable[[], int]) -> None:
        self._leagues = leagues
        self._ledgers = ledgers
        self._now = now

    async def archive_league(
        self,
        server: int,
        number: int,
        *,
        season: int | None = None,
        command: OrganiserCommand | None = None,
        by: int | None = None,
        why: str = "",
    ) -> SeasonTable:
        """End the season and archive the league, which frees its name; `by` is the organiser, with their reason.

        Raise Refused. With the number of a `season`, raise it also if another one is running.
        """
        await self.end_due_seasons()
        return await self._end(server, number, command=command, archive=True, by=by, why=why, expected=season)

    async def end_season(
        self,
        server: int,
        number: int,
        name: str | None = None,
        *,
        season: int | None = None,
        command: OrganiserCommand | None = None,
        by: int | None = None,
        why: str = "",
    ) -> SeasonTable:
        """End the running season, keep its table forever under this name, and begin the next season. Raise Refused.

        `by` is the organiser, and `why` their reason. A command that Discord delivers twice ends one season. A second command
        is refused because nothing has counted in the new season. With the number of a `season`, it is refused if another one
        is running.
        """
        named = " ".join((name or "").split())
        await self.check_name(named, number)
        return await self._end(server, number, name=named, command=command, by=by, why=why, expected=season)

    async def end_due_seasons(self) -> list[tuple[StoredLeague, SeasonTable]]:
        """End the seasons whose date has passed, as of that date; for a late start, several seasons of a league.

        Leave out a damaged league, and log the error.
        """
        over, left_out = list[tuple[StoredLeague, SeasonTable]](), set[int]()
        while found := [one for one in await self._leagues.due_leagues(self._now()) if one.number not in left_out]:
            stored = found[0]
            try:
                over.append((stored, await self._end(stored.league.server, stored.number, due_one=stored.season)))
            except Refused:
                left_out.add(stored.number)  # an organiser ended it in the meantime
            except Exception:
                _log.exception("a season cannot be ended", league=stored.number, season=stored.season.number)
                left_out.add(stored.number)
        return over

    async def _end(
        self,
        server: int,
        number: int,
        *,
        name: str = "",
        due_one: Season | None = None,
        command: OrganiserCommand | None = None,
        archive: bool = False,
        by: int | None = None,
        why: str = "",
        expected: int | None = None,
    ) -> SeasonTable:
        """End the running season now, or as of its date if that has passed.

        With `due_one`, raise Refused(NoSuchSeason) unless that season is the running one and is due; with `expected`,
        the number of a season, raise Refused(SeasonOverAlready) if another one is running.
        """

        reason = optional_reason(why)

        async def already_ended() -> SeasonTable | None:
            return None if command is None else await self._leagues.season_ended_by(number, command.interaction)

        while (table := await already_ended()) is None:
            try:
                table = await self._try_to_end(
                    server, number, name, due_one, command, archive=archive, by=by, why=reason, expected=expected
                )
            except Refused:
                if await already_ended() is None:  # otherwise this command has just ended it
                    raise
            if table is not None:
                break
        return table

    async def _try_to_end(
        self,
        server: int,
        number: int,
        name: str,
        due_one: Season | None,
        command: OrganiserCommand | None,
        *,
        archive: bool,
        by: int | None,
        why: str,
        expected: int | None,
    ) -> SeasonTable | None:
        """End the season as `_end` does. Return None if something else was stored in the meantime."""
        async with self._ledgers.of(server) as ledger:
            revision = ledger.revision
            stored, _ = await find_league_in_use(self._leagues, server, number)
            now = self._now()
            at = stored.ends_at if stored.ends_at is not None and stored.ends_at <= now and not archive else None
            if due_one is not None and (stored.season != due_one or at is None):
                raise Refused(NoSuchSeason(str(due_one.number), ()))
            if expected not in (None, stored.season.number):
                raise Refused(SeasonOverAlready(stored.name, expected or 0))
            await self.check_name(name, number)
            just_now = bool(ledger.matches(now, now + 1))  # such a match belongs to the season that ends
            by_hand = max(now + just_now, stored.season.begin)
            over, following = end_season(stored.season, at=by_hand if at is None else at, name=name or None)
            term = Term(number, stored.league, over)
            counted = await asyncio.to_thread(ledger.counting, term, until=over.end)
            table = await asyncio.to_thread(_compute_table, term, counted, await self._rummies(counted))
            if not table.rows and at is None and not archive:
                raise Refused(SeasonEmpty(stored.name, stored.season.begin))
            next_one, line = None if archive else following, _line(stored, table, now, by, why, archive=archive)
            done = await self._leagues.end_season(revision, stored, table, next_one, at=now, command=command, line=line)
            return table if done else None

    async def _rummies(self, counted: Sequence[MatchResult]) -> dict[int, Sequence[int]]:
        """Return the rummies of each seat, by match."""
        found = dict[int, Sequence[int]]()
        for at in range(0, len(counted), _AT_ONCE):
            played = await self._ledgers.with_deals([match.number for match in counted[at : at + _AT_ONCE]])
            found |= {number: rummies_by_seat(match) for number, match in played.items()}
        return found

    async def check_name(self, name: str, number: int) -> None:
        """Raise Refused if the running season of the league can't have this name. An empty one is none."""
        if not name:
            return
        if len(name) > MAX_NAME_LENGTH:
            raise Refused(SeasonNameTooLong(MAX_NAME_LENGTH))
        if name_key(name).isdigit():
            raise Refused(SeasonNameIsNumber(name))
        past = [table.season for table in await self._leagues.season_tables(number)]
        if any(name_key(name) == name_key(season.name) for season in past):
            raise Refused(SeasonNameTaken(name))


def _line(stored: StoredLeague, table: SeasonTable, now: int, by: int | None, why: str, *, archive: bool) -> NewLine | None:
    """Return the line of the log, marked if the organiser is the champion; None for a season that ends on its day."""
    if by is None:
        return None
    over, is_champion = table.season, by in table.awards.champions
    what = ArchivedAction(stored.name) if archive else SeasonEnded(stored.name, over.name or str(over.number))
    return NewLine(stored.league.server, now, by, what, why, leagues=(stored.number,), is_own=is_champion)


async def find_league_in_use(leagues: Leagues, server: int, number: int) -> tuple[StoredLeague, list[StoredLeague]]:
    """Return a league in use, and the others of its server that are in use. Raise Refused."""
    stored_leagues = await leagues.server_leagues(server)
    stored = next((one for one in stored_leagues if one.number == number), None)
    in_use = [one for one in stored_leagues if one.archived_at is None]
    if stored is None:
        raise Refused(NoSuchLeague(str(number), tuple(one.name for one in in_use)))
    if stored.archived_at is not None:
        raise Refused(LeagueArchived(stored.name))
    return stored, [one for one in in_use if one.number != number]


def _compute_table(term: Term, counted: Sequence[MatchResult], rummies: Mapping[int, Sequence[int]]) -> SeasonTable:
    league, season = term.league, term.season
    assert season.end is not None
    week = week_of(season.end, league.zone)
    rows = compute_standings(compute_totals(league, counted), league.scheme.ties, least=league.least, week=week)
    return build_season_table(league, season, rows, compute_awards(rows, counted, rummies))
