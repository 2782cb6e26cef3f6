"""**Table** says whose turn it is, and leads to all turns of a long deal, each once, in messages that Discord accepts."""

import random
import re

import pytest
from discord import ui
from msgspec.structs import replace

from bot.messages.table.buttons import TableAction, TablePress
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.table_summary import older_turns_layout, summary_layout
from bot.messages.table.table_text import hand_sizes_line
from bot.players.choice import Level
from bot.rummy.variant import Variant
from bot.rummy.view import view_for
from bot.tables.lobby_requests import Start
from bot.tables.rule_requests import AddComputer
from tests.messages.shown_text import ENGLISH, MOST_CHARACTERS, NO_BREAK_SPACE, readable_text, visible_texts
from tests.messages.table.played_tables import PlayedTable, context_for, tables_after_events
from tests.messages.table.positions import table_at
from tests.people import parts
from tests.rummy.gauntlet import patient
from tests.rummy.presets import variant


def older_turns_press(view: ui.LayoutView) -> TablePress | None:
    """Return the press of **Older turns**, if there is such a button."""
    found = [part["custom_id"] for part in parts(view.to_components()) if "older" in part.get("custom_id", "")]
    if not found:
        return None
    press = TablePress.read(found[0])
    assert press is not None
    assert press.action == TableAction.OLDER
    return press


def test_every_turn_of_a_long_deal_is_shown_once() -> None:
    rules = variant("rami", match_target="none", match_deals=1, recycle_max="unlimited")
    longest = max(
        (table for seed in range(5) for _, table in tables_after_events(played(seed, rules).events)),
        key=lambda table: len(table.turns),
    )
    assert len(longest.turns) > 60
    context, views = context_for(longest, ENGLISH), [summary_layout(context_for(longest, ENGLISH), None)]
    while (press := older_turns_press(views[-1])) is not None:
        assert press.as_of is not None
        views.append(older_turns_layout(context, press.as_of))
    assert len(views) > 1
    texts = ["\n".join(visible_texts(view)) for view in views]
    assert all(len(text) <= MOST_CHARACTERS for text in texts)
    discarded = [turn for turn in longest.turns if turn.events]
    assert sum(text.count("\N{NO-BREAK SPACE}· discarded") for text in texts) >= len(discarded) - 1


def played(seed: int, rules: Variant) -> PlayedTable:
    return PlayedTable(rules, random.Random(seed)).seat(4).play(patient, moves=900)


def test_the_table_says_whose_turn_it_is_also_if_it_is_a_computers() -> None:
    for seed in range(10):
        alone = PlayedTable(variant(), random.Random(seed))
        alone.ask(1, AddComputer(Level.EASY))
        alone.ask(1, Start())
        expected = "1111's turn" if alone.table.plays_by_itself() else "Your turn"
        assert expected in readable_text(summary_layout(context_for(alone.table, ENGLISH), 1))


def test_the_goal_of_the_match_stands_under_the_table_but_not_under_a_hand() -> None:
    context = context_for(table_at("rami", "deal 2C 5D | 3C 6D", "stock 9S"), ENGLISH)
    points, goal = "Points: 111 0 · 222 0", " (first to 100 points)"
    assert f"{points}{goal}" in readable_text(summary_layout(context, 1))
    assert points in (hand := readable_text(hand_layout(context, 1)))
    assert goal not in hand


def test_the_table_says_why_there_are_no_hints() -> None:
    table = table_at("rami", "deal 2C 5D | 3C 6D", "stock 9S")
    why = "Hints: only in casual matches"
    assert why in readable_text(summary_layout(context_for(table, ENGLISH), 1))
    assert why not in readable_text(summary_layout(context_for(replace(table, may_count=False), ENGLISH), 1))


@pytest.mark.parametrize(("direction", "order"), [("clockwise", [0, 1, 2]), ("counterclockwise", [0, 2, 1])])
def test_hand_sizes_are_in_the_order_of_play_whoever_deals(direction: str, order: list[int]) -> None:
    dealt = table_at("rami", "deal 2C | 2D 3D | 4C 5C 6C", "stock 9S", "dealer 1", f"with direction {direction}")
    assert dealt.match is not None
    sizes = [1, 2, 3]
    shown = hand_sizes_line(view_for(dealt.match, None), context_for(dealt, ENGLISH)).replace(NO_BREAK_SPACE, " ")
    assert re.findall(r" (\d)(?: |$)", shown) == [str(sizes[seat]) for seat in order]
