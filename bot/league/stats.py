"""A person's statistics in a server, from all their matches with other people, whether these count in a league or not."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot.league.match_facts import MatchResult, Placing, is_between_people, league_placings
from bot.league.rematch_limit import pause_end
from bot.league.scheme import is_win
from bot.rummy.events import DealEnded
from bot.rummy.match import hand_points
from bot.rummy.variant import Variant

MAX_COMPARED = 4


@dataclass(frozen=True, slots=True)
class BestDeal:
    """The deal (from 1) in which the person took the most points from the others; the oldest of equals."""

    match: int
    deal: int
    points: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How many matches a person finished before, after and level with another person."""

    won: int = 0
    lost: int = 0
    level: int = 0


@dataclass(frozen=True, slots=True)
class Stats:
    """A person's statistics. `places[0]` counts first places, and so on. `against` is by person.

    `average_left` is the average of the points left in hand in the deals that the person didn't win; None if there are none.
    `abandoned` counts the `matches` that the person left before they were played; until `paused_until` (epoch ms), their
    matches count in no league because of that.
    """

    person: int
    matches: int
    wins: int
    places: tuple[int, ...]
    deals: int
    rummies: int
    best_deal: BestDeal | None
    average_left: Fraction | None
    against: Mapping[int, HeadToHead]
    abandoned: int = 0
    paused_until: int = 0


class StatsCount:
    """The statistics of a person as they grow, match by match; the matches need not be in memory at the same time."""

    def __init__(self, person: int) -> None:
        self._person = person
        self._places: Counter[int] = Counter()
        self._against: dict[int, HeadToHead] = {}
        self._best: BestDeal | None = None
        self._wins = self._deals = self._rummies = 0
        self._points_left = self._deals_lost = 0
        self._abandoned = list[int]()  # when these matches ended

    def add(self, match: MatchResult) -> None:
        """Count a match, with corrections applied, if the person counts in it. The oldest match comes first.

        A walkover is only a last place for a person who left.
        """
        seat = match.seat_of(self._person)
        if seat is None or not is_between_people(match):
            return
        people = league_placings(match)
        own = next(one for one in people if one.person == self._person)
        if match.is_walkover:
            if own.has_left:
                self._places[own.place] += 1
                self._abandoned.append(match.ended)
            return
        self._places[own.place] += 1
        self._wins += is_win(own)
        for other in people:
            if other.person != self._person:
                self._against[other.person] = _with_match(self._against.get(other.person, HeadToHead()), own, other)
        for number, deal in enumerate(match.deals, start=1):
            if not deal.had_left(seat):
                self._add_deal(match, number, deal, seat)

    def _add_deal(self, match: MatchResult, number: int, deal: DealEnded, seat: int) -> None:
        self._deals += 1
        self._rummies += deal.rummy and deal.winner == seat
        if deal.winner != seat:
            self._deals_lost += 1
            self._points_left += hand_points(match.variant, deal.hands[seat])
        taken = points_won(match.variant, deal, seat)
        if taken > (0 if self._best is None else self._best.points):
            self._best = BestDeal(match.number, number, taken)

    def stats(self) -> Stats:
        """Return the statistics of the matches that have been added."""
        return Stats(
            person=self._person,
            matches=self._places.total(),
            wins=self._wins,
            places=tuple(self._places[place] for place in range(1, 1 + max(self._places, default=0))),
            deals=self._deals,
            rummies=self._rummies,
            best_deal=self._best,
            average_left=Fraction(self._points_left, self._deals_lost) if self._deals_lost else None,
            against=dict(self._against),
            abandoned=len(self._abandoned),
            paused_until=pause_end(self._abandoned),
        )


def points_won(variant: Variant, deal: DealEnded, seat: int) -> int:
    """Return the points that a seat took in a deal, bonus included; with penalties, those that its win gave the others."""
    if not variant.is_lowest_score_best():
        return max(0, deal.points[seat])
    if deal.winner != seat:
        return 0
    lost = (hand_points(variant, deal.hands[one]) if one in deal.back else deal.points[one] for one in range(len(deal.points)))
    return sum(lost) - 2 * deal.points[seat]  # who comes back gets other points than those of their hand


def _with_match(before: HeadToHead, own: Placing, other: Placing) -> HeadToHead:
    return HeadToHead(
        before.won + (own.place < other.place),
        before.lost + (own.place > other.place),
        before.level + (own.place == other.place),
    )
