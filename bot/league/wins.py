"""The standings of a server that has no league: its finished matches by wins, computed from the facts and never stored."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One line of a server's history: one person in one finished match; `table` is the number of the match."""

    table: int
    person: int
    name: str
    placing: int
    points: int


@dataclass(frozen=True, slots=True)
class Standing:
    """`position` counts from 1; who has the same wins and points shares it. A shared first place is a win for each."""

    position: int
    person: int
    name: str
    matches: int
    wins: int
    points: int


def standings(facts: Iterable[SeatResult]) -> list[Standing]:
    """Most wins first, then most points, then fewest matches played for them; names decide the order of equals."""
    rows: dict[int, tuple[str, int, int, int]] = {}
    for fact in facts:
        _, matches, wins, points = rows.get(fact.person, ("", 0, 0, 0))
        rows[fact.person] = (fact.name, matches + 1, wins + (fact.placing == 1), points + fact.points)
    ranks = {person: (-wins, -points, matches) for person, (_, matches, wins, points) in rows.items()}
    ladder = sorted(ranks.values())
    order = sorted(rows, key=lambda person: (ranks[person], rows[person][0], person))
    return [Standing(1 + bisect_left(ladder, ranks[person]), person, *rows[person]) for person in order]
