"""The ratings of players: openskill's Bradley-Terry model, updated with the placings of each match.

The caller keeps one rating for each person, server and deck; a person who left a match has its lowest placing.

Both numbers of a rating are rounded to six decimals after every match, so the stored value is exactly the one used in the next
calculation: a 64-bit float column and a decimal text both return it unchanged. A rebuilt history therefore equals the one that
grew match by match, bit for bit; and where another machine's `exp` differs in the last bit, rounding removes the difference.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from openskill.models import BradleyTerryFull

START_MU, START_SIGMA = 25.0, round(25 / 3, 6)
DECIMALS = 6
MAX_RATED_PLAYERS = 6

BETA = 25 / 2
"""The share of luck in a match: the larger, the less a single match changes. Of eight values from half to four times
`START_SIGMA`, this one predicts matches of rami between simple computer players best (`benchmarks/league/ratings.py`, results
in `benchmarks/RESULTS.md`): the mean log-loss on three kinds of servers is as low as that of 10.4, within the error, and the
order of the ratings is right more often. 50/3, which did well on simulated results, is better only where all players are nearly
equal."""

PROVISIONAL_BELOW = 10
"""The number of matches below which a rating is called provisional, whatever the model says."""

SHOWN_AT_START = 1500
POINTS_PER_MU = 400 / (math.log(10) * math.sqrt(2) * BETA)
"""The points shown for 1 of `mu`. They mean the same as in chess: once two ratings are certain, the person with 200 points more
finishes above the other in three matches of four."""


@dataclass(frozen=True, slots=True)
class Rating:
    """`mu` is the best estimate and `sigma` its standard error; `matches` counts the rated matches."""

    mu: float = START_MU
    sigma: float = START_SIGMA
    matches: int = 0


START_RATING = Rating()


class Certainty(StrEnum):
    """How certain a rating is, the least certain first."""

    PROVISIONAL = "provisional"
    ROUGH = "rough"
    FAIR = "fair"
    FIRM = "firm"


ROUGH_ABOVE, FAIR_ABOVE = 55, 40
"""The standard errors (in points) above which a rating is rough or fair; reached after about 45 and 120 matches."""


def ratings_after(ratings: Sequence[Rating], placings: Sequence[int], *, beta: float = BETA) -> tuple[Rating, ...]:
    """Return the ratings after a match of two to six people, in the same order; placings count from 1, and ties share one.

    The order of the seats makes no difference, not even in the last bit: the model gets them sorted. Its exponential would
    overflow for ratings some 1,000 betas apart, which never occur: ratings are limited to 300 betas from the middle.

    Raise ValueError for another number of ratings, or of placings.
    """
    if not 2 <= len(ratings) <= MAX_RATED_PLAYERS or len(ratings) != len(placings):
        raise ValueError(f"{len(ratings)} ratings and {len(placings)} placings")
    order = sorted(range(len(ratings)), key=lambda seat: (placings[seat], ratings[seat].mu, ratings[seat].sigma))
    model = _model(beta)
    low, high = START_MU - 300 * beta, START_MU + 300 * beta
    before = [[model.rating(min(high, max(low, ratings[seat].mu)), ratings[seat].sigma)] for seat in order]
    after = model.rate(before, ranks=[float(placings[seat]) for seat in order])
    new = {
        seat: Rating(round(alone.mu, DECIMALS), round(alone.sigma, DECIMALS), ratings[seat].matches + 1)
        for seat, [alone] in zip(order, after, strict=True)
    }
    return tuple(new[seat] for seat in range(len(ratings)))


def shown_points(rating: Rating) -> int:
    """Return the rating as it is shown: the best estimate in points, 1500 at the start."""
    return SHOWN_AT_START + round((rating.mu - START_MU) * POINTS_PER_MU)


def shown_error(rating: Rating) -> int:
    """Return the standard error in points: in two cases of three, the true value is within this distance of `shown_points`."""
    return round(rating.sigma * POINTS_PER_MU)


def certainty(rating: Rating) -> Certainty:
    """Return the word for how certain the rating is."""
    if rating.matches < PROVISIONAL_BELOW:
        return Certainty.PROVISIONAL
    if shown_error(rating) > ROUGH_ABOVE:
        return Certainty.ROUGH
    return Certainty.FAIR if shown_error(rating) > FAIR_ABOVE else Certainty.FIRM


@lru_cache(maxsize=32)
def _model(beta: float) -> BradleyTerryFull:
    return BradleyTerryFull(mu=START_MU, sigma=START_SIGMA, beta=beta)


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A person's row. `position` counts from 1 and is shared by equals; it is None for a provisional rating."""

    position: int | None
    person: int
    rating: Rating


def build_ladder(ratings: Mapping[int, Rating]) -> list[LadderRow]:
    """Return the rows by the points that are shown, then the people with a provisional rating; equals by number.

    `ratings` are by person.
    """
    rated = [person for person, rating in ratings.items() if rating.matches]
    order = sorted(rated, key=lambda person: (_is_provisional(ratings[person]), *_key(ratings[person]), person))
    rows: list[LadderRow] = []
    for count, person in enumerate(order, start=1):
        rating = ratings[person]
        is_level = bool(rows) and shown_points(rows[-1].rating) == shown_points(rating)
        position = rows[-1].position if is_level else count
        rows.append(LadderRow(None if _is_provisional(rating) else position, person, rating))
    return rows


def most_rated_deck(ratings: Mapping[tuple[str, int], Rating]) -> str:
    """Return the deck with the most rated matches, counted for each person; empty if there are none.

    `ratings` are by deck and person.
    """
    matches: Counter[str] = Counter()
    for (deck, _), rating in ratings.items():
        matches[deck] += rating.matches
    return max(sorted(matches), key=lambda deck: matches[deck], default="")


def _is_provisional(rating: Rating) -> bool:
    return certainty(rating) == Certainty.PROVISIONAL


def _key(rating: Rating) -> tuple[int, int]:
    return -shown_points(rating), shown_error(rating)
