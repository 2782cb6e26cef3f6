"""A picture of cards as PNG: sprites of one palette, pasted as they are."""

from io import BytesIO

from PIL import Image

from bot.messages.pictures.pauses import Pauses
from bot.messages.pictures.placing import BORDER, Placement
from bot.messages.pictures.sprites import Sprites

_FELT, _GOLD = 0, 2  # in the palette
_LEVEL = 6  # of compression: 9 takes six times as long, and saves a twentieth


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
