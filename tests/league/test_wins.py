"""Who stands above whom, and why."""

from bot.league.wins import SeatResult, Standing, standings

ANN, BEN, CEM, DEE = 1, 2, 3, 4
NAMES = {ANN: "Ann", BEN: "Ben", CEM: "Cem", DEE: "Dee"}


def _line(table: int, person: int, placing: int, points: int, name: str = "") -> SeatResult:
    return SeatResult(table, person, name or NAMES[person], placing, points)


def test_without_matches_there_are_no_standings() -> None:
    assert standings([]) == []


def test_wins_come_before_points_and_points_before_few_matches() -> None:
    facts = [
        *(_line(1, ANN, 1, 100), _line(1, BEN, 2, 99), _line(1, CEM, 3, 10), _line(1, DEE, 4, 99)),
        *(_line(2, BEN, 1, 1), _line(2, CEM, 2, 90)),
        _line(3, DEE, 2, 0),
    ]
    assert standings(facts) == [
        Standing(1, ANN, "Ann", matches=1, wins=1, points=100),
        Standing(2, BEN, "Ben", matches=2, wins=1, points=100),
        Standing(3, CEM, "Cem", matches=2, wins=0, points=100),
        Standing(4, DEE, "Dee", matches=2, wins=0, points=99),
    ]


def test_a_shared_first_place_is_a_win_for_each_and_equals_share_a_position() -> None:
    facts = [_line(1, CEM, 1, 50), _line(1, ANN, 1, 50), _line(1, BEN, 3, 7)]
    assert [(row.position, row.name, row.wins) for row in standings(facts)] == [(1, "Ann", 1), (1, "Cem", 1), (3, "Ben", 0)]


def test_negative_points_count_against_a_player() -> None:
    facts = [_line(1, ANN, 2, -5), _line(1, BEN, 2, 0), _line(1, CEM, 1, 5)]
    assert [row.name for row in standings(facts)] == ["Cem", "Ben", "Ann"]


def test_a_person_is_one_line_under_the_name_of_the_latest_match() -> None:
    facts = [_line(1, ANN, 1, 20, "Ann"), _line(2, ANN, 2, 10, "Queen Ann")]
    assert standings(facts) == [Standing(1, ANN, "Queen Ann", matches=2, wins=1, points=30)]
