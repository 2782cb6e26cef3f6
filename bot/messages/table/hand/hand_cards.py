"""The cards of a hand as text: suit by suit, cards of melds underlined, with line breaks between suits only."""

from collections.abc import Iterable
from itertools import groupby

from bot.messages.text import DOT, keep_together
from bot.messages.words import Words, is_cuccu_card
from bot.rummy.deck.cards import Card, face, physical_card
from bot.rummy.melds.melds import Meld

_TOO_LONG_FOR_A_LINE = 7  # cards, on a phone
_MANY = 12  # a hand with more cards has a line for each suit


def hand_cards(hand: tuple[Card, ...], melds: Iterable[Meld], say: Words) -> str:
    """Return the hand as a heading, which Discord shows large, with the cards of these melds underlined."""
    melded = {physical_card(card) for meld in melds for card in meld.cards}
    if not hand:
        return f"## {say('no cards')}"
    if any(map(is_cuccu_card, hand)):
        return f"## {_underline_melds(hand, melded, say, DOT)}"
    suits = [_underline_melds(suit, melded, say, " ") for _, suit in groupby(hand, key=lambda card: face(card)[-1])]
    if len(hand) > _MANY:
        return "\n".join(f"## {suit}" for suit in suits)
    return "## " + "   ".join(suit if suit.count(" ") >= _TOO_LONG_FOR_A_LINE else keep_together(suit) for suit in suits)


def _underline_melds(cards: Iterable[Card], melded: set[Card], say: Words, between: str) -> str:
    parts = []
    for is_melded, some in groupby(cards, key=melded.__contains__):
        shown = say.cards(some)
        parts.append(f"__{shown}__" if is_melded else shown)
    return between.join(parts)
