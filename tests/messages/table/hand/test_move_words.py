"""A kind of move is shown by its entry in the table of words alone: its label, its place, and which moves come first."""

from dataclasses import replace
from typing import Any, get_args

import pytest
from discord import ui
from msgspec.structs import replace as with_

from bot.messages.pictures.picture import PictureChoice
from bot.messages.table.hand.hand_controls import hand_controls
from bot.messages.table.hand.hand_message import hand_view
from bot.messages.table.hand.move_words import MOVE_WORDS, MoveWords, move_in_full, move_label
from bot.rummy.cards import Card
from bot.rummy.moves import TAKE, TAKE_BACK, Leave, SeatMove, TakeAndLay
from bot.rummy.written_form import Written
from bot.tables.table import Table
from tests.messages.shown_text import ENGLISH
from tests.messages.table.played_tables import context_for
from tests.messages.table.positions import after_moves, table_at


class Pass(Written, frozen=True):
    written = "pass"


class Knock(Written, frozen=True):
    card: Card
    written = "knock {card}"


class Done(Written, frozen=True):
    written = "done"


@pytest.fixture(autouse=True)
def other_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give three kinds of moves their words, as another game would."""
    words = {
        Pass: MoveWords(lambda move, view, say: "Pass", "draw"),
        Knock: MoveWords(
            lambda move, view, say: f"Knock, discard {say.card(move.card)}",
            "end",
            most=2,
            order=lambda move, view: -view.variant.points(move.card),
        ),
        Done: MoveWords(lambda move, view, say: "Done", "end"),
    }
    for kind, one in words.items():
        monkeypatch.setitem(MOVE_WORDS, kind, one)  # type: ignore[misc]


def shown_rows(at: Table, moves: Any, *, pictures: bool) -> list[list[str | None]]:
    """Return the labels of the buttons that person 1 has for these moves, row by row."""
    context = context_for(at, ENGLISH)
    assert at.match is not None
    view = with_(hand_view(at.match, 0), moves=moves)
    assert view.deal is not None
    shown = hand_controls(view, view.deal, replace(context, pictures=PictureChoice()) if pictures else context)
    return [
        [item.label for item in one.children if isinstance(item, ui.Button)] for one in shown if isinstance(one, ui.ActionRow)
    ]


def test_every_kind_of_move_that_a_hand_offers_has_words() -> None:
    assert set(get_args(SeatMove)) - set(MOVE_WORDS) == {Leave}


@pytest.mark.parametrize("pictures", [False, True])
def test_a_move_beside_the_piles_has_its_button_in_their_row(*, pictures: bool) -> None:
    at = table_at("rami", "deal 7D 9D | KS", "stock KD", "discards 6S")
    assert ["Take 6♠", "Pass"] in shown_rows(at, (TAKE, Pass()), pictures=pictures)


@pytest.mark.parametrize("pictures", [False, True])
def test_moves_that_end_a_turn_have_buttons_the_first_in_their_order(*, pictures: bool) -> None:
    at = table_at("rami", "deal 7D 8C 9D KS | KH", "stock KD", "drawn 9D", "discards 6S")
    match = at.match
    assert match is not None
    moves = (*hand_view(match, 0).moves, *(Knock(Card(card)) for card in ("7D", "8C", "9D")))
    labels = [label for line in shown_rows(at, moves, pictures=pictures) for label in line]
    assert [label for label in labels if label and label.startswith("Knock")] == ["Knock, discard 9♦", "Knock, discard 8♣"]
    assert "K♠" in labels


@pytest.mark.parametrize("pictures", [False, True])
def test_a_turn_that_ends_without_a_discard_has_its_button_beside_what_is_laid(*, pictures: bool) -> None:
    fitting = table_at("rami", "deal 4H 9C KS | QS", "stock 4C", "discards 2S", "meld 1: 5H 6H 7H by 1", "drawn 9C")
    at = after_moves(fitting, "layoff 4H 1")
    labels = [label for line in shown_rows(at, (TAKE_BACK, Done()), pictures=pictures) for label in line]
    assert {"Done", "Take back" if pictures else "Take back 4♥"} <= set(labels)


def test_a_move_is_named_in_lists_and_hints_as_on_its_button() -> None:
    at = table_at("rami", "deal 7D 9D | KS", "stock KD", "discards 6S")
    assert at.match is not None
    view = hand_view(at.match, 0)
    knock: Any = Knock(Card("7D"))
    assert move_label(knock, view, ENGLISH) == move_in_full(knock, view, ENGLISH) == "Knock, discard 7♦"


def test_a_move_that_takes_and_lays_says_both() -> None:
    view = hand_view(table_at("rami", "deal 5H 6H 9S | KS", "stock 4D", "discards 7H").match, 0)
    move = next(move for move in view.moves if isinstance(move, TakeAndLay))
    assert move_label(move, view, ENGLISH) == "Take and lay 5♥ 6♥ 7♥"
