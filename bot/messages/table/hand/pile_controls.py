"""The controls that take a card of the discard pile with all above it: selects of the cards, and the prompt how one is laid."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter, lt
from typing import Any

from discord import ButtonStyle, ui
from discord.utils import as_chunks

from bot.messages.components import MOST_OPTIONS, Option, row
from bot.messages.table.buttons import MoveKind, TableAction
from bot.messages.table.hand.laying_controls import not_within
from bot.messages.table.hand.move_buttons import Buttons, fits_option, lines_of, move_button, move_select, one_emoji
from bot.messages.table.hand.move_words import laying_label, take_from_label
from bot.messages.table.render_context import RenderContext
from bot.rummy.cards import Card, is_joker
from bot.rummy.moves import LayMeld, LayOff, TakeFrom, laid_cards
from bot.rummy.view import DealView, View

_MOST_BUTTONS = 10


def pile_selects(view: View, deal: DealView, context: RenderContext) -> "Iterator[ui.ActionRow[Any]]":
    """Yield the selects of the cards of the pile that can be taken now, from its top; one card may be laid in several ways."""
    say, options = context.say, []
    takes = [move for move in view.moves if isinstance(move, TakeFrom)]
    for card, _ in groupby(takes, key=attrgetter("card")):
        ways, above = _ways(card, view), len(deal.discard_pile) - 1 - deal.discard_pile.index(card)
        label = say.many(
            "{card} and 1 card above it", "{card} and {count} cards above it", above, "option", card=say.card(card)
        )
        about = say.option("{count} ways to lay it", count=len(ways)) if len(ways) > 1 else take_from_label(ways[0], view, say)
        move = ways[0] if len(ways) == 1 else TakeFrom(card)
        options.append(Option(str(move), label if above else say.card(card), about, emoji=one_emoji([card], context)))
    kinds: tuple[MoveKind, ...] = ("pile", "more_choices", "last_choices")
    for kind, some in zip(kinds, as_chunks(options, MOST_OPTIONS), strict=False):
        is_first = kind == "pile"
        text = say.option("Take from the pile for good …") if is_first else say.option("Take from deeper in the pile …")
        yield move_select(kind, text, some, context)


def top_buttons(view: View, deal: DealView, context: RenderContext) -> Buttons:
    """Return the button that takes the top card alone, if that can be laid without a joker from the hand."""
    ways = _ways(deal.discard_pile[-1], view) if deal.discard_pile else []
    return [
        move_button(way, take_from_label(way, view, context.say), context, ButtonStyle.success)
        for way in ways[:1]
        if not any(is_joker(card) for card in laid_cards(_laying(way)))
    ]


def taking_prompt(move: TakeFrom, view: View, context: RenderContext) -> "list[ui.Item[Any]]":
    """Return the prompt that asks how the card is laid, in place of the controls."""
    say, ways = context.say, _ways(move.card, view)
    text: ui.TextDisplay[Any] = ui.TextDisplay(say("How do you lay {card}?", card=f"**{say.card(move.card)}**"))
    back = context.button(TableAction.BACK, say.button("Back"))
    if len(ways) <= _MOST_BUTTONS:
        buttons: Buttons = [move_button(way, laying_label(_laying(way), say), context, ButtonStyle.primary) for way in ways]
        return [text, *lines_of([*buttons, back])]
    options = [Option(str(way), laying_label(_laying(way), say)) for way in ways]
    return [text, move_select("first_choices", say.option("Lay it …"), options[:MOST_OPTIONS], context), row(back)]


def _laying(move: TakeFrom) -> LayMeld | LayOff:
    assert move.laying is not None, "what is offered says how the card is laid"
    return move.laying


def _ways(card: Card, view: View) -> Sequence[TakeFrom]:
    """Return the ways to lay this card of the pile, those with the fewest jokers first, without parts of larger melds."""
    takes = [move for move in view.moves if isinstance(move, TakeFrom) and move.card == card and fits_option(move)]
    layings = sorted(map(_laying, takes), key=lambda one: (sum(map(is_joker, laid_cards(one))), -len(laid_cards(one))))
    melds = not_within([one for one in layings if isinstance(one, LayMeld)], lt)
    lay_offs = (one for one in layings if isinstance(one, LayOff))
    return [*(TakeFrom(card, one) for one in melds), *(TakeFrom(card, one) for one in lay_offs)]
