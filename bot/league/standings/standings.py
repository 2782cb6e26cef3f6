"""The standings of a league, with each person's change of position since Monday. Computed from totals alone."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot.league.scheme.scheme import PARTS_PER_POINT, TieBreaker, TieBreakers
from bot.league.standings.totals import Sums, Total

_SortKey = tuple[int | tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's row. `position` counts from 1 and is shared by equals; it is None for a person with too few matches.

    `before` is the position at the beginning of the week. `parts` are sixtieths of a point.
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
        """The points per match."""
        return Fraction(self.parts, PARTS_PER_POINT * self.matches)

    @property
    def change(self) -> int | None:
        """How many positions the person has risen since the beginning of the week; negative if they have fallen.

        None if they have or had no position.
        """
        return None if self.position is None or self.before is None else self.before - self.position


def compute_standings(totals: Mapping[int, Total], ties: TieBreakers, *, least: int, week: int) -> list[Standing]:
    """Return the rows, the best first, then the people with fewer than `least` matches in the same order; equals by number.

    `totals` are by person. `week` is the current week in the league's zone (`week_of(now, league.zone)`).
    """
    then = _positions(((person, total.at_beginning_of(week)) for person, total in totals.items()), ties, least)
    now = _positions(((person, total.now) for person, total in totals.items()), ties, least)
    rows = []
    for person, position in now.items():
        sums = totals[person].now
        rows.append(Standing(position, person, sums.matches, sums.parts, sums.wins, then[person]))
    return rows


def _positions(sums: Iterable[tuple[int, Sums]], ties: TieBreakers, least: int) -> dict[int, int | None]:
    """Return the position of each person, in the order of the standings."""
    rows = sorted(((one.matches >= least, _key(one, ties), -person) for person, one in sums), reverse=True)
    positions: dict[int, int | None] = {}
    position, last = 0, None
    for count, (enough, key, minus) in enumerate(rows, start=1):
        if key != last:
            position, last = count, key
        positions[-minus] = position if enough else None
    return positions


def _key(sums: Sums, ties: TieBreakers) -> _SortKey:
    """Return the sort key; more is better."""
    return (sums.parts, *(_VALUE[tie](sums) for tie in ties))


_VALUE: Mapping[TieBreaker, Callable[[Sums], int | tuple[int, ...]]] = {
    TieBreaker.WINS: lambda sums: sums.wins,
    TieBreaker.PLACES: lambda sums: sums.places,  # a tuple that is the beginning of a longer one is worse
    TieBreaker.CARD_POINTS: lambda sums: sums.cards,
    TieBreaker.FEWEST_MATCHES: lambda sums: -sums.matches,
}
