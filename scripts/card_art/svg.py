"""Pieces of SVG: shapes with the deck's outline, text, and a card's paper."""

from collections.abc import Iterable
from pathlib import Path

from PIL import ImageFont

WIDTH, HEIGHT = 160, 224
"""The size of a card, in the units in which everything is drawn; a sprite has as many pixels."""
INK, RED, GOLD, BLUE, TAN, BROWN = "#1c1c1c", "#c0200a", "#e0a526", "#1f4fa8", "#c98f4a", "#8a5a2f"
PURPLE = "#7a2ea0"
CREAM, GREY, CHEEK, WHITE, SKY = "#f7efdb", "#8a8a8a", "#e79a86", "#ffffff", "#bcd7ee"
PAPER, EDGE = "#fffefa", "#4b4b4b"
_SANS = "DejaVu Sans"
FONTS = Path(__file__).parents[2] / "data" / "fonts"
_BOLD = ImageFont.truetype(FONTS / "DejaVuSans-Bold.ttf", 100)
_CAP = 0.729  # the height of a capital letter of this font, as a part of the font size


def shape(path: str, fill: str = "none", width: float = 3, stroke: str = INK) -> str:
    """Return a path with an outline."""
    pen = f'stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"'
    return f'<path d="{path}" fill="{fill}" {pen}/>'


def tube(path: str, colour: str, width: float) -> str:
    """Return a thick line of this colour with an outline on both sides."""
    return shape(path, width=width + 6) + shape(path, width=width, stroke=colour)


def disc(x: float, y: float, radius: float, fill: str, width: float = 3) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{INK}" stroke-width="{width}"/>'


def oval(x: float, y: float, across: float, down: float, fill: str, width: float = 3) -> str:
    """Return an ellipse with these radii."""
    return f'<ellipse cx="{x}" cy="{y}" rx="{across}" ry="{down}" fill="{fill}" stroke="{INK}" stroke-width="{width}"/>'


def box(x: float, y: float, width: float, height: float, fill: str, stroke: float = 3) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" stroke="{INK}" stroke-width="{stroke}"/>'


def placed(drawing: str, x: float, y: float, scale: float, *, upside_down: bool = False) -> str:
    """Return the drawing with its origin at this place."""
    turn = " rotate(180)" if upside_down else ""
    return f'<g transform="translate({x} {y}) scale({scale}){turn}">{drawing}</g>'


def text(words: str, x: float, base: float, capital: float, colour: str, *, squeeze: float = 1.0) -> str:
    """Return words centred on `x`, whose capital letters are `capital` high and stand on `base`."""
    return (
        f'<text transform="translate({x} {base}) scale({squeeze} 1)" font-family="{_SANS}" font-weight="bold" '
        f'font-size="{capital / _CAP:.2f}" text-anchor="middle" fill="{colour}">{words}</text>'
    )


def text_width(words: str, capital: float) -> float:
    """Return how wide words are whose capital letters are so high."""
    return _BOLD.getlength(words) / _BOLD.size * capital / _CAP


def document(parts: Iterable[str], width: float = WIDTH, height: float = HEIGHT) -> str:
    """Return a whole SVG file of this size."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">{"".join(parts)}</svg>'
    )


def paper(width: float = WIDTH, height: float = HEIGHT, radius: float = 13, fill: str = PAPER) -> str:
    """Return the empty face of a card."""
    return (
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="{radius}" fill="{fill}" '
        f'stroke="{EDGE}" stroke-width="1.6"/>'
    )
