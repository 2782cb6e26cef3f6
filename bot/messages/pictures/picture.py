"""A picture as a part of a message: what it shows, the choice of its readers, and the text for those who don't see it.

`bot.delivery` renders it.
"""

from dataclasses import dataclass
from typing import Any, assert_never

import discord
from discord import ui
from msgspec import Struct, json

from bot.messages.pictures.bracket import Bracket, bracket_picture
from bot.messages.pictures.card_pictures import HandPicture, TablePicture, place_hand, place_table
from bot.messages.pictures.last_hands import LastHands, place_last_hands
from bot.messages.pictures.points_chart import PointsOverDeals, points_chart
from bot.messages.pictures.rating_chart import RatingsOverTime, rating_chart
from bot.messages.pictures.sprites import Sprites, card_picture
from bot.tables.ports import Pictures, SuitColours

Shown = HandPicture | TablePicture | LastHands | PointsOverDeals | RatingsOverTime | Bracket

_UNATTACHED = "attachment://picture.png"


@dataclass(frozen=True, slots=True)
class PictureChoice:
    """How cards are shown to the readers of one message."""

    size: Pictures = Pictures.PICTURES
    colours: SuitColours = SuitColours.FOUR

    def __bool__(self) -> bool:
        """Return False for text only."""
        return self.size != Pictures.TEXT

    @property
    def is_large(self) -> bool:
        return self.size == Pictures.LARGE


TEXT_ONLY = PictureChoice(Pictures.TEXT)


class Picture(Struct, frozen=True):
    """What a picture shows, in which colours, and its alt text. A picture of a hand `is_private`.

    `table` is the number of the table that is being played, so that its files have names of their own; 0 for results.
    """

    shows: Shown
    colours: SuitColours
    alt: str
    table: int = 0

    @property
    def is_private(self) -> bool:
        """True if only one person may see it."""
        return isinstance(self.shows, HandPicture)

    @property
    def content(self) -> bytes:
        """What the pixels depend on: the same for pictures that look the same."""
        return b" ".join((type(self.shows).__name__.encode(), self.colours.encode(), json.encode(self.shows)))


class PictureGallery(ui.MediaGallery[Any]):
    """A picture in a message. It shows nothing until `attach` names its file.

    `instead` is what the message doesn't say beside it: it stands there if the picture can't be shown.
    """

    def __init__(self, picture: Picture, instead: str = "") -> None:
        super().__init__(discord.MediaGalleryItem(_UNATTACHED, description=picture.alt))
        self.picture, self.instead = picture, instead

    def attach(self, file: str) -> None:
        """Let the picture be this attachment of the message, by file name."""
        self.items[0].media = f"attachment://{file}"


def render_picture(shows: Shown, sprites: Sprites) -> bytes:
    """Return the picture: the same bytes for the same content. It takes milliseconds: run it in a thread."""
    match shows:
        case HandPicture():
            return card_picture(place_hand(shows), sprites)
        case TablePicture():
            return card_picture(place_table(shows), sprites)
        case LastHands():
            return card_picture(place_last_hands(shows), sprites)
        case PointsOverDeals(totals=totals, marks=marks):
            return points_chart(totals, marks, sprites)
        case RatingsOverTime(lines=lines):
            return rating_chart(lines, sprites)
        case Bracket():
            return bracket_picture(shows)
        case _:
            assert_never(shows)
