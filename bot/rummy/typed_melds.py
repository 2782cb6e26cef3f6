"""Melds as people type them, one or several, and which cards of a hand they mean."""

from collections.abc import Sequence
from itertools import chain, islice

from bot.rummy.deck.cards import Card
from bot.rummy.events import MeldKind
from bot.rummy.moves import LayMeld, LayMelds
from bot.rummy.typed_cards import pick_from_hand, read_cards

_KINDS = {("as", *article, kind.value): kind for kind in MeldKind for article in ((), ("a",))}


def read_melds(text: str, deck: str, hand: Sequence[Card]) -> LayMeld | LayMelds:
    """Return the move that lays the typed melds: `7h 8h 9h`, `13 14 15 as run`, `5h 6h 7h | 9s 9d jk=9h`.

    Each typed card is a different copy if the hand has one. Raise IllegalMove as `read_cards` does.
    """
    parts = [_split_kind(part) for part in text.split("|")]
    typed = [read_cards(cards, deck) for cards, _ in parts]
    picked = iter(pick_from_hand(tuple(chain.from_iterable(typed)), hand))
    melds = tuple(LayMeld(tuple(islice(picked, len(cards))), kind) for cards, (_, kind) in zip(typed, parts, strict=True))
    return melds[0] if len(melds) == 1 else LayMelds(melds)


def _split_kind(text: str) -> tuple[str, MeldKind | None]:
    """Return the cards of a typed meld, and its kind if the text ends with one, such as `as run` or `as a set`."""
    words = text.split()
    for ending, kind in _KINDS.items():
        if tuple(map(str.lower, words[-len(ending) :])) == ending:
            return " ".join(words[: -len(ending)]), kind
    return text, None
