"""The controls under a hand: to draw; to lay, discard and take back; and those that are there at any time.

The obvious moves are buttons, the rest are in selects. **Any cards** reaches what is left out.
"""

from collections.abc import Iterator
from typing import Any

from discord import ui

from bot.messages.components import PressButton, link, row
from bot.messages.table.buttons import AnyCardsPress, TableAction, TablePress
from bot.messages.table.channel.page_message import end_button
from bot.messages.table.hand.discard_controls import discard_rows
from bot.messages.table.hand.draw_controls import draw_row
from bot.messages.table.hand.laying_controls import laying_rows
from bot.messages.table.hand.move_buttons import label_with_cards, move_button, short_label
from bot.messages.table.render_context import RenderContext
from bot.rummy.cards import Card
from bot.rummy.events import JokerSwapped
from bot.rummy.match import Awaited
from bot.rummy.moves import TAKE_BACK, LayingMove, Swap
from bot.rummy.view import DealView, View
from bot.tables.ports import CardOrder

_MOST_SWAPS = 4  # in one row with the button that takes back


def hand_controls(view: View, deal: DealView, context: RenderContext) -> "Iterator[ui.Item[Any]]":
    """Yield the rows of controls for the moves in the view; none if it isn't the player's turn."""
    if view.awaits == Awaited.DRAW and view.moves:
        yield draw_row(view, deal, context)
    elif view.moves:
        yield from laying_rows(view, deal, context)
        buttons = [*_swap_buttons(view, context), *_take_back_buttons(view, deal, context)]
        if buttons:
            yield row(*buttons)
        yield from discard_rows(view, deal, context)
    others = list(_other_buttons(view, deal, context))
    if others:
        yield row(*others)


def _swap_buttons(view: View, context: RenderContext) -> Iterator[PressButton]:
    say = context.say
    for move in [move for move in view.moves if isinstance(move, Swap)][:_MOST_SWAPS]:
        labels = (
            say("Swap {card} for meld {number}'s joker", card=say.card(move.card), number=move.meld),
            say("Swap {card} (meld {number})", card=say.card(move.card), number=move.meld),
        )
        yield move_button(move, short_label(labels), context, cards=(move.card,))


def _take_back_buttons(view: View, deal: DealView, context: RenderContext) -> Iterator[PressButton]:
    if TAKE_BACK not in view.moves:
        return
    say, undone = context.say, deal.table_plays[-deal.taken_back_together :]
    cards: list[Card] = []
    if isinstance(undone[-1], JokerSwapped):
        label = say("Undo the joker swap")
    else:
        cards = [card for play in undone if not isinstance(play, JokerSwapped) for card in play.cards]
        label = label_with_cards(lambda cards: say("Take back {cards}", cards=cards), cards, say)
    yield move_button(TAKE_BACK, label, context, cards=cards)


def _other_buttons(view: View, deal: DealView, context: RenderContext) -> "Iterator[ui.Button[Any]]":
    """Yield **Any cards**, **Table**, the link to the round's message, and the button that sorts the cards differently."""
    say, table = context.say, context.table
    if any(isinstance(move, LayingMove) for move in view.moves):
        yield PressButton(AnyCardsPress(table.number, table.step), say("Any cards …"))
    yield table_button(context)
    if not table.is_private and view.seat_to_act not in (None, view.viewer) and view.seats - len(view.left_seats) > 2:
        channel, message = context.round_message or (context.channel, None)
        is_shown_until_then = _is_in_this_round(view, context)
        yield link(say("See whose turn it is"), table.server, channel, message if is_shown_until_then else None)
    if len(deal.hand) > 1 and view.variant.deck == "french52":
        yield _sort_button(context)
    yield from end_button(context)


def table_button(context: RenderContext) -> PressButton:
    """Return the button that shows the table: the scores, the turns of the deal, the rules, and the ways out of the match."""
    return PressButton(TablePress(context.table.number, TableAction.SHOW), context.say("Table"))


def _is_in_this_round(view: View, context: RenderContext) -> bool:
    """Return whether the message of the current round is posted, and shows whose turn it is until it is the viewer's.

    In a match of more than two, a round is one turn of each player (`story_pages`).
    """
    table, seats = context.table, [seat for seat in range(view.seats) if seat not in view.left_seats]
    if view.viewer not in seats or view.seat_to_act not in seats:
        return False
    step = 1 if view.variant.direction == "clockwise" else -1
    turns_until_theirs = step * (seats.index(view.viewer) - seats.index(view.seat_to_act)) % len(seats)
    place = (len(table.turns) - 1) % len(seats)
    return place > 0 and turns_until_theirs <= len(seats) - place


def _sort_button(context: RenderContext) -> PressButton:
    say, number = context.say, context.table.number
    if context.card_order == CardOrder.SUIT:
        return PressButton(TablePress(number, TableAction.BY_RANK), say("Sort by rank"))
    return PressButton(TablePress(number, TableAction.BY_SUIT), say("Sort by suit"))
