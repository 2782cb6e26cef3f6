"""Melding and laying off: what may be laid on the table, and when."""

from bot.rummy.apply import apply
from bot.rummy.cards import Card, face
from bot.rummy.ending import or_out
from bot.rummy.events import CardsLaidOff, Event, How, MeldLaid
from bot.rummy.match import Match
from bot.rummy.melds import Meld, extended, read_meld
from bot.rummy.moves import LayMeld, LayOff
from bot.rummy.refusals import (
    CardsMissing,
    CardWrittenTwice,
    DoesNotFit,
    IllegalMove,
    LayOffsForbidden,
    MustDiscardLast,
    NoLegalEnd,
    NoSuchMeld,
    NotAMeld,
    NotInHand,
    NotYourMeld,
    OwnMeldFirst,
    TooManyMelds,
)
from bot.rummy.turn_end import can_end, may_lay_off_on


def laid(match: Match, move: LayMeld) -> tuple[Event, ...]:
    """A meld from hand (B:L57, A:L52)."""
    deal = match.deal
    assert deal is not None
    check_in_hand(match, move.cards)
    limit = match.variant.melds_per_turn
    if limit != "unlimited" and deal.melded >= limit:
        raise IllegalMove(TooManyMelds(limit))
    meld = read_meld(move.cards, match.variant)
    if meld is None:
        raise IllegalMove(NotAMeld(move.cards))
    return _with_an_end(match, MeldLaid(deal.turn, meld.kind, meld.cards), How.MELD)


def laid_off(match: Match, move: LayOff) -> tuple[Event, ...]:
    """Cards added to a meld that lies on the table, which is never rearranged (B:L47, B:L58)."""
    deal = match.deal
    assert deal is not None
    check_in_hand(match, move.cards)
    check_scope(match, move.meld)
    on = deal.melds[move.meld - 1]
    larger = extended(Meld(on.kind, on.cards), move.cards, match.variant)
    if larger is None:
        raise IllegalMove(DoesNotFit(move.cards, move.meld, on.cards))
    in_order = tuple(card for card in larger.cards if card in move.cards)
    return _with_an_end(match, CardsLaidOff(deal.turn, in_order, move.meld), How.LAYOFF)


def check_in_hand(match: Match, cards: tuple[Card, ...]) -> None:
    """Some card, each once, all of them held by the seat to act."""
    deal = match.deal
    assert deal is not None
    hand = deal.hands[deal.turn]
    if not cards:
        raise IllegalMove(CardsMissing())
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise IllegalMove(CardWrittenTwice(card))
        if card not in hand:
            raise IllegalMove(NotInHand(card))


def check_scope(match: Match, number: int) -> None:
    """Whether this table lets the seat to act lay off on that meld at all (questions 23, 24)."""
    deal, variant = match.deal, match.variant
    assert deal is not None
    if not 1 <= number <= len(deal.melds):
        raise IllegalMove(NoSuchMeld(number, len(deal.melds)))
    if may_lay_off_on(variant, deal, deal.turn, number):
        return
    if variant.layoff_scope == "all":
        raise IllegalMove(OwnMeldFirst())
    raise IllegalMove(NotYourMeld(number) if variant.layoff_scope == "own" else LayOffsForbidden())


def _with_an_end(match: Match, event: MeldLaid | CardsLaidOff, how: How) -> tuple[Event, ...]:
    """The event and what follows from it, unless it would leave the turn without a legal end (RULES 5.2)."""
    after = apply(match, event)
    if can_end(after):
        return event, *or_out(match, after, event.seat, how)
    assert after.deal is not None
    rest, taken = after.deal.hands[event.seat], after.deal.taken
    if taken is not None and rest and all(face(card) == face(taken) for card in rest):
        raise IllegalMove(NoLegalEnd(taken))
    raise IllegalMove(MustDiscardLast())
