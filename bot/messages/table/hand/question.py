"""What the hand asks before a move: whether to break a meld, or what cards are meant. The answers stand in for the controls."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from discord import ButtonStyle, SelectOption, ui

from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS, PressButton, row, rows_of
from bot.messages.table.buttons import MoveKind, TableAction, TablePress, move_select
from bot.messages.table.hand.laying_controls import move_label
from bot.messages.table.hand.move_buttons import (
    LONGEST_HAND_LABEL,
    fits_button,
    label_with_cards,
    move_button,
    move_press,
    short_label,
)
from bot.messages.table.render_context import RenderContext
from bot.rummy.cards import is_joker
from bot.rummy.melds import Meld
from bot.rummy.moves import Discard, LayingMove, laid_cards

T = TypeVar("T")
_MOST_BUTTONS = 10


@dataclass(frozen=True, slots=True)
class Question:
    """A sentence, and the rows of controls that answer it."""

    text: str
    rows: "tuple[ui.ActionRow[Any], ...]"


def discard_question(move: Discard, meld: Meld, context: RenderContext) -> Question:
    """Return the question before the discard of a card that belongs to a complete meld."""
    say = context.say
    text = say("{card} is part of {meld}. Discard it anyway?", card=say.card(move.card), meld=f"**{say.cards(meld.cards)}**")
    label = short_label((say("Discard {card}", card=say.card(move.card)),))
    press, emoji = move_press(move, context, is_confirmed=True), context.emoji.partial(move.card)
    discard = PressButton(press, label, ButtonStyle.danger, emoji)
    return Question(text, (row(discard, _back_button(say("Keep it"), context)),))


def laying_question(move: LayingMove, ways: Sequence[LayingMove], context: RenderContext) -> Question:
    """Return the question what the cards of a move are; `ways` are moves that say so."""
    say, cards = context.say, f"**{context.say.cards(laid_cards(move))}**"
    is_open = any(is_joker(card) and "=" not in card for card in laid_cards(move))
    text = (
        say("{cards}: what does the joker stand for?", cards=cards) if is_open else say("{cards}: a run or a set?", cards=cards)
    )
    back = row(_back_button(say("Back"), context))
    if len(ways) <= _MOST_BUTTONS and all(fits_button(way, context) for way in ways):
        buttons = [move_button(way, _label(move, way, context), context, ButtonStyle.primary) for way in ways]
        return Question(text, (*rows_of(buttons), back))
    return Question(text, (*_selects(move, ways, context), back))


def _selects(move: LayingMove, ways: Sequence[LayingMove], context: RenderContext) -> "Iterator[ui.ActionRow[Any]]":
    fitting = [way for way in ways if len(str(way)) <= LONGEST_OPTION]
    options = [SelectOption(label=_text(move, way, context)[:LONGEST_OPTION], value=str(way)) for way in fitting]
    kinds = (MoveKind.FIRST_CHOICES, MoveKind.MORE_CHOICES, MoveKind.LAST_CHOICES)
    for kind, some in zip(kinds, _in_parts(options, MOST_OPTIONS), strict=False):
        text = f"{some[0].label} – {some[-1].label}"
        yield row(move_select(context.table.number, context.table.step, kind, text, some))


def _label(move: LayingMove, way: LayingMove, context: RenderContext) -> str:
    text = _text(move, way, context)
    return label_with_cards(lambda cards: cards, laid_cards(way), context.say) if len(text) > LONGEST_HAND_LABEL else text


def _text(move: LayingMove, way: LayingMove, context: RenderContext) -> str:
    """Return the cards as they would be laid; while jokers are open, what the next one would stand for."""
    if any(is_joker(card) and "=" not in card for card in laid_cards(way)):
        known = laid_cards(move)
        return context.say.cards(card for card in laid_cards(way) if card not in known)
    return move_label(way, context.say)


def _back_button(label: str, context: RenderContext) -> PressButton:
    return PressButton(TablePress(context.table.number, TableAction.BACK), label)


def _in_parts(things: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (things[at : at + size] for at in range(0, len(things), size))
