"""Which melds on the table given cards fit, where a move does not name one."""

from bot.rummy.deck.cards import Card, face, is_joker, meld_face
from bot.rummy.match import Match
from bot.rummy.melds.melds import Meld, extend_meld
from bot.rummy.turn.turn_end import can_touch


def melds_that_fit(match: Match, cards: tuple[Card, ...]) -> tuple[int, ...]:
    """The numbers, from 1, of the melds that these cards together would make longer."""
    melds = match.deal.melds if match.deal is not None else ()
    return _touchable(
        match,
        [
            number
            for number, on in enumerate(melds, start=1)
            if extend_meld(Meld(on.kind, on.cards), cards, match.variant) is not None
        ],
    )


def melds_with_joker_for(match: Match, card: Card) -> tuple[int, ...]:
    """The numbers of the melds in which a joker stands for this card."""
    melds = match.deal.melds if match.deal is not None else ()
    return _touchable(
        match,
        [
            number
            for number, on in enumerate(melds, start=1)
            if any(is_joker(each) and meld_face(each) == face(card) for each in on.cards)
        ],
    )


def _touchable(match: Match, numbers: list[int]) -> tuple[int, ...]:
    """Those that the seat to act may touch; all, where it may touch none, so that the refusal can say why."""
    deal = match.deal
    may = [number for number in numbers if deal is not None and can_touch(match.variant, deal, deal.turn.seat, number)]
    return tuple(may or numbers)
