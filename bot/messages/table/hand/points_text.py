"""A number of points in words."""

from bot.messages.table.render_context import RenderContext


def points_text(number: int, context: RenderContext) -> str:
    return context.say.many("1 point", "{count} points", number)
