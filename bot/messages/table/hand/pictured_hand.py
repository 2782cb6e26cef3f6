"""A player's hand as a picture, in the order of the text."""

from bot.messages.pictures.hand_picture import HandPicture
from bot.messages.pictures.picture import Picture, PictureGallery
from bot.messages.table.alt_texts import hand_alt
from bot.messages.table.hand.hand_cards import in_text_order, loose_cards
from bot.messages.table.render_context import RenderContext
from bot.rummy.cards import Card, face
from bot.rummy.match import Awaited
from bot.rummy.moves import Discard
from bot.rummy.view import DealView, View
from bot.tables.ports import CardOrder


def hand_galleries(view: View, deal: DealView, context: RenderContext) -> list[PictureGallery]:
    """Return the picture of the viewer's hand; nothing for a reader who wants text, or for an empty hand."""
    if not context.pictures or not deal.hand:
        return []
    shown = hand_picture(view, deal, context.card_order, is_large=context.pictures.is_large)
    alt = hand_alt(shown, context.say)
    return [PictureGallery(Picture(shown, context.pictures.colours, alt, context.table.number))]


def hand_picture(view: View, deal: DealView, order: CardOrder, *, is_large: bool = False) -> HandPicture:
    """Return what the picture shows."""
    melds = () if view.arrangement is None else view.arrangement.melds
    loose = tuple(in_text_order(loose_cards(deal.hand, melds), order))
    is_new_held = view.seat_to_act == view.viewer and deal.new_card in deal.hand
    new = deal.new_card if is_new_held else None
    return HandPicture(tuple(meld.cards for meld in melds), loose, new, barred_cards(view, deal), is_large)


def barred_cards(view: View, deal: DealView) -> tuple[Card, ...]:
    """Return the cards that the viewer can't discard in this turn; none while no card at all can be discarded."""
    discards = [move.card for move in view.moves if isinstance(move, Discard)]
    if not discards or view.awaits != Awaited.PLAY:
        return ()
    faces = frozenset(map(face, discards))
    return tuple(card for card in deal.hand if card not in discards and (face(card) not in faces or card == deal.taken_card))
