"""What a player can count from a view: the cards that may still come, and what the others are known to hold or need."""

from collections import Counter
from functools import cached_property

from bot.rummy.cards import Card, Face, face, is_joker, meld_face, physical_card
from bot.rummy.melds import Meld, fitting_faces
from bot.rummy.view import View


class Sight:
    """A view of the deal in play, and what follows from it."""

    def __init__(self, view: View) -> None:
        assert view.deal is not None
        assert view.viewer is not None
        self.view, self.deal, self.seat, self.variant = view, view.deal, view.viewer, view.variant

    @cached_property
    def hidden(self) -> Counter[Face]:
        """How many copies of each face are in the stock or in the others' hands without having been shown."""
        deal = self.deal
        players = sum(size > 0 or seat not in self.view.left_seats for seat, size in enumerate(deal.hand_sizes))
        hidden = Counter(map(face, self.variant.deck_for(players)))
        seen: list[Card] = [*deal.hand, *deal.discard_pile, *deal.retired_cards]
        for meld in deal.melds:
            seen += map(physical_card, meld.cards)
        for seat, known in enumerate(deal.known_hands):
            if seat != self.seat:
                hidden.subtract(known)
        hidden.subtract(map(face, seen))
        return +hidden

    @cached_property
    def others(self) -> list[int]:
        """The seats that play against the viewer, the next to play first."""
        seats, step = self.view.seats, 1 if self.variant.direction == "clockwise" else -1
        following = [(self.seat + step * turns) % seats for turns in range(1, seats)]
        return [seat for seat in following if seat not in self.view.left_seats]

    @cached_property
    def fewest_cards(self) -> int:
        """The size of the smallest hand of the others."""
        return min(self.deal.hand_sizes[seat] for seat in self.others)

    def held_by(self, seat: int) -> dict[Face, float]:
        """Return how many of each face another hand is likely to hold: the known cards, and its share of the hidden ones."""
        known = self.deal.known_hands[seat]
        unknown, hidden = self.deal.hand_sizes[seat] - len(known), sum(self.hidden.values())
        share = unknown / hidden if hidden else 0.0
        held = {each: count * share for each, count in self.hidden.items()}
        for each in known:
            held[each] = held.get(each, 0) + 1
        return held

    def fitting_for(self, seat: int) -> set[Face]:
        """Return the faces that another seat may lay off, or swap for a joker, now or after a meld of its own."""
        fitting = set[Face]()
        if self.variant.layoff_scope == "none":
            return fitting
        for meld in self.deal.melds:
            if self.variant.layoff_scope == "all" or meld.owner == seat:
                fitting |= fitting_faces(Meld(meld.kind, meld.cards), self.variant)
                if self.variant.wild_swap != "never":
                    fitting |= {meld_face(card) for card in meld.cards if is_joker(card)}
        return fitting

    def melded_faces(self) -> set[Face]:
        """Return the faces of which the hand needs every copy for a meld that it holds, or for the best arrangement."""
        arrangement, held = self.view.arrangement, Counter(map(face, self.deal.hand))
        together = [card for meld in (arrangement.melds if arrangement else ()) for card in meld.cards]
        needed = [
            Counter(face(card) for card in cards) for cards in (together, *(meld.cards for meld in self.view.melds_in_hand))
        ]
        return {each for counts in needed for each, count in counts.items() if count >= held[each]}

    def is_wild(self, card: Card) -> bool:
        return self.variant.wild == "joker" and is_joker(card)
