"""A whole season with twenty corrections, compared with a slow and obvious second computation."""

from functools import cache

import pytest

from bot.league.corrections import Correction
from bot.league.days import week_of
from bot.league.eligibility import why_not
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.ratings import shown_error, shown_points
from bot.league.standings import compute_standings
from tests.league.folds import fold_of
from tests.league.leagues import LEAGUES
from tests.league.random_season import corrections_of, season_of
from tests.league.standings import slow_standings, slow_stats
from tests.seeds import seeds

_DAY = 86_400_000


def _table(league: League, history: list[MatchResult], corrections: list[Correction], now: int) -> list[slow_standings.Row]:
    ledger = fold_of(history, corrections, LEAGUES)
    found = ledger.totals(ledger.terms[LEAGUES.index(league)])
    rows = compute_standings(league, found, week=week_of(now, league.zone))
    return [(row.position, row.person, row.matches, row.points, row.wins, row.before) for row in rows]


def _slow_table(
    league: League, history: list[MatchResult], corrections: list[Correction], now: int
) -> list[slow_standings.Row]:
    return slow_standings.table(league, history, corrections, now=now, number=1 + LEAGUES.index(league))


@cache
def _season(seed: int, **size: int) -> list[MatchResult]:
    return slow_standings.with_limits(season_of(seed, leagues=len(LEAGUES), **size), LEAGUES)


@pytest.mark.parametrize("league", LEAGUES, ids=lambda league: league.name)
def test_the_standings_of_a_corrected_season_equal_the_slow_ones(league: League) -> None:
    history = _season(2026)
    corrections = corrections_of(7, history)
    now = history[-1].ended
    assert _table(league, history, corrections, now) == _slow_table(league, history, corrections, now)


def test_the_corrections_move_someone_in_every_league() -> None:
    history = _season(2026)
    corrections, now = corrections_of(7, history), history[-1].ended
    moved = [_table(league, history, corrections, now) != _table(league, history, [], now) for league in LEAGUES]
    assert all(moved)


@pytest.mark.parametrize("seed", seeds(0, 3))
@pytest.mark.parametrize("league", LEAGUES, ids=lambda league: league.name)
def test_the_standings_of_short_seasons_equal_the_slow_ones_at_any_moment_of_a_week(league: League, seed: int) -> None:
    history = _season(seed, matches=60, people=7)
    corrections = corrections_of(seed, history, 12)
    for now in (history[40].ended, history[-1].ended, history[-1].ended + 5 * _DAY, history[-1].ended + 9 * _DAY):
        past = [match for match in history if match.ended <= now]
        assert _table(league, past, corrections, now) == _slow_table(league, past, corrections, now)


def test_the_season_contains_all_hard_cases() -> None:
    history = _season(2026)
    assert len({seat.person for match in history for seat in match.people()}) == 24
    assert any(sum(seat.left for seat in match.seats) > 1 for match in history)
    assert any(seat.left and seat.placing == 1 for match in history for seat in match.seats)
    assert any(sum(seat.placing == 1 for seat in match.seats) > 1 for match in history)
    reasons = {type(why_not(league, match, number)).__name__ for number, league in enumerate(LEAGUES, 1) for match in history}
    assert {
        "NoneType",
        "FewerThanTwoPeople",
        "TooManyRematches",
        "OtherChannel",
        "OtherGame",
        "OtherRules",
        "NoClock",
        "NoPointsFor",
        "NotPlayed",
        "TooShort",
    } <= reasons


@pytest.mark.parametrize("seed", seeds(2026, 1))
def test_the_ratings_of_a_season_equal_those_of_the_formulas(seed: int) -> None:
    history = _season(seed)
    corrections = corrections_of(7, history)
    now = fold_of(history, corrections, LEAGUES).ratings()
    wanted = slow_stats.ratings(LEAGUES, slow_standings.rewritten(history, corrections))
    assert now.keys() == wanted.keys()
    for key, rating in now.items():
        assert (rating.mu, rating.sigma, rating.matches) == pytest.approx(wanted[key], abs=1e-5), key
        assert (shown_points(rating), shown_error(rating)) == slow_stats.shown(wanted[key])
