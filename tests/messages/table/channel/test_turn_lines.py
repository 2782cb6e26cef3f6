"""The line of a turn in the channel: what was played, and nothing that was taken back."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.messages.table.channel.turn_lines import played_text, turn_lines
from bot.messages.table.render_context import RenderContext
from bot.rummy.cards import Card
from bot.rummy.decide import decide, play
from bot.rummy.events import SeatLeft
from bot.rummy.moves import read_move
from bot.rummy.view import RecycledFaceDown, public_form
from bot.tables.table import PlayedTurn, Table
from tests.messages.shown_text import ENGLISH, plain_text
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.messages.table.positions import after_moves, hand_text, table_at
from tests.rummy.presets import variant

TURN = ("deal 5H 6H 7H 8H 8C 2C | KS", "stock QD", "discards 6S", "meld 1: 8S 8D JK1=8C by 1")


def context(**rules: Any) -> RenderContext:
    return context_for(PlayedTable(replace(variant(), **rules), random.Random(0)).seat(3).table, ENGLISH)


def line_of_turn(at: Table, *moves: str) -> str:
    """Return the line of the turn after these moves."""
    events, match = [], at.match
    for move in moves:
        events += [public_form(event) for event in decide(match, 0, read_move(move))]
        match = play(match, 0, read_move(move))
    (line,) = turn_lines(PlayedTurn(1, 0, tuple(events)), context_for(at, ENGLISH))
    return plain_text(line)


@pytest.mark.parametrize("kept", [(), (Card("7H"),)])
def test_the_size_of_a_new_stock_is_shown_only_if_the_table_shows_it(kept: tuple[Card, ...]) -> None:
    turn = PlayedTurn(1, 0, (RecycledFaceDown(17, kept),))
    assert "17" in played_text(turn, context())
    assert played_text(turn, context(stock_count_public=False)) == "turned the discard pile over"


@pytest.mark.parametrize(
    ("recycle", "done"), [("turn_over", "turned the discard pile over"), ("shuffle", "shuffled the discard pile")]
)
def test_the_line_says_whether_the_discard_pile_was_turned_over_or_shuffled(recycle: str, done: str) -> None:
    turn = PlayedTurn(1, 0, (RecycledFaceDown(17, ()),))
    assert played_text(turn, context(recycle=recycle)) == f"{done}: 17 cards in the stock"
    assert played_text(turn, context(recycle=recycle, stock_count_public=False)) == done


def test_plays_that_were_taken_back_are_named_once() -> None:
    at = table_at("wrotham", *TURN)
    moves = ("draw stock", "meld 5H 6H 7H", "swap 8C 1")
    laid, swapped = "laid **5♥ 6♥ 7♥**", "swapped **8♣** for the joker in meld 1"
    assert line_of_turn(at, *moves) == f"**111** · drew · {laid} · {swapped}"
    assert line_of_turn(at, *moves, "take back") == f"**111** · drew · {laid} · took back **8♣**"
    assert line_of_turn(at, *moves, "take back", "take back") == "**111** · drew · took back **5♥ 6♥ 7♥ 8♣**"
    again = line_of_turn(at, *moves, "take back", "take back", "meld 5H 6H 7H", "swap 8C 1", "discard 2C")
    assert again == f"**111** · drew · {laid} · {swapped} · discarded **2♣**"


def test_taking_back_comes_before_the_discard() -> None:
    line = line_of_turn(table_at("wrotham", *TURN), "draw stock", "meld 5H 6H 7H", "take back", "discard 2C")
    assert line == "**111** · drew · took back **5♥ 6♥ 7♥** · discarded **2♣**"


def test_a_completed_meld_that_was_taken_back_is_not_mentioned() -> None:
    at = table_at("cuccu", "deal I II III IIII X | V", "stock VII", "discards X'")
    laid = "laid **I · II · III · IIII**"
    assert line_of_turn(at, "draw stock", "meld I II III IIII") == f"**111** · drew · {laid} · meld 1 went to the discard pile"
    assert "No melds.\nGoing under the next discard: I · II · III · IIII" in hand_text(
        after_moves(at, "draw stock", "meld I II III IIII")
    )
    back = line_of_turn(at, "draw stock", "meld I II III IIII", "take back")
    assert back == "**111** · drew · took back **I · II · III · IIII**"


def test_a_turn_in_which_nothing_has_happened_has_no_line() -> None:
    assert turn_lines(PlayedTurn(1, 0), context()) == []


def test_a_player_who_leaves_has_a_line_of_their_own() -> None:
    turn = PlayedTurn(1, 0, (SeatLeft(1),))
    at = table_at("wrotham", *TURN)
    assert [plain_text(line) for line in turn_lines(turn, context_for(at, ENGLISH))] == ["**222** left the match."]
