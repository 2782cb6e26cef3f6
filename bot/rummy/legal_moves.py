"""The moves that a seat has. They are found with the same rules as `decide`, so a button never offers a forbidden move.

Duplicates are worth the same, so of several copies of a face only one is offered. A view adds the best arrangement of the hand,
the melds of that arrangement, and moves that take several steps at a time: *take and lay*, and laying off everything that fits.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import islice

from bot.rummy.apply import apply
from bot.rummy.arrangement import Arrangement, best_arrangement, melds_in
from bot.rummy.cards import FIGURES, Card, Face, face, is_joker, meld_face, physical_card
from bot.rummy.decide import decide
from bot.rummy.events import DiscardTaken, JokerSwapped, MeldLaid
from bot.rummy.match import Awaited, Deal, Match, hand_points
from bot.rummy.melds import Meld, extend_meld, fitting_faces, meld_rows
from bot.rummy.moves import (
    DRAW,
    TAKE,
    TAKE_BACK,
    LayingMove,
    LayMeld,
    LayMelds,
    LayOff,
    SeatMove,
    Swap,
    TakeAndLay,
    discard_move,
    laid_cards,
)
from bot.rummy.refusals import IllegalMove
from bot.rummy.turn_rules import (
    can_discard,
    can_end_turn_after,
    can_meld_again,
    can_take,
    can_touch,
    cards_to_lay,
    has_opened,
    possible_lay_offs,
    possible_swaps,
)
from bot.rummy.ways_to_lay import ways_to_go_out, ways_to_open

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
    if top is None or not can_take(match, deal, top):
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


MOST_PIECES_TO_ARRANGE = 10_000
"""The most pieces that are looked at for the best arrangement."""


def offered_moves(match: Match, viewer: int, arrangement: Arrangement | None) -> tuple[SeatMove, ...]:
    """Return the legal moves, the melds of the arrangement that aren't among them in the same form, and the combined moves."""
    moves = legal_moves(match, viewer)
    if TAKE in moves:
        return (*moves, *take_and_lay_moves(match, viewer))
    melds = {tuple(map(meld_face, move.cards)) for move in moves if isinstance(move, LayMeld)}
    for meld in arrangement.melds if melds and arrangement is not None else ():
        move = meld_move(match, meld)
        if tuple(map(meld_face, meld.cards)) not in melds and _is_legal(match, viewer, move):
            moves.insert(0, move)
    moves[:0] = [move for move in _all_first_melds(match, moves, arrangement) if _is_legal(match, viewer, move)]
    return (*moves, *(move for move in _whole_lay_offs(match, moves, arrangement) if _is_legal(match, viewer, move)))


def _all_first_melds(match: Match, moves: Sequence[SeatMove], arrangement: Arrangement | None) -> Iterable[LayMelds]:
    """Return the move that lays all melds of the arrangement together, if they are a seat's first melds (RULES 8.16)."""
    deal = match.deal
    if deal is None or arrangement is None or len(arrangement.melds) < 2 or has_opened(match.variant, deal):
        return []
    offered = [_rows(move.melds) for move in moves if isinstance(move, LayMelds)]
    whole = LayMelds(tuple(meld_move(match, meld) for meld in arrangement.melds))
    return [] if _rows(whole.melds) in offered else [whole]


def _rows(melds: Iterable[LayMeld]) -> set[tuple[Face, ...]]:
    """Return the melds without the difference between duplicates."""
    return {tuple(map(meld_face, meld.cards)) for meld in melds}


def _whole_lay_offs(match: Match, moves: Sequence[SeatMove], arrangement: Arrangement | None) -> Iterable[LayOff]:
    """Return moves that lay off several cards on one meld: those of the arrangement, and every natural card that fits."""
    best = () if arrangement is None else (LayOff(cards, number) for cards, number in arrangement.lay_offs)
    numbers = sorted({move.meld for move in moves if isinstance(move, LayOff)})
    every = (LayOff(all_that_fit(match, number), number) for number in numbers)
    return dict.fromkeys(move for move in (*best, *every) if len(move.cards) > 1)


def _is_legal(match: Match, seat: int, move: SeatMove) -> bool:
    try:
        decide(match, seat, move)
    except IllegalMove:
        return False
    return True


def arrange_hand(match: Match, viewer: int | None) -> Arrangement | None:
    """Return the best arrangement of the viewer's hand, or None for an onlooker or an empty hand.

    Lay-offs are included only in the viewer's own turn: otherwise the table can change before they are made.
    """
    deal = match.deal
    if deal is None or viewer is None or not deal.hands[viewer]:
        return None
    on_turn = range(1, len(deal.melds) + 1) if match.seat_to_act() == viewer else ()
    touched = [number for number in on_turn if can_touch(match.variant, deal, viewer, number)]
    return best_arrangement(deal.hands[viewer], match.variant, deal.melds, only=touched, effort=MOST_PIECES_TO_ARRANGE)


def take_and_lay_moves(match: Match, seat: int) -> Iterator[TakeAndLay]:
    """Yield the moves that take the top discard and lay it, alone or with cards of the hand.

    The seat must be allowed to take it.
    """
    assert match.deal is not None
    top = match.deal.top_discard()
    assert top is not None
    for move in legal_moves(apply(match, DiscardTaken(seat, top)), seat):
        if isinstance(move, LayingMove) and top in map(physical_card, laid_cards(move)):
            yield TakeAndLay(move)


def all_that_fit(match: Match, number: int) -> tuple[Card, ...]:
    """Return the natural cards of the turn's hand that can be laid off together on this meld, in the order of the larger meld.

    Of cards that exclude each other, the one with the most points is taken.
    """
    deal, variant = match.deal, match.variant
    assert deal is not None
    on = deal.melds[number - 1]
    room = len(deal.hands[deal.turn.seat]) if variant.meld_retire_at == "never" else variant.meld_retire_at - len(on.cards)
    naturals = [card for card in cards_to_lay(deal) if not is_joker(card)]
    naturals.sort(key=variant.points, reverse=True)
    grown, found = Meld(on.kind, on.cards), list[Card]()
    while len(found) < room:
        faces = fitting_faces(grown, variant)
        card = next((card for card in naturals if face(card) in faces and card not in found), None)
        larger = None if card is None else extend_meld(grown, (card,), variant)
        if card is None or larger is None:
            break
        found.append(card)
        grown = larger
    return tuple(card for card in grown.cards if card in found)
