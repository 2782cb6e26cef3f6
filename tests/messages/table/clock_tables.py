"""A table in every state of its clock: in time, with the bank running, paused, and with people who are away."""

import random
from collections.abc import Iterator

from discord import ui
from msgspec.structs import replace

from bot.messages.table.channel.page_message import mention_layout, page_layout, waiting_layout
from bot.messages.table.channel.story_pages import Page
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.table_summary import summary_layout
from bot.messages.words import Words
from bot.rummy.events import CardDiscarded
from bot.rummy.view import DrawnFaceDown
from bot.tables.apply_event import after_seat_event
from bot.tables.events import Clock, Pace
from bot.tables.lobby_requests import Start
from bot.tables.seat_events import BankUsed, PersonReminded, SeatEvent, TablePaused, TurnBegun, TurnPlayedFor
from bot.tables.table import PlayedTurn, Table
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.rummy.presets import variant

UNTIL = 1_790_000_000_000
"""When the time of the current turn is up, and the bank begins (epoch ms)."""


def timed_table(*events: SeatEvent, pace: Pace = Pace.LIVE, players: int = 3, may_count: bool = True) -> Table:
    """Return a table at the first turn of a deal with a clock, after these events of the clock."""
    played = PlayedTable(variant(), random.Random(1)).seat(players)
    played.ask(1, Start())
    table = replace(played.table, clock=Clock(pace), may_count=may_count)
    for event in (TurnBegun(UNTIL - 90_000, UNTIL, UNTIL + 1_800_000), *events):
        table = after_seat_event(table, event)
    return table


def open_round(table: Table) -> Page:
    """Return the page of the current round."""
    return Page("round 1.1", table, turns=table.turns)


def tables_in_every_state() -> Iterator[Table]:
    person = timed_table().person_to_act()
    assert person is not None
    reminded, played = PersonReminded(person), TurnPlayedFor(person)
    yield timed_table()
    yield timed_table(reminded)
    yield timed_table(reminded, BankUsed(person, 0))
    yield timed_table(TablePaused(person), may_count=False)
    yield timed_table(played)
    yield timed_table(played, played)
    yield timed_table(played, played, may_count=False)
    nobody_else_plays = [TurnPlayedFor(one) for one in timed_table().seats.people if one != person for _ in range(2)]
    yield timed_table(*nobody_else_plays, played)
    yield timed_table(*nobody_else_plays, played, played)
    waiting = TurnPlayedFor(next(one for one in timed_table().seats.people if one != person))
    yield timed_table(waiting, waiting)


def clock_layouts(say: Words) -> Iterator[ui.LayoutView]:
    """Render the messages that show the clock, for a table in each state."""
    for table in tables_in_every_state():
        context = context_for(table, say)
        yield page_layout(open_round(table), context)
        events = (DrawnFaceDown(0), CardDiscarded(0, "7H"))
        by_clock = (PlayedTurn(1, 0, events, is_played_for=True), PlayedTurn(2, 0, events, is_played_for=True, was_away=True))
        yield page_layout(Page("round 1.1", table, turns=(*by_clock, *table.turns)), context)
        yield mention_layout(context, (1,), is_new=False)
        yield waiting_layout(context)
        yield summary_layout(context, 1)
        yield from (hand_layout(context, person) for person in table.seats.people)
