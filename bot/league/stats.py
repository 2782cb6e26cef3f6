"""What a person has done in a server: counted from the facts of his matches with other people, whatever league they are of."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.league.facts import MatchResult
from bot.league.placing import Placed, is_between_people, placed
from bot.league.scheme import is_win
from bot.rummy.events import DealEnded
from bot.rummy.scoring import hand_points
from bot.rummy.variant.variant import Variant

MOST_COMPARED = 4


@dataclass(frozen=True, slots=True)
class BestDeal:
    """The deal (from 1) of a match in which he took most from the others; the oldest of several."""

    match: int
    deal: int
    points: int


@dataclass(frozen=True, slots=True)
class Against:
    """Matches in which he came before somebody, after him, and level with him."""

    won: int = 0
    lost: int = 0
    level: int = 0


@dataclass(frozen=True, slots=True)
class Stats:
    """`places[0]` counts first places, and so on. `average_left`: points in hand in the deals that another one won, or nobody;
    None without any. `against` is by person.
    """

    person: int
    matches: int
    wins: int
    places: tuple[int, ...]
    deals: int
    rummies: int
    best_deal: BestDeal | None
    average_left: Fraction | None
    against: Mapping[int, Against]


def stats(history: Iterable[MatchResult], person: int) -> Stats:
    """`history`: the matches of this person, or of all, the oldest first, as they are corrected."""
    places: Counter[int] = Counter()
    against: dict[int, Against] = {}
    best: BestDeal | None = None
    wins = deals = rummies = 0
    left: list[int] = []
    for match in history:
        seat = match.seat_of(person)
        if seat is None or not is_between_people(match):
            continue
        people = placed(match)
        own = next(one for one in people if one.person == person)
        places[own.place] += 1
        wins += is_win(own)
        for other in people:
            if other.person != person:
                against[other.person] = _met(against.get(other.person, Against()), own, other)
        for number, deal in enumerate(match.deals, start=1):
            if deal.winner != seat and not deal.hands[seat]:
                continue  # he had left before it
            deals += 1
            rummies += deal.rummy and deal.winner == seat
            if deal.winner != seat:
                left.append(hand_points(match.variant, deal.hands[seat]))
            taken = won_in(match.variant, deal, seat)
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


def compared(history: Sequence[MatchResult], people: Sequence[int]) -> list[Stats]:
    """Of up to four people, each once, in the order in which they are named. Raises ValueError for more."""
    named = list(dict.fromkeys(people))
    if len(named) > MOST_COMPARED:
        raise ValueError(f"{len(named)} people are more than {MOST_COMPARED}")
    return [stats(history, person) for person in named]


def won_in(variant: Variant, deal: DealEnded, seat: int) -> int:
    """What a seat took in a deal, with any bonus: the points it got, or, as penalties, those that going out gave the others."""
    if not variant.is_lowest_score_best():
        return max(0, deal.points[seat])
    return sum(deal.points) - 2 * deal.points[seat] if deal.winner == seat else 0


def _met(before: Against, own: Placed, other: Placed) -> Against:
    return Against(
        before.won + (own.place < other.place),
        before.lost + (own.place > other.place),
        before.level + (own.place == other.place),
    )
