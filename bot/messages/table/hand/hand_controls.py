"""The controls under a hand: buttons to draw, swap and take back; selects to meld, lay off and discard.

A select has at most 25 options of 100 characters; moves that are left out can be typed.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from discord import ButtonStyle, SelectOption, ui

from bot.messages.components import LONGEST_LABEL, LONGEST_OPTION, MOST_OPTIONS, PressButton, PressSelect, row
from bot.messages.table.buttons import MoveKind, MovePress, move_select
from bot.messages.table.hand.offer_order import MeldMove, in_order, move_cards
from bot.messages.table.render_context import RenderContext
from bot.messages.words import Words
from bot.rummy.deck.cards import face, meld_face, physical_card
from bot.rummy.events import JokerSwapped, MeldKind
from bot.rummy.match import Awaited
from bot.rummy.melds.arrangement import Arrangement
from bot.rummy.moves import Discard, LayMeld, LayMelds, LayOff, Swap, Take, TakeBack
from bot.rummy.scoring import hand_points
from bot.rummy.view import DealView, View

_MOST_SWAPS = 4  # in one row with the button that takes back

MoveKey = tuple[object, ...]


def hand_controls(view: View, deal: DealView, context: RenderContext) -> Iterator[ui.Item[Any]]:
    """Yield the rows of controls for the moves in the view; none if it isn't the player's turn."""
    if view.awaits == Awaited.DRAW and view.moves:
        yield _draw_row(view, deal, context)
    elif view.moves:
        yield from (row(select) for select in _selects(view, deal, context))
        buttons = [*_swap_buttons(view, context), *_take_back_buttons(view, deal, context)]
        if buttons:
            yield row(*buttons)


def points_text(number: int, context: RenderContext) -> str:
    return context.say.many("one point", "{count} points", number)


def _draw_row(view: View, deal: DealView, context: RenderContext) -> "ui.ActionRow[Any]":
    say = context.say
    label = {
        "draws": say("Draw from the stock"),
        "recycles": say("Draw (the discards become the stock)"),
        "ends": say("Draw (ends the deal: nothing is left)"),
    }[deal.stock_draw]
    buttons = [_move_button("draw stock", label, context, ButtonStyle.primary)]
    if any(isinstance(move, Take) for move in view.moves):
        buttons.append(
            _move_button("take", say("Take {card}", card=say.card(deal.discard_pile[-1])), context, ButtonStyle.success)
        )
    return row(*buttons)


def _swap_buttons(view: View, context: RenderContext) -> list[PressButton]:
    say = context.say
    swaps = [move for move in view.moves if isinstance(move, Swap)][:_MOST_SWAPS]
    return [
        _move_button(
            str(swap), say("Swap {card} for the joker in meld {number}", card=say.card(swap.card), number=swap.meld), context
        )
        for swap in swaps
    ]


def _take_back_buttons(view: View, deal: DealView, context: RenderContext) -> list[PressButton]:
    say = context.say
    back = next((move for move in view.moves if isinstance(move, TakeBack)), None)
    if back is None:
        return []
    undone = deal.table_plays if deal.is_all_at_once else deal.table_plays[-1:]
    cards = [card for laid in undone for card in ((laid.card,) if isinstance(laid, JokerSwapped) else laid.cards)]
    label = say("Take back {cards}", cards=say.cards(cards))
    return [_move_button(str(back), label if len(label) <= LONGEST_LABEL else say("Take back"), context)]


def _selects(view: View, deal: DealView, context: RenderContext) -> Iterator[PressSelect]:
    say, marked = context.say, frozenset(_best_keys(view.arrangement))
    melds = _best_first((move for move in view.moves if isinstance(move, LayMeld | LayMelds)), view, marked)
    lay_offs = _best_first((move for move in view.moves if isinstance(move, LayOff)), view, marked)
    discards = {move.card: move for move in view.moves if isinstance(move, Discard)}
    if melds:
        options = [_meld_option(move, view, deal, context, best=_key(move) in marked) for move in _moves_that_fit(melds)]
        text = say("Lay a meld …")
        if len(options) < len(melds):
            text = say("Lay a meld … ({shown} of {all}; /meld takes any)", shown=len(options), all=len(melds))
        yield from _select_if_any(MoveKind.MELD, text, options, context)
    if lay_offs:
        options = [_lay_off_option(move, deal, context, best=_key(move) in marked) for move in _moves_that_fit(lay_offs)]
        yield from _select_if_any(MoveKind.LAYOFF, say("Lay off a card …"), options, context)
    options = [_discard_option(discards[card], view, context) for card in deal.hand if card in discards]
    yield from _select_if_any(MoveKind.DISCARD, say("Discard and end your turn …"), options[:MOST_OPTIONS], context)


def _select_if_any(kind: MoveKind, text: str, options: list[SelectOption], context: RenderContext) -> Iterator[PressSelect]:
    """Yield the select, unless it has no options."""
    if options:
        yield move_select(context.table.number, context.table.step, kind, text, options)


def _moves_that_fit(moves: Iterable[MeldMove]) -> list[MeldMove]:
    return [move for move in moves if len(str(move)) <= LONGEST_OPTION][:MOST_OPTIONS]


def _best_first(moves: Iterable[MeldMove], view: View, marked: frozenset[MoveKey]) -> list[MeldMove]:
    assert view.deal is not None
    return in_order(
        moves, view.deal.hand, view.variant, lambda move: _key(move) in marked, is_all_at_once=view.deal.is_all_at_once
    )


def _best_keys(best: Arrangement | None) -> Iterator[MoveKey]:
    if best is not None:
        yield from (_key(LayMeld(meld.cards)) for meld in best.melds)
        yield from (_key(LayOff((card,), number)) for cards, number in best.lay_offs for card in cards)


def _key(move: MeldMove) -> MoveKey:
    """Return what is laid where: the same for any copy of a card."""
    where = move.meld if isinstance(move, LayOff) else None
    return (where, *((face(card), meld_face(card)) for card in move_cards(move)))


def _meld_option(move: MeldMove, view: View, deal: DealView, context: RenderContext, *, best: bool) -> SelectOption:
    say, worth = context.say, hand_points(view.variant, move_cards(move))
    if deal.is_all_at_once:
        laid = {physical_card(card) for card in move_cards(move)}
        rest = [card for card in deal.hand if card not in laid]
        about = say("goes out, discarding {card}", card=say.cards(rest)) if rest else say("goes out")
    elif best:
        about = say.many("best: one point", "best: {count} points", worth)
    else:
        about = points_text(worth, context)
    return SelectOption(label=move_label(move, say)[:LONGEST_OPTION], value=str(move), description=about[:LONGEST_OPTION])


def move_label(move: MeldMove, say: Words) -> str:
    """Return `5♥ 6♥ 7♥ | 9♠ 9♦ 9♣`; if the move says whether the cards are a run or a set, the label does too."""
    match move:
        case LayMelds(melds=melds):
            return " | ".join(move_label(meld, say) for meld in melds)
        case LayMeld(cards=cards, kind=MeldKind.RUN):
            return say("{cards} as a run", cards=say.cards(cards))
        case LayMeld(cards=cards, kind=MeldKind.SET):
            return say("{cards} as a set", cards=say.cards(cards))
        case _:
            return say.cards(move_cards(move))


def _lay_off_option(move: MeldMove, deal: DealView, context: RenderContext, *, best: bool) -> SelectOption:
    assert isinstance(move, LayOff)
    say, on = context.say, context.say.cards(deal.melds[move.meld - 1].cards)
    label = say("{cards} on meld {number}: {meld}", cards=say.cards(move.cards), number=move.meld, meld=on)
    return SelectOption(label=label[:LONGEST_OPTION], value=str(move), description=say("best") if best else None)


def _discard_option(move: Discard, view: View, context: RenderContext) -> SelectOption:
    description = points_text(view.variant.points(move.card), context)
    return SelectOption(label=context.say.card(move.card), value=str(move), description=description)


def _move_button(move: str, label: str, context: RenderContext, style: ButtonStyle = ButtonStyle.secondary) -> PressButton:
    return PressButton(MovePress(context.table.number, context.table.step, move), label, style)
