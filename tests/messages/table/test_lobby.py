"""The lobby says how many seats are free, and what it is waiting for."""

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


def test_a_lobby_waits_for_its_host_by_name_and_tells_the_host_themselves_to_press_start():
    context = context_for(PlayedTable(variant(), random.Random(1)).seat(2).table, ENGLISH)
    shown = {reader: "\n".join(visible_texts(lobby_layout(context, reader=reader))) for reader in (None, 1, 2)}
    assert ["Waiting for 111 to press **Start**." in text for text in shown.values()] == [True, False, True]
    assert "Press **Start** to begin." in shown[1]


def test_a_lobby_with_too_few_players_says_that_a_computer_will_do():
    context = context_for(PlayedTable(variant(), random.Random(1)).table, ENGLISH)
    assert "press **Join**, or for a computer (then it doesn't count)." in "\n".join(visible_texts(lobby_layout(context)))
