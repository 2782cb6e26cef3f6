"""The lines of a turn in the channel: what was played, and nothing that was taken back."""

import random
import re
from typing import Any

import pytest
from msgspec.structs import replace

from bot.messages.table.channel.event_lines import event_line, turn_lines
from bot.messages.table.render_context import RenderContext
from bot.rummy.decide import decide, play
from bot.rummy.deck.cards import Card
from bot.rummy.moves import read_move
from bot.rummy.view import RecycledFaceDown, public_form
from bot.tables.table import Table
from tests.messages.shown_text import ENGLISH, plain_text
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.messages.table.positions import after_moves, hand_text, table_at
from tests.rummy.presets import variant

TURN = ("deal 5H 6H 7H 8H 8C 2C | KS", "stock QD", "discards 6S", "meld 1: 8S 8D JK1=8C by 1")


def context(**rules: Any) -> RenderContext:
    return context_for(PlayedTable(replace(variant(), **rules), random.Random(0)).seat(3).table, ENGLISH)


def lines_of_turn(at: Table, *moves: str) -> list[str]:
    """Return the lines of the turn after these moves."""
    events, match = [], at.match
    for move in moves:
        events += [public_form(event) for event in decide(match, 0, read_move(move))]
        match = play(match, 0, read_move(move))
    return [plain_text(line) for line in turn_lines(events, context_for(at, ENGLISH))]


@pytest.mark.parametrize("kept", [(), (Card("7H"),)])
def test_the_size_of_a_new_stock_is_shown_only_if_the_table_shows_it(kept: tuple[Card, ...]) -> None:
    recycled = RecycledFaceDown(17, kept)
    assert "17" in event_line(recycled, context())
    assert not re.search(r"\d", event_line(recycled, context(stock_count_public=False)))


def test_plays_that_were_taken_back_have_no_line() -> None:
    at = table_at("wrotham", *TURN)
    moves = ("draw stock", "meld 5H 6H 7H", "swap 8C 1")
    assert lines_of_turn(at, *moves)[1:] == ["111 melds **5♥ 6♥ 7♥**.", "111 swaps **8♣** for the joker in meld 1."]
    assert lines_of_turn(at, *moves, "take back")[1:] == ["111 melds **5♥ 6♥ 7♥**.", "111 takes **8♣** back."]
    assert lines_of_turn(at, *moves, "take back", "take back")[1:] == ["111 takes **8♣ 5♥ 6♥ 7♥** back."]
    again = lines_of_turn(at, *moves, "take back", "take back", "meld 5H 6H 7H", "swap 8C 1", "discard 2C")
    assert again[1:] == ["111 melds **5♥ 6♥ 7♥**.", "111 swaps **8♣** for the joker in meld 1.", "111 discards **2♣**."]


def test_the_line_about_taking_back_comes_before_the_discard() -> None:
    lines = lines_of_turn(table_at("wrotham", *TURN), "draw stock", "meld 5H 6H 7H", "take back", "discard 2C")
    assert lines[1:] == ["111 takes **5♥ 6♥ 7♥** back.", "111 discards **2♣**."]


def test_a_retired_meld_that_was_taken_back_has_no_line() -> None:
    at = table_at("cuccu", "deal I II III IIII X | V", "stock VII", "discards X'")
    meld = lines_of_turn(at, "draw stock", "meld I II III IIII")
    assert meld[1:] == [
        "111 melds **I · II · III · IIII**.",
        "Meld 1 is complete and goes to the discards: **I · II · III · IIII**.",
    ]
    assert "Going under the next discard: I · II · III · IIII" in hand_text(after_moves(at, "draw stock", "meld I II III IIII"))
    assert lines_of_turn(at, "draw stock", "meld I II III IIII", "take back")[1:] == ["111 takes **I · II · III · IIII** back."]
