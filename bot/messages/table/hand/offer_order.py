"""The order in which melds and lay-offs are offered."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from bot.rummy.deck.cards import FIGURES, Card, Face, face, is_joker, meld_face
from bot.rummy.events import MeldKind
from bot.rummy.melds.melds import Meld
from bot.rummy.moves import LayingMove, LayMeld, LayOff, laid_cards
from bot.rummy.scoring import hand_points
from bot.rummy.variant.variant import Variant


def in_order(
    moves: Iterable[LayingMove],
    hand: Sequence[Card],
    variant: Variant,
    is_best: Callable[[LayingMove], bool] = lambda move: False,
    *,
    is_all_at_once: bool,
) -> list[LayingMove]:
    """Return the best moves first, then those that lay the most points; permutations after them, and wasted jokers last.

    Permutations lay the same natural cards with jokers for others, or as many other figures: one of them is with the rest.
    If melds must be laid all at once, one way is returned to lay the same cards: how they are split changes nothing.
    """
    if is_all_at_once:
        moves = {tuple(sorted(map(face, laid_cards(move)))): move for move in reversed(list(moves))}.values()
    held = Counter(map(face, hand))
    ranked = []
    for move in moves:
        cards = laid_cards(move)
        ranked.append((not is_best(move), wastes_joker(cards, held), -hand_points(variant, cards), move))
    ranked.sort(key=lambda ranked: ranked[:3])
    seen: set[object] = set()
    keys = []
    for no_best, wasted, points, move in ranked:
        kind = _permuted(move, variant)
        keys.append((no_best, wasted, no_best and kind in seen, points, move))
        seen.add(kind)
    return [key[-1] for key in sorted(keys, key=lambda key: key[:4])]


def wastes_joker(cards: Iterable[Card], held: Counter[Face]) -> bool:
    """Return True if a joker stands for a face of which the hand holds more cards than are laid here."""
    laid = [card for card in cards if not is_joker(card) or held[meld_face(card)]]
    jokers = [card for card in laid if is_joker(card)]
    if not jokers:
        return False
    naturals = Counter(face(card) for card in laid if not is_joker(card))
    return any(held[meld_face(joker)] > naturals[meld_face(joker)] for joker in jokers)


def is_figure_set(meld: Meld, variant: Variant) -> bool:
    """Return True for a set of different figures, whose cards can be exchanged for any other figures."""
    return meld.kind == MeldKind.SET and variant.set_kind == "distinct_figures"


def _permuted(move: LayingMove, variant: Variant) -> object:
    """Return what is the same for permutations of a move."""
    cards = laid_cards(move)
    where = move.meld if isinstance(move, LayOff) else None
    may_be_set = isinstance(move, LayMeld) and variant.set_kind == "distinct_figures" and move.kind != MeldKind.RUN
    if may_be_set and FIGURES.issuperset(map(meld_face, cards)):
        return "figures", len(cards)
    return where, frozenset(face(card) for card in cards if not is_joker(card)), len(cards)
