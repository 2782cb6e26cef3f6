"""What every move of a turn must meet: the cards are held, the meld may be touched, and the turn can still end."""

from bot.rummy.apply import fold
from bot.rummy.deck.cards import Card, face
from bot.rummy.events import EndedBy, Event
from bot.rummy.match import Deal, Match
from bot.rummy.refusals import (
    CardsMissing,
    CardWrittenTwice,
    IllegalMove,
    LayOffsForbidden,
    MustDiscardLast,
    NoLegalEnd,
    NoSuchMeld,
    NotInHand,
    NotYourMeld,
    OwnMeldFirst,
)
from bot.rummy.turn.deal_end import end_deal_if_out
from bot.rummy.turn.turn_end import can_discard, can_end_turn, can_touch


def deal_of(match: Match) -> Deal:
    assert match.deal is not None, "a turn is played in a deal"
    return match.deal


def match_after(events: tuple[Event, ...], match: Match) -> Match:
    folded = fold(events, match)
    assert folded is not None
    return folded


def check_in_hand(match: Match, cards: tuple[Card, ...]) -> None:
    """Some card, each once, all of them held by the seat to act."""
    deal = deal_of(match)
    hand = deal.hands[deal.turn.seat]
    if not cards:
        raise IllegalMove(CardsMissing())
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise IllegalMove(CardWrittenTwice(card))
        if card not in hand:
            raise IllegalMove(NotInHand(card))


def check_may_touch(match: Match, number: int) -> None:
    """Whether this table lets the seat to act lay off on that meld, or swap a joker in it, at all (questions 23, 24)."""
    deal, variant = deal_of(match), match.variant
    if not 1 <= number <= len(deal.melds):
        raise IllegalMove(NoSuchMeld(number, len(deal.melds)))
    if can_touch(variant, deal, deal.turn.seat, number):
        return
    if variant.layoff_scope == "all":
        raise IllegalMove(OwnMeldFirst())
    raise IllegalMove(NotYourMeld(number) if variant.layoff_scope == "own" else LayOffsForbidden())


def finish_play(match: Match, events: tuple[Event, ...], how: EndedBy) -> tuple[Event, ...]:
    """The events and what follows from them, unless they would leave the turn without a legal end (RULES 5.2)."""
    seat, then = deal_of(match).turn.seat, match_after(events, match)
    if can_end_turn(then):
        return *events, *end_deal_if_out(match, then, seat, how)
    rest, taken = deal_of(then).hands[seat], deal_of(then).turn.taken_card
    if taken is not None and rest and not any(can_discard(match.variant, card, taken) for card in rest):
        raise IllegalMove(NoLegalEnd(face(taken)))
    raise IllegalMove(MustDiscardLast())
