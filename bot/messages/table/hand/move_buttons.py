"""Buttons for moves, with labels that fit on a phone.

A label may name cards: with few characters left, it names the first and the last.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from discord import ButtonStyle, PartialEmoji

from bot.messages.card_text import JOKER_SIGN
from bot.messages.components import PressButton, fits_custom_id
from bot.messages.table.buttons import ConfirmedMovePress, MovePress
from bot.messages.table.render_context import RenderContext
from bot.messages.words import Words
from bot.rummy.cards import NUMERALS, Card, is_joker, meld_face
from bot.rummy.moves import SeatMove

LONGEST_HAND_LABEL = 34
"""Characters of a label in a hand: so many fit on one line of a phone."""


def move_press(move: SeatMove, context: RenderContext, *, is_confirmed: bool = False) -> MovePress:
    kind = ConfirmedMovePress if is_confirmed else MovePress
    return kind(context.table.number, context.table.step, str(move))


def fits_button(move: SeatMove, context: RenderContext) -> bool:
    """Return True if a button can carry the move."""
    return fits_custom_id(move_press(move, context))


def move_button(
    move: SeatMove,
    label: str,
    context: RenderContext,
    style: ButtonStyle = ButtonStyle.secondary,
    *,
    cards: Sequence[Card] = (),
) -> PressButton:
    """Return a button for the move. If it is about one card, its emoji is in front of the label, which names the card, too."""
    return PressButton(move_press(move, context), label, style, one_emoji(cards, context))


def one_emoji(cards: Sequence[Card], context: RenderContext) -> PartialEmoji | None:
    """Return the emoji of a single card; None for several cards."""
    return context.emoji.partial(cards[0]) if len(cards) == 1 else None


def label_with_cards(label: Callable[[str], str], cards: Sequence[Card], say: Words) -> str:
    """Return the label with as many of the cards as fit: all of them, or the first, the last and their number."""
    return short_label(label(text) for text in _card_texts(cards, say))


def short_label(labels: Iterable[str]) -> str:
    """Return the first label that is short enough; the last one cut if none is."""
    last = ""
    for last in labels:
        if len(last) <= LONGEST_HAND_LABEL:
            return last
    return f"{last[: LONGEST_HAND_LABEL - 1]}…"


def _card_texts(cards: Sequence[Card], say: Words) -> Iterator[str]:
    """Yield shorter and shorter texts for the cards."""
    yield say.cards(cards)
    short = [_without_name(card, say) for card in cards]
    yield " ".join(short)
    if len(cards) > 2:
        yield f"{short[0]} … {short[-1]} ({len(cards)})"
        yield f"{short[0]} … ({len(cards)})"


def _without_name(card: Card, say: Words) -> str:
    """Return a Cuccù card with a number without its name: `XIII`. Other cards stay as they are shown."""
    shown = meld_face(card)
    if shown not in NUMERALS:
        return say.card(card)
    return f"{JOKER_SIGN}={shown}" if is_joker(card) else shown
