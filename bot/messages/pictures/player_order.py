"""The order in which players stand in pictures and texts: the same through a match."""

from bot.rummy.view import View


def order_of_play(view: View) -> list[int]:
    """Return the seats in the order of play, the same through the match."""
    seats = list(range(view.seats))
    return seats if view.variant.direction == "clockwise" else seats[:1] + seats[:0:-1]
