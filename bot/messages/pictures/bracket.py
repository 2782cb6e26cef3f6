"""The bracket of a knockout: its rounds from left to right, each with a box for every table, and what each person won there.

It contains no words that would need a translation: the names, what was won, and above each column the number of its round. Its
background is its own, so that it looks the same on Discord's dark and light themes.

The font has no emojis and only some scripts. A name without letters that can be drawn is replaced by the username.
"""

import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from io import BytesIO
from itertools import accumulate
from pathlib import Path

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from bot.messages.pictures.chart_canvas import BACKGROUND, GRID, INK
from bot.messages.pictures.sprites import Pauses

MOST_COLUMNS, MOST_ROWS = 4, 36
"""How many rounds a picture shows, and how many people in one of them: more would be too small on a phone."""
_WIDTH, _WIDEST_BOX = 800, 388
_EDGE, _BETWEEN_COLUMNS, _BETWEEN_BOXES = 6, 20, 14
_ROW, _HEAD, _TEXT, _SMALL = 36, 38, 26, 22
_BAR, _PADDING = 7, 8
_BOX, _ON, _OUT, _WAY = "#303238", "#78b159", "#a9adb5", "#80848e"
_HIDDEN = ("Mn", "Me", "Cf", "Cc", "Co", "Cs", "Cn")
_NOWHERE = "\uffff"  # no font has it
_LEVEL = 3  # of compression
_FONTS = Path(__file__).parents[3] / "data" / "fonts"


class BracketPerson(Struct, frozen=True):
    """Someone in a box. `won` is empty while their table isn't decided; `goes_on` to the next round, or has won the final."""

    name: str
    username: str
    won: str = ""
    goes_on: bool = False


class BracketBox(Struct, frozen=True):
    """A table, or a bye with one person; without people, a table of a round to come.

    `table` is its number, 0 for a bye and until somebody opens it. `seats` is how many people it has, or will have. `leads_to`
    are the boxes of the next round, by index, in which people of this box play.
    """

    table: int
    seats: int
    people: tuple[BracketPerson, ...] = ()
    leads_to: tuple[int, ...] = ()


class Bracket(Struct, frozen=True):
    """The rounds of a knockout from the one with the number `first` to the final, or to the last one played."""

    first: int
    rounds: tuple[tuple[BracketBox, ...], ...]


def bracket_picture(bracket: Bracket) -> bytes:
    """Return a PNG, at most 800 pixels wide: the same bytes for the same bracket. Run it in a thread.

    Raise ValueError without rounds.
    """
    if not bracket.rounds:
        raise ValueError("a bracket without rounds")
    pauses, columns = Pauses(), len(bracket.rounds)
    wide = min(_WIDEST_BOX, (_WIDTH - 2 * _EDGE - (columns - 1) * _BETWEEN_COLUMNS) // columns)
    room = max(sum(box.seats * _ROW + _BETWEEN_BOXES for box in one) for one in bracket.rounds)
    width = 2 * _EDGE + columns * wide + (columns - 1) * _BETWEEN_COLUMNS
    image = Image.new("RGB", (width, _HEAD + room), BACKGROUND)
    draw = ImageDraw.Draw(image)
    tops = [_tops(one, room) for one in bracket.rounds]
    for nth, boxes in enumerate(bracket.rounds):
        left = _EDGE + nth * (wide + _BETWEEN_COLUMNS)
        number = str(bracket.first + nth)
        draw.text((left + wide / 2, _HEAD / 2), number, _OUT, _font(_SMALL, bold=True), anchor="mm")
        for box, top in zip(boxes, tops[nth], strict=True):
            pauses.pause_if_due()
            middle = top + box.seats * _ROW // 2
            for other in box.leads_to:
                end = tops[nth + 1][other] + bracket.rounds[nth + 1][other].seats * _ROW // 2
                right, turn = left + wide, left + wide + _BETWEEN_COLUMNS // 2
                draw.line((right, middle, turn, middle), _WAY, 2)
                draw.line((turn, min(middle, end), turn, max(middle, end)), _WAY, 2)
                draw.line((turn, end, right + _BETWEEN_COLUMNS, end), _WAY, 2)
            _draw_box(draw, box, left, top, wide, pauses)
    pauses.pause_if_due()
    file = BytesIO()
    image.save(file, "PNG", compress_level=_LEVEL)
    return file.getvalue()


def _tops(boxes: Sequence[BracketBox], room: int) -> list[int]:
    """Return the upper edge of each box, spread evenly over the height."""
    space = (room - sum(box.seats for box in boxes) * _ROW) / len(boxes)
    return list(map(round, accumulate((box.seats * _ROW + space for box in boxes[:-1]), initial=_HEAD + space / 2)))


def _draw_box(draw: ImageDraw.ImageDraw, box: BracketBox, left: int, top: int, wide: int, pauses: Pauses) -> None:
    edges = (left, top, left + wide - 1, top + box.seats * _ROW - 1)
    draw.rounded_rectangle(edges, 5, _BOX if box.people else BACKGROUND, GRID, 2)
    for row, person in enumerate(box.people):
        pauses.pause_if_due()
        middle, right = top + row * _ROW + _ROW / 2, left + wide - _PADDING
        font = _font(_TEXT, bold=person.goes_on)
        colour = INK if person.goes_on or not person.won else _OUT
        if person.goes_on:
            draw.rectangle((left + 2, middle - _ROW / 2 + 4, left + 1 + _BAR, middle + _ROW / 2 - 5), _ON)
        if person.won:
            draw.text((right, middle), person.won, colour, font, anchor="rm")
            right -= round(font.getlength(person.won)) + _PADDING
        start = left + _BAR + _PADDING
        draw.text(
            (start, middle), _fitted(drawable_name(person.name, person.username), font, right - start), colour, font, "lm"
        )


def drawable_name(name: str, username: str) -> str:
    """Return what the font can draw of a name; the username with `@` if that is no letter or digit, or the name runs from the
    right to the left; "?" if there is no username.
    """
    shown = [sign for sign in unicodedata.normalize("NFC", name) if unicodedata.category(sign) not in _HIDDEN]
    drawn = " ".join("".join(sign for sign in shown if _has_glyph(sign)).split())
    letters = [sign for sign in shown if sign.isalnum()]
    turns = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in shown)
    if letters and not turns and all(map(_has_glyph, letters)):
        return drawn
    return f"@{username}" if username else drawn if any(map(str.isalnum, drawn)) and not turns else "?"


def _fitted(text: str, font: ImageFont.FreeTypeFont, room: int) -> str:
    """Return the text, or as much of it as the room (pixels) allows with "…" at its end."""
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(f"{text}…") > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


@cache
def _font(size: int, *, bold: bool) -> ImageFont.FreeTypeFont:
    path = _FONTS / f"DejaVuSans{'-Bold' if bold else ''}.ttf"
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _has_glyph(sign: str) -> bool:
    """Return True if the font can draw this character."""
    if sign.isspace() or sign.isascii():
        return True
    mask, missing = (_font(_SMALL, bold=False).getmask(one) for one in (sign, _NOWHERE))
    return mask.size != missing.size or bytes(mask) != bytes(missing)
