"""The summary of a table for one person: **Table** under a round's message, and `/table show`."""

from collections.abc import Iterator, Sequence
from typing import Any

from discord import ButtonStyle, ui

from bot.messages.components import GREY, PressButton, layout, row
from bot.messages.table.buttons import TableAction, TablePress
from bot.messages.table.channel.match_end import match_end_buttons, match_end_heading, match_end_text
from bot.messages.table.channel.page_message import end_request_lines
from bot.messages.table.channel.turn_lines import turn_lines
from bot.messages.table.clock_lines import time_limit_line, waiting_lines
from bot.messages.table.lobby import house_rules_line
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_text import table_text
from bot.rummy.view import view_for
from bot.tables.played_turns import PlayedTurn

_ROOM, _ROOM_FOR_TURNS = 2200, 3600  # characters for the turns, of the 4,000 of a message


def summary_layout(context: RenderContext, person: int | None, *, note: str = "") -> ui.LayoutView:
    """Render whose turn it is, the table, the house rules and the turns of this deal; after the match, how it ended.

    `person` is None, or not at the table, for an onlooker, who only gets buttons that show something. `note` is a sentence
    above it.
    """
    table, say = context.table, context.say
    assert table.match is not None
    view = view_for(table.match, None)
    head = [note] if note else []
    if table.match.is_over:
        text = "\n".join((*head, match_end_heading(context), match_end_text(view, context)))
        buttons = match_end_buttons(view, context, can_invite=person in table.people)
        return layout(ui.TextDisplay(text), *([row(*buttons)] if buttons else []), accent=GREY)
    whose = table.player_to_act()
    if whose is None:
        turn = say("Between two deals.")
    else:
        turn = say("It's your turn.") if whose == person else say("It's {name}'s turn.", name=context.names.person(whose))
    clock = [*filter(None, (time_limit_line(context),)), *waiting_lines(context)]
    head += [f"### {context.title}", f"-# <#{context.channel}>", turn, *clock, table_text(view, context)]
    text = "\n".join((*head, *end_request_lines(context), house_rules_line(context))).rstrip()
    items: list[ui.Item[Any]] = [ui.TextDisplay(text), *_turn_items(context, table.turns, _ROOM)]
    return layout(*items, row(*_buttons(context, person)), accent=GREY)


def older_turns_layout(context: RenderContext, before: int) -> ui.LayoutView:
    """Render the turns of this deal before the turn with this number."""
    turns = [turn for turn in context.table.turns if turn.number < before]
    back = PressButton(TablePress(context.table.number, TableAction.SHOW), context.say("Back to the table"))
    head: ui.TextDisplay[Any] = ui.TextDisplay(f"-# {context.title}")
    return layout(head, *_turn_items(context, turns, _ROOM_FOR_TURNS), row(back), accent=GREY)


def _turn_items(context: RenderContext, turns: Sequence[PlayedTurn], room: int) -> "Iterator[ui.Item[Any]]":
    """Yield these turns, the newest first, as many as there is room for (characters), and a button to the older ones."""
    say, shown, oldest = context.say, [f"**{context.say('Turns of this deal, newest first')}**"], 0
    for turn in reversed(turns):
        lines = turn_lines(turn, context)
        room -= sum(len(line) + 1 for line in lines)
        if room < 0 and oldest:
            break
        shown += lines
        oldest = turn.number
    if len(shown) > 1:
        yield ui.TextDisplay("\n".join(shown))
    if turns and oldest > turns[0].number:
        yield row(PressButton(TablePress(context.table.number, TableAction.OLDER, oldest), say("Older turns")))


def _buttons(context: RenderContext, person: int | None) -> list[PressButton]:
    table, say = context.table, context.say

    def button(action: TableAction, label: str, style: ButtonStyle = ButtonStyle.secondary) -> PressButton:
        return PressButton(TablePress(table.number, action), label, style)

    about = [button(TableAction.RULES, say("Rules")), button(TableAction.FAIRNESS, say("Fairness"))]
    if person not in table.seated_people():
        return about
    return [
        button(TableAction.HAND, say("My hand"), ButtonStyle.primary),
        *about,
        button(TableAction.END, say("End the match")),
        button(TableAction.LEAVE, say("Leave")),
    ]
