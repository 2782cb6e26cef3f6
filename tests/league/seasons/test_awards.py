"""The awards of a season follow from the matches that count in it, and ties share an award."""

from collections import Counter
from itertools import groupby

import pytest
from msgspec.structs import replace

from bot.league.corrections import SwapPeople, apply_change
from bot.league.league import League
from bot.league.ledger import Ledger
from bot.league.match_facts import MatchResult, league_placings
from bot.league.scheme import PARTS_PER_POINT
from bot.league.seasons import Awards, ClosestMatch, PeopleAward, Term, compute_awards, rummies_by_seat
from bot.league.standings import compute_standings, compute_totals
from bot.messages.league.standings import award_lines
from bot.messages.names import Names
from bot.rummy.events import DealEnded, EndedBy
from tests.league.folds import fold_of
from tests.league.leagues import LEAGUES, terms_of
from tests.league.random_season import season_of
from tests.league.standings.slow_standings import with_limits
from tests.league.written_matches import ANN, BEN, CEM, SERVER, played
from tests.messages.shown_text import ENGLISH
from tests.rummy.presets import variant

OPEN = League(server=SERVER, name="Mondays")


def awards_of(*matches: MatchResult, least: int = 1) -> Awards:
    rows = compute_standings(replace(OPEN, least=least), compute_totals(OPEN, matches), week=0)
    return compute_awards(rows, matches, {match.number: rummies_by_seat(match) for match in matches})


def rummy_of(seat: int | None, *, rummy: bool = True) -> DealEnded:
    return DealEnded(EndedBy.DISCARD, seat, rummy, ((), ()), (0, 0))


def test_equal_leaders_are_all_champions_and_nobody_is_without_enough_matches() -> None:
    matches = (played("Ann 1 10 · Cem 2", 1), played("Ben 1 10 · Cem 2", 2))
    assert awards_of(*matches).champions == (ANN, BEN)
    assert awards_of(matches[0]).champions == (ANN,)
    assert awards_of(*matches, least=3).champions == ()


def test_rummies_are_counted_by_seat_and_go_to_the_person_who_has_it_after_corrections() -> None:
    deals = (rummy_of(0), rummy_of(0), rummy_of(1), rummy_of(1, rummy=False), rummy_of(None, rummy=False))
    match = played("Ann 1 10 · Ben 2", deals=deals)
    assert awards_of(match).rummies == PeopleAward((ANN,), 2)
    assert awards_of(apply_change(match, SwapPeople(ANN, BEN))).rummies == PeopleAward((BEN,), 2)
    shared = awards_of(match, played("Ann 2 · Ben 1 9", 2, deals=(rummy_of(1),)))
    assert shared.rummies == PeopleAward((ANN, BEN), 2)
    assert awards_of(played("Ann 1 10 · Ben 2", deals=deals[3:])).rummies is None


def test_computers_and_removed_people_have_no_rummies() -> None:
    deals = (rummy_of(1), rummy_of(2))
    match = played("Ann 1 10 · Ben 2 computer · Cem 3 removed · Dee 2", deals=deals)
    assert awards_of(match).rummies is None


def test_a_shared_first_place_continues_a_winning_run_and_a_match_of_others_does_not_end_it() -> None:
    first, tied, others = played("Ann 1 5 · Ben 2", 1), played("Ann 1 5 · Cem 1 5", 2), played("Ben 1 5 · Cem 2", 3)
    last, lost = played("Ann 1 5 · Ben 2", 4), played("Ann 2 · Ben 1 5", 5)
    assert awards_of(first, tied, others, last, lost, played("Ann 1 5 · Ben 2", 6)).run == PeopleAward((ANN,), 3)
    assert awards_of(first, lost, last).run is None, "one win is not a run"


def test_the_closest_match_is_the_earliest_with_the_smallest_difference() -> None:
    wide, close, as_close = (
        played("Ann 1 104 · Ben 2 40", 1),
        played("Ben 1 90 · Cem 3 2 · Ann 2 87", 2),
        played("Ann 1 3 · Cem 2 0", 3),
    )
    assert awards_of(wide, close, as_close).closest == ClosestMatch(2, (BEN, ANN), 3)
    assert awards_of(wide, close, played("Cem 1 7 · Ann 1 7", 9)).closest == ClosestMatch(9, (CEM, ANN), 0)


def test_the_closest_match_compares_card_points_per_deal_where_the_league_does() -> None:
    short = replace(played("Ann 1 50 · Ben 2 40", 1), deal_count=2)
    long = replace(played("Ann 1 124 · Ben 2 100", 2), deal_count=12)
    assert compute_awards([], [short, long], {}).closest == ClosestMatch(1, (ANN, BEN), 10)
    closest = compute_awards([], [short, long], {}, per_deal=True).closest
    assert closest == ClosestMatch(2, (ANN, BEN), 2 * PARTS_PER_POINT, per_deal=True)
    (line,) = award_lines(Awards(closest=closest), Names({}), ENGLISH)
    assert "by 2 a deal" in line


def test_a_win_by_departure_is_never_the_closest_match() -> None:
    assert awards_of(played("Ann 1 5 · Ben 2 5 left")).closest is None


def test_a_match_without_a_finished_deal_is_no_win_and_no_closest_match_but_ends_the_run_of_whoever_left() -> None:
    wins = [played("Ann 1 5 · Ben 2", number) for number in (1, 2)]
    unplayed = replace(played("Ann 1 0 · Ben 2 0 left", 3), is_walkover=True)
    assert awards_of(*wins, unplayed).run == awards_of(wins[0], unplayed, wins[1]).run == PeopleAward((ANN,), 2)
    left = replace(played("Ann 2 0 left · Ben 1 0", 3), is_walkover=True)
    assert awards_of(wins[0], left, wins[1]).run is None
    assert awards_of(left).champions == (), "the only row is that of Ann, who left"
    alike = replace(played("Ann 1 0 · Ben 1 0 · Cem 3 0 left", 4), is_walkover=True)
    assert awards_of(alike).closest is None


def test_penalty_points_are_compared_as_well() -> None:
    rules = variant("rami", scoring="penalty")
    assert awards_of(played("Ann 2 60 · Ben 1 58 · Cem 3 101", rules=rules)).closest == ClosestMatch(1, (BEN, ANN), 2)


def test_a_season_without_matches_has_no_awards() -> None:
    assert awards_of() == Awards()
    assert Awards().of_person(ANN) == []


def test_a_person_finds_their_own_awards() -> None:
    awards = Awards((ANN,), PeopleAward((BEN,), 1), PeopleAward((ANN, BEN), 2), ClosestMatch(1, (CEM, ANN), 0))
    assert awards.of_person(ANN) == ["champions", "run", "closest"]
    assert awards.of_person(BEN) == ["rummies", "run"]


@pytest.fixture(scope="module")
def season() -> Ledger:
    return fold_of(with_limits(season_of(11, matches=150), LEAGUES))


@pytest.mark.parametrize("term", terms_of(LEAGUES), ids=lambda term: term.league.name)
def test_the_awards_of_a_random_season_equal_an_obvious_computation(season: Ledger, term: Term) -> None:
    league, counted = term.league, season.counting(term)
    rows = compute_standings(league, compute_totals(league, counted), week=0)
    awards = compute_awards(rows, counted, {match.number: rummies_by_seat(match) for match in counted})
    runs, rummies = dict[int, int](), Counter[int]()
    for person in {seat.person for match in counted for seat in match.people()}:
        own = [(match, one) for match in counted for one in league_placings(match) if one.person == person]
        won = [one.place == 1 for _, one in own]
        runs[person] = max(sum(group) for _, group in groupby(won))
        for match, _ in own:
            rummies[person] += sum(deal.rummy and deal.winner == match.seat_of(person) for deal in match.deals)
    assert awards.run == PeopleAward(tuple(sorted(p for p in runs if runs[p] == max(runs.values()))), max(runs.values()))
    most = max(rummies.values())
    assert awards.rummies == PeopleAward(tuple(sorted(person for person in rummies if rummies[person] == most)), most)
    assert awards.closest is not None
