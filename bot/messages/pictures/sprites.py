"""The sprites of cards, which `scripts/card_art` builds in data/cards, and the pictures put together from them."""

import hashlib
import json
import time
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from string import ascii_uppercase, digits
from typing import NamedTuple

from PIL import Image

from bot.messages.pictures.placing import BORDER, CARD_HEIGHT, CARD_WIDTH, COVERED, SMALL_HEIGHT, SMALL_WIDTH, Placement
from bot.rummy.cards import CUCCU20, FRENCH52, JOKER

_WITHOUT_PAUSE, _PAUSE = 0.001, 0.00002  # seconds
CARD_PICTURES = Path(__file__).parents[3] / "data" / "cards"
_CARDS = frozenset((*FRENCH52, *CUCCU20, JOKER, *(f"{JOKER}={face}" for face in FRENCH52), "back", "empty", "new"))
_MARKS = frozenset(
    (
        *(sign for mark in "123456" + ascii_uppercase for sign in (mark, f"{mark}!")),
        *(f"d{character}" for character in digits + ascii_uppercase),
        *(f"t{digit}" for digit in digits),
        *("cards", "crown", "flag", "lock", "tag"),
    )
)
_NEEDED = {sheet: _CARDS.union(f"{face} covered" for face in faces) for sheet, faces in COVERED.items()} | {"marks": _MARKS}
_SIZES = {"large": (CARD_WIDTH, CARD_HEIGHT), "small": (SMALL_WIDTH, SMALL_HEIGHT)}
_SHOWN = [0] + [1] * 255  # index 0 of the palette is what shows the felt
_COLOURS = 124  # of the palette; as many again are the same, dimmed
_DIMMED = [0, *(min(255, index + _COLOURS) for index in range(1, 256))]
_FELT, _GOLD = 0, 2  # in the palette
_LEVEL = 6  # of compression: 9 takes six times as long, and saves a twentieth


class Pauses:
    """The pauses of one rendering.

    Pillow gives Python's lock away during each of its many short steps, and has taken it back before another thread wakes up.
    A thread that waits for the lock demands it only after half a millisecond in which nobody gave it away, so without a pause
    it waits until the whole picture is rendered.
    """

    def __init__(self) -> None:
        self._next = time.perf_counter() + _WITHOUT_PAUSE

    def pause_if_due(self) -> None:
        """Pause for a moment, at most once in a millisecond. Call it between the steps of a rendering."""
        if time.perf_counter() >= self._next:
            time.sleep(_PAUSE)
            self._next = time.perf_counter() + _WITHOUT_PAUSE


class SpritesUnusableError(Exception):
    """The sprites are missing or damaged; everything is shown as text."""


class Sprite(NamedTuple):
    """A part of a picture, and the mask of what it covers."""

    image: Image.Image
    mask: Image.Image


class Sprites:
    """The sprites of one choice of suit colours, by sheet (`large`, `small`, `marks`) and name; in one palette."""

    def __init__(self, sheets: Mapping[str, Mapping[str, Sprite]], palette: list[int]) -> None:
        self._sheets = sheets
        self._dimmed: dict[tuple[str, str], Sprite] = {}
        self.palette = palette

    def find(self, sheet: str, name: str, *, dimmed: bool = False) -> Sprite:
        """Return a sprite. Raise KeyError if there is none of that name."""
        sprite = self._sheets[sheet][name]
        if not dimmed:
            return sprite
        key = (sheet, name)
        if key not in self._dimmed:
            self._dimmed[key] = Sprite(sprite.image.point(_DIMMED), sprite.mask)
        return self._dimmed[key]


Parts = dict[bytes, Image.Image]
"""Images by their content: most cards cover the same, and half of them look the same in four colours and in two."""


def load_sprites(folder: Path, colours: str, shared: Parts | None = None) -> Sprites:
    """Return the sprites with these colours of the suits, `four` or `two`. Raise SpritesUnusableError.

    Those that equal one in `shared` take no memory of their own; the others are added to it.
    """
    parts: Parts = {} if shared is None else shared
    try:
        places = json.loads((folder / "sprites.json").read_text("utf-8"))
        sheets, palettes = {}, list[list[int] | None]()
        for sheet, file in (("large", f"large-{colours}"), ("small", f"small-{colours}"), ("marks", "marks")):
            with Image.open(folder / f"{file}.png") as image:
                image.load()
                sheets[sheet] = {name: _cut(image, parts, *place) for name, place in places[file].items()}
                palettes.append(image.getpalette())
        for sheet, names in _NEEDED.items():
            if missing := names - sheets[sheet].keys():
                raise ValueError(f"there is no {min(missing)} on the sheet {sheet}")
            if any(sprite.image.size != _SIZES[sheet] for sprite in sheets[sheet].values() if sheet in _SIZES):
                raise ValueError(f"a card of the sheet {sheet} has another size")
        if palettes[0] is None or any(palette != palettes[0] for palette in palettes):
            raise ValueError("the sheets don't have the same palette")
    except Exception as error:  # there is no end to what Pillow raises for a damaged PNG: SyntaxError, struct.error …
        raise SpritesUnusableError(f"the card pictures in {folder} can't be used: {error!r}") from error
    return Sprites(sheets, palettes[0])


def _cut(sheet: Image.Image, parts: Parts, left: int, top: int, width: int, height: int) -> Sprite:
    is_inside = 0 <= left < left + width <= sheet.width and 0 <= top < top + height <= sheet.height
    if sheet.mode != "P" or not is_inside:
        raise ValueError("a sheet is too small, or has no palette")
    image = sheet.crop((left, top, left + width, top + height))
    return Sprite(_share(image, parts), _share(image.point(_SHOWN, "1"), parts))


def _share(image: Image.Image, parts: Parts) -> Image.Image:
    content = hashlib.sha256(b"%s %d " % (image.mode.encode(), image.width) + image.tobytes())
    return parts.setdefault(content.digest(), image)


def card_picture(placement: Placement, sprites: Sprites) -> bytes:
    """Return the picture: the same bytes for the same placement."""
    pauses = Pauses()
    image = Image.new("P", (placement.width, placement.height), _FELT)
    image.putpalette(sprites.palette)
    for placed in placement.sprites:
        pauses.pause_if_due()
        sprite = sprites.find(placed.sheet, placed.name, dimmed=placed.dimmed)
        whole, height = sprite.image.size
        if placed.width in (0, whole):
            image.paste(sprite.image, (placed.left, placed.top), sprite.mask)
            continue
        kept = placed.width - BORDER
        for first, last, left in ((0, kept, placed.left), (whole - BORDER, whole, placed.left + kept)):
            part = (first, 0, last, height)
            image.paste(sprite.image.crop(part), (left, placed.top), sprite.mask.crop(part))
    for bar in placement.bars:
        image.paste(_GOLD, (bar.left, bar.top, bar.left + bar.width, bar.top + bar.height))
    pauses.pause_if_due()
    file = BytesIO()
    image.save(file, "PNG", compress_level=_LEVEL)
    return file.getvalue()
