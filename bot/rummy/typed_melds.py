"""Melds as people type them, one or several, and which cards of a hand they mean."""

import re
from collections.abc import Sequence

from bot.rummy.deck.cards import Card
from bot.rummy.events import MeldKind
from bot.rummy.moves import LayMeld, LayMelds
from bot.rummy.typed_cards import pick_from_hand, read_cards

_KIND = re.compile(r"\s+as\s+(?:a\s+)?(set|run)\s*$", re.IGNORECASE)


def read_melds(text: str, deck: str, hand: Sequence[Card]) -> LayMeld | LayMelds:
    """Return the move that lays the typed melds: `7h 8h 9h`, `13 14 15 as run`, `5h 6h 7h | 9s 9d jk=9h`.

    Each typed card is a different copy if the hand has one. Raise IllegalMove as `read_cards` does.
    """
    melds: list[LayMeld] = []
    for part in text.split("|"):
        kind = _KIND.search(part)
        typed = read_cards(_KIND.sub("", part), deck)
        before = tuple(card for meld in melds for card in meld.cards)
        cards = pick_from_hand((*before, *typed), hand)[len(before) :]
        melds.append(LayMeld(cards, None if kind is None else MeldKind(kind[1].lower())))
    return melds[0] if len(melds) == 1 else LayMelds(tuple(melds))
