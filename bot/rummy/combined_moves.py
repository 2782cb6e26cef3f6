"""Moves that take several steps at a time: taking the top discard and laying it, and laying off every card that fits a meld."""

from collections.abc import Iterator

from bot.rummy.apply import apply
from bot.rummy.deck.cards import Card, face, is_joker, physical_card
from bot.rummy.events import DiscardTaken
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Match
from bot.rummy.melds.melds import Meld, extend_meld, fitting_faces
from bot.rummy.moves import LayingMove, TakeAndLay, laid_cards
from bot.rummy.turn.turn_rules import cards_to_lay


def take_and_lay_moves(match: Match, seat: int) -> Iterator[TakeAndLay]:
    """Yield the moves that take the top discard and lay it, alone or with cards of the hand.

    The seat must be allowed to take it.
    """
    assert match.deal is not None
    top = match.deal.top_discard()
    assert top is not None
    for move in legal_moves(apply(match, DiscardTaken(seat, top)), seat):
        if isinstance(move, LayingMove) and top in map(physical_card, laid_cards(move)):
            yield TakeAndLay(move)


def all_that_fit(match: Match, number: int) -> tuple[Card, ...]:
    """Return the natural cards of the turn's hand that can be laid off together on this meld, in the order of the larger meld.

    Of cards that exclude each other, the one with the most points is taken.
    """
    deal, variant = match.deal, match.variant
    assert deal is not None
    on = deal.melds[number - 1]
    room = len(deal.hands[deal.turn.seat]) if variant.meld_retire_at == "never" else variant.meld_retire_at - len(on.cards)
    naturals = [card for card in cards_to_lay(deal) if not is_joker(card)]
    naturals.sort(key=variant.points, reverse=True)
    grown, found = Meld(on.kind, on.cards), list[Card]()
    while len(found) < room:
        faces = fitting_faces(grown, variant)
        card = next((card for card in naturals if face(card) in faces and card not in found), None)
        larger = None if card is None else extend_meld(grown, (card,), variant)
        if card is None or larger is None:
            break
        found.append(card)
        grown = larger
    return tuple(card for card in grown.cards if card in found)
