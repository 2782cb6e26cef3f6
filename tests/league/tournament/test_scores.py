"""What rounds of a tournament are worth, and its table; all numbers were computed by hand."""

from fractions import Fraction

import pytest

from bot.league.match_facts import league_placings
from bot.league.tournament.scores import Played, Unplayed, duplicate_shares, shares, tournament_table
from tests.league.written_matches import ANN, BEN, CEM, DEE, EVE, NAMES, played

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("said", "beaten"),
    [
        ("Ann 1 · Ben 2", ["1", "0"]),
        ("Ann 1 · Ben 1", ["1/2", "1/2"]),
        ("Ann 3 · Ben 1 · Cem 2", ["0", "1", "1/2"]),
        ("Ann 1 · Ben 2 · Cem 2 · Dee 4", ["1", "1/2", "1/2", "0"]),
        ("Ann 1 · Ben 2 · Cem 3 · Dee 4 · Eve 5", ["1", "3/4", "1/2", "1/4", "0"]),
        ("Ann 1 left · Ben 2 · Cem 3", ["0", "1", "1/2"]),
        ("Ann 3 left · Ben 1 · Cem 4 left · Dee 2", ["1/6", "1", "1/6", "2/3"]),
        ("Ann 1 left · Ben 2 left", ["1/2", "1/2"]),
        ("Ann 1 · Ben 2 computer", ["1/2"]),
    ],
)
def test_a_match_is_worth_the_share_of_the_others_beaten(said: str, beaten: list[str]) -> None:
    match = played(said)
    assert shares(league_placings(match)) == {
        seat.person: Fraction(share) for seat, share in zip(match.people(), beaten, strict=True)
    }


def test_the_shares_of_a_table_sum_to_half_its_people() -> None:
    for said in ("Ann 1 · Ben 2 · Cem 2", "Ann 1 · Ben 1 · Cem 3 left · Dee 4 left", "Ann 1 · Ben 2 · Cem 3 · Dee 3 · Eve 3"):
        worth = shares(league_placings(played(said)))
        assert sum(worth.values()) == Fraction(len(worth), 2)


def test_duplicate_deals_compare_each_seat_with_the_same_seat_at_the_other_tables() -> None:
    """At their own table, Ann beat Ben by far. But Cem made more of Ann's cards, and nobody more of Ben's."""
    tables = [
        {0: (ANN, 90), 1: (BEN, 10)},
        {0: (CEM, 120), 1: (DEE, 10)},
        {0: (EVE, 90), 1: (NAMES["Fay"], -5)},
    ]
    assert duplicate_shares(tables) == {
        ANN: Fraction(1, 4),
        CEM: 1,
        EVE: Fraction(1, 4),
        BEN: Fraction(3, 4),
        DEE: Fraction(3, 4),
        NAMES["Fay"]: 0,
    }


def test_a_seat_at_a_single_table_is_worth_a_half() -> None:
    assert duplicate_shares([{0: (ANN, 90), 1: (BEN, 10)}]) == {ANN: HALF, BEN: HALF}
    assert duplicate_shares([{0: (ANN, 90), 1: (BEN, 10)}, {0: (CEM, 80)}]) == {ANN: 1, CEM: 0, BEN: HALF}


def won(share: str, *opponents: int, cards: int = 0) -> Played:
    return Played(Fraction(share), opponents, cards)


def scores(rounds: dict[int, list[Played | Unplayed]]) -> dict[int, Fraction]:
    return {row.person: row.score for row in tournament_table(rounds)}


def test_a_score_sums_the_shares() -> None:
    rows = tournament_table(
        {
            ANN: [won("1", BEN, CEM), won("1/2", BEN, CEM)],
            BEN: [won("1/2", ANN, CEM), won("1", ANN, CEM)],
            CEM: [won("0", ANN, BEN), won("0", ANN, BEN)],
        }
    )
    assert [(row.position, row.person, row.score, row.played) for row in rows] == [
        (1, ANN, Fraction(3, 2), 2),
        (1, BEN, Fraction(3, 2), 2),
        (3, CEM, 0, 2),
    ]


def test_a_bye_scores_the_average_of_what_is_played_in_the_end() -> None:
    """Ann played 1 and 1/2: an average of 3/4, twice more for two byes."""
    rounds: dict[int, list[Played | Unplayed]] = {ANN: [Unplayed.BYE, won("1", BEN), Unplayed.BYE, won("1/2", BEN)]}
    (row,) = tournament_table(rounds)
    assert (row.score, row.played, row.byes) == (3, 2, 2)


def test_a_bye_scores_a_half_before_anything_is_played() -> None:
    assert scores({ANN: [Unplayed.BYE], BEN: [Unplayed.ABSENT]}) == {ANN: HALF, BEN: 0}


def test_an_absence_scores_nothing_and_leaves_the_average_for_byes() -> None:
    assert scores({ANN: [Unplayed.ABSENT, won("1", BEN), Unplayed.BYE]}) == {ANN: 2}


def test_a_late_entry_scores_the_mean_of_the_lower_half_of_each_missed_round() -> None:
    """Round 1: 0, 1/4, 1/2, 3/4, 1; the lower half, rounded up, are three, on average 1/4. Round 2: 1/4 alone."""
    people = range(1, 6)
    rounds: dict[int, list[Played | Unplayed]] = {
        person: [won(f"{person - 1}/4"), Unplayed.ABSENT, Unplayed.ABSENT] for person in people
    }
    rounds[ANN][1] = won("1/4")
    rounds[7] = [Unplayed.LATE, Unplayed.LATE, won("1", ANN)]
    assert scores(rounds)[7] == Fraction(1, 4) + Fraction(1, 4) + 1


def test_a_late_entry_does_not_count_in_the_average_for_byes() -> None:
    rounds: dict[int, list[Played | Unplayed]] = {
        ANN: [won("1", BEN), Unplayed.ABSENT, Unplayed.ABSENT],
        BEN: [won("0", ANN), Unplayed.ABSENT, Unplayed.ABSENT],
        CEM: [Unplayed.LATE, Unplayed.BYE, won("1", ANN)],
    }
    assert scores(rounds)[CEM] == 0 + 1 + 1


def test_a_round_that_nobody_played_gives_a_late_entry_nothing() -> None:
    assert scores({ANN: [Unplayed.LATE]}) == {ANN: 0}


def test_of_equals_the_person_with_the_stronger_opponents_is_first() -> None:
    """Ann and Dee won once. Ann met Ben (1) and Cem (1), Dee met Ben (1) and Eve (0)."""
    rows = tournament_table(
        {
            DEE: [won("1", EVE), won("0", BEN)],
            ANN: [won("1", CEM), won("0", BEN)],
            BEN: [won("1", DEE), won("0", ANN)],
            CEM: [won("0", ANN), won("1", EVE)],
            EVE: [won("0", DEE), won("0", CEM)],
        }
    )
    assert [(row.position, row.person, row.opponents) for row in rows] == [
        (1, ANN, 1),
        (1, BEN, 1),
        (3, CEM, HALF),
        (3, DEE, HALF),
        (5, EVE, 1),
    ]


def test_an_opponent_counts_once_for_each_meeting() -> None:
    """Ann met Ben, who has 2, twice, and Cem, who has 0, once."""
    rows = tournament_table(
        {
            ANN: [won("0", BEN), won("0", BEN), won("1", CEM)],
            BEN: [won("1", ANN), won("1", ANN), Unplayed.ABSENT],
            CEM: [Unplayed.ABSENT, Unplayed.ABSENT, won("0", ANN)],
        }
    )
    assert {row.person: row.opponents for row in rows} == {ANN: Fraction(4, 3), BEN: 1, CEM: 1}


def test_card_points_decide_last_and_complete_equals_share_a_position() -> None:
    rows = tournament_table(
        {
            CEM: [won("1/2", ANN, BEN, cards=-30)],
            BEN: [won("1/2", ANN, CEM, cards=60)],
            ANN: [won("1/2", BEN, CEM, cards=60)],
        }
    )
    assert [(row.position, row.person, row.cards) for row in rows] == [(1, ANN, 60), (1, BEN, 60), (3, CEM, -30)]


def test_a_table_without_people_or_rounds_is_possible_and_one_with_different_rounds_is_not() -> None:
    assert tournament_table({}) == []
    assert [(row.position, row.score, row.opponents) for row in tournament_table({ANN: [], BEN: []})] == [(1, 0, 0), (1, 0, 0)]
    with pytest.raises(ValueError, match="shorter"):
        tournament_table({ANN: [Unplayed.BYE], BEN: []})
