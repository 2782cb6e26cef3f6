"""The seasons of a league, the matches that count in each, and the table and awards with which it ends."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from msgspec import Struct

from bot.league.days import DAY_MS, days_later, start_of_day, start_of_next_month, start_of_week, week_of
from bot.league.eligibility import NotPlayed, is_fixture_of, why_not
from bot.league.league import ByHand, EveryTwoWeeks, League, Monthly, OnDay, Quarterly, Weekly, WhyNot
from bot.league.match_facts import MatchResult, league_placings
from bot.league.scheme import Ranking, Scheme, is_win
from bot.league.standings import Standing

LONGEST_WAIT = 7 * DAY_MS
"""How long after its end (ms) a season waits for matches that began in it: then their tables close them."""
UNDO_TIME = 10 * 60_000
"""How long the end of a season can be undone, in milliseconds."""


class Season(Struct, frozen=True, forbid_unknown_fields=True):
    """A season from `begin` until before `end` (epoch ms); `end` is None while it runs. `number` counts from 1 and is shown if
    there is no `name`.

    `final` is when its table became final; None while it runs, and while matches that began in it are waited for. Those of
    earlier versions have 0: they were final at their end.
    """

    number: int
    begin: int
    end: int | None = None
    name: str = ""
    final: int | None = 0

    @property
    def is_over(self) -> bool:
        """True once it has ended and its table is final."""
        return self.end is not None and self.final is not None

    @property
    def awaits(self) -> bool:
        """True after its end, while matches that began in it are waited for."""
        return self.end is not None and self.final is None

    def is_final_for_good(self, now: int) -> bool:
        """Return True if its table is final and its end can't be undone any more."""
        return self.is_over and now > (self.end or 0) + UNDO_TIME


def scheduled_end(league: League, season: Season, *, now: int = 0) -> int | None:
    """Return when (epoch ms) the running season ends automatically; always later than `now` and than its begin.

    None if it ends by hand only, or if the day that was set has passed. `now` is when the end was set; without it, the end was
    set before the season began.
    """
    after = max(season.begin, now)
    match league.season_end:
        case ByHand():
            return None
        case OnDay(day=day):
            end = start_of_day(day + 1, league.zone)
            return end if end > after else None
        case Weekly(first_day=first):
            return start_of_week(week_of(after, league.zone, first) + 1, league.zone, first)
        case EveryTwoWeeks():
            return start_of_week(week_of(max(after, days_later(season.begin, 8, league.zone)), league.zone) + 1, league.zone)
        case Monthly():
            return start_of_next_month(after, league.zone)
        case Quarterly():
            return start_of_next_month(after, league.zone, months=3)
        case _:
            assert_never(league.season_end)


def end_season(season: Season, *, at: int, name: str | None = None) -> tuple[Season, Season]:
    """Return the season as ended, with its own name or a new one, and the season that follows it without a gap."""
    over = Season(season.number, season.begin, at, season.name if name is None else " ".join(name.split()), final=None)
    return over, Season(season.number + 1, at)


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """A season with the definition of its league in it; `number` is that of the league."""

    number: int
    league: League
    season: Season

    @property
    def key(self) -> tuple[int, int]:
        """The numbers of the league and of its season."""
        return self.number, self.season.number

    def holds(self, match: MatchResult) -> bool:
        """Return True if the match began in this season, or ended in it: too late for the one in which it began."""
        at = match.ended if not match.began or self.number in match.late else match.began
        return self.season.begin <= at and (self.season.end is None or at < self.season.end)

    def fits(self, match: MatchResult) -> bool:
        """Return True if the match is played for the league: where and by the rules it asks for, or from its schedule."""
        return is_fixture_of(match, self.number) or self.league.fits(match)


class StoredLeague(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A league with its number and its running season; an archived league has its last season, which has ended.

    Times are epoch milliseconds. `ends_at` is when the running season ends automatically, None if an organiser ends it.
    """

    number: int
    league: League
    season: Season
    created_at: int
    archived_at: int | None = None
    ends_at: int | None = None

    @property
    def name(self) -> str:
        return self.league.name

    @property
    def term(self) -> Term:
        return Term(self.number, self.league, self.season)


class TermVerdict(Struct, frozen=True):
    """Whether a match counts in this term; `why_not` is None if it does."""

    term: Term
    why_not: WhyNot | None

    @property
    def changes_standings(self) -> bool:
        """True if the match counts, or gives only those who left their last place."""
        return isinstance(self.why_not, NotPlayed | None)


def judge_in_terms(terms: Iterable[Term], match: MatchResult) -> list[TermVerdict]:
    """Return the verdict of each term that holds the match."""
    return [TermVerdict(term, why_not(term.league, match, term.number)) for term in terms if term.holds(match)]


def late_leagues(terms: Iterable[Term], match: MatchResult) -> tuple[int, ...]:
    """Return the leagues in which the match, which has just ended, is too late for the season in which it began."""
    return tuple(term.number for term in terms if match.began and term.holds(match) and term.season.is_over)


SHORTEST_RUN = 2
"""How many wins in a row are called a run, at least."""


class PeopleAward(Struct, frozen=True, forbid_unknown_fields=True):
    """The people who reached the same highest count."""

    people: tuple[int, ...]
    count: int


class ClosestMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of a match, its first two people, the better one first, and the difference of their card points.

    If these are `per_deal`, it is in sixtieths of a point.
    """

    match: int
    people: tuple[int, int]
    difference: int
    per_deal: bool = False


class Awards(Struct, frozen=True, forbid_unknown_fields=True):
    """The awards of a season; None or nobody for an award that doesn't exist.

    `rummies` counts rummies, `run` the wins in a row.
    """

    champions: tuple[int, ...] = ()
    rummies: PeopleAward | None = None
    run: PeopleAward | None = None
    closest: ClosestMatch | None = None

    @property
    def people(self) -> set[int]:
        """Everyone who has an award."""
        return {person for people in self._by_name().values() for person in people}

    def of_person(self, person: int) -> list[str]:
        """Return the names of the awards of one person, as these fields are called."""
        return [name for name, people in self._by_name().items() if person in people]

    def _by_name(self) -> dict[str, tuple[int, ...]]:
        return {
            "champions": self.champions,
            "rummies": self.rummies.people if self.rummies else (),
            "run": self.run.people if self.run else (),
            "closest": self.closest.people if self.closest else (),
        }


NO_AWARDS = Awards()


def rummies_by_seat(match: MatchResult) -> tuple[int, ...]:
    """Return how many rummies were made in each seat of a match."""
    made = Counter(deal.winner for deal in match.deals if deal.rummy)
    return tuple(made[seat] for seat in range(len(match.seats)))


def compute_awards(
    rows: Iterable[Standing], counted: Sequence[MatchResult], rummies: Mapping[int, Sequence[int]], *, per_deal: bool = False
) -> Awards:
    """Return the awards. `rows` are the final standings, `counted` the matches that change them, corrected, the oldest first.

    If none of them was played, nobody is the champion. `rummies` are those of each seat, by match; the matches may come without
    their deals. `per_deal` says which card points the league has.
    """
    close = (_close_match(match, per_deal=per_deal) for match in counted)
    has_played = any(not match.is_walkover for match in counted)
    return Awards(
        champions=tuple(sorted(row.person for row in rows if row.position == 1)) if has_played else (),
        rummies=_award(_rummies(counted, rummies), least=1),
        run=_award(_longest_runs(counted), least=SHORTEST_RUN),
        closest=min(filter(None, close), key=lambda one: one.difference, default=None),
    )


def _award(counts: Mapping[int, int], *, least: int) -> PeopleAward | None:
    """Return the people with the highest count; None if that is less than `least`."""
    most = max(counts.values(), default=0)
    return PeopleAward(tuple(sorted(one for one in counts if counts[one] == most)), most) if most >= least else None


def _rummies(counted: Iterable[MatchResult], rummies: Mapping[int, Sequence[int]]) -> Mapping[int, int]:
    made: Counter[int] = Counter()
    for match in counted:
        for seat, count in zip(match.seats, rummies.get(match.number, ()), strict=False):
            if not seat.computer and not seat.removed:
                made[seat.person] += count
    return made


def _longest_runs(counted: Iterable[MatchResult]) -> Mapping[int, int]:
    """Return the longest winning run of each person; a shared first place is a win. A walkover is a match of those who left."""
    now: Counter[int] = Counter()
    longest: Counter[int] = Counter()
    for match in counted:
        for one in league_placings(match):
            if match.is_walkover and not one.has_left:
                continue
            now[one.person] = now[one.person] + 1 if is_win(one) else 0
            longest[one.person] = max(longest[one.person], now[one.person])
    return longest


def _close_match(match: MatchResult, *, per_deal: bool) -> ClosestMatch | None:
    """Return the match with the difference between the first two; None if the second left, and for a walkover."""
    placings = [(one.place, -(one.per_deal if per_deal else one.cards), one) for one in league_placings(match)]
    (_, first_points, first), (_, second_points, second), *_ = sorted(placings, key=lambda one: one[:2])
    if second.has_left or match.is_walkover:
        return None
    return ClosestMatch(match.number, (first.person, second.person), abs(first_points - second_points), per_deal)


class SeasonTableRow(Struct, frozen=True, array_like=True):
    """A person's row. `position` is None for too few matches; `parts` are sixtieths of a point."""

    position: int | None
    person: int
    matches: int
    parts: int
    wins: int
    rating: int | None = None


class SeasonTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The table of a season that has ended, with the name and the scheme that the league had then.

    Tables of earlier versions have no awards.
    """

    league: str
    season: Season
    scheme: Scheme
    least: int
    rows: tuple[SeasonTableRow, ...]
    awards: Awards = Awards()
    ranking: Ranking = Ranking.POINTS


def saved_standings(table: SeasonTable) -> list[Standing]:
    """Return the rows of the table of an ended season as standings, without changes of position."""
    return [Standing(row.position, row.person, row.matches, row.parts, row.wins, None, row.rating) for row in table.rows]


def build_season_table(league: League, season: Season, rows: Sequence[Standing], awards: Awards) -> SeasonTable:
    """Return the table with which a season ends; `rows` are the standings at the end of the season."""
    kept = tuple(SeasonTableRow(row.position, row.person, row.matches, row.parts, row.wins, row.rating) for row in rows)
    return SeasonTable(league.name, season, league.scheme, league.least, kept, awards, league.ranking)
