"""Positions, shared positions, and changes since Monday."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace

from bot.league.days import week_of
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.scheme import ByPlacing, ByWins, Scheme, TieBreaker
from bot.league.seasons import Term
from bot.league.standings import (
    Effect,
    Move,
    Standing,
    Sums,
    Total,
    add_share,
    compare_standings,
    compute_standings,
    compute_totals,
    match_shares,
)
from tests.league.folds import fold_of
from tests.league.leagues import LEAGUES, terms_of
from tests.league.random_season import season_of
from tests.league.standings.slow_standings import with_limits
from tests.league.written_matches import ANN, BEN, CEM, DAY, DEE, MONDAY, SERVER, played

HISTORY = with_limits(season_of(21, matches=80, people=9), LEAGUES)
TERMS = st.sampled_from(terms_of(LEAGUES))


def _table(matches: list[MatchResult], scheme: Scheme, *, least: int = 1, now: int = MONDAY) -> list[Standing]:
    league = League(server=SERVER, name="Mondays", scheme=scheme)
    return compute_standings(replace(league, least=least), compute_totals(league, matches), week=week_of(now, "UTC"))


def _positions(matches: list[MatchResult], scheme: Scheme, *, least: int = 1) -> list[tuple[int | None, int]]:
    return [(row.position, row.person) for row in _table(matches, scheme, least=least)]


def test_standings_without_matches_are_empty() -> None:
    assert _table([], ByWins()) == []


def test_equals_share_a_position_and_the_next_position_is_skipped() -> None:
    matches = [played("Cem 1 · Ann 1 · Ben 3"), played("Dee 1 · Ben 2", 2)]
    assert _positions(matches, ByWins(())) == [(1, ANN), (1, CEM), (1, DEE), (4, BEN)]


@pytest.mark.parametrize(
    ("tie", "first"),
    [
        (TieBreaker.WINS, BEN),
        (TieBreaker.PLACES, BEN),
        (TieBreaker.CARD_POINTS, CEM),
        (TieBreaker.FEWEST_MATCHES, ANN),
    ],
)
def test_the_leagues_tie_breaker_decides_between_equal_points(tie: TieBreaker, first: int) -> None:
    matches = [
        played("Ann 1 1 · Dee 2 0"),
        played("Ben 1 1 · Dee 2 0", 2),
        played("Ben 1 1 · Dee 2 0", 3),
        played("Cem 2 1 · Dee 2 1 · Eve 1 5", 4),
        played("Cem 1 99 · Dee 2 0", 5),
    ]
    scheme = ByPlacing({2: (0, 0), 3: (0, 0, 0)}, (tie,))
    assert _positions(matches, scheme)[0] == (1, first)


def test_the_tie_breaker_places_compares_first_places_then_second_places() -> None:
    matches = [played("Ann 1 · Ben 2 · Cem 3"), played("Ben 1 · Ann 2 · Cem 3", 2), played("Cem 1 · Ann 2 · Ben 3", 3)]
    worth = ByPlacing({3: (0, 0, 0)}, (TieBreaker.PLACES,))
    assert _positions(matches, worth) == [(1, ANN), (2, BEN), (3, CEM)]


def test_people_with_too_few_matches_follow_the_others_without_a_position() -> None:
    matches = [played("Ann 1 · Ben 2"), played("Ben 2 · Cem 1", 2), played("Ben 2 · Cem 1", 3)]
    assert _positions(matches, ByWins(), least=2) == [(1, CEM), (2, BEN), (None, ANN)]


def test_points_and_average_are_exact() -> None:
    scheme = ByPlacing({2: (3, 0), 3: (5, 3, 0)})
    matches = [played("Ann 1 · Ben 2 · Cem 2"), played("Ben 1 · Ann 2", 2), played("Ben 1 · Ann 1 · Cem 3", 3)]
    rows = {row.person: row for row in _table(matches, scheme)}
    assert (rows[BEN].points, rows[BEN].average) == (Fraction(17, 2), Fraction(17, 6))
    assert (rows[CEM].points, rows[CEM].average) == (Fraction(3, 2), Fraction(3, 4))


def test_a_walkover_is_only_a_last_place_without_points_for_those_who_left() -> None:
    walkover = replace(played("Ann 1 · Ben 3 left · Cem 2 left"), is_walkover=True)
    found = compute_totals(League(server=SERVER, name="Mondays", scheme=ByPlacing({3: (9, 5, 2)})), [walkover])
    assert {person: total.now for person, total in found.items()} == {
        BEN: Sums(1, 0, 0, 0, (0, 0, 1)),
        CEM: Sums(1, 0, 0, 0, (0, 0, 1)),
    }


def test_standings_show_the_changes_since_the_beginning_of_the_week() -> None:
    matches = [
        played("Ann 1 · Ben 2", 1, ended=MONDAY - 8 * DAY),
        played("Cem 1 · Ben 2", 2, ended=MONDAY - DAY),
        played("Cem 2 · Ben 1", 3, ended=MONDAY),
        played("Dee 1 · Ben 1", 4, ended=MONDAY + DAY),
    ]
    rows = {row.person: row for row in _table(matches, ByWins((TieBreaker.FEWEST_MATCHES,)), now=MONDAY + 2 * DAY)}
    assert {person: row.position for person, row in rows.items()} == {BEN: 1, ANN: 2, DEE: 2, CEM: 4}
    assert {person: row.change for person, row in rows.items()} == {BEN: 2, ANN: -1, DEE: None, CEM: -3}
    later = _table(matches, ByWins((TieBreaker.FEWEST_MATCHES,)), now=MONDAY + 7 * DAY)
    assert [row.change for row in later] == [0, 0, 0, 0]


@given(TERMS, st.randoms(use_true_random=False))
def test_totals_that_grow_match_by_match_in_any_order_equal_those_of_the_history(term: Term, random: Random) -> None:
    league, counted = term.league, fold_of(HISTORY).counting(term)
    kept: dict[int, Total] = {}
    for match in random.sample(counted, len(counted)):
        for share in match_shares(league, match):
            kept[share.person] = add_share(kept.get(share.person), share, week_of(match.ended, league.zone))
            kept[share.person] = json.decode(json.encode(kept[share.person]), type=Total)
    assert kept == compute_totals(league, counted)


@given(TERMS, st.integers(min_value=1, max_value=6), st.integers(min_value=0, max_value=20 * DAY))
def test_all_standings_are_complete_and_sorted(term: Term, least: int, later: int) -> None:
    league, now = term.league, HISTORY[len(HISTORY) // 2].ended + later
    found = fold_of([match for match in HISTORY if match.ended <= now]).totals(term)
    rows = compute_standings(replace(league, least=least), found, week=week_of(now, league.zone))
    placed = [row for row in rows if row.position is not None]
    assert {row.person for row in rows} == found.keys()
    assert rows[: len(placed)] == placed
    assert {row.person for row in placed} == {person for person, total in found.items() if total.now.matches >= least}
    assert [row.position for row in placed] == sorted(row.position or 0 for row in placed)
    assert all(
        1 + sum((other.position or 0) < row.position for other in placed) == row.position for row in placed if row.position
    )
    assert [row.parts for row in placed] == sorted((row.parts for row in placed), reverse=True)


@given(TERMS)
def test_the_positions_before_this_week_equal_the_standings_of_that_time(term: Term) -> None:
    """`before` is the position in the standings of all matches before this week."""
    league, now = term.league, HISTORY[-1].ended
    week = week_of(now, league.zone)
    past = fold_of([match for match in HISTORY if week_of(match.ended, league.zone) < week]).totals(term)
    then = {row.person: row.position for row in compute_standings(league, past, week=week)}
    rows = compute_standings(league, fold_of(HISTORY).totals(term), week=week)
    assert [row.before for row in rows] == [then.get(row.person) for row in rows]


ANN, BOB, CLEO, DAN, EVE = range(1, 6)


def table(*positions: int | None) -> list[Standing]:
    """Return standings in which the person n has the nth position; 0 stands for a person who isn't in them."""
    rows = enumerate(positions, start=1)
    return [Standing(position, person, 1, 60, 1, None) for person, position in rows if position != 0]


def test_an_action_that_moves_nobody_and_changes_no_match_has_no_effect() -> None:
    assert compare_standings("Cup", table(1, 2), table(1, 2), matches=0, by=ANN) is None
    assert compare_standings("Cup", [], [], matches=0, by=ANN) is None


def test_an_action_that_changes_matches_is_noted_although_nobody_moves() -> None:
    assert compare_standings("Cup", table(1, 2), table(1, 2), matches=3, by=ANN) == Effect("Cup", 3, 0)


def test_the_person_who_did_it_is_named_first_and_then_those_at_the_top() -> None:
    effect = compare_standings("Cup", table(1, 2, 3, 4, 5), table(2, 3, 4, 5, 1), matches=12, by=DAN)
    assert effect == Effect("Cup", 12, 5, (Move(DAN, 4, 5), Move(ANN, 1, 2), Move(EVE, 5, 1)))


def test_at_most_three_people_are_named_and_all_are_counted() -> None:
    effect = compare_standings("Cup", table(*range(1, 31)), table(*range(30, 0, -1)), matches=1, by=99)
    assert effect is not None
    assert (effect.people, len(effect.moves)) == (30, 3)


def test_people_who_enter_or_lose_their_place_are_among_those_who_move() -> None:
    effect = compare_standings("Cup", table(1, None, 0, 2), table(0, 1, None, 2), matches=1, by=CLEO)
    assert effect == Effect("Cup", 1, 2, (Move(ANN, 1, None), Move(BOB, None, 1)))
