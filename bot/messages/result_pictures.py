"""The pictures of a result: the hands at the end of a deal, and the points over the deals of a match."""

from collections.abc import Sequence

from bot.messages.pictures.last_hands import last_hands_alt
from bot.messages.pictures.last_hands_picture import LastHands
from bot.messages.pictures.picture import Picture, PictureGallery
from bot.messages.pictures.picture_choice import PictureChoice
from bot.messages.pictures.points_over_deals import PointsOverDeals, points_chart_alt, points_of_deals
from bot.messages.words import Words
from bot.rummy.events import DealEnded


def last_hands_galleries(hands: LastHands | None, choice: PictureChoice, say: Words) -> list[PictureGallery]:
    """Return the picture of the hands; nothing for readers who want text, or if no deal has ended."""
    if not choice or hands is None:
        return []
    return [PictureGallery(Picture(hands, choice.colours, last_hands_alt(hands, say)))]


def points_galleries(deals: Sequence[DealEnded], choice: PictureChoice, say: Words) -> list[PictureGallery]:
    """Return the chart of the points; nothing for readers who want text, or after a single deal."""
    if not choice or len(deals) < 2:
        return []
    totals = points_of_deals(deals)
    shown = PointsOverDeals(tuple(map(tuple, totals)))
    return [PictureGallery(Picture(shown, choice.colours, points_chart_alt(totals, say)))]
