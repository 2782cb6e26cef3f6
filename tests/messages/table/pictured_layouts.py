"""Hands and tables with pictures, in each size, at every step of matches of all games."""

import random
from collections.abc import Iterator
from dataclasses import replace

from discord import ui

from bot.messages.pictures.galleries import LONGEST_ALT, cut_alt
from bot.messages.pictures.picture import PictureChoice
from bot.messages.table.channel.page_message import page_layout
from bot.messages.table.channel.story_pages import Page
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_summary import summary_layout
from bot.messages.words import Words
from bot.tables.ports import Pictures, SuitColours
from bot.tables.table import Phase, Table
from tests.messages.table.played_tables import PlayedTable, context_for, tables_after_events
from tests.messages.table.positions import after_moves, table_at
from tests.rummy.gauntlet import eager
from tests.rummy.presets import NAMES, variant

PICTURES, LARGE = PictureChoice(), PictureChoice(Pictures.LARGE, SuitColours.TWO)


def pictured(table: Table, say: Words, choice: PictureChoice = PICTURES) -> RenderContext:
    """Return the context of readers who want pictures."""
    return replace(context_for(table, say), pictures=choice)


def tables_in_play(name: str, players: int, seed: int = 1, **rules: object) -> Iterator[Table]:
    """Yield the table after each event of a deal."""
    game = variant(name, **{"match_target": "none", "match_deals": 1} | rules)
    played = PlayedTable(game, random.Random(seed)).seat(players).play(eager, moves=400)
    yield from (table for _, table in tables_after_events(played.events) if table.phase == Phase.DEAL)


def open_round(context: RenderContext) -> ui.LayoutView:
    """Render the channel's message of the current turn."""
    return page_layout(Page("round 1.1", context.table, turns=context.table.turns), context)


def pictured_layouts(say: Words) -> Iterator[ui.LayoutView]:
    """Render them in this language."""
    for name in NAMES:
        for table in tables_in_play(name, 2):
            for context in (pictured(table, say), pictured(table, say, LARGE)):
                yield from (hand_layout(context, person) for person in table.seats.people)
                yield from (open_round(context), summary_layout(context, 1))
    empty = table_at("rami", "deal 5H 6H 9S | KS", "stock 4D", "drawn 9S")
    barred = after_moves(table_at("rami", "deal 5H 6H 9S | KS", "stock 4D", "discards 2C"), "take")
    for table in (empty, barred):
        yield hand_layout(pictured(table, say), 1)
        yield summary_layout(pictured(table, say), 1)
    yield ui.LayoutView().add_item(ui.TextDisplay(cut_alt(("7" * LONGEST_ALT, "8"), say)))
