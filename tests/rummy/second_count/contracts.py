"""Contract rummy and Ten stages: which first melds are asked, whether each meld is one, and whose turn is lost."""

from collections.abc import Callable, Iterator
from itertools import pairwise

from tests.rummy.second_count.cards import KING, Answers, face, is_joker, rank, suit
from tests.rummy.second_count.deal import Deal, Event

Melds = list[tuple[str, int]]
"""Kinds and sizes, sorted."""


def _melds(sets: list[int], runs: list[int]) -> Melds:
    return [*(("run", size) for size in sorted(runs)), *(("set", size) for size in sorted(sets))]


CONTRACTS = (
    _melds([3, 3], []),
    _melds([3], [4]),
    _melds([], [4, 4]),
    _melds([3, 3, 3], []),
    _melds([3, 3], [4]),
    _melds([3], [4, 4]),
    _melds([], [4, 4, 4]),
)
STAGES = (
    _melds([3, 3], []),
    _melds([3], [4]),
    _melds([4], [4]),
    _melds([], [7]),
    _melds([], [8]),
    _melds([], [9]),
    _melds([4, 4], []),
    _melds([3], [6]),
    _melds([5, 3], []),
    _melds([5], [5]),
)
LONGEST_SET = 8


def contract_of(nth: int, deals: int | None) -> int:
    """Return the contract, from 0, of the nth deal, from 0, of so many (None: no number is agreed)."""
    return nth * 7 // deals if deals is not None and deals < 7 else nth % 7


def hand_size(asked: Melds) -> int:
    return 12 if sum(size for _, size in asked) >= 10 else 10


def why_no_contract_meld(kind: str, cards: list[str]) -> str:
    """Return what is wrong with a meld of contract rummy, whose jokers say what they stand for; else an empty text."""
    if all(map(is_joker, cards)):
        return "only jokers"
    if any(is_joker(card) and "=" not in card for card in cards):
        return "a joker doesn't say what it stands for"
    ranks = sorted(map(rank, cards))
    if kind == "set":
        return "" if len(set(ranks)) == 1 and 3 <= len(cards) <= LONGEST_SET else "no set"
    high = sorted(KING + 1 if number == 1 else number for number in ranks)
    is_run = any(all(above == below + 1 for below, above in pairwise(each)) for each in (ranks, high))
    return "" if is_run and len(cards) >= 4 and len(set(map(suit, cards))) == 1 else "no run"


def run_with_kings(cards: list[str], between: tuple[int, int] | None = None) -> tuple[int, int] | None:
    """Return the lowest and the highest rank of a run whose kings are wild, with cards laid off if `between` is on the table.

    A king fills a gap, else it is above the others, and only at the top below them. None if they are no run.
    """
    others = [rank(card) for card in cards if rank(card) != KING]
    low, high = between or (min(others), max(others))
    size = len(cards) + (high - low + 1 if between else 0)
    is_taken = between and any(low <= number <= high for number in others)
    if is_taken or len(set(others)) < len(others) or size > KING:
        return None
    lowest, highest = min([low, *others]), max([high, *others])
    top = min(KING, lowest + size - 1)
    return (top - size + 1, top) if top >= highest else None


class LaidContracts:
    """Looks at each event of a deal before and after the deal follows it, for what is against the rules of contracts."""

    def __init__(self, deal: Deal, answers: Answers, asked: dict[int, Melds], after: Callable[[int], int]) -> None:
        self.deal, self.asked, self.after = deal, asked, after
        self.is_stages = answers["contracts"] == "stages"
        self.may_discard_taken = answers["discard_taken"] == "allow"
        self.to_act: int | None = after(deal.dealer)
        """Whose turn it is; None after somebody left."""
        self.taken = ""
        self.skipped: int | None = None

    def has_laid(self, seat: int) -> bool:
        """Return True if a seat's melds are exactly those that are asked; in the last contract runs may be longer."""
        laid = self._laid_by(seat)
        if self._is_last(seat):
            return [kind for kind, _ in laid] == [kind for kind, _ in self.asked[seat]]
        return laid == self.asked[seat]

    def _laid_by(self, seat: int) -> Melds:
        table = self.deal.table
        return sorted((kind, len(laid[0])) for kind, (by, laid) in zip(table.kinds, table.laid, strict=True) if by == seat)

    def _is_last(self, seat: int) -> bool:
        return not self.is_stages and self.asked[seat] == CONTRACTS[-1]

    def before(self, event: Event) -> Iterator[str]:
        """Yield what is wrong with an event that the deal hasn't followed yet."""
        kind, seat = event["type"], event.get("seat", -1)
        if kind in ("CardDrawn", "DiscardTaken", "CardDiscarded") and self.to_act is not None and seat != self.to_act:
            yield f"it is the turn of seat {self.to_act}, not of {seat}"
        if kind == "MeldLaid" and self.has_laid(seat):
            yield f"seat {seat} lays one more meld than {self.asked[seat]}"
        if kind in ("CardsLaidOff", "JokerSwapped") and not self.has_laid(seat):
            yield f"seat {seat} lays off, and has laid {self._laid_by(seat)} of {self.asked[seat]}"
        last = self.deal.last
        if kind == "MeldLaid" and self._laid_by(seat) and (last["type"], last.get("seat")) != ("MeldLaid", seat):
            yield f"seat {seat} doesn't lay all its first melds in one go"
        match kind:
            case "CardDrawn":
                self.taken = ""
            case "DiscardTaken":
                self.taken = face(event["card"])
                if self.is_stages and is_joker(event["card"]):
                    yield "a joker was taken from the discard pile"
            case "JokerSwapped":
                stands = next(card for card in self.deal.cards_of(event["meld"] - 1) if card.startswith(event["joker"] + "="))
                if face(stands) != face(event["card"]):
                    yield f"{event['card']} was swapped for {stands}"

    def _reach(self, meld: int) -> tuple[int, int] | None:
        """Return the lowest and the highest rank of a run of Ten stages, whose kings keep their places; None if it is none."""
        first, *others = self.deal.table.laid[meld][1]
        reach = run_with_kings(first)
        for cards in others:
            reach = reach and run_with_kings(cards, reach)
        return reach

    def after_it(self, event: Event) -> Iterator[str]:
        """Yield what is wrong with an event that the deal has followed."""
        kind, seat = event["type"], event.get("seat", -1)
        match kind:
            case "MeldLaid" | "CardsLaidOff" | "JokerSwapped":
                meld = event.get("meld", 0) - 1
                why = self._why_no_meld(meld)
                if why:
                    yield f"{self.deal.cards_of(meld)}: {why}"
            case "CardDiscarded":
                if self._laid_by(seat) and not self.has_laid(seat):
                    yield f"seat {seat} has laid {self._laid_by(seat)} instead of {self.asked[seat]}"
                if self._laid_by(seat) and self._is_last(seat):
                    yield "cards are left beside the last contract"
                if not self.may_discard_taken and face(event["card"]) == self.taken:
                    yield f"{event['card']} was just taken"
                self._next_turn(seat, event["card"])
            case "TurnSkipped":
                if self.skipped is not None and seat != self.skipped:
                    yield f"seat {seat} lost the turn, not {self.skipped}"
            case "SeatLeft":
                self.to_act = self.skipped = None

    def _next_turn(self, seat: int, card: str) -> None:
        self.skipped = None
        if self.to_act is None:
            return
        self.to_act = self.after(seat)
        if self.is_stages and is_joker(card):
            self.skipped, self.to_act = self.to_act, self.after(self.to_act)

    def _why_no_meld(self, meld: int) -> str:
        kind, cards = self.deal.table.kinds[meld], self.deal.cards_of(meld)
        if not self.is_stages:
            return why_no_contract_meld(kind, cards)
        others = [card for card in cards if rank(card) != KING] if not any(map(is_joker, cards)) else []
        if len(others) < 2:
            return "fewer than two cards that aren't wild"
        if kind == "run":
            return "" if self._reach(meld) else "no run"
        return "" if len(set(map(rank, others))) == 1 and len(cards) <= LONGEST_SET else "no set"
