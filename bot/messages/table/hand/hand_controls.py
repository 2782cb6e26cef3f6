"""The controls under a hand: to draw; to lay, discard and take back; and those that are there at any time.

The obvious moves are buttons, the rest are in selects. **Any cards** reaches what is left out. A card is likely to be discarded
if it counts many points, and if few others of the hand could come into a meld with it.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from discord import ButtonStyle, SelectOption, ui

from bot.messages.components import MOST_OPTIONS, PressButton, link, row, rows_of
from bot.messages.table.buttons import AnyCardsPress, TableAction
from bot.messages.table.channel.page_message import end_button
from bot.messages.table.clock import nudge_button
from bot.messages.table.hand.laying_controls import cards_in_melds, laying_controls
from bot.messages.table.hand.move_buttons import (
    fits_button,
    in_order,
    label_with_cards,
    move_button,
    move_select,
    partner_count,
    points_text,
    short_label,
)
from bot.messages.table.render_context import RenderContext
from bot.rummy.cards import Card, Face, face, is_joker, physical_card
from bot.rummy.events import JokerSwapped
from bot.rummy.match import Awaited
from bot.rummy.melds import Meld
from bot.rummy.moves import DRAW, TAKE, TAKE_BACK, Discard, LayingMove, LayMeld, LayMelds, LayOff, Swap, TakeAndLay, laid_cards
from bot.rummy.view import DealView, View
from bot.tables.ports import CardOrder

_MOST_SWAPS = 4
_MOST_MELDS = 2  # that take and lay: with the other three buttons they fill a row
_MOST_BUTTONS, _MOST_BESIDE_PICTURES = 5, 4
"""Discards with a button: on a phone, four fit into a line. Five without a select need no more room than four with one."""


def hand_controls(view: View, deal: DealView, context: RenderContext) -> "Iterator[ui.Item[Any]]":
    """Yield the rows of controls for the moves in the view; none if it isn't the player's turn."""
    if view.awaits == Awaited.DRAW and view.moves:
        yield draw_row(view, deal, context)
    elif view.moves:
        laying, selects = laying_controls(view, deal, context)
        yield from rows_of([*laying, *_swap_buttons(view, context)])
        yield from () if context.pictures else selects  # with pictures, what they offer is under **Any cards**
        yield from discard_rows(view, deal, context)
    others = list(_other_buttons(view, deal, context))
    yield from rows_of(others)


def _swap_buttons(view: View, context: RenderContext) -> Iterator[PressButton]:
    say = context.say
    for move in [move for move in view.moves if isinstance(move, Swap)][:_MOST_SWAPS]:
        labels = (
            say.button("Swap {card} for meld {number}'s joker", card=say.card(move.card), number=move.meld),
            say.button("Swap {card} (meld {number})", card=say.card(move.card), number=move.meld),
        )
        yield move_button(move, short_label(labels), context, cards=(move.card,))


def _take_back_buttons(view: View, deal: DealView, context: RenderContext) -> Iterator[PressButton]:
    if TAKE_BACK not in view.moves:
        return
    say, undone = context.say, deal.table_plays[-deal.taken_back_together :]
    cards: list[Card] = []
    if isinstance(undone[-1], JokerSwapped):
        label = say.button("Undo swap")
    elif context.pictures:
        label = say.button("Take back")
    else:
        cards = [card for play in undone if not isinstance(play, JokerSwapped) for card in play.cards]
        label = label_with_cards(lambda cards: say.button("Take back {cards}", cards=cards), cards, say)
    yield move_button(TAKE_BACK, label, context, cards=cards)


def _other_buttons(view: View, deal: DealView, context: RenderContext) -> "Iterator[ui.Button[Any]]":
    """Yield **Any cards**, **Table**, what takes cards back, the link to the round's message, and **Nudge**.

    For readers of text, also what sorts the cards.
    """
    say, table = context.say, context.table
    if any(isinstance(move, LayingMove) for move in view.moves):
        yield PressButton(AnyCardsPress(table.number, table.step), say.button("Any cards …"))
    yield table_button(context)
    yield from _take_back_buttons(view, deal, context)
    if view.moves and table.has_hints:
        yield context.button(TableAction.HINT, say.button("Hint"))
    if not table.is_private and view.seat_to_act not in (None, view.viewer) and view.seats - len(view.left_seats) > 2:
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
    table, seats = context.table, [seat for seat in range(view.seats) if seat not in view.left_seats]
    if view.viewer not in seats or view.seat_to_act not in seats:
        return False
    step = 1 if view.variant.direction == "clockwise" else -1
    turns_until_theirs = step * (seats.index(view.viewer) - seats.index(view.seat_to_act)) % len(seats)
    place = (len(table.turns) - 1) % len(seats)
    return place > 0 and turns_until_theirs <= len(seats) - place


def draw_row(view: View, deal: DealView, context: RenderContext) -> "ui.ActionRow[Any]":
    """Return the row of buttons of a player who must draw."""
    say = context.say
    shuffles = view.variant.recycle == "shuffle"
    label = {
        "draws": say.button("Draw"),
        "recycles": say.button("Draw (shuffles the pile)") if shuffles else say.button("Draw (turns the pile over)"),
        "ends": say.button("Draw (ends the deal)"),
    }[deal.stock_draw]
    buttons = [move_button(DRAW, label, context, ButtonStyle.primary)]
    if TAKE in view.moves:
        buttons += _take_buttons(view, deal, context)
    return row(*buttons)


def _take_buttons(view: View, deal: DealView, context: RenderContext) -> Iterator[PressButton]:
    say, top = context.say, deal.discard_pile[-1]
    moves = (move.laying for move in view.moves if isinstance(move, TakeAndLay))
    laying = in_order(moves, (*deal.hand, top), view.variant, is_all_at_once=deal.is_all_at_once)
    laying.sort(key=lambda move: sum(map(is_joker, laid_cards(move))))  # the fewest jokers first
    melds = [move for move in laying if not isinstance(move, LayOff)]
    label = short_label([say.button("Take {card}", card=say.card(top))])
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
            return say.button("Take and lay everything")
        case LayMeld() | LayMelds():
            return label_with_cards(lambda cards: say.button("Take and lay {cards}", cards=cards), laid_cards(move), say)
        case LayOff():
            return short_label((say.button("Take, lay off on meld {number}", number=move.meld),))


def _distinct(melds: Sequence[LayingMove]) -> list[LayingMove]:
    """Return the melds that aren't within an earlier one."""
    found: list[LayingMove] = []
    for move in melds:
        if not any(set(laid_cards(move)) <= set(laid_cards(other)) for other in found):
            found.append(move)
    return found


def discard_rows(view: View, deal: DealView, context: RenderContext) -> Iterator["ui.Item[Any]"]:
    """Yield the row of buttons, and the row of the select; in a hand without pictures, with a heading."""
    say, loose = context.say, _loose_faces(view, deal)
    is_short = bool(context.pictures) and len(_discards(view, deal)) > _MOST_BUTTONS
    pressed = _likely_discards(view, deal, loose, _MOST_BESIDE_PICTURES if is_short else _MOST_BUTTONS)
    if pressed:
        if not context.pictures:
            yield ui.TextDisplay(f"**{say('Discard')}**")
        yield row(*(move_button(move, say.card(move.card), context, cards=(move.card,)) for move in pressed))
    rest = [move for move in _discards(view, deal) if move not in pressed]
    rest.sort(key=lambda move: face(move.card) not in loose)
    options = [_discard_option(move, view, context, is_loose=face(move.card) in loose) for move in rest[:MOST_OPTIONS]]
    if options:
        text = say.option("Discard another …") if pressed else say.option("Discard …")
        yield move_select("discard", text, options, context)


def broken_meld(view: View, card: Card) -> Meld | None:
    """Return the complete meld in the hand that a discard of this card breaks; None if no card like it is in a meld only."""
    if view.deal is None or view.arrangement is None or face(card) in _loose_faces(view, view.deal):
        return None
    melds = (meld for meld in view.arrangement.melds if face(card) in [face(physical_card(one)) for one in meld.cards])
    return next(melds, None)


def _discards(view: View, deal: DealView) -> list[Discard]:
    """Return the possible discards in the order of the hand."""
    moves = {move.card: move for move in view.moves if isinstance(move, Discard)}
    return [moves[card] for card in deal.hand if card in moves]


def _loose_faces(view: View, deal: DealView) -> frozenset[Face]:
    """Return the faces of the cards that are in none of the hand's melds."""
    in_melds = frozenset(cards_in_melds(view.arrangement))
    return frozenset(face(card) for card in deal.hand if card not in in_melds)


def _likely_discards(view: View, deal: DealView, loose: frozenset[Face], most: int) -> list[Discard]:
    """Return the loose cards with the most points: those that fit the others least first, those that can be laid off last."""
    lay_offs = () if view.arrangement is None else view.arrangement.lay_offs
    laid_off = {physical_card(card) for cards, _ in lay_offs for card in cards}
    likely = [move for move in _discards(view, deal) if not is_joker(move.card) and face(move.card) in loose]
    likely.sort(key=lambda move: (move.card in laid_off, -view.variant.points(move.card)))
    partners = {move: partner_count(move.card, deal.hand, view.variant) for move in likely[:most]}
    return sorted(partners, key=lambda move: (move.card in laid_off, partners[move]))


def _discard_option(move: Discard, view: View, context: RenderContext, *, is_loose: bool) -> SelectOption:
    say, points = context.say, view.variant.points(move.card)
    about = points_text(points, context)
    if not is_loose:
        about = say.many("1 point · part of a meld", "{count} points · part of a meld", points, "option")
    emoji = context.emoji.partial(move.card)
    return SelectOption(label=say.card(move.card), value=str(move), description=about, emoji=emoji)
