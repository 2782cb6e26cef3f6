"""The controls that lay cards: buttons for the best melds and for all that fits a meld on the table, selects for the rest."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Any

from discord import ButtonStyle, SelectOption, ui

from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS, PressButton
from bot.messages.table.hand.move_buttons import (
    Buttons,
    fits_button,
    in_order,
    label_with_cards,
    melds_of,
    move_button,
    move_select,
    one_emoji,
    points_text,
    room_beside,
)
from bot.messages.table.render_context import RenderContext
from bot.messages.words import Words
from bot.rummy.arrangement import Arrangement
from bot.rummy.cards import Card, face, is_joker, meld_face, physical_card
from bot.rummy.events import MeldKind
from bot.rummy.match import hand_points
from bot.rummy.moves import LayingMove, LayMeld, LayMelds, LayOff, laid_cards
from bot.rummy.view import DealView, View

_MOST_MELDS, _MOST_LAY_OFFS = 3, 5
MoveKey = tuple[object, ...]


def laying_controls(
    view: View, deal: DealView, context: RenderContext, beside: Buttons | None = None
) -> "tuple[list[PressButton], list[ui.ActionRow[Any]]]":
    """Return the buttons that meld and lay off, and the selects for the other melds and lay-offs.

    The label of the first button is shorter if it then fits on a line `beside` others.
    """
    say, best = context.say, frozenset(_best_keys(view.arrangement, together=not deal.is_all_at_once))
    melds = _best_first((move for move in view.moves if isinstance(move, LayMeld | LayMelds)), view, deal, best)
    lay_offs = _best_first((move for move in view.moves if isinstance(move, LayOff)), view, deal, best)
    laid, laid_off = _obvious_melds(melds, context), _obvious_lay_offs(lay_offs, view, best, context)
    rooms = chain([room_beside(beside or [])], repeat(room_beside([])))
    buttons = [move_button(move, _meld_label(move, deal, say, next(rooms)), context, ButtonStyle.success) for move in laid]
    labelled = [(move, _lay_off_label(move, lay_offs, say, next(rooms))) for move in laid_off]
    buttons += [move_button(move, label, context, ButtonStyle.success, cards=laid_cards(move)) for move, label in labelled]
    selects = []
    rest = [move for move in melds if move not in laid]
    options = [_meld_option(move, view, deal, context, is_best=_key(move) in best) for move in _moves_that_fit(rest)]
    if options:
        text = say.option("Lay another meld …")
        if len(options) < len(rest):
            text = say.option("Lay another meld … ({shown} of {all})", shown=len(options), all=len(rest))
        selects.append(move_select("meld", text, options, context))
    rest = [move for move in lay_offs if move not in laid_off]
    options = [_lay_off_option(move, deal, context, is_best=_key(move) in best) for move in _moves_that_fit(rest)]
    if options:
        selects.append(move_select("layoff", say.option("Lay off a card …"), options, context))
    return buttons, selects


def _obvious_melds(melds: Iterable[LayingMove], context: RenderContext) -> list[LayingMove]:
    """Return the first melds that aren't parts of each other."""
    found: list[LayingMove] = []
    for move in melds:
        within = any(set(laid_cards(move)) < set(laid_cards(other)) for other in found)
        if not within and fits_button(move, context):
            found.append(move)
        if len(found) == _MOST_MELDS:
            break
    return found


def _obvious_lay_offs(
    lay_offs: Iterable[LayingMove], view: View, best: frozenset[MoveKey], context: RenderContext
) -> list[LayingMove]:
    """Return one lay-off for each meld on the table: the best, or the one with the most points.

    Without being among the best, a lay-off isn't offered for a joker, nor if it breaks a meld of the hand.
    """
    found: dict[int, LayingMove] = {}
    for move in lay_offs:
        assert isinstance(move, LayOff)
        is_obvious = _key(move) in best or not (any(map(is_joker, move.cards)) or breaks_meld(move, view))
        if is_obvious and fits_button(move, context):
            found.setdefault(move.meld, move)
    return list(found.values())[:_MOST_LAY_OFFS]


def breaks_meld(move: LayingMove, view: View) -> bool:
    """Return True if the move lays some cards of a complete meld in the hand, but not all; jokers may stay."""
    laid, melds = set(laid_cards(move)), () if view.arrangement is None else view.arrangement.melds
    naturals = ({card for card in meld.cards if not is_joker(card)} for meld in melds)
    return any(laid & cards and not cards <= laid for cards in naturals)


def _moves_that_fit(moves: Iterable[LayingMove]) -> list[LayingMove]:
    return [move for move in moves if len(str(move)) <= LONGEST_OPTION][:MOST_OPTIONS]


def _best_first(moves: Iterable[LayingMove], view: View, deal: DealView, best: frozenset[MoveKey]) -> list[LayingMove]:
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


def _meld_label(move: LayingMove, deal: DealView, say: Words, room: float) -> str:
    if deal.is_all_at_once:
        rest = _cards_left(move, deal)
        return say.button("Lay all but {card}", card=say.cards(rest)) if rest else say.button("Lay all cards")
    return label_with_cards(lambda cards: _meld_sentence(move, cards, say), melds_of(move), say, room)


def _meld_sentence(move: LayingMove, cards: str, say: Words) -> str:
    match move:
        case LayMeld(kind=MeldKind.RUN):
            return say.button("Lay {cards} as a run", cards=cards)
        case LayMeld(kind=MeldKind.SET):
            return say.button("Lay {cards} as a set", cards=cards)
        case _:
            return say.button("Lay {cards}", cards=cards)


def _lay_off_label(move: LayingMove, lay_offs: Iterable[LayingMove], say: Words, room: float) -> str:
    """Return the label, which names the meld only if the cards fit several."""
    assert isinstance(move, LayOff)
    alike = (other for other in lay_offs if [*map(face, laid_cards(other))] == [*map(face, move.cards)])
    if len({other.meld for other in alike if isinstance(other, LayOff)}) == 1:
        return label_with_cards(lambda cards: say.button("Lay off {cards}", cards=cards), [move.cards], say, room)
    return label_with_cards(
        lambda cards: say.button("Lay off {cards} on meld {number}", cards=cards, number=move.meld), [move.cards], say, room
    )


def _cards_left(move: LayingMove, deal: DealView) -> Sequence[Card]:
    laid = {physical_card(card) for card in laid_cards(move)}
    return [card for card in deal.hand if card not in laid]


def _meld_option(move: LayingMove, view: View, deal: DealView, context: RenderContext, *, is_best: bool) -> SelectOption:
    say, worth = context.say, hand_points(view.variant, laid_cards(move))
    if deal.is_all_at_once:
        about = say.option("goes out, discarding {card}", card=say.cards(_cards_left(move, deal)))
    elif is_best:
        about = say.many("best: 1 point", "best: {count} points", worth, "option")
    else:
        about = points_text(worth, context)
    return SelectOption(label=move_label(move, say)[:LONGEST_OPTION], value=str(move), description=about[:LONGEST_OPTION])


def move_label(move: LayingMove, say: Words) -> str:
    """Return `5♥ 6♥ 7♥ | 9♠ 9♦ 9♣`; if the move says whether the cards are a run or a set, the label does too."""
    match move:
        case LayMelds(melds=melds):
            return " | ".join(move_label(meld, say) for meld in melds)
        case LayMeld(cards=cards, kind=MeldKind.RUN):
            return say.option("{cards} as a run", cards=say.cards(cards))
        case LayMeld(cards=cards, kind=MeldKind.SET):
            return say.option("{cards} as a set", cards=say.cards(cards))
        case _:
            return say.cards(laid_cards(move))


def _lay_off_option(move: LayingMove, deal: DealView, context: RenderContext, *, is_best: bool) -> SelectOption:
    assert isinstance(move, LayOff)
    say, on = context.say, context.say.cards(deal.melds[move.meld - 1].cards)
    label = say.option("{cards} on meld {number}: {meld}", cards=say.cards(move.cards), number=move.meld, meld=on)
    about, emoji = say.option("best") if is_best else None, one_emoji(move.cards, context)
    return SelectOption(label=label[:LONGEST_OPTION], value=str(move), description=about, emoji=emoji)
