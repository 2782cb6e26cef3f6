"""What a tournament's rounds are worth, and its table: scores, the scores of opponents, then card points.

A round is worth the share of the others at the table whom a person has beaten, from 0 to 1: so tables of three and of five
count the same. With duplicate deals, the others are those who had the same seat, with the same cards, at the other tables.

In the table, people with equal scores are ordered by the mean score of the opponents whom they have met, and then by their card
points. Whoever is still equal shares a position.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from bot.league.match_facts import Placing

HALF = Fraction(1, 2)


def shares(placings: Sequence[Placing]) -> dict[int, Fraction]:
    """Return, for each person, the share of the others whom they have beaten, from 0 to 1; a tie beats a half.

    Who left is behind everyone who stayed, and ties with others who left. Alone at a table, a person gets a half.
    """
    return _shares_beaten({one.person: (not one.has_left, -one.place) for one in placings})


def duplicate_shares(tables: Sequence[Mapping[int, tuple[int, int]]]) -> dict[int, Fraction]:
    """Return, for each person, the share of those in the same seat at the other tables whom they have beaten, from 0 to 1.

    Each table has, by the index of the seat, the person and their points, of which more is better. A tie beats a half. A person
    gets a half if nobody else had the seat.
    """
    result: dict[int, Fraction] = {}
    for seat in sorted({seat for table in tables for seat in table}):
        result |= _shares_beaten({person: (points,) for person, points in (table[seat] for table in tables if seat in table)})
    return result


def _shares_beaten(results: Mapping[int, tuple[int, ...]]) -> dict[int, Fraction]:
    """Return the share of the others with a lower result, plus half the share of equals; a half without others."""
    others = len(results) - 1
    if others < 1:
        return dict.fromkeys(results, HALF)
    values = list(results.values())
    return {
        person: (sum(value < own for value in values) + HALF * (values.count(own) - 1)) / others
        for person, own in results.items()
    }


class Unplayed(StrEnum):
    """Why a person didn't play in a round."""

    BYE = "bye"
    """No seat was left for them; counts as the average of what they have played, in the end."""
    ABSENT = "absent"
    """They sat out or didn't come; counts nothing."""
    LATE = "late"
    """They hadn't entered yet; counts as the mean of the lower half of those who played."""


@dataclass(frozen=True, slots=True)
class Played:
    """A person's result in a round: the share that they have beaten, the others at the table, and `Placing.per_deal`."""

    share: Fraction
    opponents: tuple[int, ...]
    cards: int


PersonRounds = Sequence[Played | Unplayed]
"""What became of a person in each round, the first round first."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person's row. `position` counts from 1 and is shared by equals; `played` and `byes` count rounds.

    `score` sums what each round is worth. `opponents` is the mean score of the opponents, who count once for each meeting; 0
    without any. `cards` sums the card points, in sixtieths.
    """

    position: int
    person: int
    score: Fraction
    played: int
    byes: int
    opponents: Fraction
    cards: int


def tournament_table(rounds: Mapping[int, PersonRounds]) -> list[PersonRow]:
    """Return a row for each person, the best first; equals by number.

    `rounds` has for each person, by their number, the finished rounds: a round that is still played would charge the absent.
    Raise ValueError if the numbers of rounds differ.
    """
    late_worth = [_mean_of_lower_half(one_round) for one_round in zip(*rounds.values(), strict=True)]
    played = {person: [one for one in own if isinstance(one, Played)] for person, own in rounds.items()}
    scores = {person: _score(own, late_worth) for person, own in rounds.items()}
    opponents = {
        person: _mean([scores[other] for one in own for other in one.opponents if other in scores], without=Fraction())
        for person, own in played.items()
    }
    keys = {person: (scores[person], opponents[person], sum(one.cards for one in played[person])) for person in rounds}
    order = sorted(rounds, key=lambda person: (*(-number for number in keys[person]), person))
    positions: dict[tuple[Fraction, Fraction, int], int] = {}
    for position, person in enumerate(order, start=1):
        positions.setdefault(keys[person], position)
    return [
        PersonRow(
            position=positions[keys[person]],
            person=person,
            score=scores[person],
            played=len(played[person]),
            byes=list(rounds[person]).count(Unplayed.BYE),
            opponents=opponents[person],
            cards=keys[person][2],
        )
        for person in order
    ]


def _score(own: PersonRounds, late_worth: Sequence[Fraction]) -> Fraction:
    shares_won = [one.share for one in own if isinstance(one, Played)]
    late = [worth for one, worth in zip(own, late_worth, strict=True) if one is Unplayed.LATE]
    byes = sum(one is Unplayed.BYE for one in own)
    return sum([*shares_won, *late], byes * _mean(shares_won, without=HALF))


def _mean_of_lower_half(one_round: Sequence[Played | Unplayed]) -> Fraction:
    """Return the mean share of the lower half of those who played the round, rounded up; 0 if nobody did."""
    lowest_first = sorted(one.share for one in one_round if isinstance(one, Played))
    return _mean(lowest_first[: -(-len(lowest_first) // 2)], without=Fraction())


def _mean(numbers: Sequence[Fraction], *, without: Fraction) -> Fraction:
    """Return the mean; `without` if there are no numbers."""
    return sum(numbers, Fraction()) / len(numbers) if numbers else without
