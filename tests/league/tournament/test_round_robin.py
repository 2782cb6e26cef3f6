"""In a round robin each pair meets once."""

from collections import Counter

import pytest

from bot.league.tournament.round_robin import Round, round_robin


def _people(number: int) -> list[int]:
    """Return person numbers that differ from the positions in the list."""
    return [900 - 7 * place for place in range(number)]


@pytest.mark.parametrize("number", range(2, 33))
def test_each_pair_meets_once_and_everybody_is_in_each_round(number: int) -> None:
    people, rounds = _people(number), round_robin(_people(number))
    assert len(rounds) == number - 1 + number % 2
    for each in rounds:
        assert sorted([*each.byes, *(person for table in each.tables for person in table)]) == sorted(people)
    met = Counter(frozenset(table) for each in rounds for table in each.tables)
    assert met == {frozenset((one, other)): 1 for one in people for other in people if one != other}


@pytest.mark.parametrize("number", range(3, 33, 2))
def test_an_odd_number_of_people_has_one_bye_per_round_and_one_for_each_person(number: int) -> None:
    byes = [each.byes for each in round_robin(_people(number))]
    assert all(len(out) == 1 for out in byes)
    assert Counter(person for [person] in byes) == dict.fromkeys(_people(number), 1)


def test_four_people_get_the_rounds_of_the_circle_method() -> None:
    assert round_robin([1, 2, 3, 4]) == (
        Round(((1, 4), (2, 3))),
        Round(((1, 3), (2, 4))),
        Round(((1, 2), (3, 4))),
    )
