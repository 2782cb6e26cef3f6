"""Indices of cards: the rank or numeral in the upper left corner of a sprite."""

from bot.messages.pictures.placing import SMALL_HEIGHT
from bot.messages.pictures.sprites import Sprites
from bot.rummy.cards import UNNUMBERED

LEAST_INDEX = 38
"""The least height of an index in pixels of a picture."""


def index_rows(sprites: Sprites, sheet: str, face: str) -> tuple[int, int]:
    """Return the first and the last row of the rank or numeral, which is dark on light paper in the upper left corner.

    A small figure without a numeral is its own index.
    """
    image, palette = sprites.find(sheet, face).image, sprites.palette
    width, height, left = (44, 50, 8) if sheet == "small" else (62, 68, 10)
    if sheet == "small" and face.removesuffix(" covered") in UNNUMBERED:
        height = SMALL_HEIGHT - 7
    top = 7 if sheet == "small" else 10
    dark = {index for index in range(len(palette) // 3) if min(palette[3 * index : 3 * index + 3]) < 120}
    rows = [row for row in range(top, height) if not dark.isdisjoint(image.crop((left, row, width, row + 1)).tobytes())]
    return rows[0], rows[-1]
