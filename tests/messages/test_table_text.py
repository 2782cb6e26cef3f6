"""What is said of a table fits a phone, is true of its rules, and tells nothing that the table keeps to itself."""

import random
import re
from typing import Any

import pytest
from msgspec.structs import replace

from bot.messages.lines import line
from bot.messages.scene import Scene
from bot.messages.words import Languages
from bot.rummy.cards import Card
from bot.rummy.view import RecycledFaceDown
from tests.messages.scenes import Evening, scene_of
from tests.rummy.presets import variant

ENGLISH = Languages({}).for_locale("en-US")


def scene(**rules: Any) -> Scene:
    return scene_of(Evening(replace(variant(), **rules), random.Random(0)).seat(3).table, ENGLISH)


@pytest.mark.parametrize("kept", [(), (Card("7H"),)])
def test_a_new_stock_is_counted_only_where_the_table_counts_it(kept: tuple[Card, ...]) -> None:
    recycled = RecycledFaceDown(17, kept)
    assert "17" in line(recycled, scene())
    assert not re.search(r"\d", line(recycled, scene(stock_count_public=False)))
