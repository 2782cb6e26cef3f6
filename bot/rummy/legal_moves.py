"""The moves that a seat has. They are found with the same rules as `decide`, so a button never offers a forbidden move.

Duplicates are worth the same, so of several copies of a face only one is offered.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import islice

from bot.rummy.apply import apply
from bot.rummy.deck.cards import FIGURES, Card, face, meld_face, physical_card
from bot.rummy.events import DiscardTaken, JokerSwapped, MeldLaid
from bot.rummy.match import Awaited, Deal, Match
from bot.rummy.melds.arrangement import ways_to_go_out, ways_to_open
from bot.rummy.melds.meld_finder import melds_in
from bot.rummy.melds.melds import Meld, meld_rows
from bot.rummy.moves import DRAW, TAKE, TAKE_BACK, LayMeld, LayMelds, LayOff, SeatMove, Swap, discard_move
from bot.rummy.scoring import hand_points
from bot.rummy.turn.turn_rules import (
    can_discard,
    can_end_turn,
    can_end_turn_after,
    can_meld_again,
    can_touch,
    has_opened,
    possible_lay_offs,
    possible_swaps,
)

MOST_MELDS, MOST_LOOKS = 150, 500
"""Jokers can make more melds of a hand than anyone reads.

Of the first MOST_LOOKS melds, which have the fewest jokers, the MOST_MELDS with the most points are listed.
"""


def legal_moves(match: Match, seat: int) -> list[SeatMove]:
    """Return every move of the seat's turn, lay-offs card by card; none if it isn't its turn.

    `leave` isn't among them: it is allowed at any time.
    """
    if match.seat_to_act() != seat:
        return []
    deal = match.deal
    assert deal is not None
    if match.awaits == Awaited.DRAW:
        return _draw_moves(match, deal)
    hand = deal.hands[seat]
    may_go = [card for card in hand if can_discard(match.variant, card, deal.turn.taken_card)]
    return [
        *(
            dict.fromkeys(_all_at_once_moves(match, hand, may_go))
            if deal.is_all_at_once
            else _meld_moves(match, deal, hand, may_go)
        ),
        *_table_moves(match, deal, may_go),
        *([TAKE_BACK] if deal.turn.table_plays and match.variant.take_back else []),
        *(discard_move(card) for card in _once_a_face(may_go)),
    ]


def _draw_moves(match: Match, deal: Deal) -> list[SeatMove]:
    top = deal.top_discard()
    if top is None or not can_end_turn(apply(match, DiscardTaken(deal.turn.seat, top))):
        return [DRAW]
    return [DRAW, TAKE]


def _meld_moves(match: Match, deal: Deal, hand: tuple[Card, ...], may_go: list[Card]) -> Iterator[SeatMove]:
    if not can_meld_again(match.variant, deal):
        return
    if not has_opened(match.variant, deal):
        yield from _first_meld_moves(match, deal, hand, may_go)
        return
    melds = list(islice(melds_in(hand, match.variant, first=deal.turn.taken_card), MOST_LOOKS))
    if len(melds) > MOST_MELDS:
        melds = nlargest(MOST_MELDS, melds, key=lambda meld: hand_points(match.variant, meld.cards))
    for meld in melds:
        if _leaves(may_go, meld.cards) or can_end_turn_after(match, MeldLaid(deal.turn.seat, meld.kind, meld.cards)):
            yield meld_move(match, meld)


def _first_meld_moves(match: Match, deal: Deal, hand: tuple[Card, ...], may_go: list[Card]) -> Iterator[SeatMove]:
    """Yield the moves that lay a seat's first melds, which are worth enough together (question 39)."""
    for melds in ways_to_open(hand, match.variant, first=deal.turn.taken_card):
        laid = tuple(card for meld in melds for card in meld.cards)
        plays = (MeldLaid(deal.turn.seat, meld.kind, meld.cards) for meld in melds)
        if _leaves(may_go, laid) or can_end_turn_after(match, *plays):
            yield lay_together(match, melds)


def lay_together(match: Match, melds: Sequence[Meld]) -> LayMeld | LayMelds:
    """Return the move that lays one meld, or several."""
    moves = tuple(meld_move(match, meld) for meld in melds)
    return moves[0] if len(moves) == 1 else LayMelds(moves)


def meld_move(match: Match, meld: Meld) -> LayMeld:
    """Return the move that lays a meld. It names the kind only if the cards are both a set and a run."""
    faces = tuple(map(meld_face, meld.cards))
    may_be_both = match.variant.set_kind == "distinct_figures" and FIGURES.issuperset(faces)
    is_both = may_be_both and len(list(meld_rows(faces, 0, match.variant.meld_rules))) > 1
    return LayMeld(meld.cards, meld.kind if is_both else None)


def _all_at_once_moves(match: Match, hand: tuple[Card, ...], may_go: list[Card]) -> Iterator[SeatMove]:
    """Yield moves whose melds empty the hand, except for one card that may be discarded (RULES 5.14)."""
    for melds in ways_to_go_out(hand, match.variant, may_go):
        if match.variant.out_by == "any" or sum(len(meld.cards) for meld in melds) < len(hand):
            yield lay_together(match, melds)


def _table_moves(match: Match, deal: Deal, may_go: list[Card]) -> Iterator[SeatMove]:
    """Yield the lay-offs and swaps."""
    for number in range(1, len(deal.melds) + 1):
        if not can_touch(match.variant, deal, deal.turn.seat, number):
            continue
        for lay_off in possible_lay_offs(match, deal, number):
            if _leaves(may_go, lay_off.cards) or can_end_turn_after(match, lay_off):
                yield LayOff(lay_off.cards, number)
        if match.variant.wild_swap != "never":
            for swap in _once_swapped(possible_swaps(deal, number)):
                if _leaves(may_go, (swap.card,)) or can_end_turn_after(match, swap):
                    yield Swap(swap.card, number)


def _leaves(may_go: list[Card], cards: tuple[Card, ...]) -> bool:
    """Return True if a card that may be discarded is left. This is quick; if it is False, `can_end_turn_after` decides."""
    return len(may_go) > len(cards) or any(card not in map(physical_card, cards) for card in may_go)


def _once_a_face(cards: Iterable[Card]) -> Iterable[Card]:
    return {face(card): card for card in reversed(list(cards))}.values()


def _once_swapped(swaps: Iterable[JokerSwapped]) -> Iterable[JokerSwapped]:
    return {face(swap.card): swap for swap in reversed(list(swaps))}.values()
