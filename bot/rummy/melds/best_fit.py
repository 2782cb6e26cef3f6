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
SHARES = 4
"""Of the effort, the pieces without jokers get at most one part in so many for each choice of pieces with jokers."""


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

        No choice weighs more than `ceiling`. After `effort` pieces it returns the heaviest choice found so far.
        """
        self.best, self.ceiling, self.effort, self.share = -1, ceiling, effort, effort / SHARES
        self._with_jokers(0, left, jokers, 0, ())
        return self.chosen

    def _with_jokers(self, start: int, left: int, jokers: int, got: int, chosen: Chosen) -> None:
        """Try the pieces with jokers from index `start` on."""
        self.stop = self.effort - self.share
        weight, natural = self._without_jokers(left, 0)
        if got + weight > self.best:
            self.best, self.chosen = got + weight, chosen + natural
        for at in range(start, len(self.wild)) if jokers else ():
            each, weighs, piece = self.wild[at]
            if got + weight + jokers * each <= self.best + 0.001 or self.best == self.ceiling or self.effort <= 0:
                return
            self.effort -= 1
            rest = left - piece.takes
            if piece.jokers <= jokers and rest & self.guards == self.guards:
                self._with_jokers(at, rest, jokers - piece.jokers, got + weighs, (*chosen, piece))

    def _without_jokers(self, left: int, start: int) -> tuple[int, Chosen]:
        """Return the heaviest choice of pieces without jokers whose first card is at index `start` or later.

        When its share of the effort is used up, the heaviest piece that fits is chosen for each card.
        """
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
        best, chosen = -1, Chosen()
        for weight, piece in self.natural[self.firsts[at]]:
            self.effort -= 1
            rest = left - piece.takes
            if rest & self.guards == self.guards:
                more, others = self._without_jokers(rest, at)
                if weight + more > best:
                    best, chosen = weight + more, (piece, *others)
                if self.effort < self.stop:
                    return best, chosen
        more, others = self._without_jokers(left, at + 1)
        return (more, others) if more >= best else (best, chosen)


class ExactFits:
    """The search for pieces that use whole hands. What has no solution is remembered from one hand to the next."""

    def __init__(self, pieces: Iterable[Piece], guards: int) -> None:
        self.guards = guards
        self.of_first: dict[int, list[Piece]] = {}
        for piece in pieces:
            self.of_first.setdefault(first_counted(piece.takes), []).append(piece)
        self.hopeless: set[tuple[int, int]] = set()

    def find(self, left: int, jokers: int, effort: int) -> Iterator[Chosen]:
        """Yield every choice of pieces that uses a whole hand with this count, and all of these jokers.

        It stops after `effort` pieces. Only large hands with several jokers and runs of any suits need that many.
        """
        looks = 0

        def onward(left: int, jokers: int) -> Iterator[Chosen]:
            nonlocal looks
            cards = left - self.guards
            if not cards:
                if not jokers:
                    yield ()
                return
            if (left, jokers) in self.hopeless:
                return
            found = False
            for piece in self.of_first.get(first_counted(cards), ()):
                looks += 1
                if looks > effort:
                    return
                rest = left - piece.takes
                if piece.jokers <= jokers and rest & self.guards == self.guards:
                    for others in onward(rest, jokers - piece.jokers):
                        found = True
                        yield (piece, *others)
            if not found and looks <= effort:
                self.hopeless.add((left, jokers))

        return onward(left, jokers)
