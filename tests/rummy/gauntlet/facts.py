"""Cards and places, calculated a second time from the facts."""

from collections import Counter
from itertools import chain, zip_longest

from bot.rummy.cards import Card, physical_card
from bot.rummy.events import DealEnded
from bot.rummy.match import Match
from bot.rummy.melds import read_meld


def check_cards(match: Match, dealt: frozenset[Card]) -> None:
    """Check that no card is lost or duplicated, and that the table holds melds that remember who played each card."""
    deal = match.deal
    if deal is None:
        return
    cards = [*chain.from_iterable(deal.hands), *deal.stock, *deal.discard_pile, *deal.turn.retired_cards]
    for meld in deal.melds:
        cards += map(physical_card, meld.cards)
        assert len(meld.played_by) == len(meld.cards)
        again = read_meld(meld.cards, match.rules, meld.kind)
        assert again is not None, f"{meld} lies on the table"
        assert again.cards == meld.cards, f"{meld} lies as {again}"
    assert len(cards) == len(dealt), "no card is lost or duplicated"
    assert set(cards) == dealt, "no card is lost or duplicated"


def check_shown(match: Match, ended: DealEnded) -> None:
    """Check that at the end of a deal each hand shows only melds, and every card that isn't left in it."""
    assert match.deal is not None
    for seat, (held, left, melds) in enumerate(zip_longest(match.deal.hands, ended.hands, ended.shown, fillvalue=())):
        on_table = [zip(on.cards, on.played_by, strict=True) for on in match.deal.melds if ended.shown and on.owner == seat]
        laid = [physical_card(card) for meld in on_table for card, by in meld if by == seat]
        assert Counter([*held, *laid]) == Counter([*left, *map(physical_card, chain.from_iterable(melds))]), (
            "no card is shown twice"
        )
        assert all(read_meld(meld, match.rules) for meld in melds), f"{melds} are melds"


def check_placings(match: Match) -> None:
    """Check the places: by stages and score for the remaining players, then the leavers, the first to leave last."""
    placings = match.placings
    assert placings is not None
    staying, sign = match.staying_seats(), -1 if match.variant.scoring == "penalty" else 1
    for one in staying:
        better = [
            (match.stages[other], sign * match.scores[other]) > (match.stages[one], sign * match.scores[one])
            for other in staying
        ]
        assert placings[one] == 1 + sum(better)
    after = len(staying)
    for ended in reversed(match.ended_deals):
        out = [seat for seat in ended.out if seat not in match.left_seats]
        totals = [match.scores[seat] for seat in out]
        assert [placings[seat] for seat in out] == [after + 1 + sum(other < total for other in totals) for total in totals]
        after += len(out)
    assert [placings[seat] for seat in reversed(match.left_seats)] == list(range(after + 1, match.seats + 1))
    extra = 0 if match.regular_deals is None else len(match.ended_deals) - match.regular_deals
    assert extra <= (3 if match.variant.tie == "extra_deal" else 0)
    if match.variant.tie == "extra_deal" and len(staying) > 1 and extra < 3:
        assert placings.count(1) == 1, "a tie is played on"
