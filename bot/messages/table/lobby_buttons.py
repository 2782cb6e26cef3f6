"""The controls of a lobby: at most nine, for players, computers, rules, length and clock; the rest is behind **More**."""

from collections.abc import Iterable
from typing import Any

from discord import ButtonStyle, ui

from bot.messages.components import Option, PressButton, PressSelect, link, row, rows_of
from bot.messages.rules.game_labels import number_of_deals
from bot.messages.rules.house_rule_labels import changed_rule_labels
from bot.messages.table.buttons import ActionSelect, LobbySelect, TableAction, TablePress, action_select
from bot.messages.table.clock import clock_row
from bot.messages.table.hand.move_buttons import Buttons, lines_of
from bot.messages.table.render_context import RenderContext
from bot.messages.words import Words
from bot.rummy.variant import Length, Variant
from bot.tables.play_again import free_seats
from bot.tables.rules.match_length import LONG_MATCH, current_length, offered_lengths, round_minutes
from bot.tables.table import Phase, Table, is_computer

LENGTH_ACTIONS = {Length.ONE: TableAction.ONE_DEAL, Length.SHORT: TableAction.SHORT, Length.FULL: TableAction.FULL}
_CHOSEN = "✓ "


def lobby_buttons(context: RenderContext, reader: int | None = None) -> "list[ui.Item[Any]]":
    """Return the rows of controls: all, or those with which `reader` can do something, if only they see the lobby."""
    table = context.table
    rows: list[ui.Item[Any]] = [*_players_rows(context, reader)]
    if has_selects(table, reader):
        rows += (*_computers_row(context), _length_row(context), clock_row(table, context.say))
    return rows


def has_selects(table: Table, reader: int | None) -> bool:
    """Return True if the lobby has selects: where everyone or the host sees it, unless a tournament has opened it."""
    return table.phase == Phase.LOBBY and table.lobby.reserved is None and reader in (None, table.seats.host)


def _players_rows(context: RenderContext, reader: int | None) -> "list[ui.ActionRow[Any]]":
    """Return **Start** and **Join**, each disabled while it could work for nobody, **Agree** while somebody must agree, the
    button for those who don't play, **More**, and the house rules; for one reader also the way to what everyone sees. A
    tournament's match begins by itself, without **Start**.
    """
    table, say = context.table, context.say
    seen = table.lobby.rule_changes
    buttons = Buttons()
    if not table.lobby.tournament and reader in (None, table.seats.host):
        start = context.button(TableAction.START, say.button("Start"), ButtonStyle.success, seen)
        start.disabled = (
            bool(table.awaited_people or table.people_to_agree) or len(table.seats.players) < table.variant.players[0]
        )
        buttons.append(start)
    if reader not in table.seats.people:
        join = context.button(TableAction.JOIN, say.button("Join"), ButtonStyle.primary, seen)
        join.disabled = len(table.seats.players) >= _most_players(table)
        buttons.append(join)
    if table.people_to_agree and (reader is None or reader in table.people_to_agree):
        buttons.append(context.button(TableAction.AGREE, say.button("Agree"), ButtonStyle.primary, seen))
    if table.lobby.invitation is not None and table.awaited_people and (reader is None or reader in table.all_people):
        buttons.append(context.button(TableAction.LEAVE, say.button("Not this time")))
    elif reader is None or reader in table.seats.people:
        buttons.append(context.button(TableAction.LEAVE, say.button("Leave")))
    more = [context.button(TableAction.MORE, say.button("More")), *house_rules_button(context)]
    to_table = [] if reader is None else [link(say.button("To the table"), table.server, table.channel)]
    return [*lines_of([*buttons, *more, *to_table])]


def house_rules(table: Table, say: Words) -> list[str]:
    """Return the labels of the house rules, without those that the head of the lobby shows."""
    return list(changed_rule_labels(table.variant, table.preset, say, head=True))


def house_rules_button(context: RenderContext) -> list[PressButton]:
    """Return the button that lists the house rules, if there are any."""
    count = len(house_rules(context.table, context.say))
    label = context.say.many("1 house rule", "{count} house rules", count, "button")
    return [context.button(TableAction.HOUSE_RULES, label)] if count else []


def rules_button(context: RenderContext, *, is_host: bool) -> PressButton:
    """Return the button that shows the rules, or that lets the host change them."""
    may_change = is_host and context.table.phase == Phase.LOBBY and context.table.lobby.reserved is None
    label = context.say.button("House rules") if may_change else context.say.button("Rules")
    return context.button(TableAction.RULES, label)


def _most_players(table: Table) -> int:
    return table.variant.players[1] if table.lobby.reserved is None else len(table.lobby.reserved.people)


def _computers_row(context: RenderContext) -> "list[ui.ActionRow[Any]]":
    """Return the select that adds a computer, while there is a seat for one, or removes a player but the host; or no row."""
    table, say = context.table, context.say
    options = []
    if len(table.seats.players) < _most_players(table) and (table.lobby.invitation is None or free_seats(table) > 0):
        options += [
            (TablePress(table.number, TableAction.ADD_EASY), say.option("Add an easy computer")),
            (TablePress(table.number, TableAction.ADD_NORMAL), say.option("Add a normal computer")),
        ]
    others = table.seats.players[1:]
    for one in others:
        removal = (TableAction.REMOVE_COMPUTER, -one) if is_computer(one) else (TableAction.REMOVE, one)
        options.append((TablePress(table.number, *removal), say.option("Remove {name}", name=context.names.plain(one))))
    placeholder = say.option("Add or remove a player …") if others else say.option("Add a computer …")
    return [row(action_select(ActionSelect(table.number), options, placeholder))] if options else []


def _length_row(context: RenderContext) -> "ui.ActionRow[Any]":
    """Return the lengths that are offered; before them another one that the host has chosen, which opens the house rules."""
    table, say = context.table, context.say
    current = current_length(table.variant, table.preset, table.own_end)
    chosen = TablePress(table.number, TableAction.RULES if current is None else LENGTH_ACTIONS[current])
    options = [] if current is not None else [(chosen, _chosen_end(table, say))]
    for length, rules in offered_lengths(table.variant, table.preset, table.own_end).items():
        minutes = context.turns.minutes(rules, table.preset, table.expected_players, len(table.seats.computers))
        options.append((TablePress(table.number, LENGTH_ACTIONS[length]), _length_label(length, minutes, say)))
    return row(action_select(ActionSelect(table.number, "length"), options, chosen=chosen))


def _chosen_end(table: Table, say: Words) -> str:
    if table.variant.match_target == "none":
        return number_of_deals(table.variant.with_deals_for(table.expected_players), say)
    return say.many("1 point", "{count} points", table.variant.match_target, "option")


def _length_label(length: Length, minutes: int | None, say: Words) -> str:
    """Return the length, with the time that it takes if that is known."""
    time = "" if minutes is None else say.number(round_minutes(minutes))
    match length:
        case Length.ONE:
            return say.option("One deal, {minutes} min", minutes=time) if time else say.option("One deal")
        case Length.SHORT:
            return say.option("Short match, {minutes} min", minutes=time) if time else say.option("Short match")
        case Length.FULL if minutes is not None and minutes >= LONG_MATCH:
            return say.option("Full match, {hours} hours", hours=say.number(round(minutes / 60)))
        case _:
            return say.option("Full match, {minutes} min", minutes=time) if time else say.option("Full match")


def _switch(context: RenderContext, on: TableAction, off: TableAction, label: str, *, is_on: bool) -> PressButton:
    """Return the button that switches something `on`; if it is on, it has a tick, and switches it `off`."""
    return context.button(off, f"{_CHOSEN}{label}", ButtonStyle.primary) if is_on else context.button(on, label)


def more_buttons(context: RenderContext, games: Iterable[Variant], *, is_host: bool, may_close: bool) -> "list[ui.Item[Any]]":
    """Return the rows behind **More**, for the host first the select of the games; what closes the table is apart."""
    table, say = context.table, context.say
    buttons = [rules_button(context, is_host=is_host)]
    if is_host:
        if not table.hides_deals if table.thread else context.may_open_thread:
            buttons.append(
                _switch(context, TableAction.THREAD, TableAction.NO_THREAD, say.button("Own thread"), is_on=table.thread)
            )
        draws = say.button("Show each draw")
        buttons.append(_switch(context, TableAction.DRAWS, TableAction.NO_DRAWS, draws, is_on=table.shows_draws))
        if table.obstacles:
            buttons.append(_switch(context, TableAction.HINTS, TableAction.NO_HINTS, say.button("Hints"), is_on=table.hints))
    if table.lobby.chain is not None:
        buttons.append(context.button(TableAction.FAIRNESS, say.button("Check shuffle")))
    rows: list[ui.Item[Any]] = [*rows_of(buttons)]
    options = [Option(game.name, say.game(game.title), chosen=game.name == table.variant.name) for game in games]
    if is_host and options and table.lobby.reserved is None:
        rows.insert(0, row(PressSelect(LobbySelect(table.number, "game"), options, say.option("Another game"))))
    if may_close:
        rows += (ui.Separator(), row(context.button(TableAction.CANCEL, say.button("Cancel the table"))))
    return rows
