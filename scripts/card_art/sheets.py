"""Sheets of sprites in one palette: what the bot loads to put pictures of cards together."""

import io
import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from string import ascii_uppercase, digits

import resvg_py
from PIL import Image

from bot.messages.pictures.placing import COVERED
from bot.rummy.cards import CUCCU20, JOKER, RANKS, SUITS
from scripts.card_art import cuccu, french, marks
from scripts.card_art.svg import FONTS, HEIGHT, WIDTH

CARDS = Path(__file__).parents[2] / "data" / "cards"
FELT = (31, 92, 58)
GOLD_LINE = (224, 165, 38)
COLOURS = 124
"""How many colours the sprites have; as many again are for dimmed cards. Index 0 is the felt, and shows what is below;
1 is white, and 2 the gold of lines."""
_DIMMED = 0.82
"""How much of its colour a dimmed card keeps; the rest is felt."""
_RAMP = 5
"""Shades from each colour of the suits to white: the edges of indices stay smooth."""
_COLUMNS = 13

Drawings = Mapping[str, Callable[[], str]]


def card_drawings(colours: Mapping[str, str], *, small: bool) -> Drawings:
    """Return the drawing of each face of both decks, of the joker and of the back."""
    draw, draw_cuccu = (french.small_card, cuccu.small_card) if small else (french.card, cuccu.card)
    joker_for = french.small_joker_for if small else french.joker_for
    width, height = (french.SMALL_WIDTH, french.SMALL_HEIGHT) if small else (WIDTH, HEIGHT)
    return {
        **{f"{rank}{suit}": partial(draw, rank, suit, colours) for suit in SUITS for rank in RANKS},
        **{f"JK={rank}{suit}": partial(joker_for, rank, suit, colours) for suit in SUITS for rank in RANKS},
        "JK": french.small_joker if small else french.joker,
        "back": partial(french.back, width, height, 9 if small else 13),
        **{str(face): partial(draw_cuccu, face) for face in CUCCU20},
        **_covered_drawings(colours, small=small),
        "new": partial(marks.new_frame, width, height),
        "empty": partial(marks.empty_place, width, height),
    }


def _covered_drawings(colours: Mapping[str, str], *, small: bool) -> Drawings:
    """Return the drawings of the cards that look different while the next one covers a part of them."""
    draw, draw_cuccu = (french.small_card, cuccu.small_card) if small else (french.card, cuccu.card)
    draw_joker = french.small_joker if small else french.joker
    found: dict[str, Callable[[], str]] = {}
    for name in sorted(COVERED["small" if small else "large"]):
        rank, suit = name[:-1].removeprefix("JK="), name[-1]
        if name in CUCCU20:
            found[name] = partial(draw_cuccu, name, is_covered=True)
        elif name == JOKER:
            found[name] = partial(draw_joker, is_covered=True)
        elif name.startswith("JK="):
            found[name] = partial(french.small_joker_for, rank, suit, colours, is_covered=True)
        else:
            found[name] = partial(draw, rank, suit, colours, is_covered=True)
    return {f"{name} covered": drawing for name, drawing in found.items()}


def mark_drawings() -> Drawings:
    """Return the marks of players, also of the one to act (`R!`), signs, digits and initials (`d0`), digits of tags (`t0`)."""
    signs = [*map(str, range(1, 7)), *ascii_uppercase]
    return {
        **{sign: partial(marks.mark, sign, to_act=False) for sign in signs},
        **{f"{sign}!": partial(marks.mark, sign, to_act=True) for sign in signs},
        "cards": marks.cards,
        "crown": marks.crown,
        "flag": marks.flag,
        "lock": marks.lock,
        **{f"d{sign}": partial(marks.digit, sign) for sign in digits + ascii_uppercase},
        "tag": marks.tag,
        **{f"t{number}": partial(marks.tag_digit, number) for number in range(10)},
    }


def emoji_drawings() -> Drawings:
    """Return the picture of each application emoji by its face."""
    return {
        **{f"{rank}{suit}": partial(french.emoji, rank, suit) for suit in SUITS for rank in RANKS},
        "JK": french.joker_emoji,
        **{str(face): partial(cuccu.emoji, face) for face in CUCCU20},
    }


def build(folder: Path = CARDS) -> None:
    """Write all sprites and emoji to this folder."""
    sheets = {
        "large-four": card_drawings(french.FOUR_COLOURS, small=False),
        "large-two": card_drawings(french.TWO_COLOURS, small=False),
        "small-four": card_drawings(french.FOUR_COLOURS, small=True),
        "small-two": card_drawings(french.TWO_COLOURS, small=True),
        "marks": mark_drawings(),
    }
    drawn = {name: {key: render(draw()) for key, draw in drawings.items()} for name, drawings in sheets.items()}
    palette = _palette([sprite for sprites in drawn.values() for sprite in sprites.values()])
    places: dict[str, dict[str, tuple[int, int, int, int]]] = {}
    for name, sprites in drawn.items():
        sheet, places[name] = _sheet(sprites, palette)
        sheet.save(folder / f"{name}.png", compress_level=9)
    (folder / "sprites.json").write_text(json.dumps(places, indent=0, separators=(",", ":")) + "\n", "utf-8")
    (folder / "emoji").mkdir(exist_ok=True)
    for face, draw in emoji_drawings().items():
        render(draw()).quantize(96, method=Image.Quantize.FASTOCTREE).save(folder / "emoji" / f"{face}.png", optimize=True)


def render(svg: str) -> Image.Image:
    """Return the drawing as pixels with transparency."""
    png = resvg_py.svg_to_bytes(svg_string=svg, font_dirs=[str(FONTS)], skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


def _palette(sprites: list[Image.Image]) -> list[int]:
    """Return the shared palette: felt, the suits' shades, the most used colours, and all of them dimmed."""
    fixed = [FELT, (255, 255, 255), GOLD_LINE, *_shades()]
    pixels = b"".join(bytes(sprite.convert("RGB").tobytes()) for sprite in sprites)
    width = 1024
    rest = Image.frombytes("RGB", (width, len(pixels) // 3 // width), pixels[: len(pixels) // 3 // width * width * 3])
    adaptive = rest.quantize(COLOURS - len(fixed), method=Image.Quantize.MEDIANCUT).getpalette() or []
    found = [tuple(adaptive[at : at + 3]) for at in range(0, len(adaptive), 3)]
    colours = [*fixed, *found][:COLOURS]
    colours += [FELT] * (COLOURS - len(colours))
    dimmed = [
        tuple(round(part * _DIMMED + felt * (1 - _DIMMED)) for part, felt in zip(colour, FELT, strict=True))
        for colour in colours
    ]
    return [part for colour in (*colours, *dimmed) for part in colour]


def _shades() -> Iterator[tuple[int, int, int]]:
    for colour in dict.fromkeys((*french.FOUR_COLOURS.values(), *french.TWO_COLOURS.values())):
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        for step in range(_RAMP):
            part = step / _RAMP
            yield tuple(round(value + (255 - value) * part) for value in (red, green, blue))  # type: ignore[misc]


@cache
def _palette_image(colours: tuple[int, ...]) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(list(colours))
    return image


def _sheet(sprites: Mapping[str, Image.Image], palette: list[int]) -> tuple[Image.Image, dict[str, tuple[int, int, int, int]]]:
    """Return the sprites side by side in the shared palette, and the place of each: left, top, width, height."""
    width, height = max(sprite.width for sprite in sprites.values()), max(sprite.height for sprite in sprites.values())
    rows = -(-len(sprites) // _COLUMNS)
    sheet = Image.new("P", (_COLUMNS * width, rows * height), 0)
    sheet.putpalette(palette)
    places = {}
    for nth, (name, sprite) in enumerate(sprites.items()):
        left, top = nth % _COLUMNS * width, nth // _COLUMNS * height
        opaque = Image.new("RGB", sprite.size, FELT)
        opaque.paste(sprite, mask=sprite)
        visible = sprite.getchannel("A").point(lambda alpha: 255 * (alpha > 100))
        in_palette = opaque.quantize(palette=_palette_image((*palette[3 : COLOURS * 3],)), dither=Image.Dither.NONE)
        shifted = in_palette.point(lambda index: index + 1)  # no visible pixel is felt, which means what is below
        sheet.paste(shifted, (left, top), visible)
        places[name] = (left, top, sprite.width, sprite.height)
    return sheet, places
