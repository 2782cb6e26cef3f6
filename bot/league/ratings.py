"""How strong players have shown themselves to be: openskill's Bradley-Terry model, fed with the placings of match after match.

The caller keeps one rating for each person, server and deck; who left a match comes with its lowest placing.

Both numbers of a rating are rounded to six decimals after every match, so what is stored is exactly what is calculated with: a
64-bit float column and a decimal text both give the very same value back. A history computed anew therefore equals the one that
grew match by match, bit for bit, and a last bit in which another machine's `exp` differs is rounded away.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from openskill.models import BradleyTerryFull

START_MU, START_SIGMA = 25.0, round(25 / 3, 6)
DECIMALS = 6
MAX_RATED_PLAYERS = 6

BETA = 25 / 2
"""How much luck there is in a match: the larger, the less one match says. Of eight values, from half to four times SPREAD,
this one predicts whole matches of rami between simple players best (`benchmarks/ratings.py`, recorded in its `RESULTS.md`): the
mean log-loss on three kinds of servers is as low as that of 10.4, within the error, and the order of the ratings is right more
often. The 50/3 that did well on made-up players is better only where all are of nearly one strength."""

PROVISIONAL_BELOW = 10
"""Below so many matches a rating is called provisional, whatever the model says."""

SHOWN_AT_START = 1500
POINTS_PER_MU = 400 / (math.log(10) * math.sqrt(2) * BETA)
"""Points shown for 1 of `mu`, so that they mean what they mean in chess: once two ratings are certain, the one with 200 points
more ends above the other in three matches of four."""


@dataclass(frozen=True, slots=True)
class Rating:
    """`mu` is the best guess and `sigma` its standard error; `matches` counts those that were rated."""

    mu: float = START_MU
    sigma: float = START_SIGMA
    matches: int = 0


START_RATING = Rating()


class Certainty(StrEnum):
    """How sure a rating is, from the least."""

    PROVISIONAL = "provisional"
    ROUGH = "rough"
    FAIR = "fair"
    FIRM = "firm"


ROUGH_ABOVE, FAIR_ABOVE = 55, 40
"""Give or take so many points: left behind after about 45 and 120 matches."""


def ratings_after(ratings: Sequence[Rating], placings: Sequence[int], *, beta: float = BETA) -> tuple[Rating, ...]:
    """The ratings after a match of two to six, in the order given; placings count from 1, and who ties shares one.

    The order of the seats changes nothing, not even the last bit: the model is given them sorted. Its exponential would
    overflow some 1,000 betas apart, where no rating ever comes: what is farther than 300 from the middle is taken to be there.
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


def win_probability(one: Rating, other: Rating, *, beta: float = BETA) -> float:
    """How likely the model takes it to be, from 0 to 1, that the first ends above the second."""
    unsure = math.sqrt(one.sigma**2 + other.sigma**2 + 2 * beta**2)
    return (1 + math.tanh((one.mu - other.mu) / unsure / 2)) / 2


def shown_points(rating: Rating) -> int:
    """The rating as people see it: the best guess, 1500 at the start."""
    return SHOWN_AT_START + round((rating.mu - START_MU) * POINTS_PER_MU)


def shown_error(rating: Rating) -> int:
    """The standard error in the points that people see: in two cases of three the truth is within so many of `shown_points`."""
    return round(rating.sigma * POINTS_PER_MU)


def certainty(rating: Rating) -> Certainty:
    """The plain word for how sure a rating is."""
    if rating.matches < PROVISIONAL_BELOW:
        return Certainty.PROVISIONAL
    if shown_error(rating) > ROUGH_ABOVE:
        return Certainty.ROUGH
    return Certainty.FAIR if shown_error(rating) > FAIR_ABOVE else Certainty.FIRM


@lru_cache(maxsize=32)
def _model(beta: float) -> BradleyTerryFull:
    return BradleyTerryFull(mu=START_MU, sigma=START_SIGMA, beta=beta)
