"""Laying off on a meld on the table, which is never rearranged (B:L47, B:L58)."""

from itertools import islice

from bot.rummy.deck.cards import physical_card
from bot.rummy.events import CardsLaidOff, EndedBy, Event
from bot.rummy.match import Match
from bot.rummy.melds.melds import Meld, extensions
from bot.rummy.moves import LayOff
from bot.rummy.refusals import DoesNotFit, IllegalMove, JokerUndeclared, MeldWouldRetire
from bot.rummy.turn.melding import MOST_CHOICES
from bot.rummy.turn.retiring import retire_meld
from bot.rummy.turn.turn_checks import check_in_hand, check_may_touch, deal_of, finish_play, match_after


def lay_off(match: Match, move: LayOff) -> tuple[Event, ...]:
    deal, size = deal_of(match), match.variant.meld_retire_at
    played = tuple(map(physical_card, move.cards))
    check_in_hand(match, played)
    check_may_touch(match, move.meld)
    on = deal.melds[move.meld - 1]
    ways = list(islice(extensions(Meld(on.kind, on.cards), move.cards, match.variant), MOST_CHOICES))
    if size != "never" and len(on.cards) + len(played) > size:
        raise IllegalMove(MeldWouldRetire(move.meld, size))
    if not ways:
        raise IllegalMove(DoesNotFit(move.cards, move.meld, on.cards))
    if len(ways) > 1:
        raise IllegalMove(JokerUndeclared(move.cards, tuple(meld.cards for meld in ways)))
    in_order = tuple(card for card in ways[0].cards if physical_card(card) in played)
    event = CardsLaidOff(deal.turn.seat, in_order, move.meld)
    return finish_play(match, (event, *retire_meld(match_after((event,), match), move.meld, last=played)), EndedBy.LAYOFF)
