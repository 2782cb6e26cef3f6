"""Tables in the middle of a deal: positions written as in the transcripts, with people in the seats."""

import random

from msgspec.structs import replace

from bot.messages.table.hand.hand_message import hand_layout
from bot.rummy.decide import play
from bot.rummy.moves import read_move
from bot.tables.table import Table
from tests.messages.shown_text import ENGLISH, readable_text
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.rummy.transcript_position import match_at


def table_at(preset: str, *lines: str) -> Table:
    """Return a table in this position, with person 1 in seat 0."""
    match = match_at(preset, *lines)
    played = PlayedTable(match.variant, random.Random(1)).seat(match.seats)
    return replace(
        played.table,
        match=replace(match, seating=tuple(range(match.seats))),
        seats=replace(played.table.seats, occupants=played.table.seats.people),
    )


def after_moves(at: Table, *moves: str) -> Table:
    """Return the table after these moves, each of the seat to act."""
    match = at.match
    for move in moves:
        match = play(match, match.seat_to_act(), read_move(move))
    return replace(at, match=match)


def hand_text(at: Table) -> str:
    """Return what person 1 reads in their hand."""
    return readable_text(hand_layout(context_for(at, ENGLISH), 1))
