"""The marks that name players in pictures: initials, or numbers where an initial is missing or belongs to two of them."""

from collections.abc import Sequence
from unicodedata import lookup

from bot.messages.names import Names, initial
from bot.messages.pictures.picture import PictureChoice
from bot.tables.table import Table

_FIRST = "\N{CIRCLED DIGIT ONE}"


def marks_of(names: Sequence[str]) -> tuple[str, ...]:
    """Return the mark of each seat, by the names of its players: `R` or, where only a number tells them apart, `2`."""
    initials = list(map(initial, names))
    return tuple(letter if letter and initials.count(letter) == 1 else str(number) for number, letter in enumerate(initials, 1))


def marks_at(table: Table, names: Names) -> tuple[str, ...]:
    """Return the marks of those who play at a table now."""
    return marks_of(list(map(names.plain, table.seats.occupants)))


def sign_before(name: str, mark: str, pictures: PictureChoice) -> str:
    """Return the sign that stands before a name beside pictures, `②` or `Ⓡ`; nothing for a name that begins with its mark."""
    if not pictures or initial(name) == mark:
        return ""
    return lookup(f"CIRCLED LATIN CAPITAL LETTER {mark}") if mark.isalpha() else chr(ord(_FIRST) + int(mark) - 1)


def with_mark(name: str, mark: str, pictures: PictureChoice) -> str:
    """Return the name; beside pictures, with its mark: `② Bob`, or `Ⓡ Otto` after Otto took Rosa's seat."""
    return f"{sign_before(name, mark, pictures)} {name}".lstrip()
