"""What a deal brings, by the pages of each game: how it ended, who won, everybody's points."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.rummy.second_count.cards import Answers, Values, is_joker, rank, suit
from tests.rummy.second_count.deal import Deal
from tests.rummy.second_count.fewest_left import fewest_left

ENDS = {"CardDiscarded": "discard", "MeldLaid": "meld", "CardsLaidOff": "layoff"}


@dataclass
class Result:
    how: str
    winner: int | None
    points: list[int]
    is_rummy: bool = False
    parts: dict[str, int] = field(default_factory=dict)
    """What the winner's points are for, in gin."""
    left: list[int] | None = None
    """The points left over of each seat, where melds stay in hand."""


def count_rummy(deal: Deal, answers: Answers, values: Values) -> Result:
    """Count basic rummy and its kin: Colonel, Ramino to 101, Rommé, Scala 40, contract rummy and Ten stages."""
    hands = [values.total(cards) for cards in deal.hands]
    points = [0] * len(hands)
    scoring, winner = answers["scoring"], deal.out()
    if winner is None:
        return _count_blocked(deal, answers, hands)
    losers = [seat for seat in deal.seats if seat != winner]
    all_at_once = answers["meld_all_at_once"]
    is_rule = all_at_once == "always" or (isinstance(all_at_once, list) and deal.number in all_at_once)
    is_rummy = deal.table.turns[winner] == {deal.turn} and not is_rule
    times = 2 if is_rummy and answers["rummy_bonus"] == "double" else 1
    more = answers["rummy_add"] if is_rummy and answers["rummy_bonus"] == "add" else 0
    if scoring == "winner_collects":
        points[winner] = times * sum(hands[seat] for seat in losers) + more
    elif scoring == "penalty":
        for seat in losers:
            points[seat] = times * hands[seat]
        points[winner] = -more
    else:
        for seat in losers:
            points[seat] = -(times * hands[seat] + more)
        points[winner] = -sum(points)
    return Result(ENDS[deal.last["type"]], winner, points, is_rummy)


def _count_blocked(deal: Deal, answers: Answers, hands: list[int]) -> Result:
    how = "challenge" if deal.is_challenged else "blocked"
    if answers["scoring"] == "penalty":
        return Result(how, None, hands)
    if answers["blocked_scoring"] == "all_penalty" and how == "blocked":
        return Result(how, None, [-hand for hand in hands])
    points = [0] * len(hands)
    staying = [seat for seat in deal.seats if seat not in deal.left]
    low = min(hands[seat] for seat in staying)
    lowest = [seat for seat in staying if hands[seat] == low]
    differences = {seat: max(0, hands[seat] - low) for seat in deal.seats}
    if answers["scoring"] == "winner_collects":
        for seat in lowest:
            points[seat] = sum(differences.values()) // len(lowest)
        return Result(how, None, points)
    for seat, difference in differences.items():
        share = difference // len(lowest)
        if seat not in lowest:
            points[seat] -= share * len(lowest)
            for each in lowest:
                points[each] += share
    return Result(how, None, points)


def count_rummy500(deal: Deal, answers: Answers, values: Values) -> Result:
    """Count 500 rummy: each player's laid cards less their hand."""
    points = [-values.total(cards) for cards in deal.hands]
    for kind, meld in zip(deal.table.kinds, deal.table.melds, strict=True):
        for card, seat in meld:
            is_low_ace = kind == "run" and not is_joker(card) and rank(card) == 1 and card in deal.table.low_aces
            points[seat] += min(1, values.ace) if is_low_ace else values.of(card)
    winner = deal.out()
    return Result("blocked" if winner is None else ENDS[deal.last["type"]], winner, points)


def count_three_thirteen(deal: Deal, answers: Answers, values: Values) -> Result:
    wild = deal.size if answers["growing_hands"] else 0
    left = [0] * len(deal.hands)
    for seat in deal.seats:
        if seat != deal.knock:
            left[seat] = fewest_left(deal.hands[seat], values, wild, two_of_a_card=True)
    if deal.knock is not None:
        melds = [card for meld in deal.knock_melds for card in meld]
        assert fewest_left(melds, values, wild, two_of_a_card=True) == 0, "who is out doesn't have everything in melds"
        assert not deal.hands[deal.knock], "who is out keeps a card"
    return Result("blocked" if deal.knock is None else "knock", deal.knock, list(left), left=left)


def count_gin(deal: Deal, answers: Answers, values: Values) -> Result:
    """Count gin, straight gin, Oklahoma and one game of Hollywood."""
    if deal.knock is None:
        return Result("void", None, [0, 0], left=[fewest_left(hand, values) for hand in deal.hands])
    knocker, other = deal.knock, 1 - deal.knock
    is_classic = answers["gin_scores"] == "classic"
    kept, others = values.total(deal.hands[knocker]), fewest_left(deal.hands[other], values)
    limit = answers["knock_limit"]
    if limit == "upcard":
        limit = values.of(deal.upcard) if rank(deal.upcard) > 1 else 0
    assert kept <= limit, f"a knock with {kept} points, and {limit} are allowed"
    how, winner = "knock", knocker
    if not deal.hands[knocker]:
        is_big = sum(map(len, deal.knock_melds)) == 11 and not is_classic
        bonus = {"big gin": 31} if is_big else {"gin": 20 if is_classic else 25}
        how, parts = "gin", {"cards": others} | bonus
    elif others > kept:
        parts = {"cards": others - kept}
    else:
        how, winner = "undercut", other
        parts = {"cards": kept - others, "undercut": 10 if is_classic else 25}
    if answers["spades_double"] and suit(deal.upcard) == "S":
        parts["spades"] = sum(parts.values())
    points, left = [0, 0], [0, 0]
    points[winner] = sum(parts.values())
    left[knocker], left[other] = kept, others
    return Result(how, winner, points, parts=parts, left=left)


COUNTS: dict[str, Callable[[Deal, Answers, Values], Result]] = {
    "rummy": count_rummy,
    "colonel": count_rummy,
    "contract": count_rummy,
    "ten_stages": count_rummy,
    "rummy500": count_rummy500,
    "three_thirteen": count_three_thirteen,
    "gin": count_gin,
}
