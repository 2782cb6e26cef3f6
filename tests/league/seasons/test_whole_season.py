"""A whole season with twenty corrections, compared with a slow and obvious second computation."""

import pytest

from bot.league.corrections import Correction, apply_corrections
from bot.league.days import week_of
from bot.league.eligibility import counting_matches, judge_matches
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.ratings.rated_match import rate_match
from bot.league.ratings.ratings import Rating, shown_error, shown_points
from bot.league.seasons.season_terms import rated_matches
from bot.league.standings.standings import compute_standings
from bot.league.standings.totals import compute_totals
from tests.league.leagues import LEAGUES, terms_of
from tests.league.random_season import corrections_of, season_of
from tests.league.standings import slow_standings, slow_stats

_DAY = 86_400_000


def _table(league: League, history: list[MatchResult], corrections: list[Correction], now: int) -> list[slow_standings.Row]:
    found = compute_totals(league, counting_matches(league, apply_corrections(history, corrections), _number(league)))
    rows = compute_standings(found, league.scheme.ties, least=league.least, week=week_of(now, league.zone))
    return [(row.position, row.person, row.matches, row.points, row.wins, row.before) for row in rows]


def _slow_table(
    league: League, history: list[MatchResult], corrections: list[Correction], now: int
) -> list[slow_standings.Row]:
    return slow_standings.table(league, history, corrections, now=now, number=_number(league))


def _number(league: League) -> int:
    return 1 + LEAGUES.index(league)


@pytest.mark.parametrize("league", LEAGUES, ids=lambda league: league.name)
def test_the_standings_of_a_corrected_season_equal_the_slow_ones(league: League) -> None:
    history = season_of(2026, leagues=len(LEAGUES))
    corrections = corrections_of(7, history)
    now = history[-1].ended
    assert _table(league, history, corrections, now) == _slow_table(league, history, corrections, now)


def test_the_corrections_move_someone_in_every_league() -> None:
    history = season_of(2026, leagues=len(LEAGUES))
    corrections, now = corrections_of(7, history), history[-1].ended
    moved = [_table(league, history, corrections, now) != _table(league, history, [], now) for league in LEAGUES]
    assert all(moved)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 4))])
@pytest.mark.parametrize("league", LEAGUES, ids=lambda league: league.name)
def test_the_standings_of_short_seasons_equal_the_slow_ones_at_any_moment_of_a_week(league: League, seed: int) -> None:
    history = season_of(seed, matches=60, people=7, leagues=len(LEAGUES))
    corrections = corrections_of(seed, history, 12)
    for now in (history[40].ended, history[-1].ended, history[-1].ended + 5 * _DAY, history[-1].ended + 9 * _DAY):
        past = [match for match in history if match.ended <= now]
        assert _table(league, past, corrections, now) == _slow_table(league, past, corrections, now)


def test_the_season_contains_all_hard_cases() -> None:
    history = season_of(2026, leagues=len(LEAGUES))
    assert len({seat.person for match in history for seat in match.people()}) == 24
    assert any(sum(seat.left for seat in match.seats) > 1 for match in history)
    assert any(seat.left and seat.placing == 1 for match in history for seat in match.seats)
    assert any(sum(seat.placing == 1 for seat in match.seats) > 1 for match in history)
    reasons = {
        type(verdict.why_not).__name__
        for number, league in enumerate(LEAGUES, 1)
        for verdict in judge_matches(league, history, number)
    }
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


@pytest.mark.parametrize("seed", [2026, pytest.param(5, marks=pytest.mark.thorough)])
def test_the_ratings_of_a_season_equal_those_of_the_formulas(seed: int) -> None:
    history = season_of(seed, leagues=len(LEAGUES))
    corrections = corrections_of(7, history)
    now: dict[tuple[str, int], Rating] = {}
    for match in rated_matches(terms_of(LEAGUES), apply_corrections(history, corrections)):
        deck = match.variant.deck
        of_deck = {person: rating for (of, person), rating in now.items() if of == deck}
        now.update(((deck, step.person), step.after) for step in rate_match(match, of_deck).steps)
    wanted = slow_stats.ratings(LEAGUES, slow_standings.rewritten(history, corrections))
    assert now.keys() == wanted.keys()
    for key, rating in now.items():
        assert (rating.mu, rating.sigma, rating.matches) == pytest.approx(wanted[key], abs=1e-5), key
        assert (shown_points(rating), shown_error(rating)) == slow_stats.shown(wanted[key])
