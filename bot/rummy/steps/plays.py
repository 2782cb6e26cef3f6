"""The plays on the melds of the table: lay-offs, swaps, and what retires after them (RULES 5.15, 5.19)."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, reduce
from operator import or_

from bot.rummy.at import At
from bot.rummy.cards import Card, Face, declare_joker, face, is_joker, meld_face, physical_card
from bot.rummy.events import CardsLaidOff, JokerSwapped, MeldRetired
from bot.rummy.match import TableMeld
from bot.rummy.melds import Meld, extend_meld, fits_on, wild_as
from bot.rummy.notation import BIT, NATURALS, SAME_FACE
from bot.rummy.steps.permissions import can_touch
from bot.rummy.variant import MeldRules, Variant


def cards_to_lay(at: At) -> list[Card]:
    """Return the hand with the card just taken first.

    If it is laid before its duplicate, the duplicate may be discarded.
    """
    taken = at.deal.turn.taken_card
    return [taken, *[card for card in at.hand if card != taken]] if taken in at.hand else list(at.hand)


def possible_swaps(at: At, number: int) -> Iterator[JokerSwapped]:
    """Yield a swap for each card of the hand that a joker in this meld stands for, each face once."""
    jokers = {meld_face(card): physical_card(card) for card in reversed(at.deal.melds[number - 1].cards) if is_joker(card)}
    for card in cards_to_lay(at):
        if jokers and face(card) in jokers and not is_joker(card):
            yield JokerSwapped(at.seat, card, jokers[face(card)], number)


@lru_cache(maxsize=64)
def welcome_on(melds: tuple[TableMeld, ...], rules: MeldRules) -> int:
    """Return the mask of the cards that can be laid off on one of these melds at least."""
    return reduce(or_, (fits_on(on.kind, on.cards, rules)[1] for on in melds), 0)


def naturals_for(melds: tuple[TableMeld, ...], rules: Variant) -> int:
    """Return the mask of the natural cards that can be laid off on one of these melds, or take the place of a joker there."""
    fitting = welcome_on(melds, rules.meld_rules)
    if rules.wild_swap != "never":
        fitting = reduce(or_, (SAME_FACE[meld_face(card)] for on in melds for card in on.cards if is_joker(card)), fitting)
    return fitting & NATURALS


def possible_lay_offs(at: At, number: int) -> Iterable[CardsLaidOff]:
    """Return the lay-offs of single cards of the hand on this meld: a joker as each card that it may stand for."""
    on, rules = at.deal.melds[number - 1], at.rules.meld_rules
    fitting = fits_on(on.kind, on.cards, rules)[1]
    return _lay_offs(at, number, fitting, wild_as(on.kind, on.cards, rules)) if fitting & at.mask else ()


def _lay_offs(at: At, number: int, fitting: int, stands_for: tuple[Face, ...]) -> Iterator[CardsLaidOff]:
    seen = set()
    for card in [card for card in cards_to_lay(at) if BIT[card] & fitting]:
        if face(card) in seen:
            continue
        seen.add(face(card))
        if not is_joker(card):
            yield CardsLaidOff(at.seat, (card,), number)
        else:
            yield from (CardsLaidOff(at.seat, (declare_joker(card, each),), number) for each in stands_for)


def retire_meld(at: At, number: int, *, last: tuple[Card, ...] = ()) -> tuple[MeldRetired, ...]:
    """Return the retirement of the meld with this number, or nothing if it isn't large enough.

    Its cards are in order from low to high, with `last`, the cards just laid off, at the end.
    """
    meld, size = at.deal.melds[number - 1], at.rules.meld_retire_at
    if size == "never" or len(meld.cards) < size:
        return ()
    cards = tuple(map(physical_card, meld.cards))
    lying = tuple(card for card in cards if card not in last)
    return (MeldRetired(at.seat, number, lying + tuple(card for card in cards if card in last)),)


def melds_that_fit(at: At, cards: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the numbers, from 1, of the melds on which these cards can be laid off together."""
    return _touchable(at, lambda on: extend_meld(Meld(on.kind, on.cards), cards, at.rules) is not None)


def melds_with_joker_for(at: At, card: Card) -> tuple[int, ...]:
    """Return the numbers, from 1, of the melds in which a joker stands for this card."""
    return _touchable(at, lambda on: any(is_joker(each) and meld_face(each) == face(card) for each in on.cards))


def _touchable(at: At, is_meant: Callable[[TableMeld], bool]) -> tuple[int, ...]:
    """Return the numbers of those meant that the seat to act may touch; of all if of none, so that the refusal says why."""
    meant = [number for number, on in enumerate(at.deal.melds, start=1) if is_meant(on)]
    return tuple([number for number in meant if can_touch(at.rules, at.deal, at.seat, number)] or meant)
