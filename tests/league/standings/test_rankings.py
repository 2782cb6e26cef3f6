"""What ranks the people of a league: points, points per match, or the rating of the season."""

from msgspec.structs import replace

from bot.league.days import week_of
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.ratings import START_RATING, ratings_after, shown_points
from bot.league.scheme import Ranking
from bot.league.standings import Standing, compute_standings, compute_totals, least_matches
from tests.league.written_matches import ANN, BEN, CEM, DAY, HOUR, MONDAY, SERVER, played

BY_POINTS = League(server=SERVER, name="Cup")
BY_AVERAGE, BY_RATING = (replace(BY_POINTS, ranking=by) for by in (Ranking.AVERAGE, Ranking.RATING))
NOW = MONDAY + 3 * DAY


def table(league: League, matches: list[MatchResult]) -> list[Standing]:
    week = week_of(NOW, "UTC")
    return compute_standings(league, compute_totals(league, matches), matches, week=week)


def season(*said: str) -> list[MatchResult]:
    return [played(text, number, ended=MONDAY + number * HOUR) for number, text in enumerate(said, start=1)]


# Ann wins 11 of 12, Ben 25 of 50, both against changing others.
VOLUME = season(*["Ann 1 · Cem 2"] * 11, "Dee 1 · Ann 2", *["Ben 1 · Dee 2", "Cem 1 · Ben 2"] * 25)


def test_fifty_matches_beat_eleven_wins_of_twelve_only_by_points() -> None:
    above = {}
    for league in (BY_POINTS, BY_AVERAGE, BY_RATING):
        positions = {row.person: row.position or 99 for row in table(league, VOLUME)}
        above[league.ranking] = positions[BEN] < positions[ANN]
    assert above == {Ranking.POINTS: True, Ranking.AVERAGE: False, Ranking.RATING: False}


def test_who_has_played_less_than_a_third_of_the_median_is_not_ranked() -> None:
    matches = season("Ann 1 · Ben 2", *["Ben 1 · Cem 2"] * 3, *["Ben 2 · Dee 1"] * 3, *["Cem 1 · Dee 2"] * 3)
    assert [least_matches(BY_AVERAGE, counts) for counts in ([1, 7, 6, 6], [1, 1], [9, 10], [], [3, 3, 100])] == [2, 1, 4, 1, 1]
    assert least_matches(replace(BY_AVERAGE, least=5), [1, 2]) == 5
    assert least_matches(BY_POINTS, [100, 100]) == 1
    for league in (BY_AVERAGE, BY_RATING):
        rows = table(league, matches)
        assert [row.person for row in rows if row.position is None] == [ANN]
        assert rows[-1].person == ANN


def test_equal_averages_are_decided_by_the_tie_breakers() -> None:
    league = replace(BY_AVERAGE, scheme=replace(BY_AVERAGE.scheme, ties=()))
    matches = season("Ann 1 · Ben 2", "Ben 1 · Ann 2", "Cem 1 · Dee 2", "Dee 1 · Cem 2", "Cem 1 · Dee 2", "Dee 1 · Cem 2")
    assert [row.position for row in table(league, matches)] == [1, 1, 1, 1]
    first, second, *_ = table(BY_AVERAGE, matches)
    assert {first.person, second.person} == {CEM, 4}, "more first places"


def test_the_rating_is_computed_from_the_seasons_matches_alone_and_not_from_those_that_were_not_played() -> None:
    first, second = ratings_after([START_RATING, START_RATING], [1, 2])
    matches = [*season("Ann 1 · Ben 2"), replace(played("Cem 1 · Ann 2 left", 2, ended=NOW), is_walkover=True)]
    rows = {row.person: (row.rating, row.matches) for row in table(BY_RATING, matches)}
    assert rows == {ANN: (shown_points(first), 2), BEN: (shown_points(second), 1)}
    assert table(BY_POINTS, matches)[0].rating is None


def test_changes_since_monday_compare_the_ratings_of_then() -> None:
    matches = [
        played("Ben 1 · Ann 2", 1, ended=MONDAY - DAY),
        *(played("Ann 1 · Ben 2", number, ended=MONDAY + number) for number in range(2, 9)),
    ]
    assert [(row.person, row.position, row.before) for row in table(BY_RATING, matches)] == [(ANN, 1, 2), (BEN, 2, 1)]


def test_ratings_have_not_changed_since_monday_before_the_weeks_first_match() -> None:
    rows = table(BY_RATING, [played("Ben 1 · Ann 2", ended=MONDAY - DAY)])
    assert [(row.person, row.position, row.before) for row in rows] == [(BEN, 1, 1), (ANN, 2, 2)]
