"""Whether a turn can still end: in a legal discard, or in an empty hand where that is allowed (RULES 5.2)."""

from collections.abc import Iterator

from bot.rummy.apply import apply
from bot.rummy.cards import Card, face
from bot.rummy.events import CardsLaidOff, Event, MeldLaid
from bot.rummy.match import Deal, Match
from bot.rummy.melds import fitting, melds_in
from bot.rummy.variant import Variant


def may_discard(card: Card, taken: Card | None) -> bool:
    """The card taken from the discard pile this turn may not go straight back, nor its twin (A:L55, B:L59, RULES 5.1)."""
    return taken is None or (card != taken and face(card) != face(taken))


def may_lay_off_on(variant: Variant, deal: Deal, seat: int, number: int) -> bool:
    """Questions 23 and 24; `number` counts melds from 1."""
    if variant.layoff_scope == "none":
        return False
    if deal.melds[number - 1].owner == seat:
        return True
    return variant.layoff_scope == "all" and (
        not variant.layoff_requires_meld or any(meld.owner == seat for meld in deal.melds)
    )


def can_end(match: Match) -> bool:
    """Whether the seat to act, having drawn, has a sequence of moves that ends its turn legally."""
    deal = match.deal
    assert deal is not None
    hand = deal.hands[deal.turn]
    if not hand:
        return match.variant.out_by == "any"
    if any(may_discard(card, deal.taken) for card in hand):
        return True
    return any(can_end(apply(match, event)) for event in _layable(match, deal, hand))


def _layable(match: Match, deal: Deal, hand: tuple[Card, ...]) -> Iterator[Event]:
    """Everything that could be laid on the table next, whatever comes of it."""
    if match.variant.may_meld_again(deal.melded):
        for meld in melds_in(hand, match.variant):
            yield MeldLaid(deal.turn, meld.kind, meld.cards)
    for number, on in enumerate(deal.melds, start=1):
        if may_lay_off_on(match.variant, deal, deal.turn, number):
            for card in fitting(on.kind, on.cards).intersection(hand):
                yield CardsLaidOff(deal.turn, (card,), number)
