"""The cards of a hand as text: each meld on a line of its own, then the loose cards, suit by suit."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.messages.text import keep_together
from bot.messages.words import Words, is_cuccu_card
from bot.rummy.deck.cards import Card, face, physical_card
from bot.rummy.melds.melds import Meld

_SUITS = "SHCD"  # black and red alternate: ♥ and ♦ are hard to tell apart side by side
_SHORT_SUIT = 7  # cards; a longer suit may break in the middle, on a phone


def hand_cards(hand: Sequence[Card], melds: Iterable[Meld], say: Words) -> str:
    """Return the hand as headings, which Discord shows large. `melds` are melds that fit together; they are underlined."""
    if not hand:
        return f"## {say('No cards left')}"
    loose, lines = list(hand), []
    for meld in melds:
        lines.append(f"## __{say.cards(meld.cards)}__")
        for card in meld.cards:
            loose.remove(physical_card(card))
    if loose:
        lines.append(f"## {_loose_cards(loose, say)}")
    return "\n".join(lines)


def _loose_cards(cards: list[Card], say: Words) -> str:
    """Return the cards on one line, which breaks between suits."""
    if any(map(is_cuccu_card, cards)):
        return say.cards(cards)
    suits = [list(suit) for _, suit in groupby(sorted(cards, key=_suit_place), key=_suit_place)]
    texts = (say.cards(suit) if len(suit) > _SHORT_SUIT else keep_together(say.cards(suit)) for suit in suits)
    return "   ".join(texts)


def _suit_place(card: Card) -> int:
    """Return the place of the card's suit; jokers come last."""
    suit = face(card)[-1]
    return _SUITS.index(suit) if suit in _SUITS else len(_SUITS)
