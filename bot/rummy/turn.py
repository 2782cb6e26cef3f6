"""The moves of a turn, from the draw to the discard: the events that each causes, or why it is refused.

Each returns its events, and with them the end of the deal if it ends. What it refuses it raises as IllegalMove.
"""

from itertools import islice

from bot.rummy import refusals
from bot.rummy.apply import apply, can_recycle, fold, is_stalled
from bot.rummy.cards import Card, face, is_joker, physical_card, shuffle
from bot.rummy.events import (
    CardDiscarded,
    CardDrawn,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    EndedBy,
    Event,
    MatchEnded,
    MeldLaid,
    SeatLeft,
    StockRecycled,
    TakenBack,
)
from bot.rummy.match import Awaited, Deal, Match, TablePlay, deal_points, is_decided, meld_points, placings
from bot.rummy.melds import Meld, extensions, readings, why_no_meld
from bot.rummy.moves import Discard, LayMeld, LayMelds, LayOff, Swap
from bot.rummy.refusals import IllegalMove
from bot.rummy.turn_rules import (
    can_anybody_lay,
    can_discard,
    can_end_turn,
    can_meld_again,
    can_take,
    can_touch,
    has_opened,
    possible_swaps,
    retire_meld,
)
from bot.rummy.variant import Variant

MOST_CHOICES = 25


def draw(match: Match) -> tuple[Event, ...]:
    """Return the draw from the stock, or from the seat's own part of it (question 40).

    An empty stock is replenished only now, when the player declines the discard (RULES 2, 5.4); if it can't be, the deal ends.
    """
    deal = _deal_of(match)
    if part := deal.part_of(deal.turn.seat):
        return (CardDrawn(deal.turn.seat, part[0]),)
    if not can_recycle(match.variant, deal):
        return _block_deal(match)
    recycled = _recycle(match.variant, deal)
    return recycled, CardDrawn(deal.turn.seat, recycled.stock[0])


def take(match: Match) -> tuple[Event, ...]:
    """Return the draw of the top discard.

    Raise IllegalMove if there is none, or if the turn could then not end legally (RULES 5.2).
    """
    deal = _deal_of(match)
    top = deal.top_discard()
    if top is None:
        raise IllegalMove(refusals.NothingToTake())
    if not can_take(match, deal, top):
        raise IllegalMove(refusals.NoLegalEnd(top))
    return (DiscardTaken(deal.turn.seat, top),)


def _recycle(variant: Variant, deal: Deal) -> StockRecycled:
    """Return the event that makes the discard pile the stock.

    Turned over, the oldest discard is drawn first and the declined one last (B:L61). Otherwise it is shuffled (A:L45, B:L102).
    """
    split = len(deal.discard_pile) - (1 if variant.recycle_keep_top else 0)
    turned, kept = deal.discard_pile[:split], deal.discard_pile[split:]
    if variant.recycle == "shuffle":
        turned = shuffle(turned, deal.seed, f"recycle {deal.recycles + 1}")
    return StockRecycled(turned, kept)


def lay_melds(match: Match, move: LayMeld | LayMelds) -> tuple[Event, ...]:
    """Return the events of laying the melds of the move, all or none (B:L57, A:L52, RULES 5.14)."""
    deal, melds = _deal_of(match), move.melds if isinstance(move, LayMelds) else (move,)
    check_in_hand(match, tuple(physical_card(card) for meld in melds for card in meld.cards))
    limit = match.variant.melds_per_turn
    if limit != "unlimited" and not can_meld_again(match.variant, deal, len(melds)):
        raise IllegalMove(refusals.TooManyMelds(limit))
    events: tuple[Event, ...] = ()
    is_opening = not has_opened(match.variant, deal)
    for part in melds:
        meld = _read_choice(part, match)
        events += (MeldLaid(deal.turn.seat, meld.kind, meld.cards, joined=is_opening and bool(events)),)
        table = _match_after(events, match)
        events += retire_meld(table, len(_deal_of(table).melds))
    least = match.variant.first_meld
    worth = sum(meld_points(match.variant, event.cards) for event in events if isinstance(event, MeldLaid))
    if is_opening and least != "none" and worth < least:
        raise IllegalMove(refusals.FirstMeldTooLow(least, least - worth))
    if deal.is_all_at_once:
        _check_all_at_once(_match_after(events, match), deal.turn.seat)
    return _finish_play(match, events, EndedBy.MELD)


def _read_choice(part: LayMeld, match: Match) -> Meld:
    """Return the only reading of the cards. Raise IllegalMove if there is none, or if the player must choose."""
    ways = list(islice(readings(part.cards, match.variant, part.kind), MOST_CHOICES))
    if not ways:
        raise IllegalMove(why_no_meld(part.cards, match.variant, part.kind))
    if len(ways) == 1:
        return ways[0]
    if any(is_joker(card) and "=" not in card for card in part.cards):
        raise IllegalMove(refusals.JokerUndeclared(part.cards, tuple(meld.cards for meld in ways)))
    raise IllegalMove(refusals.KindUndeclared(part.cards))


def _check_all_at_once(match: Match, seat: int) -> None:
    """Raise IllegalMove unless the hand is empty, or has one card that may be discarded (RULES 5.14)."""
    deal = _deal_of(match)
    left = deal.hands[seat]
    if len(left) > 1 or (left and not can_discard(match.variant, left[0], deal.turn.taken_card)):
        raise IllegalMove(refusals.NotAllAtOnce(len(left)))


def lay_off(match: Match, move: LayOff) -> tuple[Event, ...]:
    deal, size = _deal_of(match), match.variant.meld_retire_at
    played = tuple(map(physical_card, move.cards))
    check_in_hand(match, played)
    _check_may_touch(match, move.meld)
    on = deal.melds[move.meld - 1]
    ways = list(islice(extensions(Meld(on.kind, on.cards), move.cards, match.variant), MOST_CHOICES))
    if size != "never" and len(on.cards) + len(played) > size:
        raise IllegalMove(refusals.MeldWouldRetire(move.meld, size))
    if not ways:
        raise IllegalMove(refusals.DoesNotFit(move.cards, move.meld, on.cards))
    if len(ways) > 1:
        raise IllegalMove(refusals.JokerUndeclared(move.cards, tuple(meld.cards for meld in ways)))
    in_order = tuple(card for card in ways[0].cards if physical_card(card) in played)
    event = CardsLaidOff(deal.turn.seat, in_order, move.meld)
    return _finish_play(match, (event, *retire_meld(_match_after((event,), match), move.meld, last=played)), EndedBy.LAYOFF)


def swap_joker(match: Match, move: Swap) -> tuple[Event, ...]:
    """Return the swap: the joker goes to the hand. Where a lay-off needs an own meld, a swap needs one too."""
    deal = _deal_of(match)
    if match.variant.wild_swap == "never":
        raise IllegalMove(refusals.SwapsForbidden())
    check_in_hand(match, (move.card,))
    _check_may_touch(match, move.meld)
    swap = next((swap for swap in possible_swaps(deal, move.meld) if swap.card == move.card), None)
    if swap is None:
        raise IllegalMove(refusals.NoJokerFor(move.card, move.meld, deal.melds[move.meld - 1].cards))
    return _finish_play(match, (swap,), EndedBy.LAYOFF)


def take_back(match: Match) -> tuple[Event, ...]:
    """Return the taking back of the last play, and of those that may not stay on the table without it."""
    deal = _deal_of(match)
    if not match.variant.take_back:
        raise IllegalMove(refusals.TakingBackForbidden())
    if not deal.turn.table_plays:
        raise IllegalMove(refusals.NothingToTakeBack())
    return tuple(TakenBack(deal.turn.seat, play) for play in reversed(plays_to_take_back(match)))


def plays_to_take_back(match: Match) -> tuple[TablePlay, ...]:
    """Return the plays of the turn that would be taken back together, in their order.

    These are all plays if melds must empty the hand in this deal (RULES 5.14), the first melds of the seat together (RULES
    8.16), and otherwise the last play alone.
    """
    deal = match.deal
    if deal is None or not deal.turn.table_plays or deal.is_all_at_once:
        return () if deal is None else deal.turn.table_plays
    plays, undone = deal.turn.table_plays, 1
    while isinstance(last := plays[-undone], MeldLaid) and last.joined:
        undone += 1
    return plays[-undone:]


def discard(match: Match, move: Discard) -> tuple[Event, ...]:
    """Return the discard, and the end of the deal if the player is out, or nobody can go on (RULES 5.26, 8.18)."""
    deal = _deal_of(match)
    check_in_hand(match, (move.card,))
    if not can_discard(match.variant, move.card, deal.turn.taken_card):
        raise IllegalMove(refusals.JustTaken(move.card))
    event = CardDiscarded(deal.turn.seat, move.card)
    after = apply(match, event)
    if len(deal.hands[deal.turn.seat]) > 1:
        may_be_stuck = deal.turn.table_plays or match.left_seats  # otherwise nothing has changed that everybody sees
        return event, *_block_deal_if_over(after, is_stalled=is_stalled(after), may_be_stuck=bool(may_be_stuck))
    return event, *_end_deal_if_out(match, after, deal.turn.seat, EndedBy.DISCARD)


def leave(match: Match, seat: int) -> tuple[Event, ...]:
    """Return the events of a seat that leaves. If it was its turn, the turn ends without a discard (RULES 8.1).

    The last remaining seat wins, and the deal in play isn't scored. Leaving before an extra deal ends the match if only one
    seat then has the first place (RULES 8.13). A deal without a stock ends if only the leaver's turn was missing (RULES 5.26),
    and any deal between two turns if the others can't lay a card (RULES 8.18).
    """
    event = SeatLeft(seat)
    after = apply(match, event)
    if len(after.staying_seats()) > 1 and not (after.awaits == Awaited.DEAL and is_decided(after)):
        stalled = match.seat_to_act() == seat and is_stalled(after)
        return event, *_block_deal_if_over(after, is_stalled=stalled, may_be_stuck=after.awaits == Awaited.DRAW)
    return event, MatchEnded(placings(after))


def close_match(match: Match, seat: int) -> tuple[Event, ...]:
    """Return the end of a match in which nobody plays any more: the seat leaves, and the others have places by their scores."""
    left = SeatLeft(seat)
    return left, MatchEnded(placings(apply(match, left)))


def _deal_of(match: Match) -> Deal:
    assert match.deal is not None, "a turn is played in a deal"
    return match.deal


def _match_after(events: tuple[Event, ...], match: Match) -> Match:
    folded = fold(events, match)
    assert folded is not None
    return folded


def check_in_hand(match: Match, cards: tuple[Card, ...]) -> None:
    """Raise IllegalMove unless there is at least one card, each is named once, and the seat to act holds them all."""
    deal = _deal_of(match)
    hand = deal.hands[deal.turn.seat]
    if not cards:
        raise IllegalMove(refusals.CardsMissing())
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise IllegalMove(refusals.CardWrittenTwice(card))
        if card not in hand:
            raise IllegalMove(refusals.NotInHand(card))


def _check_may_touch(match: Match, number: int) -> None:
    """Raise IllegalMove unless the meld exists and the seat to act may lay off on it or swap its jokers (questions 23, 24)."""
    deal, variant = _deal_of(match), match.variant
    if not 1 <= number <= len(deal.melds):
        raise IllegalMove(refusals.NoSuchMeld(number, len(deal.melds)))
    if can_touch(variant, deal, deal.turn.seat, number):
        return
    if variant.layoff_scope == "all":
        raise IllegalMove(refusals.OwnMeldFirst())
    raise IllegalMove(refusals.NotYourMeld(number) if variant.layoff_scope == "own" else refusals.LayOffsForbidden())


def _finish_play(match: Match, events: tuple[Event, ...], how: EndedBy) -> tuple[Event, ...]:
    """Return the events, and the end of the deal if the hand is then empty.

    Raise IllegalMove if the turn could then not end legally (RULES 5.2).
    """
    seat, then = _deal_of(match).turn.seat, _match_after(events, match)
    if can_end_turn(then):
        return *events, *_end_deal_if_out(match, then, seat, how)
    rest, taken = _deal_of(then).hands[seat], _deal_of(then).turn.taken_card
    if taken is not None and rest and not any(can_discard(match.variant, card, taken) for card in rest):
        raise IllegalMove(refusals.NoLegalEnd(face(taken)))
    raise IllegalMove(refusals.MustDiscardLast())


def _end_deal_if_out(before: Match, after: Match, seat: int, how: EndedBy) -> tuple[Event, ...]:
    """Return the end of the deal if the seat has no card left after its last event; otherwise nothing.

    A meld, lay-off or swap spoils going rummy if it was made in an earlier turn, not in this one (RULES 5.12). In a deal where
    melds must empty the hand nobody goes rummy (RULES 8.12).
    """
    if _deal_of(after).hands[seat]:
        return ()
    deal = _deal_of(before)
    return _end_deal(after, how, winner=seat, rummy=seat not in deal.rummy_spoiled and not deal.is_all_at_once)


def _block_deal(match: Match, how: EndedBy = EndedBy.BLOCKED) -> tuple[Event, ...]:
    """Return the end of a deal in which nobody is out, as there is nothing left to draw, or to lay."""
    return _end_deal(match, how, winner=None, rummy=False)


def _block_deal_if_over(match: Match, *, is_stalled: bool, may_be_stuck: bool) -> tuple[Event, ...]:
    if is_stalled:
        return _block_deal(match)
    return _block_deal(match, EndedBy.DEADLOCK) if may_be_stuck and not can_anybody_lay(match) else ()


def _end_deal(match: Match, how: EndedBy, *, winner: int | None, rummy: bool) -> tuple[Event, ...]:
    deal = _deal_of(match)
    points = deal_points(match.variant, deal.hands, match.left_seats, winner=winner, rummy=rummy)
    melds = tuple(meld.cards for meld in (*deal.retired_melds, *deal.melds) if meld.owner == winner)
    ended = DealEnded(how, winner, rummy, deal.hands, points, melds)
    after = apply(match, ended)
    return (ended, MatchEnded(placings(after))) if is_decided(after) else (ended,)
