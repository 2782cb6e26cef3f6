"""The awards of a season: its champions, the most rummies, the longest winning run and the closest match."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from bot.league.match_facts import MatchResult
from bot.league.placings import league_placings
from bot.league.scheme.scheme import is_win
from bot.league.standings.standings import Standing

SHORTEST_RUN = 2
"""How many wins in a row are called a run, at least."""


class PeopleAward(Struct, frozen=True, forbid_unknown_fields=True):
    """The people who reached the same highest count."""

    people: tuple[int, ...]
    count: int


class ClosestMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of a match, its first two people, the better one first, and the difference of their card points."""

    match: int
    people: tuple[int, int]
    difference: int


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


def compute_awards(rows: Iterable[Standing], counted: Sequence[MatchResult], rummies: Mapping[int, Sequence[int]]) -> Awards:
    """Return the awards. `rows` are the final standings, `counted` the matches that change them, corrected, the oldest first.

    If none of them was played, nobody is the champion. `rummies` are those of each seat, by match; the matches may come without
    their deals.
    """
    has_played = any(not match.is_walkover for match in counted)
    return Awards(
        champions=tuple(sorted(row.person for row in rows if row.position == 1)) if has_played else (),
        rummies=_award(_rummies(counted, rummies), least=1),
        run=_award(_longest_runs(counted), least=SHORTEST_RUN),
        closest=min(filter(None, map(_close_match, counted)), key=lambda one: one.difference, default=None),
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


def _close_match(match: MatchResult) -> ClosestMatch | None:
    """Return the match with the difference between the first two; None if the second left, and for a walkover."""
    first, second, *_ = sorted(league_placings(match), key=lambda one: (one.place, -one.cards))
    if second.has_left or match.is_walkover:
        return None
    return ClosestMatch(match.number, (first.person, second.person), abs(first.cards - second.cards))
