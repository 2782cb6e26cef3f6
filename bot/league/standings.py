"""The table of a league: who stands where, and who has moved since Monday. Computed from the totals of its people alone."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot.league.scheme import PARTS_PER_POINT, TieBreaker, TieBreakers
from bot.league.totals import Sums, Total

_SortKey = tuple[int | tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """`position` counts from 1; equals share it, and who has too few matches for a place has None.

    `before` is his position at the beginning of the week. `parts` are sixtieths of a point.
    """

    position: int | None
    person: int
    matches: int
    parts: int
    wins: int
    before: int | None

    @property
    def points(self) -> Fraction:
        return Fraction(self.parts, PARTS_PER_POINT)

    @property
    def average(self) -> Fraction:
        """Points a match."""
        return Fraction(self.parts, PARTS_PER_POINT * self.matches)

    @property
    def change(self) -> int | None:
        """How many positions he has gone up since the week began (down: below 0); None where he had or has none."""
        return None if self.position is None or self.before is None else self.before - self.position


def compute_standings(totals: Mapping[int, Total], ties: TieBreakers, *, least: int, week: int) -> list[Standing]:
    """The best first, then those with fewer than `least` matches, by the same order; equals by their number.

    `week` is the current one, of the league's zone (`week_of(now, league.zone)`).
    """
    then = _positions(((person, total.at_beginning_of(week)) for person, total in totals.items()), ties, least)
    now = _positions(((person, total.now) for person, total in totals.items()), ties, least)
    rows = []
    for person, position in now.items():
        sums = totals[person].now
        rows.append(Standing(position, person, sums.matches, sums.parts, sums.wins, then[person]))
    return rows


def _positions(sums: Iterable[tuple[int, Sums]], ties: TieBreakers, least: int) -> dict[int, int | None]:
    """By person, in the order of the table."""
    rows = sorted(((one.matches >= least, _key(one, ties), -person) for person, one in sums), reverse=True)
    positions: dict[int, int | None] = {}
    position, last = 0, None
    for count, (enough, key, minus) in enumerate(rows, start=1):
        if key != last:
            position, last = count, key
        positions[-minus] = position if enough else None
    return positions


def _key(sums: Sums, ties: TieBreakers) -> _SortKey:
    """More is better."""
    return (sums.parts, *(_VALUE[tie](sums) for tie in ties))


_VALUE: Mapping[TieBreaker, Callable[[Sums], int | tuple[int, ...]]] = {
    TieBreaker.WINS: lambda sums: sums.wins,
    TieBreaker.PLACES: lambda sums: sums.places,  # the shorter one is worse where it is how the other begins
    TieBreaker.CARD_POINTS: lambda sums: sums.cards,
    TieBreaker.FEWEST_MATCHES: lambda sums: -sums.matches,
}
