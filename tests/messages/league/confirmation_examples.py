"""Every confirmation that organisers are asked for, and every message that follows it."""

from collections.abc import Iterator
from typing import get_args

from discord import ui

from bot.league.seasons import Season
from bot.league.standings import Standing
from bot.messages.league.confirmations import (
    RunningSeason,
    archive_confirmation,
    end_season_confirmation,
    undo_layout,
    undone_layout,
    withdrawn_table_layout,
)
from bot.messages.league.pages import UndoKind, UndoPress
from bot.messages.words import Words
from bot.tables.ports import KnownPeople

DAY = 86_400_000
SEASON = Season(3, 5 * DAY)


def confirmation_layouts(say: Words, people: KnownPeople) -> Iterator[ui.LayoutView]:
    """Yield the confirmations in each form, what follows the answers, and what is undone."""
    leaders = [Standing(1, person, 3, 90, 1, None) for person in range(2, 7)]
    for count, rows in ((0, []), (1, leaders[:1]), (5, leaders[:2]), (5, leaders)):
        running = RunningSeason("77", SEASON, rows, count, walkovers=count, being_played=count)
        for why in ("", "55"):
            yield end_season_confirmation(5, running, "66" if count else "", people, say, why)
            yield archive_confirmation(5, running, people, say, why)
    yield withdrawn_table_layout("77", 3, say)
    for kind in get_args(UndoKind):
        yield undo_layout("55", UndoPress(kind, 1, 3), 5 * DAY, say)
        yield undone_layout(UndoPress(kind, 1, 3, 99), "77", say)
