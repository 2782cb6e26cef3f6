"""The table as everyone sees it: the sizes of the hands."""

import re

import pytest

from bot.messages.table.table_text import hand_sizes_line
from bot.rummy.view import view_for
from tests.messages.shown_text import ENGLISH, NO_BREAK_SPACE
from tests.messages.table.played_tables import context_for
from tests.messages.table.positions import table_at


@pytest.mark.parametrize(("direction", "order"), [("clockwise", [2, 0, 1]), ("counterclockwise", [0, 2, 1])])
def test_hand_sizes_are_in_the_order_of_play(direction: str, order: list[int]) -> None:
    dealt = table_at("rami", "deal 2C | 2D 3D | 4C 5C 6C", "stock 9S", "dealer 1", f"with direction {direction}")
    assert dealt.match is not None
    sizes = [1, 2, 3]
    shown = hand_sizes_line(view_for(dealt.match, None), context_for(dealt, ENGLISH)).replace(NO_BREAK_SPACE, " ")
    assert re.findall(r" (\d)(?: |$)", shown) == [str(sizes[seat]) for seat in order]
