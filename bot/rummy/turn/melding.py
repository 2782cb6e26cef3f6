"""Melding from the hand: one meld, or several in one move."""

from itertools import islice

from bot.rummy.deck.cards import is_joker, physical_card
from bot.rummy.events import EndedBy, Event, MeldLaid
from bot.rummy.match import Match
from bot.rummy.melds.melds import Meld, readings
from bot.rummy.moves import LayMeld, LayMelds
from bot.rummy.refusals import (
    FirstMeldTooLow,
    IllegalMove,
    JokerUndeclared,
    KindUndeclared,
    NotAllAtOnce,
    NotAMeld,
    TooManyMelds,
)
from bot.rummy.turn.retiring import retire_meld
from bot.rummy.turn.turn_checks import check_in_hand, deal_of, finish_play, match_after
from bot.rummy.turn.turn_rules import can_discard, can_meld_again, has_opened, worth_of_melds

MOST_CHOICES = 25


def lay_melds(match: Match, move: LayMeld | LayMelds) -> tuple[Event, ...]:
    """Return the events of laying the melds of the move, all or none (B:L57, A:L52, RULES 5.14)."""
    deal, melds = deal_of(match), move.melds if isinstance(move, LayMelds) else (move,)
    check_in_hand(match, tuple(physical_card(card) for meld in melds for card in meld.cards))
    limit = match.variant.melds_per_turn
    if limit != "unlimited" and not can_meld_again(match.variant, deal, len(melds)):
        raise IllegalMove(TooManyMelds(limit))
    events: tuple[Event, ...] = ()
    for part in melds:
        meld = _read_choice(part, match)
        events += (MeldLaid(deal.turn.seat, meld.kind, meld.cards),)
        table = match_after(events, match)
        events += retire_meld(table, len(deal_of(table).melds))
    least = match.variant.first_meld
    if least != "none" and not has_opened(match.variant, deal) and (worth := worth_of_melds(match.variant, events)) < least:
        raise IllegalMove(FirstMeldTooLow(least, least - worth))
    if deal.is_all_at_once:
        _check_all_at_once(match_after(events, match), deal.turn.seat)
    return finish_play(match, events, EndedBy.MELD)


def _read_choice(part: LayMeld, match: Match) -> Meld:
    """Return the only reading of the cards. Raise IllegalMove if there is none, or if the player must choose."""
    rules = match.variant.meld_rules
    ways = list(islice(readings(part.cards, match.variant, part.kind), MOST_CHOICES))
    if not ways:
        raise IllegalMove(NotAMeld(part.cards, rules.set_kind == "distinct_figures", rules.run_suited))
    if len(ways) == 1:
        return ways[0]
    if any(is_joker(card) and "=" not in card for card in part.cards):
        raise IllegalMove(JokerUndeclared(part.cards, tuple(meld.cards for meld in ways)))
    raise IllegalMove(KindUndeclared(part.cards))


def _check_all_at_once(match: Match, seat: int) -> None:
    """Raise IllegalMove unless the hand is empty, or has one card that may be discarded (RULES 5.14)."""
    deal = deal_of(match)
    left = deal.hands[seat]
    if len(left) > 1 or (left and not can_discard(match.variant, left[0], deal.turn.taken_card)):
        raise IllegalMove(NotAllAtOnce(len(left)))
