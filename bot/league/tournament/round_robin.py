"""Rounds of a tournament, and all those of a round robin of pairs."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Round:
    """The tables that play at the same time, and the people with a bye; both in the order of the list of people."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def round_robin(people: Sequence[int]) -> tuple[Round, ...]:
    """Return rounds in which each pair meets once, by the circle method; each person has a bye if their number is odd."""
    circle: list[int | None] = list(range(len(people)))
    if len(circle) % 2:
        circle.append(None)
    half, rounds = len(circle) // 2, []
    for _ in range(len(circle) - 1):
        pairs = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        tables = sorted(sorted((one, other)) for one, other in pairs if one is not None and other is not None)
        out = [place for pair in pairs if None in pair for place in pair if place is not None]
        rounds.append(
            Round(tuple(tuple(people[place] for place in table) for table in tables), tuple(people[place] for place in out))
        )
        circle[1:] = [circle[-1], *circle[1:-1]]
    return tuple(rounds)
