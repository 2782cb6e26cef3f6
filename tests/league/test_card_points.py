"""Card points of an average deal, against the average of the table: no length of a match outweighs others."""

import pytest
from msgspec.structs import replace

from bot.league.eligibility import why_not
from bot.league.league import League, OtherValues
from bot.league.match_facts import MatchResult, league_placings
from bot.league.rematch_limit import begin_match, with_limits
from bot.league.scheme import PARTS_PER_POINT, ByCards, ByWins
from bot.league.standings import match_shares
from bot.rummy.games import asks
from tests.league.written_matches import SERVER, played
from tests.rummy.presets import variant

CARDS = League(server=SERVER, name="Cards", scheme=ByCards(), per_deal=True)


def points(match: MatchResult, league: League = CARDS) -> list[float]:
    return [share.parts / PARTS_PER_POINT for share in match_shares(league, match)]


def test_a_match_to_a_thousand_points_is_worth_no_more_than_a_short_one_played_as_well() -> None:
    short = replace(played("Ann 1 100 · Ben 2 40"), deal_count=4)
    long = replace(played("Ann 1 1000 · Ben 2 400"), deal_count=40)
    assert points(short) == points(long) == [7.5, -7.5]
    assert points(long, replace(CARDS, per_deal=False)) == [1000, 400]


def test_penalties_count_against_the_average_of_the_table_and_who_left_gets_the_fewest() -> None:
    match = replace(played("Ann 1 10 · Ben 2 40 · Cem 3 100", rules=variant("cuccu")), deal_count=2)
    assert points(match) == [20, 5, -25]
    left = replace(played("Ann 1 10 · Ben 3 20 left · Cem 2 60", rules=variant("cuccu")), deal_count=1)
    assert points(left) == [20, -30, -30]


def test_an_open_deal_counts_with_the_hands_that_are_left() -> None:
    match = replace(played("Ann 1 30 · Ben 2 0 left"), deal_count=1, open_hands=(50, 10))
    assert points(match) == [-2.5, -2.5], "Ann's hand was worse than the deal that she had won"
    assert points(replace(match, open_hands=(10, 50))) == [17.5, -17.5]


def test_what_cannot_be_shared_exactly_is_rounded_to_sixtieths() -> None:
    match = replace(played("Ann 1 1 · Ben 2 0"), deal_count=7)
    assert [one.per_deal for one in league_placings(match)] == [4, -4]


def test_a_match_of_an_earlier_version_is_worth_nothing_per_deal() -> None:
    assert points(played("Ann 1 100 · Ben 2 40")) == [0, 0]


def test_leaving_costs_as_many_card_points_as_a_deal_that_somebody_else_ends() -> None:
    """Ann has 50 points in hand when she leaves. If Ben had gone out, he would have won them."""
    left = replace(played("Ann 2 0 left · Ben 1 0"), open_hands=(50, 60), is_walkover=True, has_card_rules=True)
    assert points(left) == points(replace(played("Ann 2 0 · Ben 1 50"), deal_count=1))[:1] == [-25]
    pays = variant("rami", scoring="payment", match_target="none", match_deals=4)
    paid = replace(played("Ann 2 -50 · Ben 1 50", rules=pays), deal_count=1)
    assert points(replace(left, variant=pays)) == points(paid)[:1] == [-50]
    three = replace(played("Ann 3 0 left · Ben 1 0 · Cem 1 0"), open_hands=(30, 60, 0), is_walkover=True, has_card_rules=True)
    lost = replace(played("Ann 3 0 · Ben 2 0 · Cem 1 90"), deal_count=1)
    assert points(three) == points(lost)[:1] == [-30]
    assert points(replace(three, variant=variant("rami", scoring="penalty"))) == [-20]
    assert points(replace(left, has_card_rules=False)) == points(left, replace(CARDS, scheme=ByWins())) == [0]


@pytest.mark.parametrize(
    ("changed", "answers", "counts"),
    [
        ("court_points", {"court_points": 100}, False),
        ("joker_points", {"joker_points": 50}, False),
        ("rummy_add", {"rummy_bonus": "add", "rummy_add": 100}, False),
        ("rummy_bonus", {"rummy_bonus": "double"}, False),
        ("scoring", {"scoring": "payment", "match_target": "none", "match_deals": 3}, False),
        ("gin_scores", {"gin_scores": "classic"}, False),
        ("spades_double", {"spades_double": True}, False),
        ("games_at_once", {"games_at_once": 3}, False),
        ("knock_limit", {"knock_limit": 5}, True),
        ("ace", {"ace": "high_or_low"}, False),
        ("ace", {"ace": "high_or_low", "ace_points": 1}, True),
        ("hand_size", {"hand_size": 5}, True),
    ],
)
def test_only_matches_with_the_games_own_values_of_cards_count_by_card_points(
    changed: str, answers: dict[str, object], counts: bool
) -> None:
    name = next(name for name in ("rami", "gin") if asks(variant(name).game, changed))
    game = variant(name, **({"ace_points": 1} if "ace_points" in answers else {}))
    match = replace(played("Ann 1 10 · Ben 2"), variant=variant(name, **answers), house_rules=(changed,), has_card_rules=True)
    for league in (CARDS, replace(CARDS, games=(game,))):
        assert why_not(league, match, 1) == (None if counts else OtherValues())
        assert why_not(league, replace(match, has_card_rules=False), 1) is None, "it began before this rule"
        assert why_not(replace(league, scheme=ByWins()), match, 1) is None


def test_the_start_of_a_match_decides_whether_values_of_cards_are_looked_at() -> None:
    planned = replace(played("Ann 1 · Ben 2"), house_rules=("court_points",), has_card_rules=True)
    begun = begin_match([(1, CARDS)], planned, [], {})
    assert (begun.fits, with_limits(played("Ann 1 · Ben 2"), begun).has_card_rules) == ((), True)
    before = begin_match([(1, CARDS)], replace(planned, has_card_rules=False), [], {})
    assert (before.fits, with_limits(played("Ann 1 · Ben 2"), before).has_card_rules) == ((1,), False)
