"""The marks of the players: 1 to 6 by seat. They stand on pictures instead of names, and before the names in the text."""

from bot.messages.table.render_context import RenderContext

_FIRST_SIGN = "\N{CIRCLED DIGIT ONE}"


def mark_of(seat: int) -> int:
    """Return the mark of a seat, from 1 on."""
    return seat + 1


def mark_sign(mark: int) -> str:
    """Return the mark as it stands in the text: ①."""
    return chr(ord(_FIRST_SIGN) + mark - 1)


def marked_name(seat: int, context: RenderContext) -> str:
    """Return the name of who plays in this seat, as Markdown; beside a picture with their mark: `② Bob`."""
    name = context.names.seat(seat)
    return f"{mark_sign(mark_of(seat))} {name}" if context.pictures else name
