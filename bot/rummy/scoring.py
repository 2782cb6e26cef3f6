"""The points at the end of a deal, and the end of a match with its places (RULES 4.5, 4.6, 5.8, 5.11; questions 34-36)."""

from collections.abc import Iterable, Sequence

from bot.rummy.cards import Card, meld_face
from bot.rummy.match import Match
from bot.rummy.variant import Variant

Hands = Sequence[tuple[Card, ...]]


def hand_points(variant: Variant, hand: Iterable[Card]) -> int:
    """Return the points of the cards left in a hand."""
    return sum(variant.points(card) for card in hand)


def meld_points(variant: Variant, melded: Iterable[Card]) -> int:
    """Return what melded cards are worth, each joker as the card that it stands for (RULES 8.16)."""
    return sum(variant.points(Card(meld_face(card))) for card in melded)


def deal_points(
    variant: Variant, hands: Hands, left_seats: Sequence[int], *, winner: int | None, rummy: bool
) -> tuple[int, ...]:
    """Return the points of each seat.

    `winner` is the seat that went out, or None in a blocked deal; `left_seats` have left the match. A seat that left
    before the deal holds no card and has no part in it.
    """
    counts = [hand_points(variant, hand) for hand in hands]
    if winner is None:
        return _blocked_points(variant, counts, left_seats)
    factor = 2 if rummy and variant.rummy_bonus == "double" else 1
    added = variant.rummy_add if rummy and variant.rummy_bonus == "add" else 0
    owed = [factor * points for points in counts]
    match variant.scoring:
        case "winner_collects":
            return _points_for_winner(winner, sum(owed) + added, len(hands))
        case "penalty":
            return tuple(-added if seat == winner else points for seat, points in enumerate(owed))
        case "payment":
            paid = [0 if seat == winner or not hands[seat] else points + added for seat, points in enumerate(owed)]
            return tuple(sum(paid) if seat == winner else -points for seat, points in enumerate(paid))


def _points_for_winner(winner: int, points: int, seats: int) -> tuple[int, ...]:
    return tuple(points if seat == winner else 0 for seat in range(seats))


def _blocked_points(variant: Variant, counts: Sequence[int], left_seats: Sequence[int]) -> tuple[int, ...]:
    """Return the points of a blocked deal: each seat's own hand, or the differences to the lowest hand (RULES 4.6, 5.21)."""
    if variant.scoring == "penalty":
        return tuple(counts)
    if variant.blocked_scoring == "all_penalty":
        return tuple(-points for points in counts)
    winners, differences = lowest_hands(counts, left_seats)
    if variant.scoring == "winner_collects":
        share = sum(differences) // len(winners)
        return tuple(share if seat in winners else 0 for seat in range(len(counts)))
    shares = [points // len(winners) for points in differences]  # the payer keeps what can't be shared
    return tuple(sum(shares) if seat in winners else -len(winners) * shares[seat] for seat in range(len(counts)))


def lowest_hands(counts: Sequence[int], left_seats: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the seats with the lowest hand, and for each hand its difference from the lowest.

    The hand of a seat that has left is paid, but is never the lowest; if it is below the lowest, it pays nothing.
    """
    least = min(points for seat, points in enumerate(counts) if seat not in left_seats)
    winners = [seat for seat, points in enumerate(counts) if points == least and seat not in left_seats]
    return winners, [max(0, points - least) for points in counts]


EXTRA_DEALS = 3
"""After this many extra deals a tie is shared (RULES 5.13)."""


def is_limit_reached(match: Match) -> bool:
    """Return True if a total is at least the target, or the number of deals is reached (A:L102, B:L75, RULES 5.25)."""
    target, deals = match.variant.match_target, match.variant.match_deals
    reached = target != "none" and max(match.scores[seat] for seat in match.staying_seats()) >= target
    return reached or (isinstance(deals, int) and len(match.ended_deals) >= deals)


def is_decided(match: Match) -> bool:
    """Return True if the limit is reached and no tie for the first place needs an extra deal."""
    if match.regular_deals is None:
        return False
    if match.variant.tie == "shared" or len(match.ended_deals) - match.regular_deals >= EXTRA_DEALS:
        return True
    return placings(match).count(1) == 1


def placings(match: Match) -> tuple[int, ...]:
    """Return the place of each seat, from 1, by score; equal scores share a place.

    Seats that left come after all others: the first to leave is last.
    """
    staying, sign = match.staying_seats(), -1 if match.variant.is_lowest_score_best() else 1
    return tuple(
        match.seats - match.left_seats.index(seat)
        if seat in match.left_seats
        else 1 + sum(sign * match.scores[other] > sign * match.scores[seat] for other in staying)
        for seat in range(match.seats)
    )
