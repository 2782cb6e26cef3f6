"""A table in the middle of a deal, for tests: a position in the words of the transcripts, with people at it."""

import random

from msgspec.structs import replace

from bot.tables.table import Table
from tests.messages.table.played_tables import PlayedTable
from tests.rummy.transcript import Position


def table_at(preset: str, *lines: str) -> Table:
    """Person 1 sits at seat 0."""
    setup = Position(preset)
    for line in lines:
        setup.read(line)
    match = setup.match()
    played = PlayedTable(match.variant, random.Random(1)).seat(match.seats)
    return replace(played.table, match=replace(match, seating=tuple(range(match.seats))))
