"""The end of a season, by an organiser or on its date, and what organisers can undo for ten minutes.

That is the end of a season, or the archiving of a league. The ledger is then as if the entry weren't
there. Nothing that was played in the meantime is lost: a season that is reopened has the matches of the one that had
followed it, because standings are computed from matches and seasons alone.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import structlog
from msgspec.structs import replace

from bot.competition.corrections import effect_of_reopening, optional_reason
from bot.competition.refusals import LeagueArchived, NoSuchSeason, SeasonEmpty
from bot.competition.standings import numbered_league
from bot.league.days import DAY_MS, week_of
from bot.league.league import MAX_NAME_LENGTH, name_key
from bot.league.ledger import Leagues, Ledger
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import LeagueArchived as ArchivedAction
from bot.league.organiser_actions import Line, NewLine, SeasonEnded, Undone
from bot.league.seasons import (
    LONGEST_WAIT,
    NO_AWARDS,
    UNDO_TIME,
    Season,
    SeasonTable,
    StoredLeague,
    Term,
    build_season_table,
    compute_awards,
    end_season,
    rummies_by_seat,
    scheduled_end,
)
from bot.league.standings import compute_standings, compute_totals
from bot.storage.league.ledgers import StoredLedgers
from bot.tables.refusals import TableUnreadable
from bot.tables.service import Tables
from bot.tables.time_requests import LimitForSeason
from bot.wording.sentence import Refusal, Refused, Typed

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class OrganiserCommand:
    """An organiser's command: the id of its Discord interaction, and its channel."""

    interaction: int
    channel: int


class SeasonNameTaken(Refusal):
    name: Typed
    sentence = "This league already has a season called “{name}”. Choose another name."


class SeasonNameTooLong(Refusal):
    count: int
    sentence = "A season's name can have at most {count} characters. Shorten it."


class SeasonNameIsNumber(Refusal):
    name: Typed
    sentence = "“{name}” looks like a season number. Add a letter."


class SeasonOverAlready(Refusal):
    league: Typed
    season: int
    sentence = "Season {season} of {league} has already ended."


@dataclass(eq=False)
class SeasonEnds:
    """The ends of seasons. `now` returns epoch milliseconds."""

    _ledgers: StoredLedgers
    _now: Callable[[], int]
    _tables: Tables
    _damaged: set[int] = field(default_factory=set)

    async def limit_turns(self, is_ours: Callable[[int], bool] = lambda _server: True) -> None:
        """Tell the tables for which a season waits until when it does, once its end can't be undone. Clocks must be right."""
        for server in {one.league.server for one in await self._ledgers.due_leagues(0) if is_ours(one.league.server)}:
            for term in (await self._ledgers.leagues(server)).terms():
                end, now = term.season.end or 0, self._now()
                if term.season.awaits and now > end + UNDO_TIME:
                    for match in await self._ledgers.running(server, term):
                        await self._limit(match, LimitForSeason(end, max(end + LONGEST_WAIT, now + DAY_MS)))

    async def _limit(self, match: int, limit: LimitForSeason) -> None:
        try:
            if match not in self._damaged and (await self._tables.get(match)).timing.season_until is None:
                await self._tables.change(match, None, limit)
        except Refused as refused:
            self._damaged |= {match} if isinstance(refused.refusal, TableUnreadable) else set()
        except Exception:
            _log.exception("a table doesn't know of a season's end; trying again", table=match)

    async def end_due_seasons(
        self, is_ours: Callable[[int], bool] = lambda _server: True
    ) -> list[tuple[StoredLeague, SeasonTable]]:
        """End the seasons whose date has passed, as of that date; for a late start, several seasons of a league. Make those
        final for which no match is waited for any more.

        Leave out other processes' servers, and damaged leagues; log their errors.
        """
        over, left_out = list[tuple[StoredLeague, SeasonTable]](), set[int]()
        while found := [one for one in await self._ledgers.due_leagues(self._now()) if one.number not in left_out]:
            stored = found[0]
            if not is_ours(stored.league.server):
                left_out.add(stored.number)
                continue
            try:
                await self._make_final(stored)
                if stored.archived_at is not None or stored.ends_at is None or stored.ends_at > self._now():
                    left_out.add(stored.number)  # it is looked at because a season of it isn't final
                else:
                    over.append((stored, await self.end_season(stored.league.server, stored.number, due_one=stored.season)))
            except Refused:
                left_out.add(stored.number)  # an organiser ended it in the meantime
            except Exception:
                _log.exception("a season cannot be ended", league=stored.number, season=stored.season.number)
                left_out.add(stored.number)
        return over

    async def end_season(
        self,
        server: int,
        number: int,
        name: str | None = None,
        *,
        archive: bool = False,
        season: int | None = None,
        due_one: Season | None = None,
        command: OrganiserCommand | None = None,
        by: int | None = None,
        why: str = "",
    ) -> SeasonTable:
        """End the running season now, or as of its date if that has passed, and keep its table forever under this name.

        Then begin the next season or, to `archive` the league, free its name. `by` is the organiser, and `why` their reason. A
        command that Discord delivers twice ends one season. A second command is refused because nothing has counted in the new
        season. Raise Refused; with the number of a `season`, or with `due_one`, also if another season is running; with
        `due_one`, also if it isn't due.
        """
        if archive:
            await self.end_due_seasons()
        named, reason = " ".join((name or "").split()), optional_reason(why)
        table: SeasonTable | None = None

        async def make(ledger: Ledger) -> NewLine | None:
            nonlocal table
            leagues = ledger.leagues
            if command is not None and (ended := leagues.ended_by(number, command.interaction)) is not None:
                table = await self._table_of(ledger, number, leagues.ended(number)[ended][1])
                return None
            stored, _ = find_league_in_use(leagues, number)
            now = self._now()
            at = stored.ends_at if stored.ends_at is not None and stored.ends_at <= now and not archive else None
            if due_one is not None and (stored.season != due_one or at is None):
                raise Refused(NoSuchSeason(str(due_one.number), ()))
            if season not in (None, stored.season.number):
                raise Refused(SeasonOverAlready(stored.name, season or 0))
            _check_name(named, leagues, number)
            just_now = bool(ledger.matches(now, now + 1))  # such a match belongs to the season that ends
            by_hand = max(now + just_now, stored.season.begin)
            over, following = end_season(stored.season, at=by_hand if at is None else at, name=named or None)
            if not await self._ledgers.running(server, Term(number, stored.league, over)):
                over = replace(over, final=max(ledger.not_before(now) + 1, over.end or 0))
            table = await self._compute_table(ledger, Term(number, stored.league, over))
            if not table.rows and at is None and not archive:
                raise Refused(SeasonEmpty(stored.name, stored.season.begin))
            if archive:
                made = replace(stored, season=over, archived_at=now, ends_at=None)
            else:
                league = replace(
                    stored.league, per_deal=True
                )  # the first season of a league of an earlier version keeps its way
                made = replace(stored, league=league, season=following, ends_at=scheduled_end(league, following))
            what = ArchivedAction(stored.name) if archive else SeasonEnded(stored.name, over.name or str(over.number))
            line = Line(
                now,
                by,
                what,
                reason,
                (number,),
                is_own=any(row.position == 1 and row.person == by for row in table.rows),
                made=made,
                over=over,
                command=None if command is None else command.interaction,
            )
            channel = None if command is None else command.channel
            return NewLine(line, table=table if over.is_over else None, channel=channel)

        await self._ledgers.add(server, make)
        assert table is not None, "it is made whenever it isn't refused"
        return table

    async def _make_final(self, stored: StoredLeague) -> None:
        """Make the ended seasons of a league final for which no match is waited for any more."""
        server, number = stored.league.server, stored.number

        async def make(ledger: Ledger) -> NewLine | None:
            for _, season in ledger.leagues.ended(number).values():
                term, now = _term_of(ledger, number, season), self._now()
                is_due = season.awaits and not {*await self._ledgers.running(server, term)} - self._damaged
                if is_due and (made := ledger.leagues.get(number)) is not None:
                    final = replace(season, final=ledger.not_before(now) + 1)
                    made = replace(made, season=final) if made.season == season else made
                    what = SeasonEnded(term.league.name, season.name or str(season.number))
                    line = Line(now, None, what, leagues=(number,), made=made, over=final)
                    return NewLine(line, table=await self._compute_table(ledger, replace(term, season=final)), is_second=True)
            return None

        while await self._ledgers.add(server, make) is not None:
            pass

    async def _table_of(self, ledger: Ledger, number: int, season: Season) -> SeasonTable:
        """Return the table of an ended season: the one that was kept or, while matches are waited for, what it would be now."""
        if not season.awaits and (stored := ledger.leagues.get(number)) is not None:
            return next(one for one in await self._ledgers.season_tables(stored) if one.season.number == season.number)
        return await self._compute_table(ledger, _term_of(ledger, number, season))

    async def _compute_table(self, ledger: Ledger, term: Term) -> SeasonTable:
        """Return the table of an ended season as it is now; with awards, if it is final."""
        counted = await asyncio.to_thread(ledger.counting, term)
        rummies = dict[int, Sequence[int]]()
        async for page in self._ledgers.pages_with_deals(counted):
            rummies |= {played.number: rummies_by_seat(played) for _, played in page}
        return await asyncio.to_thread(_compute_table, term, counted, rummies)

    async def check_name(self, name: str, stored: StoredLeague) -> None:
        """Raise Refused if the running season of the league can't have this name. An empty one is none."""
        _check_name(name, await self._ledgers.leagues(stored.league.server), stored.number)


def _check_name(name: str, leagues: Leagues, number: int) -> None:
    if not name:
        return
    if len(name) > MAX_NAME_LENGTH:
        raise Refused(SeasonNameTooLong(MAX_NAME_LENGTH))
    if name_key(name).isdigit():
        raise Refused(SeasonNameIsNumber(name))
    if any(name_key(name) == name_key(season.name) for _, season in leagues.ended(number).values()):
        raise Refused(SeasonNameTaken(name))


def find_league_in_use(leagues: Leagues, number: int) -> tuple[StoredLeague, list[StoredLeague]]:
    """Return a league in use, and the others of its server that are in use. Raise Refused."""
    stored = numbered_league(leagues.all(), number)
    if stored.archived_at is not None:
        raise Refused(LeagueArchived(stored.name))
    return stored, [one for one in leagues.in_use() if one.number != number]


def _compute_table(term: Term, counted: Sequence[MatchResult], rummies: Mapping[int, Sequence[int]]) -> SeasonTable:
    league, season = term.league, term.season
    assert season.end is not None
    rows = compute_standings(league, compute_totals(league, counted), counted, week=week_of(season.end, league.zone))
    awards = compute_awards(rows, counted, rummies, per_deal=league.per_deal) if season.is_over else NO_AWARDS
    return build_season_table(league, season, rows, awards)


def _term_of(ledger: Ledger, league: int, season: Season) -> Term:
    """Return the term of a season, with the rules that the league had at its end."""
    return next(one for one in ledger.terms if one.key == (league, season.number))


class NotUndoable(Refusal):
    """It was too long ago, or what came after builds on it: it has been undone, or the league has changed since."""

    league: Typed
    sentence = "It's too late to undo this. Ten minutes have passed, or {league} has changed."


@dataclass(eq=False)
class Undos:
    """The undoing of organisers' actions. Every method raises Refused. `now` returns epoch milliseconds.

    `by` is the organiser; the commands check that.
    """

    _ledgers: StoredLedgers
    _now: Callable[[], int]

    async def undo_end(self, server: int, league: int, season: int, at: int, *, by: int) -> str:
        """Let the season that ended `at` (epoch ms) go on, and restore the league if it was archived. Return its name."""

        async def make(ledger: Ledger) -> NewLine:
            now, stored = self._now(), numbered_league(ledger.leagues.all(), league)
            number, line = ledger.leagues.newest(league)
            over, what = line.over, line.what
            if over is None or (over.number, over.end) != (season, at) or now > at + UNDO_TIME:
                raise Refused(NotUndoable(stored.name))
            assert isinstance(what, SeasonEnded | ArchivedAction), "only these end a season"
            if any(one.league.key == stored.league.key for one in ledger.leagues.in_use() if one.number != league):
                raise Refused(NotUndoable(stored.name))
            tables = (one for one in await self._ledgers.season_tables(stored) if one.season.number == season)
            term, saved = _term_of(ledger, league, over), next(tables, None)
            effect, is_own = await asyncio.to_thread(effect_of_reopening, ledger, term, saved, stored.league, now, by)
            running = Season(season, over.begin)
            league_then = replace(stored.league, per_deal=term.league.per_deal)
            ends_at = scheduled_end(league_then, running, now=now)
            made = replace(stored, league=league_then, season=running, archived_at=None, ends_at=ends_at)
            undone = Undone(number, what, line.by)
            return NewLine(Line(now, by, undone, leagues=(league,), effects=(effect,), is_own=is_own, made=made))

        undone = await self._ledgers.add(server, make)
        assert undone is not None, "it is made whenever it isn't refused"
        assert undone.made is not None, "it makes the league what it was"
        return undone.made.name
