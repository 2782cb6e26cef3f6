"""The buttons of a lobby: for players, for computers, for the length of the match, for its clock, for how it is shown, and for
closing it."""

from typing import Any

from discord import ButtonStyle, ui

from bot.messages.components import row
from bot.messages.rules.game_sentence import number_of_deals
from bot.messages.table.buttons import TableAction, TablePress, action_select
from bot.messages.table.render_context import RenderContext
from bot.messages.words import Words
from bot.rummy.variant import Length
from bot.tables.play_again import free_seats
from bot.tables.rules.match_length import LONG_MATCH, current_length, offered_lengths, round_minutes
from bot.tables.table import Table

LENGTH_ACTIONS = {Length.ONE: TableAction.ONE_DEAL, Length.SHORT: TableAction.SHORT, Length.FULL: TableAction.FULL}
_CHOSEN = "✓ "


def lobby_buttons(context: RenderContext, reader: int | None = None) -> "list[ui.Item[Any]]":
    """Return the rows of buttons: all, or those with which `reader` can do something, if only they see the lobby.

    The buttons that close the table, or leave it, are apart from the others.
    """
    table = context.table
    is_host = reader is None or reader == table.seats.host
    players = _players_row(context, reader)
    rows: list[ui.Item[Any]] = [players] if players.children else []
    if table.lobby.reserved is None and is_host:
        rows += (*_computers_row(context), _length_row(context))
    rows.append(_settings_row(context, is_host=is_host))
    leaving = []
    if reader is None or reader in table.seats.people:
        leaving.append(context.button(TableAction.LEAVE, context.say("Leave")))
    if is_host:
        leaving.append(context.button(TableAction.CANCEL, context.say("Cancel the table")))
    return [*rows, ui.Separator(), row(*leaving)] if leaving else rows


def _players_row(context: RenderContext, reader: int | None) -> "ui.ActionRow[Any]":
    """Return **Start** and **Join**, each disabled while it could work for nobody, and **Agree** while somebody must agree."""
    table, say = context.table, context.say
    seen = table.lobby.rule_changes
    buttons = []
    if reader in (None, table.seats.host):
        start = context.button(TableAction.START, say("Start"), ButtonStyle.success, seen)
        start.disabled = (
            bool(table.awaited_people or table.people_to_agree) or len(table.seats.players) < table.variant.players[0]
        )
        buttons.append(start)
    if reader not in table.seats.people:
        join = context.button(TableAction.JOIN, say("Join"), ButtonStyle.primary, seen)
        join.disabled = len(table.seats.players) >= _most_players(table)
        buttons.append(join)
    keeps_seats = table.lobby.invitation is not None and not table.lobby.seats_freed
    if keeps_seats and table.awaited_people and (reader is None or reader in table.awaited_people):
        buttons.append(context.button(TableAction.DECLINE, say("Not this time")))
    if table.people_to_agree and (reader is None or reader in table.people_to_agree):
        buttons.append(context.button(TableAction.AGREE, say("Agree"), ButtonStyle.primary, seen))
    return row(*buttons)


def _most_players(table: Table) -> int:
    return table.variant.players[1] if table.lobby.reserved is None else len(table.lobby.reserved.people)


def _computers_row(context: RenderContext) -> "list[ui.ActionRow[Any]]":
    """Return the select that adds a computer, while there is a seat for one, or removes one; no row if neither is possible."""
    table, say = context.table, context.say
    options = []
    if len(table.seats.players) < _most_players(table) and (table.lobby.invitation is None or free_seats(table) > 0):
        options += [
            (TablePress(table.number, TableAction.ADD_EASY), say("Add an easy computer")),
            (TablePress(table.number, TableAction.ADD_NORMAL), say("Add a normal computer")),
        ]
    for one in table.seats.computers:
        press = TablePress(table.number, TableAction.REMOVE_COMPUTER, -one)
        options.append((press, say("Remove {name}", name=context.names.plain(one))))
    placeholder = say("Add or remove a computer …") if table.seats.computers else say("Add a computer …")
    return [row(action_select(table.number, placeholder, options))] if options else []


def _length_row(context: RenderContext) -> "ui.ActionRow[Any]":
    """Return the lengths that are offered; before them another one that the host has chosen, which opens the house rules."""
    table, say = context.table, context.say
    current = current_length(table.variant, table.preset, table.own_end)
    buttons = []
    if current is None:
        label = f"{_CHOSEN}{_chosen_end(table, say)}"
        buttons.append(context.button(TableAction.RULES, label, ButtonStyle.primary, table.lobby.rule_changes))
    for length, rules in offered_lengths(table.variant, table.preset, table.own_end).items():
        minutes = context.turns.minutes(rules, table.preset, table.expected_players, len(table.seats.computers))
        label = _length_label(length, minutes, say)
        label, style = (f"{_CHOSEN}{label}", ButtonStyle.primary) if length == current else (label, ButtonStyle.secondary)
        buttons.append(context.button(LENGTH_ACTIONS[length], label, style))
    return row(*buttons)


def _chosen_end(table: Table, say: Words) -> str:
    if table.variant.match_target == "none":
        return number_of_deals(table.variant.with_deals_for(table.expected_players), say)
    return say.many("1 point", "{count} points", table.variant.match_target)


def _length_label(length: Length, minutes: int | None, say: Words) -> str:
    """Return the length, with the time that it takes if that is known. A label has at most 34 characters."""
    time = "" if minutes is None else say.number(round_minutes(minutes))
    match length:
        case Length.ONE:
            return say("One deal, {minutes} min", minutes=time) if time else say("One deal")
        case Length.SHORT:
            return say("Short, {minutes} min", minutes=time) if time else say("Short")
        case Length.FULL if minutes is not None and minutes >= LONG_MATCH:
            return say("Full, {hours} hours", hours=say.number(round(minutes / 60)))
        case _:
            return say("Full, {minutes} min", minutes=time) if time else say("Full")


def _settings_row(context: RenderContext, *, is_host: bool) -> "ui.ActionRow[Any]":
    table, say = context.table, context.say
    rules = say("House rules") if table.lobby.reserved is None else say("Rules")
    buttons = [context.button(TableAction.RULES, rules)]
    if not is_host:
        return row(*buttons)
    buttons.append(context.button(TableAction.CLOCK, say("Clock")))
    if table.thread:
        buttons.append(context.button(TableAction.NO_THREAD, f"{_CHOSEN}{say('Own thread')}", ButtonStyle.primary))
    elif context.may_open_thread:
        buttons.append(context.button(TableAction.THREAD, say("Own thread")))
    if table.shows_draws:
        buttons.append(context.button(TableAction.NO_DRAWS, f"{_CHOSEN}{say('Show each draw')}", ButtonStyle.primary))
    else:
        buttons.append(context.button(TableAction.DRAWS, say("Show each draw")))
    return row(*buttons)
