"""What is laid on the table in a turn: melds, lay-offs and swaps, each offered and judged here, and taking them back."""

from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import islice

from bot.rummy import refusals
from bot.rummy.arrangement import melds_in
from bot.rummy.at import At, Events
from bot.rummy.cards import FIGURES, Card, face, is_joker, meld_face, physical_card
from bot.rummy.events import CardsLaidOff, EndedBy, Event, JokerSwapped, MeldLaid, TakenBack
from bot.rummy.match import Deal, TablePlay, hand_points
from bot.rummy.melds import Meld, extensions, meld_points, readings, why_no_meld
from bot.rummy.moves import TAKE_BACK, LayMeld, LayMelds, LayOff, Swap, TakeAndLay, TakeBack, laid_cards
from bot.rummy.notation import NATURALS
from bot.rummy.pieces import makes_no_meld
from bot.rummy.refusals import IllegalMove
from bot.rummy.steps.drawing import may_take, take_top
from bot.rummy.steps.ending import end_if_out
from bot.rummy.steps.permissions import can_meld_again, check_in_hand, check_may_touch, has_opened, touchable_melds
from bot.rummy.steps.plays import possible_lay_offs, possible_swaps, retire_meld, welcome_on
from bot.rummy.steps.turn_end import can_end_turn, can_end_turn_after
from bot.rummy.variant import Variant, Wanted
from bot.rummy.ways_to_lay import ways_to_go_out, ways_to_open

MOST_CHOICES = 25
MOST_MELDS, MOST_LOOKS = 150, 500
"""Jokers can make more melds of a hand than anyone reads.

Of the first MOST_LOOKS melds, which have the fewest jokers, the MOST_MELDS with the most points are listed.
"""


def meld_moves(at: At, may_go: Sequence[Card]) -> Iterable[LayMeld | LayMelds]:
    """Return the moves that lay melds; `may_go` are the cards that may be discarded."""
    if makes_no_meld(at.mask, at.rules.meld_rules):
        return ()  # as in most turns
    if at.rules.contract:
        return _first_melds(at, may_go)
    if at.deal.is_all_at_once:
        return dict.fromkeys(_all_at_once_moves(at, may_go))
    if at.deal.turn.table_plays and not can_meld_again(at):
        return ()
    return _single_melds(at, may_go) if has_opened(at) else _first_melds(at, may_go)


def _single_melds(at: At, may_go: Sequence[Card]) -> list[LayMeld]:
    melds = list(islice(melds_in(at.hand, at.rules, first=at.deal.turn.taken_card, mask=at.mask), MOST_LOOKS))
    if len(melds) > MOST_MELDS:
        melds = nlargest(MOST_MELDS, melds, key=lambda meld: hand_points(at.rules, meld.cards))
    return [
        meld_move(at.rules, meld)
        for meld in melds
        if _leaves(may_go, meld.cards) or can_end_turn_after(at, MeldLaid(at.seat, meld.kind, meld.cards))
    ]


def _first_melds(at: At, may_go: Sequence[Card]) -> Iterator[LayMeld | LayMelds]:
    """Yield the moves that lay a seat's first melds, which are worth enough together (question 39), or its contract (53)."""
    for melds in ways_to_open(at.hand, at.rules, first=at.deal.turn.taken_card):
        laid = tuple(card for meld in melds for card in meld.cards)
        plays = (MeldLaid(at.seat, meld.kind, meld.cards) for meld in melds)
        if _leaves(may_go, laid) or can_end_turn_after(at, *plays):
            yield lay_together(at.rules, melds)


def _all_at_once_moves(at: At, may_go: Sequence[Card]) -> Iterator[LayMeld | LayMelds]:
    """Yield moves whose melds empty the hand, except for one card that may be discarded (RULES 5.14)."""
    for melds in ways_to_go_out(at.hand, at.rules, may_go):
        if at.rules.out_by == "any" or sum(len(meld.cards) for meld in melds) < len(at.hand):
            yield lay_together(at.rules, melds)


def lay_together(rules: Variant, melds: Sequence[Meld]) -> LayMeld | LayMelds:
    """Return the move that lays one meld, or several."""
    moves = tuple(meld_move(rules, meld) for meld in melds)
    return moves[0] if len(moves) == 1 else LayMelds(moves)


def meld_move(rules: Variant, meld: Meld) -> LayMeld:
    """Return the move that lays a meld. It names the kind only if the cards are both a set and a run."""
    may_be_both = rules.set_kind == "distinct_figures" and FIGURES.issuperset(map(meld_face, meld.cards))
    is_both = may_be_both and len(list(readings(meld.cards, rules))) > 1
    return LayMeld(meld.cards, meld.kind if is_both else None)


def lay_melds(at: At, move: LayMeld | LayMelds) -> Events:
    """Return the events of laying the melds of the move, all or none (B:L57, A:L52, RULES 5.14)."""
    melds = move.melds if isinstance(move, LayMelds) else (move,)
    check_in_hand(at, tuple(physical_card(card) for meld in melds for card in meld.cards))
    wanted = at.rules.contract
    if wanted == ():
        raise IllegalMove(refusals.ContractIsLaid())
    if wanted and len(melds) != len(wanted):  # before it is asked what a joker stands for
        raise IllegalMove(_not_the_contract(at, wanted))
    limit = at.rules.melds_per_turn
    if limit != "unlimited" and not can_meld_again(at, len(melds)):
        raise IllegalMove(refusals.TooManyMelds(limit))
    is_opening, worth, then, events = not has_opened(at), 0, at, list[Event]()
    for part in melds:
        meld = read_choice(part, at.rules)
        laid = MeldLaid(at.seat, meld.kind, meld.cards, joined=is_opening and bool(events))
        then = then.after([laid])
        retired = retire_meld(then, len(then.deal.melds))
        then = then.after(retired)
        events += (laid, *retired)
        worth += meld_points(at.rules, meld.cards)
    if wanted and not _is_contract([event for event in events if isinstance(event, MeldLaid)], wanted, at):
        raise IllegalMove(_not_the_contract(at, wanted))
    least = at.rules.first_meld
    if is_opening and least != "none" and worth < least and not _is_waived(then):
        raise IllegalMove(refusals.FirstMeldTooLow(least, least - worth))
    if at.deal.is_all_at_once and then.hand and (len(then.hand) > 1 or not then.may_discard()):
        raise IllegalMove(refusals.NotAllAtOnce(len(then.hand)))  # RULES 5.14
    return *events, *_end_of_play(at, then, EndedBy.MELD)


def _not_the_contract(at: At, wanted: tuple[Wanted, ...]) -> refusals.MoveRefusal:
    return (refusals.NotTheLastContract if at.deal.is_all_at_once else refusals.NotTheContract)(wanted)


def _is_contract(melds: Sequence[MeldLaid], wanted: Sequence[Wanted], at: At) -> bool:
    """Return True if these are the melds of the contract; the last one is the whole hand, in longer ones too (question 53)."""
    laid = sorted((meld.kind.value, len(meld.cards)) for meld in melds)
    sizes = sorted((each.kind, each.size) for each in wanted)
    if not at.deal.is_all_at_once:
        return laid == sizes
    is_whole = sum(size for _, size in laid) == len(at.hand)
    return is_whole and [kind for kind, _ in laid] == [kind for kind, _ in sizes]


def _is_waived(then: At) -> bool:
    """Return True if first melds of any worth may be laid, as they leave at most the card that ends the turn (question 47)."""
    return then.rules.first_meld_waived and len(then.hand) <= 1


def read_choice(part: LayMeld, rules: Variant) -> Meld:
    """Return the only reading of the cards. Raise IllegalMove if there is none, or if the player must choose."""
    ways = list(islice(readings(part.cards, rules, part.kind), MOST_CHOICES))
    if not ways:
        raise IllegalMove(why_no_meld(part.cards, rules, part.kind))
    if len(ways) == 1 or rules.meld_rules.wild & NATURALS:  # such cards needn't say what they stand for
        return ways[0]
    if any(is_joker(card) and "=" not in card for card in part.cards):
        raise IllegalMove(refusals.JokerUndeclared(part.cards, tuple(meld.cards for meld in ways)))
    raise IllegalMove(refusals.KindUndeclared(part.cards))


def table_moves(at: At, may_go: Sequence[Card]) -> Iterable[LayOff | Swap]:
    """Return the lay-offs, card by card, and the swaps; `may_go` are the cards that may be discarded."""
    if at.rules.wild_swap == "never" and not welcome_on(at.deal.melds, at.rules.meld_rules) & at.mask:
        return ()  # as in most turns
    return _table_moves(at, may_go)


def _table_moves(at: At, may_go: Sequence[Card]) -> Iterator[LayOff | Swap]:
    for number in touchable_melds(at):
        for laid in possible_lay_offs(at, number):
            if _leaves(may_go, laid.cards) or can_end_turn_after(at, laid):
                yield LayOff(laid.cards, number)
        if at.rules.wild_swap != "never":
            once = {face(swap.card): swap for swap in reversed(list(possible_swaps(at, number)))}
            for swap in once.values():
                if _leaves(may_go, (swap.card,)) or can_end_turn_after(at, swap):
                    yield Swap(swap.card, number)


def lay_off(at: At, move: LayOff) -> Events:
    """Return the lay-off of cards that fit the meld in one way."""
    size, played = at.rules.meld_retire_at, tuple(map(physical_card, move.cards))
    check_in_hand(at, played)
    check_may_touch(at, move.meld)
    on = at.deal.melds[move.meld - 1]
    ways = list(islice(extensions(Meld(on.kind, on.cards), move.cards, at.rules), MOST_CHOICES))
    if size != "never" and len(on.cards) + len(played) > size:
        raise IllegalMove(refusals.MeldWouldRetire(move.meld, size))
    if not ways:
        raise IllegalMove(refusals.DoesNotFit(move.cards, move.meld, on.cards))
    if len(ways) > 1 and not at.rules.meld_rules.wild & NATURALS:
        raise IllegalMove(refusals.JokerUndeclared(move.cards, tuple(meld.cards for meld in ways)))
    laid = CardsLaidOff(at.seat, tuple(card for card in ways[0].cards if physical_card(card) in played), move.meld)
    then = at.after([laid])
    retired = retire_meld(then, move.meld, last=played)
    return laid, *retired, *_end_of_play(at, then.after(retired), EndedBy.LAYOFF)


def swap_joker(at: At, move: Swap) -> Events:
    """Return the swap: the joker goes to the hand. Where a lay-off needs an own meld, a swap needs one too."""
    if at.rules.wild_swap == "never":
        raise IllegalMove(refusals.SwapsForbidden())
    check_in_hand(at, (move.card,))
    check_may_touch(at, move.meld, to_swap=True)
    swap = next((swap for swap in possible_swaps(at, move.meld) if swap.card == move.card), None)
    if swap is None:
        raise IllegalMove(refusals.NoJokerFor(move.card, move.meld, at.deal.melds[move.meld - 1].cards))
    return swap, *_end_of_play(at, at.after([swap]), EndedBy.LAYOFF)


def take_and_lay(at: At, move: TakeAndLay) -> Events:
    """Return the draw of the top discard, and what is laid after it. Raise IllegalMove if one of the two is forbidden."""
    laying, top = move.laying, at.deal.top_discard()
    if top and not may_take(at) and (isinstance(laying, LayOff) or face(top) not in map(face, laid_cards(laying))):
        raise IllegalMove(refusals.OnlyInFirstMelds())
    taken = take_top(at)
    then = at.after(taken)
    return *taken, *(lay_off(then, laying) if isinstance(laying, LayOff) else lay_melds(then, laying))


def take_backs(at: At) -> tuple[TakeBack, ...]:
    """Return the move that takes the last play back, if there is one."""
    may_go_back = at.rules.take_back and plays_to_take_back(at.deal) and not _is_taken_to_lay(at)
    return (TAKE_BACK,) if may_go_back else ()


def take_back(at: At, _: TakeBack = TAKE_BACK) -> Events:
    """Return the taking back of the last play, and of those that may not stay on the table without it."""
    if not at.rules.take_back:
        raise IllegalMove(refusals.TakingBackForbidden())
    if not plays_to_take_back(at.deal):
        raise IllegalMove(refusals.MustStayLaid() if at.deal.turn.table_plays else refusals.NothingToTakeBack())
    if _is_taken_to_lay(at):
        raise IllegalMove(refusals.MustStayLaid())
    return _taking_back(at)


def _is_taken_to_lay(at: At) -> bool:
    """Return True if the last plays are the first melds for which the discard was taken: without them it can't be kept."""
    return at.deal.turn.taken_card is not None and not may_take(at.after(_taking_back(at)))


def _taking_back(at: At) -> Events:
    return tuple(TakenBack(at.seat, play) for play in reversed(plays_to_take_back(at.deal)))


def plays_to_take_back(deal: Deal) -> tuple[TablePlay, ...]:
    """Return the plays of the turn that would be taken back together, in their order.

    These are all plays if melds must empty the hand in this deal (RULES 5.14), the first melds of the seat together (RULES
    8.16), and otherwise the last play alone. What lays the deepest card taken from the pile stays (RULES 8.25).
    """
    plays, undone = deal.turn.table_plays, 1
    if not plays or deal.is_all_at_once:
        return plays
    play, deepest = plays[-1], deal.turn.pile_taken[:1]
    if deepest and not isinstance(play, JokerSwapped) and deepest[0] in map(physical_card, play.cards):
        return ()
    while isinstance(last := plays[-undone], MeldLaid) and last.joined:
        undone += 1
    return plays[-undone:]


def _leaves(may_go: Sequence[Card], cards: tuple[Card, ...]) -> bool:
    """Return True if a card that may be discarded is left. This is quick; if it is False, `can_end_turn_after` decides."""
    return len(may_go) > len(cards) or any(card not in map(physical_card, cards) for card in may_go)


def _end_of_play(at: At, then: At, how: EndedBy) -> Events:
    """Return the end of the deal if the hand is empty after a play, else nothing.

    Raise IllegalMove if the turn could then not end legally (RULES 5.2).
    """
    if can_end_turn(then):
        return end_if_out(at, then, how)
    taken = then.deal.turn.taken_card
    if taken is not None and then.hand and not then.may_discard():
        raise IllegalMove(refusals.NoLegalEnd(face(taken)))
    raise IllegalMove(refusals.MustDiscardLast())
