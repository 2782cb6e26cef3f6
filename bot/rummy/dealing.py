"""The start of a match, the deal of the cards, and the stock until it is used up (RULES 4.1, 5.6, 5.26).

All random choices are made here, from seeds that the table supplies.
"""

from bot.rummy.cards import Card
from bot.rummy.contradictions import stock_too_small
from bot.rummy.events import CardsDealt, DealEnded, Event, MatchStarted
from bot.rummy.match import Deal, Match
from bot.rummy.moves import DealCards, StartMatch
from bot.rummy.refusals import IllegalMove, TooFewCards, WrongNumberOfPlayers
from bot.rummy.scoring import hand_points
from bot.rummy.shuffle import number_from_seed, shuffle
from bot.rummy.variant import Variant


def start_match(move: StartMatch) -> tuple[Event, ...]:
    """Return the event that starts a match, with the seats and the first dealer given, or chosen at random (B:L38).

    Raise IllegalMove if the variant forbids this number of players, or if the cards are too few for it or for a smaller allowed
    number (RULES 5.23, 8.11).
    """
    least, most = move.variant.players
    if not least <= move.players <= most:
        raise IllegalMove(WrongNumberOfPlayers(move.players, least, most))
    for players in range(move.players, least - 1, -1):
        for fault in stock_too_small(move.variant, players):
            raise IllegalMove(TooFewCards(players, fault.facts["each"], fault.facts["cards"]))
    if move.seats is None:
        seating, dealer = (
            shuffle(range(move.players), move.seed, "seating"),
            number_from_seed(move.players, move.seed, "dealer"),
        )
    else:
        seating, dealer = move.seats
    return (MatchStarted(move.variant.with_deals_for(move.players), seating, dealer, move.seed),)


def deal_cards(match: Match, move: DealCards) -> tuple[Event, ...]:
    """Return the event that deals the cards one at a time, starting with the player after the dealer.

    The next card is the upcard, or goes to the starter (question 6).
    """
    dealer = next_dealer(match)
    receivers = _receivers(match, dealer)
    order = shuffle(match.variant.deck_for(len(receivers)), move.seed, "deal")
    each = match.variant.cards_each(len(receivers))
    hands: list[tuple[Card, ...]] = [()] * match.seats
    for place, seat in enumerate(receivers):
        hands[seat] = order[place : each * len(receivers) : len(receivers)]
    following, *stock = order[each * len(receivers) :]
    upcard: Card | None = following
    if match.variant.opening == "starter_extra":
        hands[receivers[0]] += (following,)
        upcard = None
    number = 1 if match.deal is None else match.deal.number + 1
    return (CardsDealt(number, dealer, move.seed, tuple(hands), upcard, tuple(stock)),)


def next_dealer(match: Match) -> int:
    """Return the seat that deals next (question 8)."""
    if match.deal is None:
        first = match.first_dealer
        return match.next_staying_seat(first) if first in match.left_seats else first
    following = match.next_staying_seat(match.deal.dealer)
    if match.variant.next_dealer == "rotate" or match.deal.end is None:
        return following
    in_playing_order = [following]
    while (seat := match.next_staying_seat(in_playing_order[-1])) != following:
        in_playing_order.append(seat)
    return (
        _winner_of_deal(match, match.deal.end, in_playing_order)
        if match.variant.next_dealer == "winner"
        else _loser_of_deal(match, match.deal.end, in_playing_order)
    )


def _winner_of_deal(match: Match, ended: DealEnded, in_playing_order: list[int]) -> int:
    """Return the seat that went out.

    If blocked, return the lowest hand; of equal hands, the first after the dealer (RULES 5.22).
    """
    if ended.winner in in_playing_order:
        return ended.winner
    return min(in_playing_order, key=lambda seat: hand_points(match.variant, ended.hands[seat]))


def _loser_of_deal(match: Match, ended: DealEnded, in_playing_order: list[int]) -> int:
    """Return the seat with the highest hand left, of equal hands the first after the dealer (RULES 5.22)."""
    return max(in_playing_order, key=lambda seat: hand_points(match.variant, ended.hands[seat]))


def _receivers(match: Match, dealer: int) -> list[int]:
    """Return the seats that get cards in the order in which they get them: the dealer is last."""
    receivers = [match.next_staying_seat(dealer)]
    while receivers[-1] != dealer:
        receivers.append(match.next_staying_seat(receivers[-1]))
    return receivers


IDLE_TURNS = 2
"""A deal without a stock is blocked after this many turns of each seat in which nobody plays on the table (RULES 5.26)."""

IDLE_RECYCLES, IDLE_RECYCLES_ALL_AT_ONCE = 5, 20
"""Without a limit of recycles, so many in a row in which nobody plays on the table are the last ones (RULES 8.15): fewer in
deals in which melds needn't empty the hand at once."""


def can_recycle(variant: Variant, deal: Deal) -> bool:
    """Return True if the discard pile can become the stock (B:L104, RULES 5.5)."""
    most_idle = IDLE_RECYCLES_ALL_AT_ONCE if deal.is_all_at_once else IDLE_RECYCLES
    if variant.recycle_max == "unlimited" and deal.idle_recycles >= most_idle:
        return False
    kept = 1 if variant.recycle_keep_top else 0
    return variant.can_recycle_again(deal.recycles) and len(deal.discard_pile) > kept


def is_used_up(variant: Variant, deal: Deal) -> bool:
    """Return True if the stock is empty and can't be replenished."""
    return not deal.stock and not can_recycle(variant, deal)


def idle_turns_after(variant: Variant, deal: Deal) -> tuple[int, ...]:
    """Return `Deal.idle_turns` at the end of the deal's turn.

    A meld, lay-off or swap starts the count again. A turn counts if the stock was used up when it began, so that its card came
    from the discard pile.
    """
    turn = deal.turn
    if turn.table_plays or not is_used_up(variant, deal):
        return ()
    counts = deal.idle_turns or (0,) * len(deal.hands)
    return tuple(count + (seat == turn.seat and turn.taken_card is not None) for seat, count in enumerate(counts))


def turns_until_blocked(match: Match) -> int | None:
    """Return how many more turns without a play on the table block the deal; None unless the stock is used up."""
    deal = match.deal
    assert deal is not None
    if deal.end is not None or not is_used_up(match.variant, deal):
        return None
    counts = () if deal.turn.table_plays else deal.idle_turns
    return sum(max(0, IDLE_TURNS - (counts[seat] if counts else 0)) for seat in match.staying_seats())


def is_stalled(match: Match) -> bool:
    """Return True if the stock is used up, and nobody has played on the table in two turns of every seat."""
    deal = match.deal
    assert deal is not None
    return bool(deal.idle_turns) and all(deal.idle_turns[seat] >= IDLE_TURNS for seat in match.staying_seats())
