"""What a player can count from a view: the cards that may still come, and what the others are known to hold."""

from collections import Counter
from functools import cached_property

from bot.rummy.deck.cards import Card, Face, face, is_joker, physical_card
from bot.rummy.melds.melds import Meld, extend_meld, fitting_faces
from bot.rummy.view import View


class Sight:
    """A view of the deal in play, and what follows from it."""

    def __init__(self, view: View) -> None:
        assert view.deal is not None
        assert view.viewer is not None
        self.view, self.deal, self.seat = view, view.deal, view.viewer
        self.variant = view.variant

    @cached_property
    def hidden(self) -> Counter[Face]:
        """How many copies of each face nobody has shown: they are in the stock or in the others' hands."""
        deal = self.deal
        players = sum(size > 0 or seat not in self.view.left_seats for seat, size in enumerate(deal.hand_sizes))
        hidden = Counter(_deck_faces(self.view, players))
        seen: list[Card] = [*deal.hand, *deal.discard_pile, *deal.retired_cards]
        for meld in deal.melds:
            seen += map(physical_card, meld.cards)
        for seat, known in enumerate(deal.known_hands):
            if seat != self.seat:
                seen += known
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

    def held_with(self, seat: int) -> dict[Face, float]:
        """Return for each face the likely number of copies in this other hand: the known cards, and a share of the hidden."""
        known = self.deal.known_hands[seat]
        unknown, hidden = self.deal.hand_sizes[seat] - len(known), sum(self.hidden.values())
        share = unknown / hidden if hidden else 0.0
        held = {each: count * share for each, count in self.hidden.items()}
        for card in known:
            held[face(card)] = held.get(face(card), 0) + 1
        return held

    def fits_for(self, seat: int) -> frozenset[Face]:
        """Return the faces that this seat can lay off on the melds of the table, now or after a meld of its own."""
        variant, fitting = self.variant, frozenset[Face]()
        if variant.layoff_scope == "none" or self.deal.is_all_at_once:
            return fitting
        for meld in self.deal.melds:
            if variant.layoff_scope == "all" or meld.owner == seat:
                fitting |= fitting_faces(Meld(meld.kind, meld.cards), variant)
        return fitting

    def later_fits(self, chance: float) -> dict[Face, float]:
        variant, later = self.variant, dict[Face, float]()
        if variant.layoff_scope == "none" or self.deal.is_all_at_once:
            return later
        for meld in self.deal.melds:
            if variant.layoff_scope == "own" and meld.owner != self.seat:
                continue
            now = fitting_faces(Meld(meld.kind, meld.cards), variant)
            for each in now:
                live = self.hidden.get(each, 0)
                if live:
                    larger = extend_meld(Meld(meld.kind, meld.cards), (Card(each),), variant)
                    if larger:
                        for further in fitting_faces(larger, variant) - now:
                            later[further] = later.get(further, 0) + live * chance
        return later

    def is_wild(self, card: Card) -> bool:
        return self.variant.wild == "joker" and is_joker(card)


def _deck_faces(view: View, players: int) -> list[Face]:
    return [face(card) for card in view.variant.deck_for(players)]
