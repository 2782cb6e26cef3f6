"""The slow, obvious second solver: what is a meld, in the plain words of the rules, with every choice of cards tried.

It shares nothing with the first solver except the written form of cards and the variant's answers.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product

from bot.rummy.match import TableMeld
from bot.rummy.variant import Variant

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
NUMERALS = ["I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "VIIII", "X", "XI", "XII", "XIII", "XIIII", "XV"]
UNNUMBERED = ["NULLA", "SECCHIA", "MASCHERONE", "LEONE", "MATTO"]
LINES = {
    "low": RANKS,
    "high": [*RANKS[1:], "A"],
    "high_or_low": [*RANKS, "A"],
    "around_corner": RANKS + RANKS,
}
Row = tuple[str, tuple[str, ...]]
"""A meld: `run` or `set`, and the faces, a run from low to high, a set sorted."""


def printed(card: str) -> str:
    return "JK" if card.startswith("JK") else card.rstrip("'")


def stands_as(card: str) -> str:
    return card.partition("=")[2] if "=" in card else printed(card)


def rank(face: str, v: Variant) -> str:
    return face[:-1] if v.deck == "french52" else face


def faces(v: Variant) -> list[str]:
    return [r + s for s in "CDHS" for r in RANKS] if v.deck == "french52" else NUMERALS + UNNUMBERED


def is_figure(face: str, v: Variant) -> bool:
    return rank(face, v) in ("J Q K" if v.deck == "french52" else " ".join(NUMERALS[10:] + UNNUMBERED)).split()


def windows(v: Variant, size: int) -> Iterator[list[str]]:
    """Return every stretch of this many consecutive ranks, none with a rank twice."""
    line = NUMERALS if v.deck == "cuccu40" else LINES[v.ace]
    for at in range(len(line) - size + 1):
        if len(set(line[at : at + size])) == size:
            yield line[at : at + size]


def is_run(row: Sequence[str], v: Variant) -> bool:
    if len(row) < v.run_size or [rank(face, v) for face in row] not in list(windows(v, len(row))):
        return False
    return not v.run_suited or v.deck == "cuccu40" or len({face[-1] for face in row}) == 1


def is_set(row: Sequence[str], v: Variant) -> bool:
    if not v.set_size[0] <= len(row) <= v.set_size[1]:
        return False
    if v.set_kind == "distinct_figures":
        return all(is_figure(face, v) for face in row) and len({rank(face, v) for face in row}) == len(row)
    return len({rank(face, v) for face in row}) == 1 and not (v.set_unique and len(set(row)) < len(row))


def rows(cards: Iterable[str], v: Variant) -> set[Row]:
    """Return every meld that the cards are, whatever their jokers stand for."""
    cards = list(cards)
    if v.growing_hands and (loose := sum(is_of_wild_rank(card, v) for card in cards)) < len(cards):
        return _rows(tuple(sorted(printed(card) for card in cards if not is_of_wild_rank(card, v))), loose, _Answers(v))
    if v.wild == "king":  # where they stand doesn't matter here
        loose, naturals = (
            sum(printed(card)[:-1] == "K" for card in cards),
            [printed(c) for c in cards if printed(c)[:-1] != "K"],
        )
        is_enough = not loose or len(naturals) >= v.wild_min_naturals
        return _rows(tuple(sorted(naturals)), loose, _Answers(v)) if is_enough and "JK" not in naturals else set()
    fixed = [stands_as(card) for card in cards if stands_as(card) != "JK"]
    jokers = sum(card.startswith("JK") for card in cards)
    naturals = sum(not card.startswith("JK") for card in cards)
    if jokers and (v.wild != "joker" or naturals < v.wild_min_naturals or (v.wild_max != "unlimited" and jokers > v.wild_max)):
        return set()
    found = _rows(tuple(sorted(fixed)), sum(stands_as(card) == "JK" for card in cards), _Answers(v)) if fixed else set()
    if v.wild_adjacent:
        return found
    shown = {printed(card) for card in cards if not card.startswith("JK")}
    return {(kind, row) for kind, row in found if kind == "set" or not any(shown.isdisjoint(pair) for pair in pairwise(row))}


def is_of_wild_rank(card: str, v: Variant) -> bool:
    """Return True if the card has the rank of the number of cards dealt, which is wild (RULES 8.26)."""
    return rank(printed(card), v) == RANKS[int(str(v.hand_size)) - 1]


class _Answers:
    """A variant as a cache key: equal if its answers about melds are equal."""

    def __init__(self, v: Variant) -> None:
        self.v = v
        self.key = (v.deck, v.ace, v.set_kind, v.set_size, v.set_unique, v.run_size, v.run_suited)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Answers) and self.key == other.key


@lru_cache(maxsize=200_000)
def _rows(fixed: tuple[str, ...], loose: int, answers: _Answers) -> set[Row]:
    v = answers.v
    found: set[Row] = set()
    suits = {face[-1] for face in fixed} if v.run_suited and v.deck == "french52" else None
    for window in windows(v, len(fixed) + loose) if suits is None or len(suits) == 1 else ():
        if all(sum(rank(face, v) == each for face in fixed) <= 1 for each in window) and {rank(face, v) for face in fixed} <= {
            *window
        }:
            shown = {rank(face, v): [face] for face in fixed}
            any_face = [
                [face for face in faces(v) if rank(face, v) == each and (not suits or face[-1] in suits)] for each in window
            ]
            for row in product(*(shown.get(each, wild) for each, wild in zip(window, any_face, strict=True))):
                if is_run(row, v):
                    found.add(("run", row))
    figures = v.set_kind == "distinct_figures"
    alike = [face for face in faces(v) if (is_figure(face, v) if figures else rank(face, v) == rank(fixed[0], v))]
    if len(fixed) + loose <= v.set_size[1] and set(fixed) <= {*alike}:
        for more in product(alike, repeat=loose):
            if is_set((*fixed, *more), v):
                found.add(("set", tuple(sorted((*fixed, *more)))))
    return found


def every_choice(cards: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Return every choice of cards, with the bits of their places."""
    for size in range(len(cards) + 1):
        for places in combinations(range(len(cards)), size):
            yield sum(1 << at for at in places), tuple(cards[at] for at in places)


def points_of(cards: Iterable[str], v: Variant) -> int:
    """Return the points of cards in hand (RULES 5.15, 5.17 and 6, questions 10 and 11)."""
    total = 0
    for card in map(printed, cards):
        if card == "JK":
            total += v.joker_points
        elif v.wild == "king":
            total += {"K": 25, "Q": 10, "J": 10, "10": 10}.get(card[:-1], 5)
        elif v.deck == "cuccu40":
            total += NUMERALS.index(card) + 1 if card in NUMERALS else v.figure_points
        elif card[:-1] == "A":
            ace = {"low": 1, "high": 10, "high_or_low": 15, "around_corner": 15}[v.ace]
            total += ace if v.ace_points == "auto" else v.ace_points
        else:
            total += v.court_points if card[:-1] in "JQK" else int(card[:-1])
    return total


def fewest_left(hand: Sequence[str], v: Variant, table: Sequence[TableMeld] = ()) -> tuple[int, int]:
    """Return the points and the number of cards that the best choice of melds and lay-offs leaves."""
    everything = (1 << len(hand)) - 1
    reached = {everything}
    for on in table:
        added = [bits for bits, chosen in every_choice(hand) if not chosen or takes(on, chosen, v)]
        reached = {left ^ bits for left in reached for bits in added if left & bits == bits}
    melds: dict[int, list[int]] = {}
    for bits, chosen in every_choice(hand):
        if len(chosen) >= 3 and rows(chosen, v):
            melds.setdefault(bits & -bits, []).append(bits)
    left: dict[int, tuple[int, int]] = {0: (0, 0)}
    for cards in range(1, everything + 1):
        lowest = cards & -cards
        points, count = left[cards ^ lowest]
        card = hand[lowest.bit_length() - 1]
        others = [left[cards ^ bits] for bits in melds.get(lowest, ()) if cards & bits == bits]
        left[cards] = min([(points + points_of([card], v), count + 1), *others])
    return min(left[cards] for cards in reached)


def takes(on: TableMeld, added: Sequence[str], v: Variant) -> bool:
    """Return True if the meld on the table is a meld of its kind with these cards, and not too large to stay."""
    if v.meld_retire_at != "never" and len(on.cards) + len(added) > v.meld_retire_at:
        return False
    return any(kind == on.kind for kind, _ in rows((*on.cards, *added), v))


def ways_out(hand: Sequence[str], v: Variant) -> set[str | None]:
    """Return the faces of which a card can be kept while all others are melded; None is among them if all can be."""
    everything = (1 << len(hand)) - 1
    melds = [bits for bits, chosen in every_choice(hand) if len(chosen) >= 3 and rows(chosen, v)]
    empty = {0}
    for cards in range(1, everything + 1):
        if any(cards & bits == bits and cards & -cards & bits and cards ^ bits in empty for bits in melds):
            empty.add(cards)
    kept = {printed(card) for at, card in enumerate(hand) if everything ^ 1 << at in empty and len(hand) > 1}
    return {*kept, None} if everything in empty else {*kept}
