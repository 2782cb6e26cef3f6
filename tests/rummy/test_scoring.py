"""What the end of a deal is worth: nothing is made from nothing, and nothing is lost that is not dropped on purpose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.cards import FRENCH52, Card
from bot.rummy.scoring import count, price
from tests.rummy.presets import variant

RAMI = variant()


Dealt = tuple[tuple[tuple[Card, ...], ...], tuple[int, ...]]


@st.composite
def deals(draw: st.DrawFn) -> Dealt:
    """Hands that nobody has gone out of, and who of them has left (two at least stay)."""
    seats = draw(st.integers(2, 6))
    order = draw(st.permutations(FRENCH52))
    sizes = draw(st.lists(st.integers(1, 8), min_size=seats, max_size=seats))
    hands = tuple(tuple(order[8 * seat : 8 * seat + size]) for seat, size in enumerate(sizes))
    left = draw(st.lists(st.integers(0, seats - 1), max_size=seats - 2, unique=True))
    return hands, tuple(left)


@given(deals(), st.data())
def test_the_winner_gets_exactly_what_the_others_hold(deal: Dealt, data: st.DataObject) -> None:
    hands, left = deal
    winner = data.draw(st.sampled_from([seat for seat in range(len(hands)) if seat not in left]))
    hands = (*hands[:winner], (), *hands[winner + 1 :])
    held = sum(count(RAMI, hand) for hand in hands)
    expected = {
        ("none", False): held,
        ("none", True): held,
        ("double", False): held,
        ("double", True): 2 * held,
        ("add", False): held,
        ("add", True): held + 10,
    }
    for (bonus, rummy), points in expected.items():
        given_out = price(variant(rummy_bonus=bonus), hands, left, winner=winner, rummy=rummy)
        assert given_out == tuple(points if seat == winner else 0 for seat in range(len(hands)))


@given(deals())
def test_a_blocked_deal_gives_the_differences_to_the_lowest_who_stay(
    deal: tuple[tuple[tuple[Card, ...], ...], tuple[int, ...]],
) -> None:
    hands, left = deal
    points = price(RAMI, hands, left, winner=None, rummy=False)
    counts = [count(RAMI, hand) for hand in hands]
    lowest = min(held for seat, held in enumerate(counts) if seat not in left)
    differences = sum(held - lowest for held in counts if held > lowest)
    winners = [seat for seat, held in enumerate(counts) if held == lowest and seat not in left]
    assert all(points[seat] == 0 for seat in range(len(hands)) if seat not in winners)
    assert len({points[seat] for seat in winners}) == 1
    assert 0 <= differences - sum(points) < len(winners), "less than one point each is dropped"


@pytest.mark.parametrize(
    ("counts", "left", "points"),
    [
        ((6, 15, 7, 21), (), (25, 0, 0, 0)),  # B:L108
        ((6, 6, 15, 21), (), (12, 12, 0, 0)),
        ((6, 6, 6, 7), (), (0, 0, 0, 0)),  # RULES 5.8
        ((6, 6, 6, 9), (), (1, 1, 1, 0)),
        ((6, 15, 7, 21), (0,), (0, 0, 22, 0)),
        ((6, 6, 15, 21), (1,), (24, 0, 0, 0)),
        ((5, 5), (), (0, 0)),
    ],
)
def test_blocked_deals_by_their_counts(counts: tuple[int, ...], left: tuple[int, ...], points: tuple[int, ...]) -> None:
    suits = "CDHS"
    hands = tuple(_worth(held, suits[seat]) for seat, held in enumerate(counts))
    assert price(RAMI, hands, left, winner=None, rummy=False) == points


def _worth(points: int, suit: str) -> tuple[Card, ...]:
    tens = [Card(rank + suit) for rank in ("K", "Q", "J", "10")][: (points - 1) // 10]
    rest = points - 10 * len(tens)
    return (*tens, Card(("A" if rest == 1 else str(rest)) + suit))


def test_a_whole_suit_counts_85() -> None:
    """1 + (2 + … + 10) + 3 × 10 (B:L69-71)."""
    assert count(RAMI, [card for card in FRENCH52 if card.endswith("H")]) == 85
