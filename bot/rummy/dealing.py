"""How a match starts and how the cards are dealt (RULES 4.1): all that chance decides, from seeds that the table gives."""

from bot.rummy.cards import FRENCH52, Card
from bot.rummy.events import CardsDealt, Event, MatchStarted
from bot.rummy.match import Match
from bot.rummy.moves import DealCards, StartMatch
from bot.rummy.refusals import IllegalMove, WrongNumberOfPlayers
from bot.rummy.shuffle import drawn_number, shuffled


def started(move: StartMatch) -> tuple[Event, ...]:
    """Seats and first dealer are drawn (B:L38)."""
    least, most = move.variant.players
    if not least <= move.players <= most:
        raise IllegalMove(WrongNumberOfPlayers(move.players, least, most))
    seating = shuffled(range(move.players), move.seed, "seating")
    return (MatchStarted(move.variant, seating, drawn_number(move.players, move.seed, "dealer"), move.seed),)


def dealt(match: Match, move: DealCards) -> tuple[Event, ...]:
    """One card at a time from the dealer's next player on; the next card is the upcard, the rest the stock."""
    dealer = _next_dealer(match)
    order = shuffled(FRENCH52, move.seed, "deal")
    receivers = _receivers(match, dealer)
    each = match.variant.cards_each(len(receivers))
    hands: list[tuple[Card, ...]] = [()] * match.seats
    for place, seat in enumerate(receivers):
        hands[seat] = order[place : each * len(receivers) : len(receivers)]
    upcard, *stock = order[each * len(receivers) :]
    number = 1 if match.deal is None else match.deal.number + 1
    return (CardsDealt(number, dealer, move.seed, tuple(hands), upcard, tuple(stock)),)


def _next_dealer(match: Match) -> int:
    if match.deal is None:
        first = match.first_dealer
        return match.next_staying(first) if first in match.left else first
    return match.next_staying(match.deal.dealer)


def _receivers(match: Match, dealer: int) -> list[int]:
    """Who gets cards, in the order in which they get them: the dealer last."""
    receivers = [match.next_staying(dealer)]
    while receivers[-1] != dealer:
        receivers.append(match.next_staying(receivers[-1]))
    return receivers
