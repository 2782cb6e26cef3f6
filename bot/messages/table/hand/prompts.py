"""What the hand asks before a move: the form **Lay other cards**, whether to break a meld, what cards are; and a hint."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from discord import ButtonStyle, ui
from discord.utils import as_chunks

from bot.messages.card_order import in_card_order
from bot.messages.components import MOST_OPTIONS, Form, Option, PressButton, are_numbers, row, rows_of, select_field
from bot.messages.sentences import sentence_text
from bot.messages.table.buttons import AnyCardsPress, MoveKind, TableAction
from bot.messages.table.hand.move_buttons import (
    LONGEST_HAND_LABEL,
    fits_button,
    fits_option,
    label_with_cards,
    melds_of,
    move_button,
    move_press,
    move_select,
)
from bot.messages.table.hand.move_words import cards_label, move_label
from bot.messages.table.render_context import RenderContext
from bot.players.hint import Hint
from bot.rummy.cards import Card, is_joker
from bot.rummy.games import lays_melds
from bot.rummy.melds import Meld
from bot.rummy.moves import Discard, LayingMove, LayOff, SeatMove, Swap, laid_cards
from bot.rummy.view import DealView, View

_MOST_BUTTONS = 10
_CARDS, _WHERE, _NEW = "cards", "where", "new"
_MOST_CARD_SELECTS = 4  # of 25 cards each; a form has five fields


def discard_prompt(move: Discard, meld: Meld, view: View, context: RenderContext) -> "list[ui.Item[Any]]":
    """Return the confirmation before the discard of a card that belongs to a complete meld."""
    say = context.say
    text = say("{card} is part of {meld}. Discard it anyway?", card=say.card(move.card), meld=f"**{say.cards(meld.cards)}**")
    press, emoji = move_press(move, context, is_confirmed=True), context.emoji.partial(move.card)
    discard = PressButton(press, move_label(move, view, say), ButtonStyle.danger, emoji)
    return [ui.TextDisplay(text), row(discard, context.button(TableAction.BACK, say.button("Keep it")))]


def laying_prompt(move: LayingMove, ways: Sequence[LayingMove], context: RenderContext) -> "list[ui.Item[Any]]":
    """Return the prompt that asks what the cards of a move are; `ways` are moves that say so."""
    say, cards = context.say, f"**{context.say.cards(laid_cards(move))}**"
    text = say("{cards}: what does the joker stand for?", cards=cards)
    if not _is_open(move):
        text = say("{cards}: a run or a set?", cards=cards)
    back = row(context.button(TableAction.BACK, say.button("Back")))
    if len(ways) <= _MOST_BUTTONS and all(fits_button(way, context) for way in ways):
        buttons = [move_button(way, _label(move, way, context), context, ButtonStyle.primary) for way in ways]
        return [ui.TextDisplay(text), *rows_of(buttons), back]
    return [ui.TextDisplay(text), *_selects(move, ways, context), back]


def _selects(move: LayingMove, ways: Sequence[LayingMove], context: RenderContext) -> "Iterator[ui.ActionRow[Any]]":
    options = [Option(str(way), _text(move, way, context)) for way in ways if fits_option(way)]
    kinds: tuple[MoveKind, ...] = ("first_choices", "more_choices", "last_choices")
    for kind, some in zip(kinds, as_chunks(options, MOST_OPTIONS), strict=False):
        text = f"{some[0].label} – {some[-1].label}"
        yield move_select(kind, text, some, context)


def _label(move: LayingMove, way: LayingMove, context: RenderContext) -> str:
    text = _text(move, way, context)
    return label_with_cards(lambda cards: cards, melds_of(way), context.say) if len(text) > LONGEST_HAND_LABEL else text


def _text(move: LayingMove, way: LayingMove, context: RenderContext) -> str:
    """Return the cards as they would be laid; while jokers are open, what the next one would stand for."""
    if _is_open(way):
        known = laid_cards(move)
        return context.say.cards(card for card in laid_cards(way) if card not in known)
    return cards_label(way, context.say)


def _is_open(move: LayingMove) -> bool:
    """Return True if it isn't said what a joker stands for."""
    return any(is_joker(card) and "=" not in card for card in laid_cards(move))


def hint_prompt(hint: Hint, view: View, context: RenderContext) -> "list[ui.Item[Any]]":
    """Return the hint, with a button for its move; without one if the move is too long for a button."""
    say, move = context.say, hint.move
    text = " ".join(sentence_text(one, say, context.names) for one in hint.reasons)
    buttons = [_sure_button(move, view, context, ButtonStyle.success)] if fits_button(move, context) else []
    texts = [f"**{say('Hint')}** · {text}", *([] if buttons else [move_label(move, view, say)])]
    return [ui.TextDisplay("\n".join(texts)), row(*buttons, context.button(TableAction.BACK, say.button("Back")))]


def reading_prompt(moves: Sequence[LayingMove | Swap | Discard], view: View, context: RenderContext) -> "list[ui.Item[Any]]":
    """Return the prompt that asks which of these moves was typed: it reads differently in English and in another language."""
    say, buttons = context.say, list[PressButton]()
    text = say("Which cards do you mean? Type their suits as ♣ ♦ ♥ ♠.")
    if all(fits_button(move, context) for move in moves):
        text = say("Which cards do you mean?")
        buttons = [_sure_button(move, view, context, ButtonStyle.primary) for move in moves]
    lines = [f"- {cards_label(move, say)}" for move in moves]
    back = context.button(TableAction.BACK, say.button("Back"))
    return [ui.TextDisplay("\n".join([text, *lines])), row(*buttons, back)]


def _sure_button(move: SeatMove, view: View, context: RenderContext, style: ButtonStyle) -> PressButton:
    """Return a button after which a discard isn't asked about."""
    press = move_press(move, context, is_confirmed=isinstance(move, Discard))
    return PressButton(press, move_label(move, view, context.say), style)


def any_cards_form(view: View, deal: DealView, context: RenderContext) -> ui.Modal:
    say = context.say
    form = Form(AnyCardsPress(context.table.number, context.table.step), say.label("Lay other cards"))
    cards = in_card_order(deal.hand, context.card_order)
    for number, part in enumerate(islice(as_chunks(cards, MOST_OPTIONS), _MOST_CARD_SELECTS)):
        options = [Option(card, say.card(card), emoji=context.emoji.partial(card)) for card in part]
        select = ui.Select[Any](
            custom_id=f"{_CARDS}{number}",
            options=[*options],
            min_values=0 if number else 1,
            max_values=len(options),
            required=not number,
            placeholder=say.option("Choose one or more"),
        )
        form.add_item(ui.Label(text=say.label("Cards") if not number else say.label("More cards"), component=select))
    about = say.option("A new meld, or one on the table")
    if not lays_melds(view.variant.game):
        about = say.option("A meld on the table")
    form.add_item(select_field(say.label("Where"), about, _WHERE, _places(view, deal, context)))
    return form


def _places(view: View, deal: DealView, context: RenderContext) -> Iterator[Option]:
    say = context.say
    if lays_melds(view.variant.game):
        yield Option(_NEW, say.option("A new meld"), chosen=True)
    numbers = sorted({move.meld for move in view.moves if isinstance(move, LayOff)})
    for number in numbers[: MOST_OPTIONS - 1]:
        cards = say.cards(deal.melds[number - 1].cards)
        yield Option(str(number), say.option("Meld {number}: {cards}", number=number, cards=cards))


def read_any_cards(answers: Mapping[str, Sequence[str]]) -> tuple[tuple[Card, ...], int | None] | None:
    """Return the chosen cards, and the number of the meld or None for a new one. Return None for a form that isn't this one."""
    chosen = chain.from_iterable(answers[key] for key in sorted(answers) if key.startswith(_CARDS))
    cards, where = tuple(map(Card, chosen)), "".join(answers.get(_WHERE, ()))
    if len(set(cards)) < len(cards) or (where != _NEW and not (are_numbers(where) and len(where) < 4)):
        return None
    return cards, None if where == _NEW else int(where)
