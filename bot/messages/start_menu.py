"""The message of `/play`: the tables to join here, the games with what is special about each, and a match against computers."""

from collections.abc import Sequence
from typing import Any

from discord import ButtonStyle, SelectOption, ui

from bot.messages.components import BLUE, LONGEST_OPTION, PressButton, PressSelect, layout, row, rows_of
from bot.messages.names import names_at
from bot.messages.play_now import PlayNow, play_now_items
from bot.messages.rules.game_sentence import game_sentence
from bot.messages.rules.house_rule_labels import house_rule_label, labels_line
from bot.messages.start_buttons import OpenPress
from bot.messages.table.buttons import TableAction, TablePress
from bot.messages.table.clock_text import pace_label
from bot.messages.text import lines_that_fit
from bot.messages.words import Words
from bot.rummy.variant import Variant
from bot.tables.pace import Pace
from bot.tables.ports import KnownPeople
from bot.tables.table import Table

MOST_OPEN_TABLES = 5
"""The tables that have a button; others are joined with `/table join`."""
_ROOM = 2800  # characters for the games, of the 4,000 of a message


def start_menu_layout(
    games: Sequence[Variant],
    saved: Sequence[Variant],
    waiting: Sequence[Table],
    people: KnownPeople,
    say: Words,
    *,
    alone: PlayNow | None = None,
    pace: Pace | None = None,
) -> ui.LayoutView:
    """Render the games, the first of which is the server's usual one, its saved games, and the tables to join.

    `alone` is what the person can play against computers, None for nothing. Tables are opened with this `pace`; None for the
    usual one.
    """
    items: list[ui.Item[Any]] = []
    if waiting:
        items += [*_waiting_tables(waiting, people, say), ui.Separator()]
    lines = [f"### {say('Open a table for everyone here')}", *lines_that_fit((_game_line(game, say) for game in games), _ROOM)]
    items.append(ui.TextDisplay("\n".join(lines)))
    buttons = [
        PressButton(OpenPress(game.name, pace), game.title, ButtonStyle.secondary if place else ButtonStyle.success)
        for place, game in enumerate(games)
    ]
    items += rows_of(buttons)
    if saved:
        options = (SelectOption(label=game.title[:LONGEST_OPTION], value=game.name) for game in saved)
        items.append(row(PressSelect(OpenPress(pace=pace), options, say("Games saved in this server"))))
    foot = [say("Choose a game to open a table in this channel. Its length, clock and rules can still be changed.")]
    if pace is not None:
        foot.append(labels_line(say("Clock"), [pace_label(pace, say)], say))
    items.append(ui.TextDisplay("\n".join(f"-# {line}" for line in foot)))
    if alone is not None:  # below, where a phone shows a new message
        items += [ui.Separator(), *play_now_items(alone, say)]
    return layout(*items, accent=BLUE)


def direct_menu_layout(alone: PlayNow, say: Words) -> ui.LayoutView:
    """Render the menu in a direct message, where a person plays alone."""
    note = say("To play with others, use {command} in a server's channel.", command="`/play`")
    return layout(*play_now_items(alone, say), ui.TextDisplay(f"-# {note}"), accent=BLUE)


def _game_line(game: Variant, say: Words) -> str:
    return f"**{game.title}** · {house_rule_label('players', game, say)}\n{game_sentence(game, say)}"


def _waiting_tables(waiting: Sequence[Table], people: KnownPeople, say: Words) -> "list[ui.Item[Any]]":
    """Return the tables that can be joined, each with its button."""
    shown = waiting[:MOST_OPEN_TABLES]
    lines = [f"### {say('Join a table')}"]
    for one in shown:
        names = names_at(one, people, say)
        players = say.all_of(map(names.person, one.players))
        lines.append(say("**{game}**, table {number}: {people}", game=one.variant.title, number=one.number, people=players))
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
            TablePress(one.number, TableAction.JOIN, one.rule_changes),
            say("Join table {number}", number=one.number),
            ButtonStyle.primary,
        )
        for one in shown
    ]
    return [ui.TextDisplay("\n".join(lines)), row(*buttons)]
