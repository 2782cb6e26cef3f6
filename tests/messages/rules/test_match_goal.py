"""The goal of a match fits a phone and says who wins."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.messages.table.lobby import lobby_layout
from bot.messages.table.render_context import RenderContext
from tests.messages.shown_text import ENGLISH, readable_text, visible_texts
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.rummy.presets import variant

PHONE = 40  # characters that surely fit on one line of a phone


def context(**rules: Any) -> RenderContext:
    return context_for(PlayedTable(replace(variant(), **rules), random.Random(0)).seat(3).table, ENGLISH)


@pytest.mark.parametrize(
    "rules",
    [
        {"match_target": 1000, "match_deals": 50},
        {"match_target": 1000, "match_deals": 50, "scoring": "penalty"},
        {"match_target": "none", "match_deals": 50, "scoring": "penalty"},
    ],
)
def test_the_goal_breaks_at_a_dot_on_a_phone(rules: dict[str, Any]) -> None:
    head = next(visible_texts(lobby_layout(context(**rules)))).splitlines()[2]
    assert max(map(len, head.split(" "))) < PHONE, "each piece that stays together"
    assert "·" in head


@pytest.mark.parametrize(
    ("scoring", "said"),
    [("winner_collects", "highest score wins"), ("penalty", "lowest score wins"), ("payment", "highest balance wins")],
)
def test_a_match_over_a_number_of_deals_says_who_wins(scoring: str, said: str) -> None:
    assert f"6 deals · {said}" in readable_text(lobby_layout(context(match_target="none", match_deals=6, scoring=scoring)))
