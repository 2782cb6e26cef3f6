"""A picture as a part of a message: what it shows, and the text for those who don't see it. `bot.delivery` renders it."""

from collections.abc import Iterable
from typing import Any

import discord
from discord import ui
from msgspec import Struct, json

from bot.messages.pictures.hand_picture import HandPicture
from bot.messages.pictures.last_hands_picture import LastHands
from bot.messages.pictures.points_over_deals import PointsOverDeals
from bot.messages.pictures.rating_chart import RatingsOverTime
from bot.messages.pictures.table_picture import TablePicture
from bot.tables.ports import SuitColours

Shown = HandPicture | TablePicture | LastHands | PointsOverDeals | RatingsOverTime

_UNATTACHED = "attachment://picture.png"


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
    """Pictures one below the other in a message. They show nothing until `attach` names their files."""

    def __init__(self, *pictures: Picture) -> None:
        super().__init__(*(discord.MediaGalleryItem(_UNATTACHED, description=picture.alt) for picture in pictures))
        self.pictures = pictures

    def attach(self, files: Iterable[str]) -> None:
        """Let the pictures be these attachments of the message, by file name."""
        for item, file in zip(self.items, files, strict=True):
            item.media = f"attachment://{file}"
