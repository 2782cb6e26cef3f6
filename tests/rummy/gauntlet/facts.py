"""Cards, points and places, calculated a second time from the facts."""

from collections.abc import Sequence
from itertools import chain, combinations

from bot.rummy.cards import Card, face, meld_face, physical_card
from bot.rummy.events import (
    CardDiscarded,
    CardDrawn,
    CardsDealt,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    Event,
    JokerSwapped,
    MeldLaid,
    MeldRetired,
    SeatLeft,
    StockRecycled,
    TakenBack,
)
from bot.rummy.match import Match, hand_points
from bot.rummy.melds import read_meld
from tests.rummy import slow_solver


def check_cards(match: Match, dealt: frozenset[Card]) -> None:
    """Check that no card is lost or duplicated, and that the table holds melds that remember who played each card."""
    deal = match.deal
    if deal is None:
        return
    cards = [*chain.from_iterable(deal.hands), *deal.stock, *deal.discard_pile, *deal.turn.retired_cards]
    for meld in deal.melds:
        cards += map(physical_card, meld.cards)
        assert len(meld.played_by) == len(meld.cards)
        again = read_meld(meld.cards, match.variant, meld.kind)
        assert again is not None, f"{meld} lies on the table"
        assert again.cards == meld.cards, f"{meld} lies as {again}"
    assert len(cards) == len(dealt), "no card is lost or duplicated"
    assert set(cards) == dealt, "no card is lost or duplicated"


def check_points(match: Match, ended: DealEnded) -> None:
    """Check the points of a deal."""
    rules = match.variant
    hands = [hand_points(rules, hand) for hand in ended.hands]
    if ended.winner is None:
        assert ended.how in ("blocked", "deadlock")
        assert not ended.rummy
        _check_blocked(match, hands, ended.points)
        return
    assert not ended.hands[ended.winner], "who is out holds nothing"
    assert rules.out_by == "any" or ended.how == "discard"
    twice = ended.rummy and rules.rummy_bonus == "double"
    more = rules.rummy_add if ended.rummy and rules.rummy_bonus == "add" else 0
    others = [(1 + twice) * points for seat, points in enumerate(hands) if seat != ended.winner]
    got = [points for seat, points in enumerate(ended.points) if seat != ended.winner]
    if rules.scoring == "winner_collects":
        assert (ended.points[ended.winner], any(got)) == (sum(others) + more, False)
    elif rules.scoring == "penalty":
        assert (ended.points[ended.winner], got) == (-more, others)
    else:
        assert sum(ended.points) == 0
        held = [hand for seat, hand in enumerate(ended.hands) if seat != ended.winner]
        assert got == [-points - (more if hand else 0) for points, hand in zip(others, held, strict=True)]


def _check_blocked(match: Match, hands: list[int], points: tuple[int, ...]) -> None:
    rules = match.variant
    if rules.scoring == "penalty":
        assert list(points) == hands
        return
    if rules.blocked_scoring == "all_penalty":
        assert [-each for each in points] == hands
        return
    lowest = min(hands[seat] for seat in match.staying_seats())
    pot = sum(held - lowest for held in hands if held > lowest)
    if rules.scoring == "payment":
        assert sum(points) == 0
        assert all(each >= 0 for seat, each in enumerate(points) if hands[seat] == lowest and seat not in match.left_seats)
        assert all(0 <= held - lowest + each < match.seats for held, each in zip(hands, points, strict=True) if held > lowest)
    else:
        assert all(not points[seat] for seat in match.left_seats)
        assert pot - match.seats < sum(points) <= pot


def went_rummy(events: Sequence[Event], winner: int | None, *, all_at_once: bool) -> bool:
    """Return True if the winner's plays on the table, except those taken back, all came after their last draw."""
    if winner is None or all_at_once:
        return False
    his_last_turn, undone = True, 0
    for event in reversed(events):
        match event:
            case CardDrawn(seat=seat) | DiscardTaken(seat=seat) if seat == winner:
                his_last_turn = False
            case TakenBack(seat=seat) if seat == winner:
                undone += 1
            case MeldLaid(seat=seat) | CardsLaidOff(seat=seat) | JokerSwapped(seat=seat) if seat == winner and undone:
                undone -= 1
            case MeldLaid(seat=seat) | CardsLaidOff(seat=seat) | JokerSwapped(seat=seat) if seat == winner:
                if not his_last_turn:
                    return False
            case CardsDealt():
                return True
    raise AssertionError("a deal begins with its cards")


def can_lay(match: Match) -> bool:
    """Return True if somebody could lay off a card, swap a joker, or lay a meld of at most five cards, with the right cards.

    First melds that must be worth something aren't looked at.
    """
    deal, rules = match.deal, match.variant
    assert deal is not None
    lying = {physical_card(card) for meld in deal.melds for card in meld.cards}
    loose = [card for card in rules.deck_for(sum(map(bool, deal.hands))) if card not in lying]
    for seat in match.staying_seats():
        is_free = rules.first_meld == "none" or deal.is_all_at_once or seat in deal.melded_seats
        most = min(5, len(deal.hands[seat]) + (rules.out_by == "any")) if is_free else 0
        if any(slow_solver.rows(cards, rules) for size in range(3, most + 1) for cards in combinations(loose, size)):
            return True
        is_open = rules.layoff_scope == "all" and (not rules.layoff_requires_meld or seat in deal.melded_seats)
        for on in (on for on in deal.melds if is_open or (rules.layoff_scope != "none" and on.owner == seat)):
            if any(slow_solver.takes(on, (card,), rules) for card in loose):
                return True
            if rules.wild_swap == "on_turn" and any("=" in card and meld_face(card) in map(face, loose) for card in on.cards):
                return True
    return False


def has_stalled(events: Sequence[Event], match: Match) -> bool:
    """Return True if every remaining player had two turns without a stock since anybody last played on the table (RULES 5.26).

    It is calculated from the events of the deal alone.
    """
    start = max(at for at, event in enumerate(events) if isinstance(event, CardsDealt))
    dealt, most, kept_top = events[start], match.variant.recycle_max, match.variant.recycle_keep_top
    assert isinstance(dealt, CardsDealt)
    stock, pile, recycles = len(dealt.stock), int(dealt.upcard is not None), 0
    left = {event.seat for event in events[:start] if isinstance(event, SeatLeft)}
    staying = [seat for seat in range(match.seats) if seat not in left]
    parts = {seat: len(dealt.stock[place :: len(staying)]) for place, seat in enumerate(staying)}
    is_own = match.variant.stock == "own"
    idle = [0] * match.seats
    plays: list[int] = []  # of this turn, each with the number of cards that it retired
    by, taken = -1, False
    for event in events[start + 1 :]:
        match event:
            case StockRecycled(stock=cards, kept=kept):
                stock, pile, recycles = len(cards), len(kept), recycles + 1
            case CardDrawn(seat=seat):
                stock, taken = stock - 1, False
                parts[seat] -= 1
            case DiscardTaken():
                pile, taken = pile - 1, True
            case MeldLaid(seat=by) | CardsLaidOff(seat=by) | JokerSwapped(seat=by):
                plays.append(0)
            case MeldRetired(cards=cards):
                plays[-1] += len(cards)
            case TakenBack():
                plays.pop()
            case CardDiscarded(seat=seat):
                pile += 1 + sum(plays)
                is_used_up = not stock and not ((most == "unlimited" or recycles < most) and pile > kept_top)
                is_used_up = not any(parts.values()) if is_own else is_used_up
                idle = [0] * match.seats if plays or not is_used_up else idle
                idle[seat] += is_used_up and taken and not plays
                plays, taken = [], False
            case SeatLeft(seat=seat):
                parts.pop(seat, None)
                if plays and seat == by:
                    pile, plays, idle = pile + sum(plays), [], [0] * match.seats
    return all(idle[seat] >= 2 for seat in match.staying_seats())


def check_placings(match: Match) -> None:
    """Check the places: by score for the remaining players, then the leavers, the first to leave last."""
    placings = match.placings
    assert placings is not None
    staying, fewest = match.staying_seats(), match.variant.scoring == "penalty"
    for one in staying:
        better = [
            match.scores[other] < match.scores[one] if fewest else match.scores[other] > match.scores[one] for other in staying
        ]
        assert placings[one] == 1 + sum(better)
    assert [placings[seat] for seat in reversed(match.left_seats)] == list(range(len(staying) + 1, match.seats + 1))
    extra = 0 if match.regular_deals is None else len(match.ended_deals) - match.regular_deals
    assert extra <= (3 if match.variant.tie == "extra_deal" else 0)
    if match.variant.tie == "extra_deal" and len(staying) > 1 and extra < 3:
        assert placings.count(1) == 1, "a tie is played on"
