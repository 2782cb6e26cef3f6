"""Which moves a seat has: the same rules, asked beforehand, so that a button never offers what they forbid."""

from bot.rummy.apply import apply
from bot.rummy.cards import Card
from bot.rummy.events import CardsLaidOff, DiscardTaken, MeldLaid
from bot.rummy.match import Deal, Match, Question
from bot.rummy.melds import fitting, melds_in
from bot.rummy.moves import DRAW, TAKE, LayMeld, LayOff, SeatMove, discard
from bot.rummy.turn_end import can_end, may_discard, may_lay_off_on


def legal_moves(match: Match, seat: int) -> list[SeatMove]:
    """Every move of the seat's turn, lay-offs card by card; empty when it is not its turn. (It may `leave` at any time.)"""
    if match.to_act() != seat:
        return []
    deal = match.deal
    assert deal is not None
    if match.question == Question.DRAW:
        return _draws(match, deal)
    hand = deal.hands[seat]
    return [
        *_melds(match, deal, hand),
        *_lay_offs(match, deal, hand),
        *(discard(card) for card in hand if may_discard(card, deal.taken)),
    ]


def _draws(match: Match, deal: Deal) -> list[SeatMove]:
    top = deal.top_discard()
    if top is None or not can_end(apply(match, DiscardTaken(deal.turn, top))):
        return [DRAW]
    return [DRAW, TAKE]


def _melds(match: Match, deal: Deal, hand: tuple[Card, ...]) -> list[SeatMove]:
    if not match.variant.may_meld_again(deal.melded):
        return []
    return [
        LayMeld(meld.cards)
        for meld in melds_in(hand, match.variant)
        if _leaves_an_end(deal, hand, meld.cards) or can_end(apply(match, MeldLaid(deal.turn, meld.kind, meld.cards)))
    ]


def _lay_offs(match: Match, deal: Deal, hand: tuple[Card, ...]) -> list[SeatMove]:
    return [
        LayOff((card,), number)
        for number, meld in enumerate(deal.melds, start=1)
        if may_lay_off_on(match.variant, deal, deal.turn, number)
        for card in sorted(fitting(meld.kind, meld.cards).intersection(hand))
        if _leaves_an_end(deal, hand, (card,)) or can_end(apply(match, CardsLaidOff(deal.turn, (card,), number)))
    ]


def _leaves_an_end(deal: Deal, hand: tuple[Card, ...], cards: tuple[Card, ...]) -> bool:
    """Quick yes: something is left that may be discarded."""
    return any(card not in cards and may_discard(card, deal.taken) for card in hand)
