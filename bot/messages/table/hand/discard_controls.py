"""The controls that discard: buttons for the best cards, as *normal* judges, so that one of them is the hint's.

The others are in a select; beside pictures, they are behind **Other**, so that a turn has as many rows as before the draw.
Within a turn each keeps its place; another card gets it only if this one is laid, or was the worst when the best had no place.
"""

from collections.abc import Iterator, Sequence, Set
from typing import Any

from discord import ui
from msgspec.structs import replace

from bot.messages.components import MOST_OPTIONS, Option, PressButton, row
from bot.messages.table.buttons import TableAction
from bot.messages.table.hand.hand_cards import barred_cards, best_melds, loose_cards, shown_cards
from bot.messages.table.hand.knock_controls import has_lay_offs
from bot.messages.table.hand.move_buttons import Buttons, fit_on_line, lines_of, move_press, move_select, one_emoji, points_text
from bot.messages.table.hand.move_words import hand_button
from bot.messages.table.render_context import RenderContext
from bot.players.discards import best_discards
from bot.players.games import weights_for
from bot.players.hint import kept_faces
from bot.players.sight import Sight
from bot.rummy.cards import Card, Face, face, is_joker, physical_card
from bot.rummy.match import Match
from bot.rummy.melds import Meld
from bot.rummy.moves import Discard, Knock, LayMeld, LayMelds, LayOff
from bot.rummy.view import DealView, RecentResults, View, view_for

_MOST_BUTTONS, _MOST_OTHERS = 5, 16


def discard_rows(view: View, deal: DealView, context: RenderContext, *, has_more: bool) -> Iterator["ui.Item[Any]"]:
    """Yield what to do, the row of buttons, and the row of the select. **Other** is enabled if it `has_more`."""
    say, loose = context.say, _loose_faces(view, deal)
    discards, pressed = _discards(view, deal, context), _quick_discards(view, context.table.match, context)
    if not pressed:
        return
    buttons = [hand_button(move, view, context) for move in pressed]
    can_lay = any(isinstance(move, LayMeld | LayMelds | LayOff) for move in view.moves)
    what = say("Lay cards, or discard:") if can_lay else say("Discard one:")
    if context.pictures:
        if barred := " ".join(dict.fromkeys(map(say.card, barred_cards(view, deal)))):
            lay_too = say("Lay cards, or discard one, but not {cards}:", cards=barred)
            what = lay_too if can_lay else say("Discard one, but not {cards}:", cards=barred)
        yield ui.TextDisplay(what)
        more = _more_button(context)
        more.disabled = not has_more and len(pressed) == len(discards)
        yield row(more, *buttons)
        return
    yield ui.TextDisplay(f"**{what}**")
    yield row(*buttons)
    rest = sorted((move for move in discards if move not in pressed), key=lambda move: face(move.card) not in loose)
    if rest:
        yield _discard_select(rest, loose, view, context)


def other_discards(view: View, deal: DealView, context: RenderContext, left_out: Buttons) -> "list[ui.Item[Any]]":
    """Return what **Other** shows: a button for each other card, the buttons that are left out, and one back."""
    say, discards = context.say, _discards(view, deal, context)
    pressed = _quick_discards(view, context.table.match, context)
    others = [move for move in discards if move not in pressed]
    buttons = [
        PressButton(move_press(move, context), say.card(move.card), emoji=one_emoji([move.card], context)) for move in others
    ]
    back = context.button(TableAction.BACK, say.button("Back"))
    text: ui.TextDisplay[Any] = ui.TextDisplay(say("Discard one:"))
    if len(others) > _MOST_OTHERS:
        select = _discard_select(others, frozenset(face(move.card) for move in others), view, context)
        return [text, select, *lines_of([*left_out, back])]
    return [text, *lines_of([*buttons, *left_out, back])]


def _more_button(context: RenderContext) -> PressButton:
    return context.button(TableAction.OTHER, context.say.button("Other …"))


def _quick_discards(view: View, match: Match | None, context: RenderContext) -> list[Discard]:
    """Return the discards with a button: the best ones, beside pictures as many as fit on a line with **Other**.

    They are in the order of the hand; after a play on the table, where they were before it. Only the best of all may be a
    joker, a card of a complete meld, or one that the hint tells to keep.
    """
    deal, places = view.deal, list[Discard | None]()
    if deal is None or not (discards := _discards(view, deal, context)):
        return []
    ranked, kept = _judged(view, tuple(discards))
    free = _loose_faces(view, deal) - kept
    best = [move for move in ranked if move == ranked[0] or (face(move.card) in free and not is_joker(move.card))]
    if match is not None and (earlier := _before_play(match, view.viewer)) is not None:
        possible = {face(move.card): move for move in best}
        shown = _quick_discards(*earlier, context)
        places += (possible.get(face(move.card)) for move in shown)
    new = [move for move in best if move not in places]
    if ranked[0] in new and places and None not in places:
        places[places.index(max(filter(None, places), key=ranked.index))] = None
    filled = [move or (new.pop(0) if new else None) for move in places]
    while None in filled:
        filled[filled.index(None)] = filled[-1]
        filled.pop()
    shown = [*filter(None, filled), *new]
    if context.pictures:
        line: Buttons = [_more_button(context), *(hand_button(move, view, context) for move in shown)]
        shown = [move for place, move in enumerate(shown) if move == ranked[0] or fit_on_line(line[: place + 2])]
    del shown[_MOST_BUTTONS:]
    return shown if places else [move for move in discards if move in shown]


@RecentResults
def _judged(view: View, discards: tuple[Discard, ...]) -> tuple[list[Discard], Set[Face]]:
    """Return these discards, the best first, and the faces that the hint tells to keep."""
    assert view.deal is not None
    sight, seed = Sight(view), view.deal.commitment
    ranked = best_discards(sight, discards, weights_for(view), seed)
    return ranked, kept_faces(sight, ranked[0], seed)


@RecentResults
def _before_play(match: Match, viewer: int | None) -> tuple[View, Match] | None:
    """Return the match as it was before the first play on the table of this turn, and its view; None if there was no play."""
    earlier = None if match.deal is None else match.deal.turn.deal_before_play
    before = match if earlier is None else replace(match, deal=earlier)
    return None if earlier is None else (view_for(before, viewer), before)


def broken_meld(view: View, card: Card) -> Meld | None:
    """Return the complete meld in the hand that a discard of this card breaks; None if no card like it is in a meld only."""
    if view.deal is None or face(card) in _loose_faces(view, view.deal):
        return None
    melds = (meld for meld in best_melds(view) if face(card) in [face(physical_card(one)) for one in meld.cards])
    return next(melds, None)


def _discards(view: View, deal: DealView, context: RenderContext) -> list[Discard]:
    """Return the possible discards in the order in which the hand shows the cards, one of each face.

    A card with which the player goes out, in a game without lay-offs, has only the button of the knock.
    """
    knocks = () if has_lay_offs(view) else (move for move in view.moves if isinstance(move, Knock))
    out = {face(move.card) for move in knocks if move.card is not None}
    moves = {move.card: move for move in view.moves if isinstance(move, Discard) and face(move.card) not in out}
    cards = reversed(shown_cards(view, deal, context))
    return [*{face(card): moves[card] for card in cards if card in moves}.values()][::-1]


def _loose_faces(view: View, deal: DealView) -> frozenset[Face]:
    """Return the faces of the cards that are in none of the hand's melds."""
    return frozenset(map(face, loose_cards(deal.hand, best_melds(view))))


def _discard_select(
    moves: Sequence[Discard], loose: frozenset[Face], view: View, context: RenderContext
) -> "ui.ActionRow[Any]":
    """Return the row with a select of discards. It says of those whose faces aren't loose that they are part of a meld."""
    say, options = context.say, []
    for move in moves[:MOST_OPTIONS]:
        points, label, emoji = view.variant.points(move.card), say.card(move.card), context.emoji.partial(move.card)
        about = points_text(points, context)
        if face(move.card) not in loose:
            about = say.many("1 point · part of a meld", "{count} points · part of a meld", points, "option")
        options.append(Option(str(move), label, about, emoji=emoji))
    return move_select("discard", say.option("Discard another …"), options, context)
