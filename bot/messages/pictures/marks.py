"""The marks of the players: 1 to 6 by seat. They stand on pictures instead of names, and before the names in the text."""

from bot.messages.pictures.picture_choice import PictureChoice

_FIRST_SIGN = "\N{CIRCLED DIGIT ONE}"


def mark_of(seat: int) -> int:
    """Return the mark of a seat, from 1 on."""
    return seat + 1


def mark_sign(mark: int) -> str:
    """Return the mark as it stands in the text: ①."""
    return chr(ord(_FIRST_SIGN) + mark - 1)


def with_mark(name: str, seat: int, pictures: PictureChoice) -> str:
    """Return the name; beside pictures, with the mark of the seat before it: `② Bob`."""
    return f"{seat_mark(seat, pictures)} {name}" if pictures else name


def seat_mark(seat: int, pictures: PictureChoice) -> str:
    """Return the mark of the seat beside pictures: `②`; without pictures, an empty text."""
    return mark_sign(mark_of(seat)) if pictures else ""
