"""The lobby says how many seats are free."""

import random

from bot.messages.table.lobby import lobby_layout
from tests.messages.shown_text import ENGLISH, visible_texts
from tests.messages.table.played_tables import PlayedTable, context_for, tables_after_events
from tests.rummy.presets import variant


def test_a_lobby_says_how_many_seats_are_free():
    tables_ = [table for _, table in tables_after_events(PlayedTable(variant(), random.Random(1)).seat(6).events)]
    shown = ["\n".join(visible_texts(lobby_layout(context_for(table, ENGLISH)))) for table in tables_]
    assert "5 seats are free." in shown[0]
    assert "1 seat is free." in shown[-2]
    assert "Every seat is taken." in shown[-1]
