"""The points of a deal and the end of a match: nothing comes from nothing, and nothing is lost by mistake.

Every answer that has a price is tried with every other: scoring × going rummy × blocked deals × leavers, and when they left.
"""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.rummy.cards import FRENCH52, Card
from bot.rummy.decide import decide, play
from bot.rummy.events import DealEnded, EndedBy
from bot.rummy.match import EXTRA_DEALS, Match, deal_points, hand_points, is_decided, is_limit_reached, lowest_hands, placings
from bot.rummy.moves import DealCards, Leave, StartMatch
from bot.rummy.refusals import IllegalMove
from bot.rummy.variant import Variant
from tests.rummy.presets import variant

RAMI = variant()
SEED = "ab" * 32
Dealt = tuple[tuple[tuple[Card, ...], ...], tuple[int, ...]]

RULES = [
    replace(RAMI, scoring=scoring, rummy_bonus=bonus, rummy_add=add, blocked_scoring=blocked)
    for scoring in ("winner_collects", "penalty", "payment")
    for bonus, add in (("none", 10), ("double", 10), ("add", 10), ("add", 25))
    for blocked in ("auto", "all_penalty")
    if (scoring, blocked) != ("payment", "all_penalty")
]
rules_of_a_table = st.sampled_from(RULES)


@st.composite
def deals(draw: st.DrawFn, staying: int = 2) -> Dealt:
    """Draw hands of a deal that nobody has gone out of, and the leavers: in this deal, or before it, holding nothing."""
    seats = draw(st.integers(staying, 6))
    order = draw(st.permutations(FRENCH52))
    sizes = draw(st.lists(st.integers(1, 8), min_size=seats, max_size=seats))
    left = draw(st.lists(st.integers(0, seats - 1), max_size=seats - staying, unique=True))
    before = left[: draw(st.integers(0, len(left)))]
    hands = tuple(() if seat in before else tuple(order[8 * seat : 8 * seat + size]) for seat, size in enumerate(sizes))
    return hands, tuple(left)


def gone_out(deal: Dealt, data: st.DataObject) -> tuple[tuple[tuple[Card, ...], ...], int]:
    hands, left = deal
    winner = data.draw(st.sampled_from([seat for seat in range(len(hands)) if seat not in left]))
    return (*hands[:winner], (), *hands[winner + 1 :]), winner


@given(rules_of_a_table, deals(), st.booleans(), st.data())
def test_the_points_given_are_those_in_the_hands(rules: Variant, deal: Dealt, rummy: bool, data: st.DataObject) -> None:
    """RULES 4.5, 5.11: the winner collects, or each gets a penalty, or each pays; doubled, or ten more."""
    hands, winner = gone_out(deal, data)
    points = deal_points(rules, hands, deal[1], winner=winner, rummy=rummy)
    factor = 2 if rummy and rules.rummy_bonus == "double" else 1
    added = rules.rummy_add if rummy and rules.rummy_bonus == "add" else 0
    worth = [factor * hand_points(rules, hand) for hand in hands]
    if rules.scoring == "winner_collects":
        assert points[winner] == sum(worth) + added
        assert sum(points) == points[winner], "nobody else gets or loses anything"
        return
    if rules.scoring == "penalty":
        assert points[winner] == -added
        assert sum(points) == sum(worth) - added
    else:
        assert sum(points) == 0, "payment sums to zero"
        assert points[winner] >= 0
    for seat, hand in enumerate(hands):
        if seat != winner and rules.scoring == "penalty":
            assert points[seat] == worth[seat]
        elif seat != winner:
            assert points[seat] == (-worth[seat] - added if hand else 0)


@given(rules_of_a_table, deals(), st.booleans())
def test_a_blocked_deal_gives_nothing_from_nothing(rules: Variant, deal: Dealt, rummy: bool) -> None:
    """RULES 4.6, 5.8, 5.21; nobody goes rummy in it."""
    hands, left = deal
    points = deal_points(rules, hands, left, winner=None, rummy=rummy)
    counts = [hand_points(rules, hand) for hand in hands]
    if rules.scoring == "penalty":
        assert list(points) == counts
        return
    if rules.blocked_scoring == "all_penalty":
        assert [-each for each in points] == counts
        return
    least = min(held for seat, held in enumerate(counts) if seat not in left)
    winners = [seat for seat, held in enumerate(counts) if held == least and seat not in left]
    differences = [max(0, held - least) for held in counts]
    assert lowest_hands(counts, left) == (winners, differences)
    assert len({points[seat] for seat in winners}) == 1, "equal shares"
    others = [seat for seat in range(len(hands)) if seat not in winners]
    if rules.scoring == "winner_collects":
        assert all(points[seat] == 0 for seat in others)
        assert 0 <= sum(differences) - sum(points) < len(winners), "less than one point each is dropped"
    else:
        assert sum(points) == 0, "payment sums to zero"
        for seat in others:
            assert 0 <= differences[seat] + points[seat] < len(winners), "the payer keeps what cannot be shared"
            assert points[seat] % len(winners) == 0


@given(rules_of_a_table, deals(staying=3), st.data())
def test_a_leaver_changes_nothing_for_the_winner(rules: Variant, deal: Dealt, data: st.DataObject) -> None:
    """RULES 8.1: a leaver's hand is worth what it was worth before."""
    hands, winner = gone_out(deal, data)
    leaver = data.draw(st.sampled_from([seat for seat in range(len(hands)) if seat != winner and seat not in deal[1]]))
    staying = deal_points(rules, hands, deal[1], winner=winner, rummy=True)
    assert deal_points(rules, hands, (*deal[1], leaver), winner=winner, rummy=True) == staying


@pytest.mark.parametrize(
    ("counts", "left", "collected", "paid"),
    [
        ((6, 15, 7, 21), (), (25, 0, 0, 0), (25, -9, -1, -15)),  # B:L108, B:L116
        ((6, 6, 15, 21), (), (12, 12, 0, 0), (11, 11, -8, -14)),  # RULES 5.8
        ((6, 6, 6, 7), (), (0, 0, 0, 0), (0, 0, 0, 0)),
        ((6, 6, 6, 9), (), (1, 1, 1, 0), (1, 1, 1, -3)),
        ((6, 15, 7, 21), (0,), (0, 0, 22, 0), (0, -8, 22, -14)),
        ((6, 6, 15, 21), (1,), (24, 0, 0, 0), (24, 0, -9, -15)),
        ((5, 5), (), (0, 0), (0, 0)),
        ((6, 15, 7), (), (10, 0, 0), (10, -9, -1)),  # RULES 7.20
    ],
)
def test_a_blocked_deal_pays_the_expected_points(
    counts: tuple[int, ...], left: tuple[int, ...], collected: tuple[int, ...], paid: tuple[int, ...]
) -> None:
    hands = tuple(_worth(held, "CDHS"[seat]) for seat, held in enumerate(counts))
    assert deal_points(RAMI, hands, left, winner=None, rummy=False) == collected
    assert deal_points(replace(RAMI, scoring="payment"), hands, left, winner=None, rummy=False) == paid


def _worth(points: int, suit: str) -> tuple[Card, ...]:
    tens = [Card(rank + suit) for rank in ("K", "Q", "J", "10")][: (points - 1) // 10]
    rest = points - 10 * len(tens)
    return (*tens, Card(("A" if rest == 1 else str(rest)) + suit))


def test_a_whole_suit_counts_85() -> None:
    """1 + (2 + … + 10) + 3 × 10 (B:L69-71)."""
    assert hand_points(RAMI, [card for card in FRENCH52 if card.endswith("H")]) == 85


# --- places and the end of a match -----------------------------------------------------------------------------------------


def at_the_end(
    rules: Variant, scores: Sequence[int], left: Sequence[int] = (), *, deals: int = 1, settled: int | None = None
) -> Match:
    """Return a match after this number of deals, with these totals."""
    seats = len(scores)
    ended = DealEnded(EndedBy.BLOCKED, None, rummy=False, hands=((),) * seats, points=(0,) * seats)
    match = play(None, None, StartMatch(replace(rules, players=(2, 6)), seats, SEED))
    dealt = play(match, None, DealCards(SEED))
    assert dealt.deal is not None
    over = replace(dealt.deal, number=deals, end=ended)
    return replace(
        dealt, scores=tuple(scores), left_seats=tuple(left), ended_deals=(ended,) * deals, deal=over, regular_deals=settled
    )


@st.composite
def totals(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Draw totals with many ties, and the leavers."""
    scores = draw(st.lists(st.integers(-3, 3).map(lambda each: 40 * each), min_size=2, max_size=6))
    left = draw(st.lists(st.integers(0, len(scores) - 1), max_size=len(scores) - 1, unique=True))
    return scores, left


@given(rules_of_a_table, totals())
@settings(max_examples=60)
def test_places_follow_the_points_and_equal_points_share_a_place(rules: Variant, drawn: tuple[list[int], list[int]]) -> None:
    """RULES 2, 5.13, 8.1: most points first, or fewest with penalty; equal totals share a place; leavers come last."""
    scores, left = drawn
    places = placings(at_the_end(rules, scores, left))
    staying = [seat for seat in range(len(scores)) if seat not in left]
    better = min if rules.scoring == "penalty" else max
    assert [seat for seat in staying if places[seat] == 1] == [
        seat for seat in staying if scores[seat] == better(scores[each] for each in staying)
    ]
    for one in staying:
        ahead = [
            other for other in staying if scores[other] != scores[one] and better(scores[one], scores[other]) != scores[one]
        ]
        assert places[one] == 1 + len(ahead)
    assert [places[seat] for seat in left] == list(range(len(scores), len(staying), -1)), "who leaves first is last of all"


@given(rules_of_a_table, totals(), st.integers(1, 4))
@settings(max_examples=60)
def test_the_target_or_the_number_of_deals_is_the_limit(
    rules: Variant, drawn: tuple[list[int], list[int]], played: int
) -> None:
    """RULES 2 (34, 35), 5.25, 8.1: a total of a remaining player, equal or more; or the agreed number of deals."""
    scores, left = drawn
    reached = any(score >= 80 for seat, score in enumerate(scores) if seat not in left)
    for target, agreed in ((80, "none"), ("none", 3), (80, 3)):
        match = at_the_end(replace(rules, match_target=target, match_deals=agreed), scores, left, deals=played)
        assert is_limit_reached(match) == ((target == 80 and reached) or (agreed == 3 and played >= 3))


@given(rules_of_a_table, totals(), st.integers(0, EXTRA_DEALS + 1))
@settings(max_examples=60)
def test_only_a_tie_for_first_place_needs_an_extra_deal(rules: Variant, drawn: tuple[list[int], list[int]], extra: int) -> None:
    """RULES 5.13, 8.13: at most three."""
    scores, left = drawn
    for tie in ("shared", "extra_deal"):
        match = at_the_end(replace(rules, tie=tie), scores, left, deals=2 + extra, settled=2)
        alone = placings(match).count(1) == 1
        assert is_decided(match) == (tie == "shared" or alone or extra >= EXTRA_DEALS)
        assert not is_decided(replace(match, regular_deals=None))


@given(rules_of_a_table, totals(), st.data())
@settings(max_examples=60)
def test_leaving_ends_a_match_only_if_it_decides_it(
    rules: Variant, drawn: tuple[list[int], list[int]], data: st.DataObject
) -> None:
    """RULES 8.1, 8.13: one player remains, or one alone has the first place that was to be played off."""
    scores, _ = drawn
    tied = [max(scores), *scores] if rules.scoring != "penalty" else [min(scores), *scores]
    match = at_the_end(replace(rules, tie="extra_deal"), tied[:6], deals=2, settled=2)
    while not match.is_over:
        leaver = data.draw(st.sampled_from(match.staying_seats()))
        match = play(match, leaver, Leave())
        assert match.is_over == (len(match.staying_seats()) == 1 or placings(match).count(1) == 1)
    assert match.placings == placings(match)
    with pytest.raises(IllegalMove):
        decide(match, None, DealCards(SEED))
