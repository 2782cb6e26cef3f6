"""A deal as its log tells it: hands, melds and who laid them, stock and discard pile. It doesn't count."""

import copy
from dataclasses import dataclass, field
from typing import Any

from tests.rummy.second_count.cards import KING, physical, rank

Event = dict[str, Any]


@dataclass
class Table:
    """What is laid, and what can be taken back together with it."""

    hands: list[list[str]]
    melds: list[list[list[Any]]] = field(default_factory=list)
    """Each is a list of [card, the seat that laid it]."""
    kinds: list[str] = field(default_factory=list)
    laid: list[tuple[int, list[list[str]]]] = field(default_factory=list)
    """The seat that laid each meld, with which cards, and what was laid off on it each time."""
    turns: dict[int, set[int]] = field(default_factory=dict)
    """The turns in which each seat laid anything."""
    retired: list[str] = field(default_factory=list)
    """What goes under the discard of this turn."""
    low_aces: set[str] = field(default_factory=set)
    """Aces that were laid below a 2, also if the run has reached the king since."""


class Deal:
    """Follows the events of a deal. An event that can't be followed raises AssertionError, LookupError or ValueError."""

    def __init__(self, dealt: Event) -> None:
        hands = [list(hand) for hand in dealt["hands"]]
        self.number, self.dealer, self.upcard = dealt["deal"], dealt["dealer"], dealt["upcard"]
        self.seats = [seat for seat, hand in enumerate(hands) if hand]
        self.size = min(len(hands[seat]) for seat in self.seats)
        self.table = Table(hands, turns={seat: set() for seat in self.seats})
        self.stock = list(dealt["stock"])
        self.pile = [self.upcard] if self.upcard else []
        self.turn = 0
        self.done: list[tuple[Event, Table]] = []
        """What can be taken back, with how it was before."""
        self.knock: int | None = None
        self.knock_melds: list[list[str]] = []
        self.is_challenged = False
        self.left: list[int] = []
        self.last = dealt
        """The last event that was a move."""

    @property
    def hands(self) -> list[list[str]]:
        return self.table.hands

    def cards_of(self, meld: int) -> list[str]:
        """Return the cards of a meld, numbered from 0."""
        return [card for card, _ in self.table.melds[meld]]

    def out(self) -> int | None:
        """Return who has no card any more."""
        return next((seat for seat in self.seats if not self.hands[seat] and seat not in self.left), None)

    def follow(self, event: Event) -> None:
        kind, seat = event["type"], event.get("seat", -1)
        if kind in ("MeldLaid", "CardsLaidOff", "JokerSwapped"):
            self.done.append((event, copy.deepcopy(self.table)))
        if kind in ("CardDrawn", "DiscardTaken", "PileTaken"):
            self.turn, self.done = self.turn + 1, []
        match kind:
            case "StockRecycled":
                self.stock, self.pile = list(event["stock"]), list(event["kept"])
            case "CardDrawn":
                self.stock.remove(event["card"])
                self.hands[seat].append(event["card"])
            case "DiscardTaken" | "PileTaken":
                taken = event.get("cards") or [event["card"]]
                assert self.pile[-len(taken) :] == taken, f"{taken} isn't on top of {self.pile}"
                del self.pile[-len(taken) :]
                self.hands[seat] += taken
            case "MeldLaid":
                self._play(seat, event["cards"])
                self.table.melds.append([[card, seat] for card in event["cards"]])
                self.table.kinds.append(event["kind"])
                self.table.laid.append((seat, [event["cards"]]))
                self._note_ace(len(self.table.melds) - 1, event["cards"])
                if self.knock == seat:
                    self.knock_melds.append(event["cards"])
            case "CardsLaidOff":
                self._play(seat, event["cards"])
                self.table.melds[event["meld"] - 1] += [[card, seat] for card in event["cards"]]
                self.table.laid[event["meld"] - 1][1].append(event["cards"])
                self._note_ace(event["meld"] - 1, event["cards"])
            case "MeldRetired":
                number = event["meld"] - 1
                cards = [physical(card) for card in self.cards_of(number)]
                assert sorted(cards) == sorted(map(physical, event["cards"])), f"{cards} weren't retired"
                self.table.retired += map(physical, event["cards"])
                for each in (self.table.melds, self.table.kinds, self.table.laid):
                    del each[number]
            case "JokerSwapped":
                self._swap(event)
            case "TakenBack":
                self._take_back(event)
            case "CardDiscarded":
                self.hands[seat].remove(event["card"])
                self.pile += [*self.table.retired, event["card"]]
                self.table.retired = []
                self.done = []
            case "Knocked":
                self.knock = seat
            case "Challenged":
                self.is_challenged = True
            case "ChallengeRefused":
                self.is_challenged = False
            case "SeatLeft":
                self.left.append(seat)
                self.pile = [*self.table.retired, *self.pile]  # RULES 8.1: no discard covers them
                self.table.retired = []
        if kind not in ("TurnOpened", "MeldRetired"):
            self.last = event

    def _note_ace(self, number: int, laid: list[str]) -> None:
        """Note which aces are low: a run has it below the 2, or, as soon as it has the king, above that.

        An ace that is the thirteenth card fits at both ends, and no page says where it is: it is below the 2. Round the
        corner (K-A-2) it isn't the lowest card (RULES 8.25).
        """
        if self.table.kinds[number] != "run":
            return
        cards = self.cards_of(number)
        ranks = {rank(card) for card in cards}
        for card in laid:
            if rank(card) == 1 and 2 in ranks and (KING not in ranks or laid[0] == card):
                self.table.low_aces.add(physical(card))
        if KING in ranks and len(ranks) < KING:
            self.table.low_aces -= {physical(card) for card in cards}

    def _play(self, seat: int, cards: list[str]) -> None:
        for card in cards:
            self.hands[seat].remove(physical(card))
        self.table.turns[seat].add(self.turn)

    def _swap(self, event: Event) -> None:
        seat = event["seat"]
        self._play(seat, [event["card"]])
        place = next(place for place in self.table.melds[event["meld"] - 1] if physical(place[0]) == physical(event["joker"]))
        place[:] = [event["card"], seat]
        self.hands[seat].append(physical(event["joker"]))

    def _take_back(self, event: Event) -> None:
        while True:
            what, before = self.done.pop()
            self.table = before
            if what == event["what"]:
                return
            assert what.get("joined"), f"something else was taken back than {what}"
