"""The controls that lay cards: buttons for the best melds and for all that fits a meld on the table, selects for the rest."""

from collections.abc import Callable, Iterable, Iterator, Set
from itertools import chain, islice, repeat
from operator import lt
from typing import Any, TypeVar

from discord import ui

from bot.messages.components import MOST_OPTIONS, Option, PressButton
from bot.messages.table.hand.hand_cards import best_melds
from bot.messages.table.hand.move_buttons import (
    LINE,
    Buttons,
    fits_button,
    fits_option,
    in_order,
    move_select,
    one_emoji,
    points_text,
    room_beside,
)
from bot.messages.table.hand.move_words import cards_label, cards_left, hand_button
from bot.messages.table.render_context import RenderContext
from bot.rummy.arrangement import Arrangement
from bot.rummy.cards import Card, face, is_joker, meld_face
from bot.rummy.match import hand_points
from bot.rummy.moves import LayingMove, LayMeld, LayMelds, LayOff, laid_cards
from bot.rummy.view import DealView, View

_MOST_MELDS, _MOST_LAY_OFFS = 3, 5
MoveKey = tuple[object, ...]
_M = TypeVar("_M", bound=LayingMove)


def laying_controls(
    view: View, deal: DealView, context: RenderContext, beside: Buttons | None = None
) -> "tuple[list[PressButton], list[ui.ActionRow[Any]]]":
    """Return the buttons that meld and lay off, and the selects for the other melds and lay-offs.

    The label of the first button is shorter if it then fits on a line `beside` others.
    """
    say, best = context.say, frozenset(_best_keys(view.arrangement, together=not deal.is_all_at_once))
    melds = _best_first((move for move in view.moves if isinstance(move, LayMeld | LayMelds)), view, deal, best)
    lay_offs = _best_first((move for move in view.moves if isinstance(move, LayOff)), view, deal, best)
    laid = list(islice(not_within((move for move in melds if fits_button(move, context)), lt), _MOST_MELDS))
    laid_off = _obvious_lay_offs(lay_offs, view, best, context)
    rooms = chain([room_beside(beside or [])], repeat(LINE))
    buttons = [hand_button(move, view, context, next(rooms)) for move in (*laid, *laid_off)]
    selects = []
    rest = [move for move in melds if move not in laid]
    shown = [move for move in rest if fits_option(move)][:MOST_OPTIONS]
    if options := [_meld_option(move, view, deal, context, is_best=_key(move) in best) for move in shown]:
        text = say.option("Lay another meld …")
        if len(options) < len(rest):
            text = say.option("Lay another meld … ({shown} of {all})", shown=len(options), all=len(rest))
        selects.append(move_select("meld", text, options, context))
    others = [move for move in lay_offs if move not in laid_off and fits_option(move)]
    if options := [_lay_off_option(move, deal, context, is_best=_key(move) in best) for move in others]:
        selects.append(move_select("layoff", say.option("Lay off a card …"), options, context))
    return buttons, selects


def not_within(moves: Iterable[_M], is_within: Callable[[Set[Card], Set[Card]], bool]) -> Iterator[_M]:
    """Yield the moves whose cards aren't within those of an earlier one: `lt` lets the same cards be laid in two ways."""
    earlier: list[Set[Card]] = []
    for move in moves:
        cards = frozenset(laid_cards(move))
        if not any(is_within(cards, other) for other in earlier):
            earlier.append(cards)
            yield move


def _obvious_lay_offs(lay_offs: Iterable[LayOff], view: View, best: frozenset[MoveKey], context: RenderContext) -> list[LayOff]:
    """Return one lay-off for each meld on the table: the best, or the one with the most points.

    Without being among the best, a lay-off isn't offered for a joker, nor if it breaks a meld of the hand.
    """
    found: dict[int, LayOff] = {}
    for move in lay_offs:
        is_obvious = _key(move) in best or not (any(map(is_joker, move.cards)) or breaks_meld(move, view))
        if is_obvious and fits_button(move, context):
            found.setdefault(move.meld, move)
    return list(found.values())[:_MOST_LAY_OFFS]


def breaks_meld(move: LayingMove, view: View) -> bool:
    """Return True if the move lays some cards of a complete meld in the hand, but not all; jokers may stay."""
    laid = set(laid_cards(move))
    naturals = ({card for card in meld.cards if not is_joker(card)} for meld in best_melds(view))
    return any(laid & cards and not cards <= laid for cards in naturals)


def _best_first(moves: Iterable[_M], view: View, deal: DealView, best: frozenset[MoveKey]) -> list[_M]:
    return in_order(moves, deal.hand, view.variant, lambda move: _key(move) in best, is_all_at_once=deal.is_all_at_once)


def _best_keys(best: Arrangement | None, *, together: bool) -> Iterator[MoveKey]:
    if best is not None:
        if together:
            yield _key(LayMelds(tuple(LayMeld(meld.cards) for meld in best.melds)))
        yield from (_key(LayMeld(meld.cards)) for meld in best.melds)
        for cards, number in best.lay_offs:
            yield _key(LayOff(cards, number))
            yield from (_key(LayOff((card,), number)) for card in cards)


def _key(move: LayingMove) -> MoveKey:
    """Return what is laid where: the same for any copy of a card."""
    where = move.meld if isinstance(move, LayOff) else None
    return (where, *((face(card), meld_face(card)) for card in laid_cards(move)))


def _meld_option(move: LayingMove, view: View, deal: DealView, context: RenderContext, *, is_best: bool) -> Option:
    say, worth = context.say, hand_points(view.variant, laid_cards(move))
    if deal.is_all_at_once:
        about = say.option("goes out, discarding {card}", card=say.cards(cards_left(move, deal)))
    elif is_best:
        about = say.many("best: 1 point", "best: {count} points", worth, "option")
    else:
        about = points_text(worth, context)
    return Option(str(move), cards_label(move, say), about)


def _lay_off_option(move: LayOff, deal: DealView, context: RenderContext, *, is_best: bool) -> Option:
    say, on = context.say, context.say.cards(deal.melds[move.meld - 1].cards)
    label = say.option("{cards} on meld {number}: {meld}", cards=say.cards(move.cards), number=move.meld, meld=on)
    return Option(str(move), label, say.option("best") if is_best else "", emoji=one_emoji(move.cards, context))
