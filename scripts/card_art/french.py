"""The French deck: a large index, pips as on a card table, whole court pictures, our own ace of spades, a jester as joker."""

import re
from collections.abc import Mapping
from pathlib import Path

from scripts.card_art.figures import jester
from scripts.card_art.svg import EDGE, GOLD, HEIGHT, PAPER, PURPLE, WHITE, document, paper, placed, shape, text

COURTS = Path(__file__).parents[2] / "data" / "cards" / "courts"
"""Court pictures by Adrian Kennard, as published in @letele/playing-cards 0.1.0 (CC0, see the LICENSE there)."""
FOUR_COLOURS = {"S": "#111111", "H": "#c0200a", "D": "#1236f5", "C": "#2b8161"}
TWO_COLOURS = {"S": "#111111", "H": "#c0200a", "D": "#c0200a", "C": "#111111"}
_JOKER_PAPER, _NAME = "#f6ecff", "JOLLY"
SMALL_WIDTH, SMALL_HEIGHT = 84, 118

_SMALL_WIDTHS = {"10": 0.88, "Q": 0.95, "K": 0.92}  # parts of the usual ones, so that ranks keep away from a small card's edges
_USUAL_WIDTHS: Mapping[str, float] = {}
_PIPS = {  # in a square of 100 around the origin
    "H": "M0 46C-10 22-46 4-46-18C-46-36-33-46-21-46C-10-46-3-39 0-28C3-39 10-46 21-46C33-46 46-36 46-18C46 4 10 22 0 46Z",
    "D": "M0-50Q14-24 40 0Q14 24 0 50Q-14 24-40 0Q-14-24 0-50Z",
    "S": "M0-48C10-26 45-8 45 15C45 28 35 37 24 37C16 37 9 33 5 27C6 37 11 45 19 48L-19 48C-11 45-6 37-5 27C-9 33-16 37-24 37"
    "C-35 37-45 28-45 15C-45-8-10-26 0-48Z",
    "C": "M0-48C13-48 23-38 23-26C23-18 19-12 13-7C17-9 21-10 25-10C37-10 46 0 46 11C46 24 37 33 25 33C16 33 8 28 4 20"
    "C5 33 10 43 19 48L-19 48C-10 43-5 33-4 20C-8 28-16 33-25 33C-37 33-46 24-46 11C-46 0-37-10-25-10C-21-10-17-9-13-7"
    "C-19-12-23-18-23-26C-23-38-13-48 0-48Z",
}
_STAR = "M0-50L12-16 48-15 19 6 29 41 0 21-29 41-19 6-48-15-12-16Z"
_LEFT, _MIDDLE, _RIGHT, _TOP, _BOTTOM = 86, 111, 136, 40, 190
_SPOTS: Mapping[int, tuple[tuple[float, float], ...]] = {  # column, and how far down from 0 to 1
    2: ((1, 0.08), (1, 0.92)),
    3: ((1, 0.02), (1, 0.5), (1, 0.98)),
    4: ((0, 0.08), (2, 0.08), (0, 0.92), (2, 0.92)),
    5: ((0, 0.06), (2, 0.06), (1, 0.5), (0, 0.94), (2, 0.94)),
    6: ((0, 0), (2, 0), (0, 0.5), (2, 0.5), (0, 1), (2, 1)),
    7: ((0, 0), (2, 0), (1, 0.25), (0, 0.5), (2, 0.5), (0, 1), (2, 1)),
    8: ((0, 0), (2, 0), (1, 0.25), (0, 0.5), (2, 0.5), (1, 0.75), (0, 1), (2, 1)),
    9: ((0, 0), (2, 0), (0, 1 / 3), (2, 1 / 3), (1, 0.5), (0, 2 / 3), (2, 2 / 3), (0, 1), (2, 1)),
    10: ((0, 0), (2, 0), (1, 1 / 6), (0, 1 / 3), (2, 1 / 3), (0, 2 / 3), (2, 2 / 3), (1, 5 / 6), (0, 1), (2, 1)),
}
_PIP_SIZES = {2: 38, 3: 38, 4: 30, 5: 30}
_FIGURE, _COVERED_FIGURE, _SMALL_FIGURE = (62, 72, 88, 140), (7, 112, 57, 90), (40, 44, 42, 67)
"""The left, top, width and height of a court's whole figure: on a large card, on one that is covered, on a small card."""


def card(rank: str, suit: str, colours: Mapping[str, str], *, is_covered: bool = False) -> str:
    """Return a card of 160 × 224; covered, what is left of x = 66: its index, and a whole court figure below it."""
    colour = colours[suit]
    parts = [paper(), index(rank, suit, colour, x=38, capital=50, top=12)]
    if rank in "JQK":
        parts.append(_figure(rank, suit, colour, _COVERED_FIGURE if is_covered else _FIGURE))
    if is_covered:
        return document(parts)
    if rank in "JQK":
        parts.append(_pip(suit, 109, 38, 46, colour))
    elif rank == "A":
        parts += [_pip(suit, 98, 152, 108, colour), _crest() if suit == "S" else ""]
    else:
        parts += _pips(int(rank), suit, colour)
    return document(parts)


def small_card(rank: str, suit: str, colours: Mapping[str, str], *, is_covered: bool = False) -> str:
    """Return a card of 84 × 118 with the same index, and one pip or a court picture; covered, what is left of x = 46."""
    colour = colours[suit]
    parts = [paper(SMALL_WIDTH, SMALL_HEIGHT, 9), index(rank, suit, colour, x=23, capital=39, top=7, widths=_SMALL_WIDTHS)]
    if not is_covered:
        parts.append(_figure(rank, suit, colour, _SMALL_FIGURE) if rank in "JQK" else _pip(suit, 58, 88, 42, colour))
    return document(parts, SMALL_WIDTH, SMALL_HEIGHT)


def index(
    rank: str, suit: str, colour: str, *, x: float, capital: float, top: float, widths: Mapping[str, float] = _USUAL_WIDTHS
) -> str:
    """Return a rank with its suit below it."""
    base = top + capital
    return _rank(rank, x, base, capital, colour, widths.get(rank, 1.0)) + _pip(
        suit, x, base + capital * 0.5, capital * 0.72, colour
    )


def joker(*, is_covered: bool = False) -> str:
    """Return the joker: a jester in its corner, a large one, and its name; covered, what is left of x = 66."""
    parts = [paper(fill=_JOKER_PAPER), placed(jester(), 35, 40, 0.46)]
    if is_covered:
        return document([*parts, _name_down(35, 108, 25, 18)])
    return document([*parts, placed(jester(), 94, 128, 0.9), text(_NAME, 94, HEIGHT - 16, 17, PURPLE)])


def small_joker(*, is_covered: bool = False) -> str:
    x, y, size, base, capital = (24, 31, 0.34, 69, 9) if is_covered else (SMALL_WIDTH / 2, 50, 0.62, SMALL_HEIGHT - 11, 14)
    name = text(_NAME, x, base, capital, PURPLE)
    return document([paper(SMALL_WIDTH, SMALL_HEIGHT, 9, _JOKER_PAPER), placed(jester(), x, y, size), name], 84, 118)


def joker_for(rank: str, suit: str, colours: Mapping[str, str]) -> str:
    """Return a joker that stands for a card: its index, and the jester below, both left of x = 66."""
    parts = [paper(fill=_JOKER_PAPER), index(rank, suit, colours[suit], x=38, capital=50, top=12)]
    return document([*parts, placed(jester(), 35, 160, 0.46), _name_down(114, 52, 37, 25)])


def small_joker_for(rank: str, suit: str, colours: Mapping[str, str], *, is_covered: bool = False) -> str:
    """Return a joker that stands for a card, with its index; covered, the jester is below that."""
    parts = [
        paper(SMALL_WIDTH, SMALL_HEIGHT, 9, _JOKER_PAPER),
        index(rank, suit, colours[suit], x=23, capital=39, top=7, widths=_SMALL_WIDTHS),
        placed(jester(), 24, 98, 0.27) if is_covered else placed(jester(), 59, 76, 0.37),
    ]
    if not is_covered:
        parts.append(text(_NAME, 56, SMALL_HEIGHT - 6, 9, PURPLE))
    return document(parts, SMALL_WIDTH, SMALL_HEIGHT)


def _name_down(x: float, base: float, step: float, capital: float) -> str:
    """Return the joker's name, a letter below the other; the first one stands on `base`."""
    return "".join(text(letter, x, base + nth * step, capital, PURPLE) for nth, letter in enumerate(_NAME))


def back(width: float, height: float, radius: float) -> str:
    """Return the back of a card: a lattice with a rosette."""
    lattice = "".join(
        f'<path d="M{x} 0l10 10-10 10-10-10Z" transform="translate(0 {y})"/>'
        for x in range(0, int(width) + 20, 20)
        for y in range(0, int(height) + 20, 20)
    )
    inside = f'<rect x="7" y="7" width="{width - 14}" height="{height - 14}" rx="{radius * 0.6}"'
    return document(
        [
            paper(width, height, radius),
            f'<clipPath id="inside">{inside}/></clipPath>{inside} fill="#7d1d2a"/>',
            f'<g clip-path="url(#inside)" fill="none" stroke="#b6505d" stroke-width="1.6">{lattice}</g>',
            placed(_rosette(), width / 2, height / 2, width / 230),
        ],
        width,
        height,
    )


def _rosette() -> str:
    petals = "".join(f'<ellipse cx="0" cy="-26" rx="12" ry="17" transform="rotate({turn})"/>' for turn in range(0, 360, 60))
    return f'<circle r="48" fill="#7d1d2a"/><g fill="{GOLD}">{petals}</g><circle r="9" fill="{GOLD}"/>'


def emoji(rank: str, suit: str) -> str:
    """Return a face of 128 × 128 on white with a border, which is visible on dark, too."""
    colour = FOUR_COLOURS[suit]
    return document([_tile(), _rank(rank, 44, 92, 68, colour, squeeze=0.82), _pip(suit, 97, 68, 46, colour)], 128, 128)


def joker_emoji() -> str:
    return document([_tile(), placed(jester(), 64, 65, 0.86)], 128, 128)


def _tile() -> str:
    return f'<rect x="3" y="3" width="122" height="122" rx="20" fill="{WHITE}" stroke="{EDGE}" stroke-width="6"/>'


def _rank(rank: str, x: float, base: float, capital: float, colour: str, squeeze: float = 1.0) -> str:
    if rank == "J":  # its tail hangs below the line
        return text(rank, x + capital * 0.02, base - capital * 0.17, capital * 0.83, colour, squeeze=squeeze * 1.15)
    if rank != "10":
        return text(rank, x, base, capital, colour, squeeze=squeeze * {"Q": 0.95, "K": 0.97}.get(rank, 1))
    narrow = 0.7 * squeeze
    one = text("1", x - capital * 0.33 * squeeze, base, capital, colour, squeeze=narrow)
    return one + text("0", x + capital * 0.25 * squeeze, base, capital, colour, squeeze=narrow)


def _pip(suit: str, x: float, y: float, size: float, colour: str, *, upside_down: bool = False) -> str:
    return placed(f'<path d="{_PIPS[suit]}" fill="{colour}"/>', x, y, size / 100, upside_down=upside_down)


def _pips(count: int, suit: str, colour: str) -> list[str]:
    columns, size = (_LEFT, _MIDDLE if count > 3 else _MIDDLE - 6, _RIGHT), _PIP_SIZES.get(count, 26)
    return [
        _pip(suit, columns[int(column)], _TOP + (_BOTTOM - _TOP) * down, size, colour, upside_down=down > 0.5)
        for column, down in _SPOTS[count]
    ]


def _crest() -> str:
    """Return what only the ace of spades has."""
    star = placed(shape(_STAR, GOLD, 0), 98, 157, 0.3)
    return f'<circle cx="98" cy="157" r="20" fill="{PAPER}"/>{star}' + shape(
        "M98 106V128M88 118Q98 126 108 118", width=2.4, stroke=PAPER
    )


def _figure(rank: str, suit: str, colour: str, place: tuple[int, int, int, int]) -> str:
    """Return a whole court picture in its frame, with the pips of this colour."""
    svg = (COURTS / f"{rank}{suit}.svg").read_text("utf-8")
    drawing = re.sub(r'(<symbol id="pip"[^>]*><path )', rf'\1fill="{colour}" ', svg[svg.index("<defs>") : svg.rindex("</svg>")])
    left, top, width, height = place
    frame = f'x="{left}" y="{top}" width="{width}" height="{height}"'
    whole = 'viewBox="-82.4 -130.4 164.8 260.8" preserveAspectRatio="none"'
    return (
        f'<rect {frame} fill="#fff3d0"/><svg {frame} {whole}>{drawing}</svg>'
        f'<rect {frame} fill="none" stroke="{EDGE}" stroke-width="1.2"/>'
    )
