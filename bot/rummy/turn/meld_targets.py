"""Which melds on the table a card could go to, for moves that don't name a meld."""

from bot.rummy.deck.cards import Card, face, is_joker, meld_face
from bot.rummy.match import Match
from bot.rummy.melds.melds import Meld, extend_meld
from bot.rummy.turn.turn_rules import can_touch


def melds_that_fit(match: Match, cards: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the numbers, from 1, of the melds on which these cards can be laid off together."""
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
    """Return the numbers, from 1, of the melds in which a joker stands for this card."""
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
    """Return the numbers that the seat to act may touch; all of them if it may touch none, so that the refusal says why."""
    deal = match.deal
    may = [number for number in numbers if deal is not None and can_touch(match.variant, deal, deal.turn.seat, number)]
    return tuple(may or numbers)
