"""The table as a picture, from what everyone may see of it."""

from bot.messages.pictures.marks import mark_of
from bot.messages.pictures.picture import Picture, PictureGallery
from bot.messages.pictures.table_picture import PlayerHand, TableMeld, TablePicture
from bot.messages.table.alt_texts import table_alt
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_text import order_of_play
from bot.rummy.view import View


def table_galleries(view: View, context: RenderContext) -> list[PictureGallery]:
    """Return the picture of the table, or nothing for readers who want text."""
    if not context.pictures:
        return []
    shown, names = table_picture(view, is_large=context.pictures.is_large), context.names
    alt = table_alt(shown, [names.plain(context.table.occupant(seat)) for seat in range(view.seats)], context.say)
    return [PictureGallery(Picture(shown, context.pictures.colours, alt, context.table.number))]


def table_picture(view: View, *, is_large: bool = False) -> TablePicture:
    """Return what the picture shows: hands in the order of play, and melds in the order of their numbers."""
    deal = view.deal
    assert deal is not None
    to_act = None if deal.end is not None else view.seat_to_act
    hands = tuple(
        PlayerHand(mark_of(seat), deal.hand_sizes[seat], to_act=seat == to_act)
        for seat in order_of_play(view)
        if seat not in view.left_seats
    )
    melds = tuple(TableMeld(mark_of(meld.owner), meld.cards) for meld in deal.melds)
    upcard = deal.discard_pile[-1] if deal.discard_pile else None
    return TablePicture(deal.stock_size, upcard, hands, melds, is_large)
