"""The summary of a table for one person: **Table** under a round's message, and `/table show`."""

from typing import Any

from discord import ButtonStyle, ui

from bot.messages.components import GREY, PressButton, layout, row
from bot.messages.table.buttons import TableAction, TablePress
from bot.messages.table.channel.match_end import match_end_buttons, match_end_heading, match_end_text
from bot.messages.table.channel.page_message import end_request_lines
from bot.messages.table.channel.turn_lines import turn_lines
from bot.messages.table.lobby import house_rules_line
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_text import table_text
from bot.messages.text import lines_that_fit
from bot.rummy.view import view_for

_ROOM = 2200  # characters for the turns, of the 4,000 of a message


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
    whose = table.person_to_act()
    if whose is None:
        turn = say("Between two deals.")
    else:
        turn = say("It's your turn.") if whose == person else say("It's {name}'s turn.", name=context.names.person(whose))
    head += [f"### {context.title}", f"{turn} <#{context.channel}>", table_text(view, context)]
    text = "\n".join((*head, *end_request_lines(context), house_rules_line(context))).rstrip()
    items: list[ui.TextDisplay[Any]] = [ui.TextDisplay(text)]
    if turns := _turns_text(context):
        items.append(ui.TextDisplay(turns))
    return layout(*items, row(*_buttons(context, person)), accent=GREY)


def _turns_text(context: RenderContext) -> str:
    """Return the turns of the deal, the newest first, as many as there is room for; empty before the first."""
    lines = [line for turn in reversed(context.table.turns) for line in turn_lines(turn, context)]
    if not lines:
        return ""
    return "\n".join((f"**{context.say('Turns of this deal, newest first')}**", *lines_that_fit(lines, _ROOM)))


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
