"""The one entry to the rules: which events a move causes, or why it is refused. `decide` changes nothing.

The start of a match, its deals (RULES 4.1), by seeds that the table supplies, and leaving it are decided here; the moves of a
turn by the match's game, in `games/`.
"""

from bot.rummy import moves, refusals
from bot.rummy.apply import apply, fold
from bot.rummy.at import At, Events
from bot.rummy.cards import Card, number_from_seed, shuffle
from bot.rummy.contradictions import stock_too_small
from bot.rummy.events import Awaited, CardsDealt, DealEnded, EndedBy, MatchBrokenOff, MatchEnded, MatchStarted, SeatLeft
from bot.rummy.games import GAMES, phase_of
from bot.rummy.match import Match, hand_points, is_decided, placings, with_bonuses
from bot.rummy.moves import Move
from bot.rummy.refusals import IllegalMove


def decide(match: Match | None, seat: int | None, move: Move) -> Events:
    """Return the events that this move causes, at least one; `seat` is None for the moves that the table makes itself.

    Raise IllegalMove with the refusal and its facts if the rules forbid the move.
    """
    if type(move) in _NOT_OF_A_TURN:
        return _decide_about_match(match, seat, move)
    at = _require_turn(match, seat)
    phase = phase_of(at)
    cause = phase.causes.get(type(move))
    if cause is None:
        game = GAMES[at.rules.game]
        raise IllegalMove(phase.otherwise(at, move) if game.has(type(move)) else game.lacks(at, move))
    events = cause(at, move)
    return _with_end(at, events) if type(events[-1]) is DealEnded else events


_NOT_OF_A_TURN = frozenset((moves.StartMatch, moves.DealCards, moves.BreakOff, moves.CloseMatch, moves.Leave))


def _decide_about_match(match: Match | None, seat: int | None, move: Move) -> Events:
    match move:
        case moves.StartMatch():
            return start_match(_require_no_match(match, move))
        case moves.DealCards():
            return _deal(_require_between_deals(match), move)
        case moves.BreakOff():
            _require_unfinished(match)
            return (MatchBrokenOff(),)
        case moves.CloseMatch(seat=seat):
            return _close_match(_require_unfinished(match), seat)
        case moves.Leave():
            return _leave(_require_unfinished(match), _require_seated(match, seat))
        case _:
            raise AssertionError(f"{move} is a move of a turn")


def _deal(match: Match, move: moves.DealCards) -> Events:
    """Return the cards that are dealt, and how the first turn begins, if not with a draw."""
    dealt = deal_cards(match, move)
    return *dealt, *GAMES[match.variant.game].opens(At(apply(match, dealt[0])))


def play(match: Match | None, seat: int | None, move: Move) -> Match:
    """Return the match after a move: `decide`, then `apply` for each event. Raise IllegalMove as `decide` does."""
    after = fold(decide(match, seat, move), match)
    assert after is not None
    return after


def _require_no_match(match: Match | None, move: moves.StartMatch) -> moves.StartMatch:
    if match is not None:
        raise IllegalMove(refusals.MatchIsOver() if match.is_over else refusals.DealInPlay())
    return move


def _require_unfinished(match: Match | None) -> Match:
    if match is None:
        raise IllegalMove(refusals.NoDealInPlay())
    if match.is_over:
        raise IllegalMove(refusals.MatchIsOver())
    return match


def _require_between_deals(match: Match | None) -> Match:
    match = _require_unfinished(match)
    if match.awaits != Awaited.DEAL:
        raise IllegalMove(refusals.DealInPlay())
    return match


def _require_seated(match: Match | None, seat: int | None) -> int:
    assert match is not None
    if seat in match.out_seats:
        raise IllegalMove(refusals.OutOfTheMatch())
    if seat is None or seat in match.left_seats or not 0 <= seat < match.seats:
        raise IllegalMove(refusals.AlreadyLeft())
    return seat


def _require_turn(match: Match | None, seat: int | None) -> At:
    """Return the turn if it is this seat's; otherwise raise IllegalMove."""
    if match is None or (to_act := match.seat_to_act()) is None:
        _require_unfinished(match)
        raise IllegalMove(refusals.NoDealInPlay())
    if to_act != seat:
        _require_seated(match, seat)
        raise IllegalMove(refusals.NotYourTurn(to_act))
    return At(match)


def _with_end(at: At, events: Events) -> Events:
    """Return the events, which end a deal, with its points, and the end of the match if that decides it."""
    *before, ended = events
    assert isinstance(ended, DealEnded)
    then = at.after(before)
    game = GAMES[at.rules.game]
    ended = game.ends(then, ended)
    after = apply(then.match, ended)
    bonuses = game.adds(after)
    total = with_bonuses(after, bonuses)
    is_over = is_decided(total) or len(total.ended_deals) == game.most_deals
    return (*before, ended, MatchEnded(placings(total), bonuses)) if is_over else (*before, ended)


def _leave(match: Match, seat: int) -> Events:
    """Return the events of a seat that leaves. If it was its turn, the turn ends without a discard (RULES 8.1).

    The last remaining seat wins, and the deal in play isn't scored. Leaving before an extra deal ends the match if only one
    seat then has the first place (RULES 8.13).
    """
    left = SeatLeft(seat)
    after = apply(match, left)
    if len(after.staying_seats()) < 2 or (after.awaits == Awaited.DEAL and is_decided(after)):
        return left, MatchEnded(placings(after))
    if after.awaits == Awaited.DEAL:
        return (left,)
    at = At(match)
    events = (left, *GAMES[at.rules.game].leaves(at, At(after)))
    return _with_end(at, events) if type(events[-1]) is DealEnded else events


def _close_match(match: Match, seat: int) -> Events:
    """Return the end of a match in which nobody plays any more: the seat leaves, and the others have places by their scores."""
    left = SeatLeft(seat)
    return left, MatchEnded(placings(apply(match, left)))


def start_match(move: moves.StartMatch) -> Events:
    """Return the event that starts a match, with the seats and the first dealer given, or chosen at random (B:L38).

    Raise IllegalMove if the variant forbids this number of players, or if the cards are too few for it or for a smaller allowed
    number (RULES 5.23, 8.11).
    """
    least, most = move.variant.players
    if not least <= move.players <= most:
        raise IllegalMove(refusals.WrongNumberOfPlayers(move.players, least, most))
    for players in range(move.players, least - 1, -1):
        for fault in stock_too_small(move.variant, players):
            raise IllegalMove(refusals.TooFewCards(players, fault.facts["each"], fault.facts["cards"]))
    if move.seats is None:
        seating, dealer = (
            shuffle(range(move.players), move.seed, "seating"),
            number_from_seed(move.players, move.seed, "dealer"),
        )
    else:
        seating, dealer = move.seats
    return (MatchStarted(move.variant.with_deals_for(move.players), seating, dealer, move.seed),)


def deal_cards(match: Match, move: moves.DealCards) -> Events:
    """Return the event that deals the cards one at a time, starting with the player after the dealer.

    The next card is the upcard, or goes to the starter (question 6).
    """
    dealer = next_dealer(match)
    receivers, number = match.receivers(dealer), 1 if match.deal is None else match.deal.number + 1
    order = shuffle(match.variant.deck_for(len(receivers)), move.seed, "deal")
    each = match.variant.for_deal(match.regular_deals or number).cards_each(len(receivers))
    hands: list[tuple[Card, ...]] = [()] * match.seats
    for place, seat in enumerate(receivers):
        hands[seat] = order[place : each * len(receivers) : len(receivers)]
    following, *stock = order[each * len(receivers) :]
    upcard: Card | None = following
    if match.variant.opening == "starter_extra":
        hands[receivers[0]] += (following,)
        upcard = None
    return (CardsDealt(number, dealer, move.seed, tuple(hands), upcard, tuple(stock)),)


def next_dealer(match: Match) -> int:
    """Return the seat that deals next (question 8)."""
    if match.deal is None:
        first = match.first_dealer
        return match.next_staying_seat(first) if first in match.gone_seats else first
    following = match.next_staying_seat(match.deal.dealer)
    if match.deal.end is not None and match.deal.end.how == EndedBy.VOID and match.variant.stock == "shared":
        return following if match.deal.dealer in match.gone_seats else match.deal.dealer
    if match.variant.next_dealer == "rotate" or match.deal.end is None:
        return following
    in_playing_order = match.receivers(match.deal.dealer)
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
    """Return the seat with the highest hand left, but not the winner; of equal ones the first after the dealer (RULES 5.22)."""
    losers = [seat for seat in in_playing_order if seat != ended.winner] or in_playing_order
    return max(losers, key=lambda seat: hand_points(match.variant, ended.hands[seat]))
