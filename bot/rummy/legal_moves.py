"""The moves that a seat has. They are found with the same rules as `decide`, so a button never offers a forbidden move.

Duplicates are worth the same, so of several copies of a face only one is offered. A view adds the best arrangement of the hand,
the melds of that arrangement, and moves that take several steps at a time: *take and lay*, and laying off everything that fits.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from bot.rummy.apply import apply
from bot.rummy.arrangement import Arrangement, best_arrangement, makes_no_meld_with, melds_in
from bot.rummy.at import At
from bot.rummy.cards import Card, Face, meld_face, physical_card
from bot.rummy.decide import decide
from bot.rummy.events import DiscardTaken
from bot.rummy.games import phase_of
from bot.rummy.match import Match
from bot.rummy.melds import Meld, is_wild, larger_rows, lying_row
from bot.rummy.moves import Draw, LayingMove, LayMeld, LayMelds, LayOff, SeatMove, Take, TakeAndLay, laid_cards
from bot.rummy.notation import BIT, NATURALS, NUMBER_OF, mask_of_cards
from bot.rummy.pieces import makes_no_meld
from bot.rummy.refusals import IllegalMove
from bot.rummy.steps.drawing import may_take
from bot.rummy.steps.laying import MOST_MELDS, meld_move
from bot.rummy.steps.permissions import has_opened, touchable_melds
from bot.rummy.steps.plays import cards_to_lay, welcome_on
from bot.rummy.variant import Variant


def legal_moves(match: Match, seat: int) -> list[SeatMove]:
    """Return every move of the seat's turn, lay-offs card by card; none if it isn't its turn.

    `leave` isn't among them: it is allowed at any time.
    """
    return _moves_at(At(match)) if match.seat_to_act() == seat else []


def _moves_at(at: At) -> list[SeatMove]:
    return phase_of(at).offers(at)


MOST_PIECES_TO_ARRANGE = 10_000
"""The most pieces that are looked at for the best arrangement."""


def offered_moves(at: At, arrangement: Arrangement | None) -> tuple[SeatMove, ...]:
    """Return the legal moves of the seat to act, melds of the arrangement that aren't among them, and combined moves."""
    moves = _moves_at(at)
    if not moves:
        return ()
    kinds = set(map(type, moves))
    if Take in kinds or (Draw in kinds and at.deal.discard_pile and not may_take(at)):
        return (*moves, *take_and_lay_moves(at)) if TakeAndLay in phase_of(at).causes else tuple(moves)
    melds = {tuple(map(meld_face, move.cards)) for move in moves if isinstance(move, LayMeld)} if LayMeld in kinds else set()
    for meld in arrangement.melds if melds and arrangement is not None else ():
        move = meld_move(at.rules, meld)
        if tuple(map(meld_face, meld.cards)) not in melds and _is_legal(at, move):
            moves.insert(0, move)
    moves[:0] = [move for move in _all_first_melds(at, moves, arrangement) if _is_legal(at, move)]
    if LayOff not in kinds and (arrangement is None or not arrangement.lay_offs):
        return tuple(moves)
    return (*moves, *(move for move in _whole_lay_offs(at, moves, arrangement) if _is_legal(at, move)))


def _all_first_melds(at: At, moves: Sequence[SeatMove], arrangement: Arrangement | None) -> Iterable[LayMelds]:
    """Return the move that lays all melds of the arrangement together, if they are a seat's first melds (RULES 8.16)."""
    if arrangement is None or len(arrangement.melds) < 2 or has_opened(at):
        return []
    offered = [_rows(move.melds) for move in moves if isinstance(move, LayMelds)]
    whole = LayMelds(tuple(meld_move(at.rules, meld) for meld in arrangement.melds))
    return [] if _rows(whole.melds) in offered else [whole]


def _rows(melds: Iterable[LayMeld]) -> set[tuple[Face, ...]]:
    """Return the melds without the difference between duplicates."""
    return {tuple(map(meld_face, meld.cards)) for meld in melds}


def _whole_lay_offs(at: At, moves: Sequence[SeatMove], arrangement: Arrangement | None) -> Iterable[LayOff]:
    """Return moves that lay off several cards on one meld: those of the arrangement, and every natural card that fits."""
    best = () if arrangement is None else (LayOff(cards, number) for cards, number in arrangement.lay_offs)
    numbers = sorted({move.meld for move in moves if isinstance(move, LayOff)})
    every = (LayOff(all_that_fit(at, number), number) for number in numbers)
    return dict.fromkeys(move for move in (*best, *every) if len(move.cards) > 1)


def _is_legal(at: At, move: SeatMove) -> bool:
    try:
        decide(at.match, at.seat, move)
    except IllegalMove:
        return False
    return True


def melds_and_arrangement(hand: Sequence[Card], variant: Variant, at: At | None) -> tuple[tuple[Meld, ...], Arrangement]:
    """Return every meld of a hand, but of very many the first, and its best arrangement.

    Where a rank is wild there are too many melds, and none is returned.
    Lay-offs are included only in its own turn, `at`: otherwise the table can change before they are made.
    """
    rules, table = variant.meld_rules, () if at is None else at.deal.melds
    mask = mask_of_cards(hand) if at is None else at.mask
    can_touch = at is not None and at.rules.layoff_scope != "none" and welcome_on(table, rules) & mask
    touched = touchable_melds(at) if at is not None and can_touch else []
    if not touched and makes_no_meld(mask, rules):  # as most hands
        return (), Arrangement((), (), sum(map(variant.card_points.__getitem__, hand)))
    melds = () if rules.wild & NATURALS else tuple(islice(melds_in(hand, variant, mask=mask), MOST_MELDS))
    return melds, best_arrangement(hand, variant, table, only=touched, effort=MOST_PIECES_TO_ARRANGE)


def take_and_lay_moves(at: At) -> Iterator[TakeAndLay]:
    """Yield the moves that take the top discard and lay it, alone or with cards of the hand: if the seat may not take it
    otherwise, those that lay its first melds.
    """
    top = at.deal.top_discard()
    assert top is not None
    rules = at.rules.meld_rules
    if not BIT[top] & welcome_on(at.deal.melds, rules) and makes_no_meld_with(top, at.mask, rules):
        return
    kinds = LayingMove if may_take(at) else LayMeld | LayMelds
    for move in _moves_at(At(apply(at.match, DiscardTaken(at.seat, top)))):
        if isinstance(move, kinds) and top in map(physical_card, laid_cards(move)):
            yield TakeAndLay(move)


def all_that_fit(at: At, number: int) -> tuple[Card, ...]:
    """Return the natural cards of the hand that can be laid off together on this meld, in the order of the larger meld.

    Of cards that exclude each other, the one with the most points is taken.
    """
    rules, on, retires_at = at.rules.meld_rules, at.deal.melds[number - 1], at.rules.meld_retire_at
    room = len(at.hand) if retires_at == "never" else retires_at - len(on.cards)
    faces, row, left, found = NUMBER_OF[rules.deck], lying_row(on.kind, on.cards, rules), cards_to_lay(at), list[Card]()
    while len(found) < room:
        larger = larger_rows(on.kind, row, rules)
        fitting = [card for card in left if faces.get(card) in larger and not is_wild(card, rules)]
        if not fitting:
            break
        card = max(fitting, key=at.rules.points)
        left.remove(card)
        found.append(card)
        row = larger[faces[card]]
    return tuple(sorted(found, key=lambda card: row.index(faces[card])))
