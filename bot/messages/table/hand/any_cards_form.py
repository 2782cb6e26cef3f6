"""The form behind **Any cards**: which cards of the hand, and where to lay them. What is still open is asked under the hand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from discord import SelectOption, ui

from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS, Form, are_numbers
from bot.messages.table.buttons import AnyCardsPress
from bot.messages.table.hand.hand_cards import in_card_order
from bot.messages.table.render_context import RenderContext
from bot.rummy.cards import Card
from bot.rummy.moves import LayOff
from bot.rummy.view import DealView, View

_CARDS, _WHERE, _NEW = "cards", "where", "new"
_MOST_CARD_SELECTS = 4  # of 25 cards each; a form has five questions


def any_cards_form(view: View, deal: DealView, context: RenderContext) -> ui.Modal:
    """Return the form for this hand."""
    say = context.say
    form = Form(AnyCardsPress(context.table.number, context.table.step), say("Any cards"))
    cards = in_card_order(deal.hand, context.card_order)
    parts = [cards[at : at + MOST_OPTIONS] for at in range(0, len(cards), MOST_OPTIONS)][:_MOST_CARD_SELECTS]
    for number, part in enumerate(parts):
        options = [SelectOption(label=say.card(card), value=card, emoji=context.emoji.partial(card)) for card in part]
        select = ui.Select[Any](
            custom_id=f"{_CARDS}{number}",
            options=options,
            min_values=0 if number else 1,
            max_values=len(options),
            required=not number,
            placeholder=say("Choose one or more"),
        )
        form.add_item(ui.Label(text=say("Cards") if not number else say("More cards"), component=select))
    where = ui.Select[Any](custom_id=_WHERE, options=list(_places(view, deal, context)))
    form.add_item(ui.Label(text=say("Where"), description=say("A new meld, or one that's on the table"), component=where))
    return form


def _places(view: View, deal: DealView, context: RenderContext) -> Iterator[SelectOption]:
    say = context.say
    yield SelectOption(label=say("A new meld"), value=_NEW, default=True)
    numbers = sorted({move.meld for move in view.moves if isinstance(move, LayOff)})
    for number in numbers[: MOST_OPTIONS - 1]:
        label = say("Meld {number}: {cards}", number=number, cards=say.cards(deal.melds[number - 1].cards))
        yield SelectOption(label=label[:LONGEST_OPTION], value=str(number))


def read_any_cards(answers: Mapping[str, Sequence[str]]) -> tuple[tuple[Card, ...], int | None] | None:
    """Return the chosen cards, and the number of the meld or None for a new one. Return None for a form that isn't this one."""
    chosen = _values(answers[key] for key in sorted(answers) if key.startswith(_CARDS))
    where = "".join(answers.get(_WHERE, ()))
    if where != _NEW and not (are_numbers(where) and len(where) < 4):
        return None
    cards = tuple(map(Card, chosen))
    if len(set(cards)) < len(cards):
        return None
    return cards, None if where == _NEW else int(where)


def _values(rows: Iterable[Sequence[str]]) -> list[str]:
    return [value for row in rows for value in row]
