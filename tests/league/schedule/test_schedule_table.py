"""The table of a schedule: its own matches only, then head to head, then card points."""

import random
from itertools import combinations

from msgspec.structs import replace

from bot.league.corrections import Remove, Void, apply_change
from bot.league.match_facts import MatchResult
from bot.league.schedule import schedule_table
from bot.league.scheme import ByWins, Scheme, read_scheme
from tests.league.written_matches import ANN, BEN, CEM, DEE, NAMES, PEOPLE, played

PLACES = read_scheme("2: 3 0; 3: 4 2 0")
Line = tuple[int, str, int, int, int]


def table(*matches: MatchResult, people: tuple[int, ...] = (ANN, BEN, CEM), scheme: Scheme = PLACES) -> list[Line]:
    """Return each row: position, name, matches, points and card points."""
    name = {number: name for name, number in NAMES.items()}
    rows = schedule_table(people, matches, scheme)
    return [(row.position, name[row.person], row.matches, int(row.points), row.cards) for row in rows]


def test_people_without_a_match_are_in_the_table_and_share_the_last_place() -> None:
    assert table(played("Ann 1 104 · Ben 2 40"), people=(ANN, BEN, CEM, DEE)) == [
        (1, "Ann", 1, 3, 104),
        (2, "Ben", 1, 0, 40),
        (3, "Cem", 0, 0, 0),
        (3, "Dee", 0, 0, 0),
    ]


def test_head_to_head_decides_before_card_points() -> None:
    """Ann and Ben have two wins each. Ben has more card points, but Ann has beaten Ben."""
    matches = (
        played("Ann 1 50 · Ben 2 49", 1),
        played("Ann 1 50 · Cem 2 1", 2),
        played("Dee 1 50 · Ann 2 1", 3),
        played("Ben 1 100 · Cem 2 1", 4),
        played("Ben 1 100 · Dee 2 1", 5),
        played("Cem 1 50 · Dee 2 1", 6),
    )
    assert [line[:2] for line in table(*matches, people=(ANN, BEN, CEM, DEE))] == [
        (1, "Ann"),
        (2, "Ben"),
        (3, "Cem"),
        (4, "Dee"),
    ]


def test_a_circle_of_wins_is_decided_by_card_points_of_all_matches() -> None:
    circle = (played("Ann 1 50 · Ben 2 40", 1), played("Ben 1 50 · Cem 2 45", 2), played("Cem 1 50 · Ann 2 10", 3))
    assert table(*circle) == [(1, "Cem", 2, 3, 95), (2, "Ben", 2, 3, 90), (3, "Ann", 2, 3, 60)]


def test_a_circle_with_equal_card_points_shares_a_place_and_the_next_one_is_left_out() -> None:
    circle = [played("Ann 1 50 · Ben 2 40", 1), played("Ben 1 50 · Cem 2 40", 2), played("Cem 1 50 · Ann 2 40", 3)]
    lost = [played(f"{name} 1 5 · Dee 2 5", number) for number, name in enumerate(("Ann", "Ben", "Cem"), start=4)]
    assert [line[:2] for line in table(*circle, *lost, people=(ANN, BEN, CEM, DEE))] == [
        (1, "Ann"),
        (1, "Ben"),
        (1, "Cem"),
        (4, "Dee"),
    ]


def test_matches_against_people_with_other_points_are_not_head_to_head() -> None:
    """Ann and Ben are equal. Ben's win against Cem, who has fewer points, is not one against an equal."""
    matches = (played("Ann 1 5 · Ben 2 90", 1), played("Ben 1 90 · Cem 2 5", 2))
    assert [(line[0], line[1]) for line in table(*matches)] == [(1, "Ann"), (2, "Ben"), (3, "Cem")]


def test_a_tie_at_the_table_shares_the_points() -> None:
    assert table(played("Ann 1 50 · Ben 1 50 · Cem 3 2")) == [(1, "Ann", 1, 3, 50), (1, "Ben", 1, 3, 50), (3, "Cem", 1, 0, 2)]


def test_a_voided_match_or_one_without_points_for_its_size_does_not_count() -> None:
    won = played("Ann 1 50 · Ben 2 40")
    assert table(apply_change(won, Void()))[0] == (1, "Ann", 0, 0, 0)
    assert table(apply_change(won, Remove(ANN)))[0] == (1, "Ann", 0, 0, 0)
    assert table(played("Ann 1 50 · Ben 2 40 · Cem 3 1 · Dee 4 0"), people=(ANN, BEN, CEM, DEE))[0][2:] == (0, 0, 0)


def test_whoever_left_has_the_last_place_and_the_fewest_card_points() -> None:
    assert table(played("Ann 1 50 left · Ben 2 40 · Cem 3 1"), scheme=PLACES) == [
        (1, "Ben", 1, 4, 40),
        (2, "Cem", 1, 2, 1),
        (3, "Ann", 1, 0, 1),
    ]


def test_a_win_by_departure_before_a_deal_was_finished_is_only_a_match_of_the_person_who_left() -> None:
    """L1: wins without a card played counted in full."""
    unplayed = replace(played("Ann 1 0 · Ben 2 0 left"), is_walkover=True)
    assert table(unplayed) == [(1, "Ann", 0, 0, 0), (1, "Ben", 1, 0, 0), (1, "Cem", 0, 0, 0)]


def test_the_table_of_a_random_round_robin_does_not_depend_on_the_order_of_its_matches() -> None:
    names = {number: name for name, number in NAMES.items()}
    for seed in range(50):
        dice = random.Random(seed)
        matches = [
            played(f"{names[one]} {won} {dice.randrange(4)} · {names[other]} {3 - won} {dice.randrange(4)}", number)
            for number, (one, other) in enumerate(combinations(PEOPLE, 2), start=1)
            for won in [dice.choice((1, 2))]
        ]
        rows = schedule_table(PEOPLE, matches, ByWins())
        dice.shuffle(matches)
        assert schedule_table(list(PEOPLE)[::-1], matches, ByWins()) == rows
        for one, other in combinations(rows, 2):
            met = next(match for match in matches if {one.person, other.person} == {seat.person for seat in match.seats})
            equals = [row.person for row in rows if row.parts == one.parts]
            if equals == [one.person, other.person]:
                assert met.seats[met.seat_of(one.person) or 0].placing == 1, "of two equals, the winner of their match is first"
