"""The buttons with which a turn begins: draw from the stock, take the top discard, or take it and lay it in one press."""

from collections.abc import Iterator, Sequence
from typing import Any

from discord import ButtonStyle, ui

from bot.messages.components import PressButton, row
from bot.messages.table.hand.move_buttons import fits_button, label_with_cards, move_button, short_label
from bot.messages.table.hand.offer_order import in_order
from bot.messages.table.render_context import RenderContext
from bot.rummy.cards import Card, is_joker
from bot.rummy.moves import DRAW, TAKE, LayingMove, LayMeld, LayMelds, LayOff, TakeAndLay, laid_cards
from bot.rummy.view import DealView, View

_MOST_MELDS = 2  # that take and lay: with the other three buttons they fill a row


def draw_row(view: View, deal: DealView, context: RenderContext) -> "ui.ActionRow[Any]":
    """Return the row of buttons of a player who must draw."""
    say = context.say
    shuffles = view.variant.recycle == "shuffle"
    label = {
        "draws": say("Draw from the stock"),
        "recycles": say("Draw (shuffles the discard pile)") if shuffles else say("Draw (turns the discard pile over)"),
        "ends": say("Draw (this ends the deal)"),
    }[deal.stock_draw]
    buttons = [move_button(DRAW, label, context, ButtonStyle.primary)]
    if TAKE in view.moves:
        buttons += _take_buttons(view, deal, context)
    return row(*buttons)


def _take_buttons(view: View, deal: DealView, context: RenderContext) -> Iterator[PressButton]:
    say, top = context.say, deal.discard_pile[-1]
    laying = _best_first(view, deal, top)
    melds = [move for move in laying if not isinstance(move, LayOff)]
    if melds:
        label = label_with_cards(
            lambda cards: say("Take {card} → {cards}", card=say.card(top), cards=cards), laid_cards(melds[0]), say
        )
    else:
        label = short_label([say("Take {card}", card=say.card(top))])
    yield move_button(TAKE, label, context, ButtonStyle.primary, cards=(top,))
    combined = [*_distinct(melds)[:_MOST_MELDS], *[move for move in laying if isinstance(move, LayOff)][:1]]
    for move in combined:
        if fits_button(TakeAndLay(move), context):
            label, laid = _laying_label(move, top, context, is_all_at_once=deal.is_all_at_once), laid_cards(move)
            yield move_button(TakeAndLay(move), label, context, ButtonStyle.success, cards=laid)


def _laying_label(move: LayingMove, top: Card, context: RenderContext, *, is_all_at_once: bool) -> str:
    say = context.say
    match move:
        case LayMelds() if is_all_at_once:
            return say("Take and lay everything")
        case LayMeld() | LayMelds():
            return label_with_cards(lambda cards: say("Take and lay {cards}", cards=cards), laid_cards(move), say)
        case LayOff():
            return short_label(
                (
                    say("Take {card} and lay it off on meld {number}", card=say.card(top), number=move.meld),
                    say("Take, lay off on meld {number}", number=move.meld),
                )
            )


def _best_first(view: View, deal: DealView, top: Card) -> list[LayingMove]:
    """Return what can be laid with the top discard once it is taken, with the fewest jokers first."""
    moves = (move.laying for move in view.moves if isinstance(move, TakeAndLay))
    ordered = in_order(moves, (*deal.hand, top), view.variant, is_all_at_once=deal.is_all_at_once)
    return sorted(ordered, key=lambda move: sum(map(is_joker, laid_cards(move))))


def _distinct(melds: Sequence[LayingMove]) -> list[LayingMove]:
    """Return the melds that aren't within an earlier one."""
    found: list[LayingMove] = []
    for move in melds:
        if not any(set(laid_cards(move)) <= set(laid_cards(other)) for other in found):
            found.append(move)
    return found
