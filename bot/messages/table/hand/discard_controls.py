"""The controls that discard: buttons for the best cards, as *normal* judges, so that one of them is the hint's.

The others are in a select; beside pictures, they are behind **Other**, so that a turn has as many rows as before the draw.
"""

from collections.abc import Iterator
from typing import Any

from discord import SelectOption, ui

from bot.messages.components import MOST_OPTIONS, PressButton, row
from bot.messages.table.buttons import TableAction
from bot.messages.table.hand.hand_cards import barred_cards, shown_cards
from bot.messages.table.hand.laying_controls import cards_in_melds
from bot.messages.table.hand.move_buttons import (
    Buttons,
    fit_on_line,
    lines_of,
    move_button,
    move_press,
    move_select,
    one_emoji,
    points_text,
)
from bot.messages.table.render_context import RenderContext
from bot.players.discards import best_discards, weights_for
from bot.players.sight import Sight
from bot.rummy.cards import Card, Face, face, is_joker, physical_card
from bot.rummy.melds import Meld
from bot.rummy.moves import Discard
from bot.rummy.view import DealView, View

_MOST_BUTTONS, _MOST_OTHERS = 5, 16


def discard_rows(view: View, deal: DealView, context: RenderContext, *, has_more: bool) -> Iterator["ui.Item[Any]"]:
    """Yield what to do, the row of buttons, and the row of the select. Beside pictures, **Other** is there if it `has_more`."""
    say, loose = context.say, _loose_faces(view, deal)
    discards = _discards(view, deal, context)
    pressed = _quick_discards(discards, view, deal, context, has_more=has_more)
    if not pressed:
        return
    buttons = [_discard_button(move, context) for move in pressed]
    if context.pictures:
        barred = dict.fromkeys(map(say.card, barred_cards(view, deal)))
        yield ui.TextDisplay(say("Discard one, but not {cards}:", cards=" ".join(barred)) if barred else say("Discard one:"))
        more = [_more_button(context)] if has_more or len(pressed) < len(discards) else []
        yield row(*more, *buttons)  # a second press where **Draw** stood discards nothing
        return
    yield ui.TextDisplay(f"**{say('Discard one:')}**")
    yield row(*buttons)
    rest = sorted((move for move in discards if move not in pressed), key=lambda move: face(move.card) not in loose)
    options = [_discard_option(move, view, context, is_loose=face(move.card) in loose) for move in rest[:MOST_OPTIONS]]
    if options:
        yield move_select("discard", say.option("Discard another …"), options, context)


def other_discards(view: View, deal: DealView, context: RenderContext, left_out: Buttons) -> "list[ui.Item[Any]]":
    """Return what **Other** shows: a button for each other card, the buttons that are left out, and one back."""
    say, discards = context.say, _discards(view, deal, context)
    pressed = _quick_discards(discards, view, deal, context, has_more=bool(left_out))
    others = [move for move in discards if move not in pressed]
    buttons = [
        PressButton(move_press(move, context), say.card(move.card), emoji=one_emoji([move.card], context)) for move in others
    ]
    back = context.button(TableAction.BACK, say.button("Back"))
    text: ui.TextDisplay[Any] = ui.TextDisplay(say("Discard one:"))
    if len(others) > _MOST_OTHERS:
        options = [_discard_option(move, view, context, is_loose=True) for move in others[:MOST_OPTIONS]]
        return [text, move_select("discard", say.option("Discard another …"), options, context), *lines_of([*left_out, back])]
    return [text, *lines_of([*buttons, *left_out, back])]


def _more_button(context: RenderContext) -> PressButton:
    return context.button(TableAction.OTHER, context.say.button("Other …"))


def _discard_button(move: Discard, context: RenderContext) -> PressButton:
    return move_button(move, context.say.card(move.card), context, cards=(move.card,))


def _quick_discards(
    discards: list[Discard], view: View, deal: DealView, context: RenderContext, *, has_more: bool
) -> list[Discard]:
    """Return the discards with a button, in the order of the hand: the best ones, beside pictures as many as fit on a line.

    Only the best of all may be a joker or a card of a complete meld.
    """
    if not discards:
        return []
    loose, ranked = _loose_faces(view, deal), best_discards(Sight(view), discards, weights_for(view), deal.commitment)
    best = [move for move in ranked if move == ranked[0] or (face(move.card) in loose and not is_joker(move.card))]
    if not context.pictures:
        best = best[:_MOST_BUTTONS]
    elif has_more or len(best) < len(discards) or not fit_on_line([_discard_button(move, context) for move in best]):
        line: Buttons = [_more_button(context), *(_discard_button(move, context) for move in best)]
        best = [move for place, move in enumerate(best) if not place or fit_on_line(line[: place + 2])]
    return [move for move in discards if move in best]


def broken_meld(view: View, card: Card) -> Meld | None:
    """Return the complete meld in the hand that a discard of this card breaks; None if no card like it is in a meld only."""
    if view.deal is None or view.arrangement is None or face(card) in _loose_faces(view, view.deal):
        return None
    melds = (meld for meld in view.arrangement.melds if face(card) in [face(physical_card(one)) for one in meld.cards])
    return next(melds, None)


def _discards(view: View, deal: DealView, context: RenderContext) -> list[Discard]:
    """Return the possible discards in the order in which the hand shows the cards, one of each face."""
    moves = {move.card: move for move in view.moves if isinstance(move, Discard)}
    cards = reversed(shown_cards(view, deal, context))
    return [*{face(card): moves[card] for card in cards if card in moves}.values()][::-1]


def _loose_faces(view: View, deal: DealView) -> frozenset[Face]:
    """Return the faces of the cards that are in none of the hand's melds."""
    in_melds = frozenset(cards_in_melds(view.arrangement))
    return frozenset(face(card) for card in deal.hand if card not in in_melds)


def _discard_option(move: Discard, view: View, context: RenderContext, *, is_loose: bool) -> SelectOption:
    say, points = context.say, view.variant.points(move.card)
    about = points_text(points, context)
    if not is_loose:
        about = say.many("1 point · part of a meld", "{count} points · part of a meld", points, "option")
    emoji = context.emoji.partial(move.card)
    return SelectOption(label=say.card(move.card), value=str(move), description=about, emoji=emoji)
