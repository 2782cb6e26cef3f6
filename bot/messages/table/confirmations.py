"""The confirmations: before a lobby is closed, before a player leaves a match that has begun or asks to end it,
and before it is broken off."""

from discord import ButtonStyle, ui

from bot.messages.components import PressButton, layout, row
from bot.messages.table.buttons import TableAction, TablePress
from bot.messages.table.render_context import RenderContext


def forfeit_layout(context: RenderContext) -> ui.LayoutView:
    """Render the confirmation before a player leaves a match that has begun."""
    say, number = context.say, context.table.number
    text = say(
        "Leave this match? You'll forfeit it (last place), and you can't come back. "
        "The others play on; the last player remaining wins."
    )
    leave = PressButton(TablePress(number, TableAction.FORFEIT), say("Yes, leave the match"), ButtonStyle.danger)
    return layout(ui.TextDisplay(f"-# {context.title}\n{text}"), row(leave))


def end_layout(context: RenderContext) -> ui.LayoutView:
    """Render the confirmation before a player asks the others to end the match."""
    say, number = context.say, context.table.number
    if context.table.is_private:
        return _end_own_match_layout(context)
    text = say("Ask the others to end this match? If everyone agrees, nobody wins, and nothing counts. You can't take it back.")
    button = PressButton(TablePress(number, TableAction.YES_END), say("Yes, end the match"), ButtonStyle.danger)
    return layout(ui.TextDisplay(f"-# {context.title}\n{text}"), row(button))


def _end_own_match_layout(context: RenderContext) -> ui.LayoutView:
    """Render the confirmation before a person ends their own match against computers."""
    say, number = context.say, context.table.number
    end = PressButton(TablePress(number, TableAction.YES_END), say("Yes, end the match"), ButtonStyle.danger)
    back = PressButton(TablePress(number, TableAction.HAND), say("Back to my hand"))
    text = say("End this match? You can't continue it later.")
    return layout(ui.TextDisplay(f"-# {context.title}\n{text}"), row(end, back))


def close_layout(context: RenderContext) -> ui.LayoutView:
    """Render the confirmation before the host, or a manager of the server, closes a lobby."""
    say, number = context.say, context.table.number
    text = say("Cancel this table? It closes for everyone at it.")
    button = PressButton(TablePress(number, TableAction.CLOSE), say("Yes, cancel the table"), ButtonStyle.danger)
    return layout(ui.TextDisplay(f"-# {context.title}\n{text}"), row(button))


def break_off_layout(context: RenderContext) -> ui.LayoutView:
    """Render the confirmation before a manager of the server breaks the match off."""
    say, number = context.say, context.table.number
    text = say("Cancel this match? There'll be no winner, and it won't count.")
    button = PressButton(TablePress(number, TableAction.BREAK_OFF), say("Yes, cancel the match"), ButtonStyle.danger)
    return layout(ui.TextDisplay(f"-# {context.title}\n{text}"), row(button))
