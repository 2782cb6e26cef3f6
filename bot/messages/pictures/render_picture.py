"""The pixels of any picture, as a PNG."""

from typing import assert_never

from bot.messages.pictures.card_picture import card_picture
from bot.messages.pictures.hand_picture import HandPicture, place_hand
from bot.messages.pictures.last_hands_picture import LastHands, place_last_hands
from bot.messages.pictures.picture import Shown
from bot.messages.pictures.points_chart import points_chart
from bot.messages.pictures.points_over_deals import PointsOverDeals
from bot.messages.pictures.rating_chart import RatingsOverTime, rating_chart
from bot.messages.pictures.sprites import Sprites
from bot.messages.pictures.table_picture import TablePicture, place_table


def render_picture(shows: Shown, sprites: Sprites) -> bytes:
    """Return the picture: the same bytes for the same content. It takes milliseconds: run it in a thread."""
    match shows:
        case HandPicture():
            return card_picture(place_hand(shows), sprites)
        case TablePicture():
            return card_picture(place_table(shows), sprites)
        case LastHands():
            return card_picture(place_last_hands(shows), sprites)
        case PointsOverDeals(totals=totals):
            return points_chart(totals, sprites)
        case RatingsOverTime(lines=lines, zone=zone):
            return rating_chart(lines, zone)
        case _:
            assert_never(shows)
