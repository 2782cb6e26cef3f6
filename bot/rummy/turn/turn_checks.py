"""The checks that the moves of a turn share: the hand holds the cards, the meld may be touched, the turn can still end."""

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
from bot.rummy.turn.turn_rules import can_discard, can_end_turn, can_touch


def deal_of(match: Match) -> Deal:
    assert match.deal is not None, "a turn is played in a deal"
    return match.deal


def match_after(events: tuple[Event, ...], match: Match) -> Match:
    folded = fold(events, match)
    assert folded is not None
    return folded


def check_in_hand(match: Match, cards: tuple[Card, ...]) -> None:
    """Raise IllegalMove unless there is at least one card, each is named once, and the seat to act holds them all."""
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
    """Raise IllegalMove unless the meld exists and the seat to act may lay off on it or swap its jokers (questions 23, 24)."""
    deal, variant = deal_of(match), match.variant
    if not 1 <= number <= len(deal.melds):
        raise IllegalMove(NoSuchMeld(number, len(deal.melds)))
    if can_touch(variant, deal, deal.turn.seat, number):
        return
    if variant.layoff_scope == "all":
        raise IllegalMove(OwnMeldFirst())
    raise IllegalMove(NotYourMeld(number) if variant.layoff_scope == "own" else LayOffsForbidden())


def finish_play(match: Match, events: tuple[Event, ...], how: EndedBy) -> tuple[Event, ...]:
    """Return the events, and the end of the deal if the hand is then empty.

    Raise IllegalMove if the turn could then not end legally (RULES 5.2).
    """
    seat, then = deal_of(match).turn.seat, match_after(events, match)
    if can_end_turn(then):
        return *events, *end_deal_if_out(match, then, seat, how)
    rest, taken = deal_of(then).hands[seat], deal_of(then).turn.taken_card
    if taken is not None and rest and not any(can_discard(match.variant, card, taken) for card in rest):
        raise IllegalMove(NoLegalEnd(face(taken)))
    raise IllegalMove(MustDiscardLast())
