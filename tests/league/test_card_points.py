"""Card points of an average deal, against the average of the table: no length of a match outweighs others."""

from msgspec.structs import replace

from bot.league.league import League
from bot.league.match_facts import MatchResult, league_placings
from bot.league.scheme import PARTS_PER_POINT, ByCards
from bot.league.standings import match_shares
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
