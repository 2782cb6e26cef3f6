"""Cards as text, the same in every language, and their faces as emojis of the application.

Nothing depends on the emojis: a message without them says the same in text. Their names can be read aloud.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from discord import PartialEmoji, SelectOption, ui

from bot.messages.text import DOT, NO_BREAK_SPACE, keep_together
from bot.rummy.card_words import spelled_card
from bot.rummy.cards import CUCCU20, FIGURE_NAMES, FRENCH52, JOKER, NUMERALS, UNNUMBERED

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
JOKER_SIGN = "\N{PLAYING CARD BLACK JOKER}"
WORD_JOINER = "\N{WORD JOINER}"
_CUCCU = frozenset(CUCCU20)
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_NUMBERS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen"),
)
_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"} | {str(n): _NUMBERS[n - 1] for n in range(2, 11)}
_SPACE = f"[ {NO_BREAK_SPACE}]"
_BEHIND = rf"({_SPACE}+(?:[IVX]+{_SPACE}+)?(?:{'|'.join(FIGURE_NAMES.values())})\b)?"  # what may be an emoji's own figure
_IN_TEXT = re.compile(rf"<:([A-Za-z0-9_]{{2,32}}):[0-9]{{1,20}}>{_BEHIND}")
_BETWEEN = re.compile(rf"(<:cuccu_[a-z_]{{1,26}}:[0-9]{{1,20}}>{_BEHIND})({_SPACE})(?=<:cuccu_)")
_TYPED = re.compile(rf"<?:([A-Za-z0-9_]{{2,32}}):(?:[0-9]{{1,20}}>)?{_BEHIND}", re.IGNORECASE)


@lru_cache(maxsize=2048)
def card_text(card: str) -> str:
    """Return `7♥`, `🃏=8♣` or `XIII Salta`, readable without pictures or colour. Duplicates look the same."""
    if card.startswith(JOKER):
        stands = card.partition("=")[2]
        return f"{JOKER_SIGN}{WORD_JOINER}={card_text(stands)}" if stands else JOKER_SIGN
    face = card.rstrip("'")
    if face in _CUCCU:
        name = FIGURE_NAMES.get(face, "")
        return name if face in UNNUMBERED else f"{face}{NO_BREAK_SPACE}{name}" if name else face
    return face[:-1] + SUIT_SIGNS.get(face[-1:], face[-1:])


@lru_cache(maxsize=4096)
def spelled_card_text(card: str, locale: str, *, in_words: bool) -> str:
    """Return `7 of spades` or `7S`, `joker=8 of clubs` or `JK=8C`; Cuccù cards as above. Lines break between cards."""
    if card.startswith(JOKER):
        name, stands = "joker" if in_words else JOKER, card.partition("=")[2]
        return f"{name}={spelled_card_text(stands, locale, in_words=in_words)}" if stands else name
    if is_cuccu_card(card):
        return card_text(card)
    return keep_together(spelled_card(card.rstrip("'"), locale, in_words=in_words))


def card_separator(cards: Iterable[str]) -> str:
    """Return what is written between the cards of a row."""
    return DOT if any(map(is_cuccu_card, cards)) else " "


def is_cuccu_card(card: str) -> bool:
    """Return whether the card, or the card that a joker stands for, belongs to the Cuccù deck."""
    return card.rpartition("=")[2].rstrip("'") in _CUCCU


def _emoji_name_of(face: str) -> str:
    if face in CUCCU20:
        number = (_NUMBERS[NUMERALS.index(face)],) if face in NUMERALS else ()
        figure = (FIGURE_NAMES[face].lower(),) if face in FIGURE_NAMES else ()
        return "_".join(("cuccu", *number, *figure))
    return "joker" if face == JOKER else f"{_RANKS[face[:-1]]}_of_{_SUITS[face[-1]]}"


FACE_OF: Mapping[str, str] = {_emoji_name_of(face): face for face in (*FRENCH52, *CUCCU20, JOKER)}
"""The face that each emoji shows, by the emoji's name: `seven_of_hearts`, `cuccu_thirteen_salta`, `joker`."""
_NAME_OF = {face: name for name, face in FACE_OF.items()}


def emoji_name(card: str) -> str:
    """Return the name of the emoji that shows this card, a duplicate, or a joker whatever it stands for."""
    return _NAME_OF[JOKER if card.startswith(JOKER) else card.rstrip("'")]


@dataclass(frozen=True, slots=True)
class CardEmoji:
    """The emojis that the application has: their ids at Discord, by name."""

    ids: Mapping[str, int] = field(default_factory=dict)

    def text(self, card: str) -> str:
        """Return the card as messages show it: `<:seven_of_hearts:123>`, `<:joker:124>=8♣`; as text if it has no emoji.

        A figure's numeral and name are behind its emoji, for those who are new to the deck; behind a space, because browsers
        break lines beside a picture also at a no-break space, and begin the next line with it.
        """
        name = emoji_name(card)
        if name not in self.ids:
            return card_text(card)
        stands, behind = card.partition("=")[2], ""
        if stands:
            behind = f"{WORD_JOINER}={card_text(stands)}"
        elif FACE_OF[name] in FIGURE_NAMES:
            behind = f" {card_text(FACE_OF[name])}"
        return f"<:{name}:{self.ids[name]}>{behind}"

    def partial(self, card: str | None) -> PartialEmoji | None:
        """Return the emoji of a card for a button or an option; None if there is none."""
        name = "" if card is None else emoji_name(card)
        return PartialEmoji(name=name, id=self.ids[name]) if name in self.ids else None


NO_EMOJI = CardEmoji()


def emoji_as_text(text: str) -> str:
    """Return the text with each card's emoji replaced by the card in text, and with dots between Cuccù cards."""
    return _IN_TEXT.sub(_as_text, _BETWEEN.sub(lambda found: found[1] + DOT.replace(" ", found[3]), text))


def typed_emoji_as_text(text: str) -> str:
    """Return what a person typed, with each card's emoji, as it is copied from a message, replaced by the card in text."""
    return _TYPED.sub(lambda found: f" {_as_text(found)} " if found[1] in FACE_OF else found[0], text)


def _as_text(found: re.Match[str]) -> str:
    """Return the card in text, and what is behind its emoji unless that is the name of its own figure."""
    name, behind = found[1], found[2] or ""
    if name not in FACE_OF:
        return found[0]
    face = FACE_OF[name]
    shown = card_text(face)
    own = {FIGURE_NAMES.get(face, "").casefold(), " ".join(shown.split()).casefold()}
    return shown if " ".join(behind.split()).casefold() in own else f"{shown}{behind}"


def remove_emoji_from_texts(view: ui.LayoutView) -> None:
    """Replace the emojis in the texts of a message by cards in text."""
    for item in view.walk_children():
        if isinstance(item, ui.TextDisplay):
            item.content = emoji_as_text(item.content)


def remove_emoji(view: "ui.LayoutView | ui.Modal") -> None:
    """Remove the emojis of cards from a message or form: from its texts, buttons and options."""
    if isinstance(view, ui.LayoutView):
        remove_emoji_from_texts(view)
    for item in _items_with_emoji(view):
        item.emoji = None


def emoji_ids(view: "ui.LayoutView | ui.Modal") -> frozenset[int]:
    """Return the ids of the emojis on buttons and options: Discord refuses a message with one that it doesn't have."""
    return frozenset(item.emoji.id for item in _items_with_emoji(view) if item.emoji is not None and item.emoji.id is not None)


def _items_with_emoji(view: "ui.LayoutView | ui.Modal") -> "Iterator[ui.Button[Any] | SelectOption]":
    """Yield the buttons and options that show an emoji of the application."""
    for item in view.walk_children():
        parts = item.options if isinstance(item, ui.Select) else (item,) if isinstance(item, ui.Button) else ()
        yield from (part for part in parts if part.emoji is not None and part.emoji.id is not None)
