"""The summary of a table for one person (`/table show`), with buttons for the hand and to end the match."""

from discord import ButtonStyle, ui

from bot.messages.components import GREY, PressButton, layout, row
from bot.messages.table.buttons import TableAction, TablePress
from bot.messages.table.channel.match_end import match_end_heading, match_end_text
from bot.messages.table.channel.page_message import end_request_lines
from bot.messages.table.lobby import house_rules_line
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_text import table_text
from bot.rummy.view import view_for


def summary_layout(context: RenderContext) -> ui.LayoutView:
    """Render whose turn it is, the table and the house rules; after the match, how it ended."""
    table, say = context.table, context.say
    assert table.match is not None
    view = view_for(table.match, None)
    if table.match.is_over:
        return layout(ui.TextDisplay(f"{match_end_heading(context)}\n{match_end_text(view, context)}"), accent=GREY)
    whose = table.person_to_act()
    turn = say("Between two deals.") if whose is None else say("It is {name}'s turn.", name=context.names.person(whose))
    text = f"### {context.title}\n{turn} <#{context.channel}>\n{table_text(view, context)}"
    text = "\n".join((text, *end_request_lines(context), house_rules_line(context))).rstrip()
    hand = PressButton(TablePress(table.number, TableAction.HAND), say("My hand"), ButtonStyle.primary)
    end = PressButton(TablePress(table.number, TableAction.END), say("End the match"))
    return layout(ui.TextDisplay(text), row(hand, end), accent=GREY)
