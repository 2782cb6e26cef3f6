"""The choice of pieces to lay together: the heaviest, or those that leave nothing.

Pieces without jokers are tried card by card. Jokers are few: pieces with jokers are tried by their weight for each joker, and
only while the remaining jokers could still improve the best choice.
"""

from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter

from bot.rummy.deck.cards import Face
from bot.rummy.melds.card_counts import FIELD, first_counted
from bot.rummy.melds.pieces import Piece

Chosen = tuple[Piece, ...]
Weighed = tuple[int, Piece]


class BestFit:
    """The search for the heaviest pieces of one hand that fit together."""

    def __init__(self, pieces: Iterable[Piece], weights: Mapping[Face, int], joker: int, guards: int) -> None:
        self.guards = guards
        self.wild: list[tuple[float, int, Piece]] = []
        self.natural: dict[int, list[Weighed]] = {}
        for piece in pieces:
            weight = piece.jokers * joker
            for face in piece.faces:
                weight += weights[face]
            if piece.jokers:
                self.wild.append((weight / piece.jokers, weight, piece))
            else:
                self.natural.setdefault(first_counted(piece.takes), []).append((weight, piece))
        self.wild.sort(key=itemgetter(0), reverse=True)
        self.firsts = sorted(self.natural)
        for group in self.natural.values():
            group.sort(key=itemgetter(0), reverse=True)
        self.fields = [first * ((1 << FIELD - 1) - 1) for first in self.firsts]
        self.known: dict[int, tuple[int, Chosen]] = {}
        self.best, self.chosen = -1, Chosen()

    def find_heaviest(self, left: int, jokers: int, ceiling: int, effort: float) -> Chosen:
        """Return the heaviest choice for a hand with this count and this number of jokers.

        No choice weighs more than `ceiling`. After `effort` pieces with jokers it returns the heaviest choice found so far.
        """
        self.best, self.ceiling, self.effort = -1, ceiling, effort
        self._with_jokers(0, left, jokers, 0, ())
        return self.chosen

    def _with_jokers(self, start: int, left: int, jokers: int, got: int, chosen: Chosen) -> None:
        """Try the pieces with jokers from index `start` on."""
        weight, natural = self._without_jokers(left, 0)
        if got + weight > self.best:
            self.best, self.chosen = got + weight, chosen + natural
        self.effort -= len(self.wild) - start if jokers else 0
        for at in range(start, len(self.wild)) if jokers and self.effort > 0 else ():
            each, weighs, piece = self.wild[at]
            if got + weight + jokers * each <= self.best + 0.001 or self.best == self.ceiling:
                return
            rest = left - piece.takes
            if piece.jokers <= jokers and rest & self.guards == self.guards:
                self._with_jokers(at, rest, jokers - piece.jokers, got + weighs, (*chosen, piece))

    def _without_jokers(self, left: int, start: int) -> tuple[int, Chosen]:
        """Return the heaviest choice of pieces without jokers whose first card is at index `start` or later."""
        for at in range(start, len(self.firsts)):
            first = self.firsts[at]
            if left & self.fields[at]:
                key = left // first
                known = self.known.get(key)
                if known is None:
                    known = self.known[key] = self._beginning(left, at)
                return known
        return 0, ()

    def _beginning(self, left: int, at: int) -> tuple[int, Chosen]:
        """Return the heaviest choice that begins with the first card at index `at`, or leaves that card."""
        best, chosen = self._without_jokers(left, at + 1)
        for weight, piece in self.natural[self.firsts[at]]:
            rest = left - piece.takes
            if rest & self.guards == self.guards:
                more, others = self._without_jokers(rest, at)
                if weight + more > best:
                    best, chosen = weight + more, (piece, *others)
        return best, chosen


def exact_fits(pieces: Iterable[Piece], left: int, jokers: int, guards: int, effort: int) -> Iterator[Chosen]:
    """Yield every choice of pieces that uses a whole hand with this count, and all of these jokers.

    It stops after `effort` pieces. Only large hands with several jokers and runs of any suits need that many.
    """
    looks = 0
    of_first: dict[int, list[Piece]] = {}
    for piece in pieces:
        of_first.setdefault(first_counted(piece.takes), []).append(piece)
    hopeless: set[tuple[int, int]] = set()

    def onward(left: int, jokers: int) -> Iterator[Chosen]:
        cards = left - guards
        if not cards:
            if not jokers:
                yield ()
            return
        if (left, jokers) in hopeless:
            return
        nonlocal looks
        looks += len(of_first.get(first_counted(cards), ()))
        if looks > effort:
            return
        found = False
        for piece in of_first.get(first_counted(cards), ()):
            rest = left - piece.takes
            if piece.jokers <= jokers and rest & guards == guards:
                for others in onward(rest, jokers - piece.jokers):
                    found = True
                    yield (piece, *others)
        if not found:
            hopeless.add((left, jokers))

    return onward(left, jokers)
