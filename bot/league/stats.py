"""A person's statistics in a server, from all their matches with other people, whether these count in a league or not."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.league.match_facts import MatchResult
from bot.league.placings import Placing, is_between_people, league_placings
from bot.league.scheme.scheme import is_win
from bot.rummy.events import DealEnded
from bot.rummy.scoring import hand_points
from bot.rummy.variant.variant import Variant

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


def compute_stats(history: Iterable[MatchResult], person: int) -> Stats:
    """Return the person's statistics; `history` has at least all their matches, the oldest first, with corrections applied."""
    places: Counter[int] = Counter()
    against: dict[int, HeadToHead] = {}
    best: BestDeal | None = None
    wins = deals = rummies = 0
    left: list[int] = []
    for match in history:
        seat = match.seat_of(person)
        if seat is None or not is_between_people(match):
            continue
        people = league_placings(match)
        own = next(one for one in people if one.person == person)
        places[own.place] += 1
        wins += is_win(own)
        for other in people:
            if other.person != person:
                against[other.person] = _with_match(against.get(other.person, HeadToHead()), own, other)
        for number, deal in enumerate(match.deals, start=1):
            if deal.winner != seat and not deal.hands[seat]:
                continue  # the person had left before this deal
            deals += 1
            rummies += deal.rummy and deal.winner == seat
            if deal.winner != seat:
                left.append(hand_points(match.variant, deal.hands[seat]))
            taken = points_won(match.variant, deal, seat)
            if taken > (0 if best is None else best.points):
                best = BestDeal(match.number, number, taken)
    return Stats(
        person=person,
        matches=places.total(),
        wins=wins,
        places=tuple(places[place] for place in range(1, 1 + max(places, default=0))),
        deals=deals,
        rummies=rummies,
        best_deal=best,
        average_left=Fraction(sum(left), len(left)) if left else None,
        against=against,
    )


def compare_people(history: Sequence[MatchResult], people: Sequence[int]) -> list[Stats]:
    """Return the statistics of up to four people, each once, in the given order. Raise ValueError for more."""
    named = list(dict.fromkeys(people))
    if len(named) > MAX_COMPARED:
        raise ValueError(f"{len(named)} people are more than {MAX_COMPARED}")
    return [compute_stats(history, person) for person in named]


def points_won(variant: Variant, deal: DealEnded, seat: int) -> int:
    """Return the points that a seat took in a deal, bonus included; with penalties, those that its win gave the others."""
    if not variant.is_lowest_score_best():
        return max(0, deal.points[seat])
    return sum(deal.points) - 2 * deal.points[seat] if deal.winner == seat else 0


def _with_match(before: HeadToHead, own: Placing, other: Placing) -> HeadToHead:
    return HeadToHead(
        before.won + (own.place < other.place),
        before.lost + (own.place > other.place),
        before.level + (own.place == other.place),
    )
