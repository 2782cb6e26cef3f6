"""Random hands for the solvers, and the variants they are tried with: the shipped ones, and answers that none of them has."""

import random
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from bot.rummy.cards import Card, Face, declare_joker, face
from bot.rummy.events import MeldKind
from bot.rummy.match import TableMeld
from bot.rummy.variant import Variant
from tests.rummy import slow_solver
from tests.rummy.presets import NAMES, variant

MOST_DRAWS = 200
"""How often a table of melds draws cards for another one."""


def with_jokers(name: str = "rami", **house_rules: str | int | bool) -> Variant:
    return variant(name, jokers=6, wild="joker", **house_rules)


ANSWERS: dict[str, Variant] = {
    **{name: variant(name) for name in NAMES if not (variant(name).growing_hands or variant(name).wild == "king")},
    "two packs": variant(packs=2),
    "two packs with jokers": with_jokers(packs=2),
    "ace high": with_jokers(ace="high"),
    "ace high or low": with_jokers(ace="high_or_low"),
    "around the corner": with_jokers(ace="around_corner"),
    "duplicates in sets": replace(with_jokers(set_unique=False, set_size="[3, 5]"), packs=3),
    "two naturals": with_jokers(packs=2, wild_min_naturals=2),
    "four naturals": with_jokers(wild_min_naturals=4),
    "runs of any suits": with_jokers(run_suited=False),
    "runs of four": with_jokers(run_size=4),
    "sets of four and five": with_jokers(packs=2, set_unique=False, set_size="[4, 5]"),
    "nothing for jokers and courts": with_jokers(joker_points=0, court_points=0),
    "retired melds": with_jokers(meld_retire_at=4),
    "cuccu with jokers": with_jokers("cuccu"),
    "cuccu with large sets": with_jokers("cuccu", set_size="[3, 8]", meld_retire_at="never", figure_points=0),
    "cuccu with sets of one rank": variant("cuccu", set_kind="same_rank", run_suited=True),
}

GROWING = {f"{size} wild": variant("three_thirteen").for_deal(size - 2) for size in (3, 5, 8, 11, 13)}
"""Deals with a rank that is wild: the cards of a meld don't say what they stand for."""


def hand(dice: random.Random, v: Variant, size: int, *, at_random: bool = False) -> tuple[Card, ...]:
    """Return cards of a few ranks or suits, so that there are melds among them, with at most three jokers."""
    deck = list(v.deck_for(v.players[0]))
    jokers = [card for card in deck if card.startswith("JK")]
    naturals = [card for card in deck if not card.startswith("JK")]
    wild = dice.sample(jokers, min(dice.choice((0, 1, 1, 2, 2, 3)), len(jokers), size - 1))
    if not at_random:
        ranks = slow_solver.LINES["around_corner"] if v.deck == "french52" else slow_solver.NUMERALS + slow_solver.UNNUMBERED
        start, width = dice.randrange(len(ranks)), dice.randint(4, 9)
        near = {ranks[(start + step) % len(ranks)] for step in range(width)}
        suits = dice.sample("CDHS", dice.randint(2, 4))
        some = [card for card in naturals if slow_solver.rank(slow_solver.printed(card), v) in near]
        if v.deck == "french52":
            some = [card for card in some if slow_solver.printed(card)[-1] in suits]
        naturals = some if len(some) >= size else naturals
    return tuple(dice.sample(naturals, size - len(wild)) + wild)


def table(dice: random.Random, v: Variant, cards: tuple[Card, ...], melds: int) -> tuple[TableMeld, ...]:
    """Return melds of other cards than these, a few of them with jokers; fewer if these rules hardly allow any."""
    free = [card for card in v.deck_for(v.players[0]) if card not in cards]
    lying: list[TableMeld] = []
    for _ in range(MOST_DRAWS):
        if len(lying) == melds:
            break
        drawn = [card for card in hand(dice, v, 6) if card in free]
        made = list(_melds(drawn, v))
        if made:
            kind, laid = dice.choice(made)
            free = [card for card in free if card not in {each.partition("=")[0] for each in laid}]
            lying.append(TableMeld(MeldKind(kind), laid, (0,) * len(laid), 0))
    return tuple(lying)


def _melds(cards: list[Card], v: Variant) -> Iterator[tuple[str, tuple[Card, ...]]]:
    """Yield the melds that may lie on the table."""
    for _, chosen in slow_solver.every_choice(cards):
        if len(chosen) >= 3 and (v.meld_retire_at == "never" or len(chosen) < v.meld_retire_at):
            for kind, row in sorted(slow_solver.rows(chosen, v))[:3]:
                left, laid = list(map(Card, chosen)), []
                for face in row:
                    shown = next((card for card in left if slow_solver.printed(card) == face), None)
                    shown = shown or next(card for card in left if card.startswith("JK"))
                    left.remove(shown)
                    laid.append(declare_joker(shown, face) if shown.startswith("JK") else shown)
                yield kind, tuple(laid)


def copies_of(cards: Iterable[Card]) -> dict[Face, list[Card]]:
    """Return the cards of each face."""
    copies: dict[Face, list[Card]] = {}
    for card in cards:
        copies.setdefault(face(card), []).append(card)
    return copies
