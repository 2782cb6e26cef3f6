"""Hands and tables with pictures, in each size, at every step of matches of all games."""

import random
from collections.abc import Iterable, Iterator
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

_FULL, _LATER = ("stock 9H", "discards 6S"), "deal 5H 6H 7H 9S 9D 9C KS 2C | 2D 3D"
WITHOUT_A_MELD_BUTTON = (
    (("wrotham", "number 4", "deal 5H 6H 7H 9S 9D 2C 3C | 3D 4D", *_FULL), "draw stock"),
    (("rami", "with first_meld 40", "deal 5H 6H 7H KS 2C | 2D 3D", *_FULL), "draw stock"),
    (("rami", _LATER, "stock 8C", "drawn KS"), "meld 5H 6H 7H"),
)
"""Positions with a meld that can't be laid after this move: a part of the hand, too few points, a second meld."""

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


def pictured_layouts(say: Words, names: Iterable[str] = NAMES) -> Iterator[ui.LayoutView]:
    """Render them in this language, those of matches only of these presets."""
    for name in names:
        for table in tables_in_play(name, 2):
            for context in (pictured(table, say), pictured(table, say, LARGE)):
                yield from (hand_layout(context, person) for person in table.seats.people)
                yield from (open_round(context), summary_layout(context, 1))
    empty = table_at("rami", "deal 5H 6H 9S | KS", "stock 4D", "drawn 9S")
    barred = after_moves(table_at("rami", "deal 5H 6H 9S | KS", "stock 4D", "discards 2C"), "take")
    for table in (empty, barred):
        yield hand_layout(pictured(table, say), 1)
        yield summary_layout(pictured(table, say), 1)
    for position, move in WITHOUT_A_MELD_BUTTON:
        yield hand_layout(pictured(after_moves(table_at(*position), move), say), 1)
    yield ui.LayoutView().add_item(ui.TextDisplay(cut_alt(("7" * LONGEST_ALT, "8"), say)))
