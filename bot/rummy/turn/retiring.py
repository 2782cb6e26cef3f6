"""The retirement of a large meld: it leaves the table for the discard pile (question 19, C:L42, RULES 5.19)."""

from bot.rummy.deck.cards import Card, physical_card
from bot.rummy.events import MeldRetired
from bot.rummy.match import Match


def retire_meld(match: Match, number: int, *, last: tuple[Card, ...] = ()) -> tuple[MeldRetired, ...]:
    """Return the retirement of the meld with this number, or nothing if it isn't large enough.

    Its cards are in order from low to high, with `last`, the cards just laid off, at the end.
    """
    deal, size = match.deal, match.variant.meld_retire_at
    assert deal is not None
    meld = deal.melds[number - 1]
    if size == "never" or len(meld.cards) < size:
        return ()
    cards = tuple(map(physical_card, meld.cards))
    lying = tuple(card for card in cards if card not in last)
    return (MeldRetired(deal.turn.seat, number, lying + tuple(card for card in cards if card in last)),)
