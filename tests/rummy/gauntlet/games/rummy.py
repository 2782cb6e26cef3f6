"""Basic rummy: points, going rummy and blocked deals, calculated a second time from the facts."""

from collections.abc import Sequence
from itertools import combinations

from bot.rummy.cards import face, meld_face, physical_card
from bot.rummy.events import (
    Awaited,
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
from tests.rummy import slow_solver
from tests.rummy.gauntlet.game_facts import GameFacts
from tests.rummy.transcript_words import deal_of


def check_end(events: Sequence[Event], match: Match, caused: Sequence[Event]) -> None:
    """Check that a deal ends when it must, and with which points."""
    ended = next((event for event in caused if isinstance(event, DealEnded)), None)
    if isinstance(caused[0], CardDiscarded | SeatLeft):
        _check_stall(events, match, ended)
    if ended is not None:
        check_points(match, ended)
        rummy = went_rummy(events, ended.winner, all_at_once=deal_of(match).is_all_at_once)
        assert ended.rummy == rummy, "going rummy is the whole hand in one turn"


def _check_stall(events: Sequence[Event], match: Match, ended: DealEnded | None) -> None:
    """Check that the deal has been blocked by a discard or a leaver exactly if it has stalled, or nobody can lay a card."""
    blocked, stuck = (ended is not None and ended.how == how for how in ("blocked", "deadlock"))
    if blocked or stuck or (ended is None and not match.is_over):
        assert blocked == has_stalled(events, match), "a deal that stalls ends, and no other"
        if stuck or (not blocked and match.awaits == Awaited.DRAW and max(map(len, deal_of(match).hands)) == 1):
            assert stuck != can_lay(match), "a deal that can't change ends, and no other"


def check_points(match: Match, ended: DealEnded) -> None:
    """Check the points of a deal."""
    rules = match.variant
    hands = [hand_points(rules, hand) for hand in ended.hands]
    if ended.winner is None:
        assert ended.how in ("blocked", "deadlock")
        assert not ended.rummy
        points = tuple(_check_eliminated(match, ended, dict(enumerate(hands)))) if rules.eliminates() else ended.points
        check_blocked(match, hands, points)
        return
    assert not ended.hands[ended.winner], "who is out holds nothing"
    assert rules.out_by == "any" or ended.how == "discard"
    twice = ended.rummy and rules.rummy_bonus == "double"
    more = rules.rummy_add if ended.rummy and rules.rummy_bonus == "add" else 0
    others = [(1 + twice) * points for seat, points in enumerate(hands) if seat != ended.winner]
    got = [points for seat, points in enumerate(ended.points) if seat != ended.winner]
    if rules.eliminates():
        losers = [seat for seat in range(match.seats) if seat != ended.winner]
        got = _check_eliminated(match, ended, dict(zip(losers, others, strict=True)))
    if rules.scoring == "winner_collects":
        assert (ended.points[ended.winner], any(got)) == (sum(others) + more, False)
    elif rules.scoring == "penalty":
        assert (ended.points[ended.winner], got) == (-more, others)
    else:
        assert sum(ended.points) == 0
        held = [hand for seat, hand in enumerate(ended.hands) if seat != ended.winner]
        assert got == [-points - (more if hand else 0) for points, hand in zip(others, held, strict=True)]


def _check_eliminated(match: Match, ended: DealEnded, lost: dict[int, int]) -> list[int]:
    """Check who is out after the deal, and who comes back; return the points of the losers as if nobody did."""
    rules, target = match.variant, match.variant.match_target
    assert isinstance(target, int)
    counted = {
        seat: match.scores[seat] - ended.points[seat] + lost.get(seat, ended.points[seat]) for seat in range(match.seats)
    }
    still_in = [seat for seat in range(match.seats) if seat in ended.out or seat not in match.gone_seats]
    below = [seat for seat in still_in if counted[seat] < target]
    for seat in still_in:
        entered = sum(seat in deal.back for deal in match.ended_deals[:-1])
        may_come_back = entered < rules.re_entries and len(below) >= 2 and counted[seat] >= target
        assert (seat in ended.back) == may_come_back
        if may_come_back:
            assert match.scores[seat] == max(counted[other] for other in below)
        elif below:
            assert (seat in ended.out) == (counted[seat] >= target)
        else:
            assert (seat in ended.out) == (counted[seat] > min(counted[other] for other in still_in))
    return [lost[seat] if seat in ended.back else ended.points[seat] for seat in lost]


def check_blocked(match: Match, hands: list[int], points: tuple[int, ...]) -> None:
    """Check the points of a deal in which nobody is out."""
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
        if rules.contracts != "none" and seat not in deal.melded_seats:
            return True
        is_free = rules.first_meld == "none" or deal.is_all_at_once or seat in deal.melded_seats
        most = min(5, len(deal.hands[seat]) + (rules.out_by == "any")) if is_free and rules.contracts == "none" else 0
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


FACTS = GameFacts(check_end)
