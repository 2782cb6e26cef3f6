"""Hands with everything that they can ask, the form for any cards, and both orders of the cards."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle

from discord import ui

from bot.messages.pictures.picture import PictureChoice
from bot.messages.table.hand.discard_controls import broken_meld
from bot.messages.table.hand.hand_controls import other_controls
from bot.messages.table.hand.hand_message import hand_layout, hand_view
from bot.messages.table.hand.prompts import any_cards_form, discard_prompt, hint_prompt, laying_prompt, reading_prompt
from bot.messages.words import Words
from bot.players.game_play import Reason
from bot.players.hint import Hint
from bot.rummy.cards import FRENCH52, Card
from bot.rummy.events import MeldKind
from bot.rummy.moves import DRAW, TAKE, Discard, LayingMove, LayMeld, LayMelds, LayOff, Swap
from bot.rummy.picked_cards import picked_move, settling_moves
from bot.tables.ports import CardOrder
from bot.tables.table import Table
from tests.messages.sentence_examples import examples_of, kinds_of
from tests.messages.table.played_tables import context_for
from tests.messages.table.positions import after_moves, table_at

_JOKERS = ("with jokers 3", "with wild joker", "with wild_swap on_turn")
_MELD = "meld 1: 8C JK3=9C 10C by 1"


def hand_prompt_layouts(say: Words) -> Iterator[ui.LayoutView | ui.Modal]:
    """Render them in this language."""
    hand = "deal 5H 6H 7H 9S 9D JK1 2C 9C | KS"
    at = table_at("rami", *_JOKERS, hand, "stock 4D", "discards 6S", "drawn 2C", _MELD)
    yield from _asked(at, say, "5H JK1 6H")
    yield from _hints(at, say)
    yield from _asked(at, say, "5H JK1 6H 7H")
    clubs, hearts = (tuple(Card(f"{rank}{suit}") for rank in "6789") for suit in "CH")
    readings: list[list[LayingMove | Swap | Discard]] = [
        [Discard(Card("7C")), Discard(Card("7H"))],
        [Swap(Card("7C"), 1), Swap(Card("7H"), 1)],
        [LayOff(clubs, 1), LayOff(hearts, 1)],
        [LayMeld(clubs, MeldKind.RUN), LayMeld(hearts, MeldKind.RUN)],
        [LayMelds((LayMeld(clubs * 4), LayMeld(clubs * 4))), LayMelds((LayMeld(hearts * 4), LayMeld(hearts * 4)))],
    ]
    context = context_for(at, say)
    assert at.match is not None
    view = hand_view(at.match, 0)
    yield from (hand_layout(context, 1, prompt=reading_prompt(moves, view, context)) for moves in readings)
    yield hand_layout(context_for(after_moves(at, "swap 9C 1"), say), 1)
    yield from (hand_layout(replace(context_for(at, say), card_order=order), 1) for order in CardOrder)
    figures = table_at("cuccu", "deal XIII XIIII XV I V | II", "stock VII", "discards X", "drawn I")
    yield from _asked(figures, say, "XIII XIIII XV")
    closing = ("number 4", "deal 5H 6H 7H 9S 9D | 3D 4D", "stock 9H", "discards 9C")
    yield hand_layout(context_for(table_at("wrotham", *closing), say), 1)
    yield hand_layout(context_for(after_moves(table_at("wrotham", *closing), "take"), say), 1)
    keeping = table_at("wrotham", "number 4", "deal 5H 6H 7H 9S 9D 9C 2C | 3D 4D", "stock 9H", "discards 6S")
    yield hand_layout(context_for(after_moves(keeping, "draw stock"), say), 1)
    ways = table_at("wrotham", "number 4", "deal 5H 6H 7H 8H 9S 9D 9C | 3D 4D", "stock 9H", "discards 2C")
    yield hand_layout(context_for(after_moves(ways, "draw stock"), say), 1)
    sets = "2C 2D 2H 4C 4D 4H 6C 6D 6H 8C 8D 8H 9S"
    yield hand_layout(context_for(table_at("rami", f"deal {sets} | KS", "stock 3S", "drawn 9S"), say), 1)
    fitting = ("deal 4H 8H 9H 2C | QS", "stock 4C", "discards 2S", "meld 1: 5H 6H 7H by 1", "drawn 2C")
    yield hand_layout(context_for(table_at("rami", *fitting), say), 1)
    laying_off = ("deal 2C 3S | KS", "stock QD", "discards 10D", "meld 1: 7D 8D 9D by 1")
    yield hand_layout(context_for(table_at("rami", *laying_off), say), 1)
    first = replace(context_for(table_at("rami", "deal 5H 6H 9S | KS", "stock 4D 5D"), say), pictures=PictureChoice())
    yield hand_layout(first, 1)
    many = " ".join(FRENCH52[:27])
    yield from _asked(table_at("rami", *_JOKERS, f"deal {many} JK1 | KS", "stock 4S", "drawn AC"), say, "AC 2C JK1")


def _asked(at: Table, say: Words, picked: str) -> Iterator[ui.LayoutView | ui.Modal]:
    """Yield the hand with each of its prompts, and the form."""
    context, match = context_for(at, say), at.match
    assert match is not None
    view = hand_view(match, 0)
    assert view.deal is not None
    yield hand_layout(context, 1)
    pictured = replace(context, pictures=PictureChoice())
    yield hand_layout(pictured, 1)
    yield hand_layout(pictured, 1, prompt=other_controls(view, pictured))
    yield any_cards_form(view, view.deal, context)
    laying = picked_move(match, 0, tuple(map(Card, picked.split())), None)
    yield hand_layout(context, 1, prompt=laying_prompt(laying, settling_moves(match, laying), context))
    for move in view.moves:
        if isinstance(move, Discard) and (meld := broken_meld(view, move.card)) is not None:
            yield hand_layout(context, 1, prompt=discard_prompt(move, meld, view, context))


def _hints(at: Table, say: Words) -> Iterator[ui.LayoutView]:
    """Yield the hand with a hint of each kind of move, and with each reason."""
    context, match = context_for(at, say), at.match
    assert match is not None
    view = hand_view(match, 0)
    cards = Card("5H"), Card("6H"), Card("7H")
    moves = (
        DRAW,
        TAKE,
        LayMeld(cards),
        LayOff(cards[:1], 1),
        Swap(cards[0], 1),
        Discard(cards[0]),
        LayMelds((LayMeld(cards * 9),)),
    )
    reasons = (reason for kind in kinds_of(Reason) for reason in examples_of(kind))
    for move, reason in zip(cycle(moves), reasons, strict=False):
        yield hand_layout(context, 1, prompt=hint_prompt(Hint(move, (reason,)), view, context))
