"""How the words of a question of the rules are written, and the example melds in them.

The questions are functions in `turn_questions.py`, `meld_questions.py`, `card_questions.py` and `point_questions.py`. Each
yields what is said of one question, for a variant and in a language, in this order:

- The title and the hint ask it in a form, where Discord shows 45 and 100 characters of them; commands and refusals name the
  question by its title.
- The label is the variant's answer in a few words: in lobbies and announcements, in forms, and typed in `/table rule`.
- The other sentences are about the answer, in the rules of a game in which the question matters; there are none where another
  question says it.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle
from typing import Literal, assert_never

from bot.messages.words import Words
from bot.rummy.cards import JOKER, NUMERALS, RANKS, Card, is_joker
from bot.rummy.events import MeldKind
from bot.rummy.games import lays_melds
from bot.rummy.melds import read_meld, readings
from bot.rummy.variant import Variant

Cards = tuple[Card, ...]
_RANKS = RANKS * 2  # so that a run can go around the corner
_KING = 12
_FIGURES = {"cuccu40": ("XI", "NULLA", "XV", "SECCHIA", "XIII", "LEONE", "XIIII", "XII"), "french52": ("JC", "QD", "KS")}


WordsOf = Callable[[Variant, Words], Iterator[str]]


def example_set(variant: Variant, size: int) -> Cards | None:
    """Return a set of this many cards; None if there is none."""
    if variant.set_kind == "distinct_figures":
        return _meld_of(_FIGURES[variant.deck][:size], size, variant, MeldKind.SET)
    same, naturals = ("VII",) if variant.deck == "cuccu40" else ("7C", "7D", "7S", "7H"), min(size, variant.cards_of_a_kind())
    cards = [same[place % len(same)] + "'" * (place // len(same)) for place in range(naturals)]
    jokers = [f"{JOKER}{number}" for number in range(1, min(size - naturals, variant.jokers) + 1)]
    return _meld_of((*cards, *jokers), size, variant, MeldKind.SET)


def example_run(variant: Variant, size: int) -> Cards | None:
    """Return a run of this many cards, from the middle of a suit if they are few; None if there is none.

    A short one shares no card with the example of a set.
    """
    if variant.deck == "cuccu40":
        return _meld_of(NUMERALS[max(0, min(5, len(NUMERALS) - size)) :][:size], size, variant, MeldKind.RUN)
    return _meld_of(_cards_in_sequence(max(0, min(7, _KING + 1 - size)), size, variant), size, variant, MeldKind.RUN)


def ace_runs(variant: Variant) -> list[Cards]:
    """Return the runs that show where the ace may be; if it may be in the middle, one run, with the ace there if possible."""
    size = variant.run_size
    low, high, middle = (_cards_in_sequence(first, size, variant) for first in (0, _KING + 2 - size, _KING))
    match variant.ace:
        case "low":
            shown = [low]
        case "high":
            shown = [high]
        case "high_or_low":
            shown = [low, high]
        case "around_corner":
            shown = [middle, low]
        case _:
            assert_never(variant.ace)
    melds = [meld for row in shown if (meld := _meld_of(row, size, variant, MeldKind.RUN))]
    return melds[:1] if variant.ace == "around_corner" else melds


def set_and_run(variant: Variant) -> Cards | None:
    """Return figures that are both a run and a set (RULES 5.16); None if there are none."""
    row = tuple(map(Card, ("JC", "QD", "KS") if variant.deck == "french52" else NUMERALS[10:]))
    for size in range(3, len(row) + 1):
        if len({meld.kind for meld in readings(row[-size:], variant)}) > 1:
            return row[-size:]
    return None


def run_with_joker(variant: Variant) -> Cards:
    """Return a run with a joker in place of its second card."""
    run = example_run(variant, max(variant.run_size, variant.wild_min_naturals + 1))
    assert run is not None, "there are runs of all thirteen ranks, and a meld needs no more than eight naturals"
    return (run[0], Card(JOKER), *run[2:])


def has_lasting_melds(variant: Variant) -> bool:
    """Return whether some meld stays on the table, so that cards can be laid off on it and its joker swapped."""
    retires = variant.meld_retire_at
    return retires == "never" or variant.smallest_meld() < retires


def example_lay_off(variant: Variant) -> tuple[Cards, Card] | None:
    """Return a meld that stays on the table and a card that fits it; None if cards are never laid off."""
    if not lays_melds(variant.game) or variant.layoff_scope == "none" or not has_lasting_melds(variant):
        return None
    longer = example_run(variant, variant.run_size + 1), example_set(variant, variant.set_size[0] + 1)
    ways = [(meld[:-1], meld[-1]) for meld in longer if meld]
    most = variant.meld_retire_at
    return next(((meld, card) for meld, card in ways if most == "never" or len(meld) < most), None)


def has_lay_offs(variant: Variant) -> bool:
    """Return whether cards are laid off in a turn; where all is melded in one turn, at most the last card is (RULES 8.12)."""
    return variant.meld_all_at_once != "always" and example_lay_off(variant) is not None


def all_at_once_deals(variant: Variant) -> tuple[int, ...] | Literal["always"]:
    """Return the deals in which everything must be melded in one turn."""
    deals, last = variant.meld_all_at_once, variant.match_deals
    if deals == "always":
        return deals
    return tuple(sorted(deal for deal in set(deals) if isinstance(last, str) or deal <= last)) if deals != "never" else ()


def _cards_in_sequence(first: int, size: int, variant: Variant) -> Cards:
    suits = "H" if variant.run_suited else "HSDC"
    row = zip(_RANKS[first : first + size], cycle(suits), strict=False)
    return tuple(Card(rank + suit) for rank, suit in row)


def _meld_of(cards: Iterable[str], size: int, variant: Variant, kind: MeldKind) -> Cards | None:
    """Return the cards in the order of the meld, jokers last; None if they aren't a meld of this size."""
    row = tuple(map(Card, cards))
    meld = read_meld(row, variant, kind) if len(row) == size else None
    if meld is None:
        return None
    jokers = sum(map(is_joker, row))
    return (*(card for card in meld.cards if not is_joker(card)), *[Card(JOKER)] * jokers)
