"""All turns of a long deal can be reached from **Table**, each once, in messages that Discord accepts."""

import random

from discord import ui

from bot.messages.table.buttons import TableAction, TablePress
from bot.messages.table.table_summary import older_turns_layout, summary_layout
from bot.rummy.variant import Variant
from tests.messages.shown_text import ENGLISH, MOST_CHARACTERS, visible_texts
from tests.messages.table.played_tables import PlayedTable, context_for, tables_after_events
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
        (table for seed in range(20) for _, table in tables_after_events(played(seed, rules).events)),
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
