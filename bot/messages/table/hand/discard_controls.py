"""The controls that end a turn: buttons for the likeliest discards, a select for the rest, with the cards of melds last.

A card is likely to be discarded if it counts many points, and if few others of the hand could come into a meld with it.
"""

from collections.abc import Iterator
from typing import Any

from discord import SelectOption, ui

from bot.messages.components import MOST_OPTIONS, row
from bot.messages.table.buttons import MoveKind, move_select
from bot.messages.table.hand.laying_controls import cards_in_melds
from bot.messages.table.hand.move_buttons import move_button
from bot.messages.table.hand.offer_order import partner_count
from bot.messages.table.hand.points_text import points_text
from bot.messages.table.render_context import RenderContext
from bot.rummy.cards import Card, Face, face, is_joker, physical_card
from bot.rummy.melds import Meld
from bot.rummy.moves import Discard
from bot.rummy.view import DealView, View

_MOST_BUTTONS = 5


def discard_rows(view: View, deal: DealView, context: RenderContext) -> Iterator["ui.Item[Any]"]:
    """Yield the row of buttons with its heading, and the row of the select."""
    say, loose = context.say, _loose_faces(view, deal)
    pressed = _likely_discards(view, deal, loose)
    if pressed:
        yield ui.TextDisplay(f"**{say('Discard')}**")
        yield row(*(move_button(move, say.card(move.card), context, cards=(move.card,)) for move in pressed))
    rest = [move for move in _discards(view, deal) if move not in pressed]
    rest.sort(key=lambda move: face(move.card) not in loose)
    options = [_option(move, view, context, is_loose=face(move.card) in loose) for move in rest[:MOST_OPTIONS]]
    if options:
        text = say("Discard another card …") if pressed else say("Discard and end your turn …")
        yield row(move_select(context.table.number, context.table.step, MoveKind.DISCARD, text, options))


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


def _likely_discards(view: View, deal: DealView, loose: frozenset[Face]) -> list[Discard]:
    """Return the loose cards with the most points: those that fit the others least first, those that can be laid off last."""
    lay_offs = () if view.arrangement is None else view.arrangement.lay_offs
    laid_off = {physical_card(card) for cards, _ in lay_offs for card in cards}
    likely = [move for move in _discards(view, deal) if not is_joker(move.card) and face(move.card) in loose]
    likely.sort(key=lambda move: (move.card in laid_off, -view.variant.points(move.card)))
    partners = {move: partner_count(move.card, deal.hand, view.variant) for move in likely[:_MOST_BUTTONS]}
    return sorted(partners, key=lambda move: (move.card in laid_off, partners[move]))


def _option(move: Discard, view: View, context: RenderContext, *, is_loose: bool) -> SelectOption:
    say, points = context.say, view.variant.points(move.card)
    about = points_text(points, context)
    if not is_loose:
        about = say.many("1 point · part of a meld", "{count} points · part of a meld", points)
    emoji = context.emoji.partial(move.card)
    return SelectOption(label=say.card(move.card), value=str(move), description=about, emoji=emoji)
