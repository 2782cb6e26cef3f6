"""The controls under a hand: to draw; to lay, discard and take back; and those that are there at any time.

The obvious moves are buttons, the rest are in selects; **Lay other cards** reaches what is left out. Beside pictures, the rows
keep their places from the draw to the discard. Lowest are the piles, above a space, then the discards, below what to do.
Above it is what is there at any time, and on the same line what can be laid; only what has no room there has a line above it.
"""

from collections.abc import Iterator
from itertools import islice
from operator import le
from typing import Any

from discord import SeparatorSpacing, ui

from bot.messages.components import PressButton, link, rows_of
from bot.messages.table.buttons import AnyCardsPress, TableAction
from bot.messages.table.channel.page_message import end_button
from bot.messages.table.clock import nudge_button
from bot.messages.table.hand.discard_controls import discard_rows, other_discards
from bot.messages.table.hand.knock_controls import arrange_buttons
from bot.messages.table.hand.laying_controls import breaks_meld, laying_controls, not_within
from bot.messages.table.hand.move_buttons import Buttons, fit_on_line, fits_button, in_order
from bot.messages.table.hand.move_words import buttons_at, hand_button
from bot.messages.table.hand.pile_controls import pile_selects, top_buttons
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_text import deal_of
from bot.rummy.cards import is_joker
from bot.rummy.moves import Discard, LayingMove, LayOff, TakeAndLay, laid_cards
from bot.rummy.view import DealView, View
from bot.tables.ports import CardOrder

_MOST_MELDS = 2  # that take and lay: with the other three buttons they fill a row


def hand_controls(view: View, deal: DealView, context: RenderContext) -> "Iterator[ui.Item[Any]]":
    """Yield the rows of controls for the moves in the view; none if it isn't the player's turn."""
    piles = buttons_at("draw", view, context)
    upper, lower, left_out = _lines(view, deal, context)
    if context.pictures:
        yield from rows_of(upper)
        yield from rows_of(lower)
    elif not piles:
        yield from rows_of(upper)
        yield from laying_controls(view, deal, context)[1]
    if piles:
        yield from rows_of([*piles, *([] if context.pictures else _taking_buttons(view, deal, context))])
        yield from pile_selects(view, deal, context)
        if context.pictures:  # a second press on a pile meets the space, not a discard
            yield ui.Separator(visible=False, spacing=SeparatorSpacing.large)
    elif view.moves:
        yield from discard_rows(view, deal, context, has_more=bool(left_out))
    if not context.pictures:
        yield from rows_of(lower)


def other_controls(view: View, context: RenderContext) -> "list[ui.Item[Any]]":
    """Return what **Other** shows in place of the controls: the other discards, and what has no room beside pictures."""
    return other_discards(view, deal_of(view), context, _lines(view, deal_of(view), context)[2])


def _lines(view: View, deal: DealView, context: RenderContext) -> tuple[Buttons, Buttons, Buttons]:
    """Return the buttons that lay, those that are there at any time, and those that are behind **Other**.

    Beside pictures, what lays joins the others on their line, and if they have no room with it, they are behind **Other**, so
    that nothing moves; a second way to lay or swap is there only if it has room. What ends the turn is above.
    """
    lower, back = list(_other_buttons(view, deal, context)), buttons_at("back", view, context)
    swaps, ends = buttons_at("table", view, context), [*buttons_at("end", view, context), *arrange_buttons(view, context)]
    laying: Buttons = [*laying_controls(view, deal, context, lower if context.pictures else [])[0], *swaps]
    press = AnyCardsPress(context.table.number, context.table.step)
    others = PressButton(press, context.say.button("Lay other cards …"))
    any_cards = [others] if any(isinstance(move, LayingMove) for move in view.moves) else []
    if not context.pictures:
        return [*laying, *ends], [*lower, *any_cards, *back], []
    laying += _taking_buttons(view, deal, context)[:1]
    upper, left_out, needed = ends, Buttons(), [*dict.fromkeys((*laying[:1], *swaps[:1])), *back]
    can_discard = any(isinstance(move, Discard) for move in view.moves)
    first = needed if fit_on_line(needed) else back
    if first and can_discard and not fit_on_line([*lower, *needed]):
        kept = int(fit_on_line([*lower[:1], *first]))
        lower, left_out = lower[:kept], lower[kept:]
    for button in needed:
        (lower if fit_on_line([*lower, button]) else upper).append(button)
    for button in (*any_cards, *(one for one in laying[1:] if one not in needed)):
        line = next((line for line in (lower, upper) if line and fit_on_line([*line, button])), None)
        if line is not None:
            line.append(button)
        elif button in any_cards or button in swaps:  # no form reaches a swap
            (left_out if can_discard else upper).append(button)
    return upper, lower, left_out


def _other_buttons(view: View, deal: DealView, context: RenderContext) -> "Iterator[ui.Button[Any]]":
    """Yield **Table**, **Hint**, the link to the round's message, and **Nudge**.

    For readers of text, also what sorts the cards.
    """
    say, table = context.say, context.table
    yield table_button(context)
    if view.moves and table.has_hints:
        yield context.button(TableAction.HINT, say.button("Hint"))
    if not table.is_private and view.seat_to_act not in (None, view.viewer) and view.seats - len(view.gone_seats) > 2:
        channel, message = context.round_message or (context.channel, None)
        is_shown_until_then = _is_in_this_round(view, context)
        yield link(say.button("Whose turn?"), table.server, channel, message if is_shown_until_then else None)
    if len(deal.hand) > 1 and view.variant.deck == "french52" and not context.pictures:
        yield sort_button(context)
    if view.seat_to_act != view.viewer:
        yield from nudge_button(context)
    yield from end_button(context)


def sort_button(context: RenderContext) -> PressButton:
    """Return the button that sorts the cards differently. With pictures, it is behind **Table**."""
    if context.card_order == CardOrder.SUIT:
        return context.button(TableAction.BY_RANK, context.say.button("Sort by rank"))
    return context.button(TableAction.BY_SUIT, context.say.button("Sort by suit"))


def table_button(context: RenderContext) -> PressButton:
    """Return the button that shows the table: the scores, the turns of the deal, the rules, and the ways out of the match."""
    return context.button(TableAction.SHOW, context.say.button("Table"))


def _is_in_this_round(view: View, context: RenderContext) -> bool:
    """Return whether the message of the current round is posted, and shows whose turn it is until it is the viewer's.

    In a match of more than two, a round is one turn of each player (`story_pages`).
    """
    table, seats = context.table, [seat for seat in range(view.seats) if seat not in view.gone_seats]
    if view.viewer not in seats or view.seat_to_act not in seats:
        return False
    step = 1 if view.variant.direction == "clockwise" else -1
    turns_until_theirs = step * (seats.index(view.viewer) - seats.index(view.seat_to_act)) % len(seats)
    place = (len(table.turns) - 1) % len(seats)
    return place > 0 and turns_until_theirs <= len(seats) - place


def _taking_buttons(view: View, deal: DealView, context: RenderContext) -> Buttons:
    """Return the buttons that take the top discard and lay it: first those that lay the fewest jokers."""
    moves = (move.laying for move in view.moves if isinstance(move, TakeAndLay) and not breaks_meld(move.laying, view))
    laying = in_order(moves, (*deal.hand, *deal.discard_pile[-1:]), view.variant, is_all_at_once=deal.is_all_at_once)
    laying.sort(key=lambda move: sum(map(is_joker, laid_cards(move))))
    melds = islice(not_within((move for move in laying if not isinstance(move, LayOff)), le), _MOST_MELDS)
    lay_offs = [move for move in laying if isinstance(move, LayOff)][:1]
    taking = map(TakeAndLay, (*melds, *lay_offs))
    buttons: Buttons = [hand_button(move, view, context) for move in taking if fits_button(move, context)]
    return buttons or top_buttons(view, deal, context)
