"""The message of `/play`: the games with what is special about each, and the tables that can be joined here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ButtonStyle, SelectOption, ui

from bot.messages.components import BLUE, LONGEST_OPTION, PressButton, PressSelect, layout, row, rows_of
from bot.messages.rules.game_sentence import game_sentence
from bot.messages.rules.house_rule_labels import house_rule_label
from bot.messages.start_buttons import ID_PREFIX, StartAction, StartPress
from bot.messages.table.buttons import TableAction, TablePress
from bot.messages.text import lines_that_fit
from bot.messages.words import Words
from bot.rummy.variant.variant import Variant
from bot.tables.table import Table

MOST_OPEN_TABLES = 5
"""The tables that have a button; others are joined with `/table join`."""
_ROOM = 2800  # characters for the games, of the 4,000 of a message


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that waits for its start in this channel, and the names of its people."""

    table: Table
    people: Sequence[str]


def start_menu_layout(
    games: Sequence[Variant], saved: Sequence[Variant], waiting: Sequence[OpenTable], say: Words
) -> ui.LayoutView:
    """Render the games, the first of which is the server's usual one, its saved games, and the tables to join."""
    items: list[ui.Item[Any]] = []
    if waiting:
        items += [*_waiting_tables(waiting, say), ui.Separator()]
    lines = [f"### {say('Choose a game')}", *lines_that_fit((_game_line(game, say) for game in games), _ROOM)]
    items.append(ui.TextDisplay("\n".join(lines)))
    buttons = [
        PressButton(
            StartPress(StartAction.OPEN, game.name), game.title, ButtonStyle.secondary if place else ButtonStyle.success
        )
        for place, game in enumerate(games)
    ]
    items += rows_of(buttons)
    if saved:
        options = (SelectOption(label=game.title[:LONGEST_OPTION], value=game.name) for game in saved)
        items.append(row(PressSelect(f"{ID_PREFIX}:{StartAction.OPEN.value}", options, say("Games saved in this server"))))
    items.append(
        ui.TextDisplay(f"-# {say('Choose a game to open a table in this channel. Its length and rules can still be changed.')}")
    )
    return layout(*items, accent=BLUE)


def _game_line(game: Variant, say: Words) -> str:
    return f"**{game.title}** · {house_rule_label('players', game, say)}\n{game_sentence(game, say)}"


def _waiting_tables(waiting: Sequence[OpenTable], say: Words) -> "list[ui.Item[Any]]":
    """Return the tables that can be joined, each with its button."""
    shown = waiting[:MOST_OPEN_TABLES]
    lines = [f"### {say('Join a table')}"]
    for one in shown:
        people = say.all_of(one.people)
        lines.append(
            say("**{game}**, table {number}: {people}", game=one.table.variant.title, number=one.table.number, people=people)
        )
    if len(waiting) > len(shown):
        more = len(waiting) - len(shown)
        lines.append(
            say.many(
                "1 more table is open here: {command}",
                "{count} more tables are open here: {command}",
                more,
                command="`/table join`",
            )
        )
    buttons = [
        PressButton(
            TablePress(one.table.number, TableAction.JOIN, one.table.rule_changes),
            say("Join table {number}", number=one.table.number),
            ButtonStyle.primary,
        )
        for one in shown
    ]
    return [ui.TextDisplay("\n".join(lines)), row(*buttons)]
