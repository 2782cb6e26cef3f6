"""Totals, the standings that follow from them, and who moves in them because of an action.

Totals grow match by match and equal those computed from the whole history.

A total includes the sums at the beginning of the last week in which the person played, so that standings need no other rows to
show the changes since Monday.
"""

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from msgspec import Struct

from bot.league.days import week_of
from bot.league.league import League
from bot.league.match_facts import MatchResult, league_placings, open_hand_losses
from bot.league.ratings import START_RATING, Rating, ratings_after, shown_points
from bot.league.scheme import PARTS_PER_POINT, ByCards, Ranking, TieBreaker, is_win, scheme_points


class Share(Struct, frozen=True, gc=False):
    """What one match adds to the total of one person in one league; `parts` are sixtieths of a point."""

    person: int
    parts: int
    place: int
    won: bool
    cards: int


class Sums(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """Sums over matches. `parts` are sixtieths of a point; `places[0]` counts first places, and so on to the worst place."""

    matches: int = 0
    parts: int = 0
    wins: int = 0
    cards: int = 0
    places: tuple[int, ...] = ()

    def plus(self, share: Share) -> "Sums":
        places = list(self.places) + [0] * (share.place - len(self.places))
        places[share.place - 1] += 1
        return Sums(self.matches + 1, self.parts + share.parts, self.wins + share.won, self.cards + share.cards, tuple(places))


NO_SUMS = Sums()


class Total(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """`now` sums all matches of the person; `before` those before `week`, the last week of the league in which they played."""

    now: Sums
    week: int
    before: Sums

    def at_beginning_of(self, week: int) -> Sums:
        """Return the sums on the Monday of `week`, which must be the current one."""
        return self.before if self.week >= week else self.now


def match_shares(league: League, match: MatchResult) -> list[Share]:
    """Return the share of each person in a match that counts, in the order of the seats; a shared first place is a win.

    A walkover gives the people who left the last place, without points, and nothing to anyone else. By card points of an
    average deal, it costs them what they would lose if somebody else ended the deal.
    """
    people = league_placings(match)
    if match.is_walkover:
        costs = isinstance(league.scheme, ByCards) and league.per_deal and match.has_card_rules
        lost = open_hand_losses(match) if costs else [0] * len(people)
        found = zip(people, lost, strict=True)
        return [Share(one.person, -parts, one.place, won=False, cards=0) for one, parts in found if one.has_left]
    points = scheme_points(league.scheme, people, per_deal=league.per_deal)
    return [
        Share(one.person, parts, one.place, is_win(one), one.per_deal if league.per_deal else one.cards)
        for one, parts in zip(people, points, strict=True)
    ]


def add_share(total: Total | None, share: Share, week: int) -> Total:
    """Return the total with one more match, of this week of the league, in any order; None stands for an empty total."""
    if total is None:
        return Total(NO_SUMS.plus(share), week, NO_SUMS)
    if week > total.week:
        return Total(total.now.plus(share), week, total.now)
    before = total.before.plus(share) if week < total.week else total.before
    return Total(total.now.plus(share), total.week, before)


def compute_totals(league: League, counted: Iterable[MatchResult]) -> dict[int, Total]:
    """Return the totals by person; `counted` are the matches that count, of a season or any other selection."""
    found: dict[int, Total] = {}
    for match in counted:
        week = week_of(match.ended, league.zone)
        for share in match_shares(league, match):
            found[share.person] = add_share(found.get(share.person), share, week)
    return found


_SortKey = tuple[int | Fraction | tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's row. `position` counts from 1 and is shared by equals; it is None for a person with too few matches.

    `before` is the position at the beginning of the week. `parts` are sixtieths of a point. `rating` is set where it decides.
    """

    position: int | None
    person: int
    matches: int
    parts: int
    wins: int
    before: int | None
    rating: int | None = None

    @property
    def points(self) -> Fraction:
        return Fraction(self.parts, PARTS_PER_POINT)

    @property
    def average(self) -> Fraction:
        """The points per match."""
        return Fraction(self.parts, PARTS_PER_POINT * self.matches)

    @property
    def change(self) -> int | None:
        """How many positions the person has risen since the beginning of the week; negative if they have fallen.

        None if they have or had no position.
        """
        return None if self.position is None or self.before is None else self.before - self.position


@dataclass(frozen=True, slots=True)
class SeasonRatings:
    """The ratings of the people of a season, and those that they had at the beginning of the week."""

    now: Mapping[int, Rating] = field(default_factory=dict)
    before: Mapping[int, Rating] = field(default_factory=dict)


def season_ratings(league: League, counted: Iterable[MatchResult], week: int) -> SeasonRatings:
    """Return the ratings by the matches of a season alone, the oldest first; nothing unless they rank the league."""
    if league.ranking != Ranking.RATING:
        return SeasonRatings()
    now: dict[int, Rating] = {}
    before: dict[int, Rating] | None = None
    for match in counted:
        if before is None and week_of(match.ended, league.zone) >= week:
            before = dict(now)
        if match.is_walkover:
            continue
        placings = league_placings(match)
        ratings = [now.get(one.person, START_RATING) for one in placings]
        after = ratings_after(ratings, [one.place for one in placings])
        now |= {one.person: rating for one, rating in zip(placings, after, strict=True)}
    return SeasonRatings(now, now if before is None else before)


def least_matches(league: League, matches: Iterable[int]) -> int:
    """Return how many matches a person needs to be ranked, in a season in which each person has these numbers of matches."""
    played = list(matches)
    if league.ranking == Ranking.POINTS or not played:
        return league.least
    return max(league.least, math.ceil(statistics.median(played) / 3))


def compute_standings(
    league: League, totals: Mapping[int, Total], counted: Iterable[MatchResult] = (), *, week: int
) -> list[Standing]:
    """Return the rows, the best first, then the people with too few matches in the same order; equals by number.

    `totals` are by person. `counted` are the matches, the oldest first, if ratings rank the league. `week` is the current week
    in the league's zone (`week_of(now, league.zone)`).
    """
    ratings = season_ratings(league, counted, week)
    then = _positions(league, {person: total.at_beginning_of(week) for person, total in totals.items()}, ratings.before)
    now = _positions(league, {person: total.now for person, total in totals.items()}, ratings.now)
    rows, has_rating = [], league.ranking == Ranking.RATING
    for person, position in now.items():
        sums = totals[person].now
        rating = shown_points(ratings.now.get(person, START_RATING)) if has_rating else None
        rows.append(Standing(position, person, sums.matches, sums.parts, sums.wins, then[person], rating))
    return rows


def _positions(league: League, sums: Mapping[int, Sums], ratings: Mapping[int, Rating]) -> dict[int, int | None]:
    """Return the position of each person, in the order of the standings.

    Ranked by rating, a person needs enough matches that have rated them: abandoned ones haven't.
    """
    played = {person: one.matches for person, one in sums.items()}
    if league.ranking == Ranking.RATING:
        played = {person: ratings.get(person, START_RATING).matches for person in sums}
    least = least_matches(league, filter(None, played.values()))
    keys = ((played[person] >= least, _key(league, one, ratings.get(person)), -person) for person, one in sums.items())
    positions: dict[int, int | None] = {}
    position, last = 0, None
    for count, (enough, key, minus) in enumerate(sorted(keys, reverse=True), start=1):
        if key != last:
            position, last = count, key
        positions[-minus] = position if enough else None
    return positions


def _key(league: League, sums: Sums, rating: Rating | None) -> _SortKey:
    """Return the sort key; more is better."""
    match league.ranking:
        case Ranking.POINTS:
            first: int | Fraction = sums.parts
        case Ranking.AVERAGE:
            first = Fraction(sums.parts, max(1, sums.matches))
        case Ranking.RATING:
            first = shown_points(rating or START_RATING)
    return (first, *(_VALUE[tie](sums) for tie in league.scheme.ties))


_VALUE: Mapping[TieBreaker, Callable[[Sums], int | tuple[int, ...]]] = {
    TieBreaker.WINS: lambda sums: sums.wins,
    TieBreaker.PLACES: lambda sums: sums.places,  # a tuple that is the beginning of a longer one is worse
    TieBreaker.CARD_POINTS: lambda sums: sums.cards,
    TieBreaker.FEWEST_MATCHES: lambda sums: -sums.matches,
}


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """The positions of a person before and after an action; None if they have none."""

    person: int
    before: int | None
    after: int | None


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """What an action changed in the running season of a league; if it undid the season's end, in its saved table.

    `matches` count in another way. `people` have another position; `moves` are some of them.
    """

    league: str
    matches: int
    people: int
    moves: tuple[Move, ...] = ()


MOST_NAMED = 3
"""How many of those who move are named; the others are counted."""


def compare_standings(
    league: str, before: Sequence[Standing], after: Sequence[Standing], *, matches: int, by: int
) -> Effect | None:
    """Return the effect of an action of the person `by`, after which this many `matches` count in another way; None if there
    is none.

    That person is named first if they move, then those at the top.
    """
    old, new = _positions_by_person(before), _positions_by_person(after)
    moves = [Move(person, old.get(person), new.get(person)) for person in old.keys() | new.keys()]
    moves = sorted(
        (one for one in moves if one.before != one.after), key=lambda one: (one.person != by, _best(one), one.person)
    )
    if not moves and not matches:
        return None
    return Effect(league, matches, len(moves), tuple(moves[:MOST_NAMED]))


def _positions_by_person(rows: Sequence[Standing]) -> Mapping[int, int | None]:
    return {row.person: row.position for row in rows}


def _best(move: Move) -> int:
    return min(one for one in (move.before, move.after) if one is not None)
