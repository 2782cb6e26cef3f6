"""A knock, which lays the melds of a hand and discards, and the hands that are shown when the deal ends."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.rummy.arrangement import Arrangement, best_arrangement
from bot.rummy.at import At, Events
from bot.rummy.cards import Card, sort_cards
from bot.rummy.events import CardDiscarded, DealEnded, Knocked, MeldLaid
from bot.rummy.match import hand_points
from bot.rummy.moves import Knock
from bot.rummy.steps.laying import read_choice
from bot.rummy.steps.permissions import check_in_hand
from bot.rummy.variant import Variant


def best_without(card: Card | None, hand: Sequence[Card], rules: Variant) -> Arrangement:
    return best_arrangement([other for other in hand if other != card], rules)


def knock_points(move: Knock, hand: Sequence[Card], rules: Variant) -> int:
    """Return the points that would be left over."""
    if not move.melds:
        return best_without(move.card, hand, rules).points
    melded = {card for meld in move.melds for card in meld.cards}
    return hand_points(rules, (card for card in hand if card != move.card and card not in melded))


def knock_events(at: At, move: Knock) -> Events:
    """Return the knock with its melds, the best ones unless others are named, and its discard."""
    melds = best_without(move.card, at.hand, at.rules).melds
    if move.melds:
        named = [card for meld in move.melds for card in meld.cards]
        check_in_hand(at, (*named, *(() if move.card is None else (move.card,))))
        melds = tuple(read_choice(meld, at.rules) for meld in move.melds)
    used = {move.card, *(card for meld in melds for card in meld.cards)}
    return (
        Knocked(at.seat, sort_cards(card for card in at.hand if card not in used)),
        *(MeldLaid(at.seat, meld.kind, meld.cards) for meld in melds),
        *(() if move.card is None else (CardDiscarded(at.seat, move.card),)),
    )


def show_hands(at: At, ended: DealEnded) -> DealEnded:
    """Return the end with everybody's best melds, and in the hands the cards outside them.

    What the knocker hasn't laid isn't a meld, whatever it is.
    """
    shown = tuple(
        tuple(
            tuple(card for card, player in zip(on.cards, on.played_by, strict=True) if player == seat)
            for on in at.deal.melds
            if on.owner == seat
        )
        if seat == at.deal.knocker
        else tuple(meld.cards for meld in best_arrangement(hand, at.rules).melds)
        for seat, hand in enumerate(ended.hands)
    )
    hands = tuple(
        tuple(card for card in hand if not any(card in meld for meld in melds))
        for hand, melds in zip(ended.hands, shown, strict=True)
    )
    return replace(ended, rummy=False, hands=hands, shown=shown, melds=())
