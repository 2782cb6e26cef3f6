"""A turn as the rules look at it: the match, its deal, whose turn it is, their hand, and the answers of the table."""

from collections.abc import Iterable

from bot.rummy.apply import fold
from bot.rummy.cards import Card, face
from bot.rummy.events import Event
from bot.rummy.match import Match
from bot.rummy.variant import Variant

Events = tuple[Event, ...]


class At:
    """The look at the current turn of a match, which must have a deal."""

    __slots__ = ("deal", "hand", "match", "rules", "seat")

    def __init__(self, match: Match) -> None:
        assert match.deal is not None, "a turn is played in a deal"
        self.match, self.deal, self.rules = match, match.deal, match.variant
        self.seat = match.deal.turn.seat
        self.hand = match.deal.hands[self.seat]

    @property
    def next_seat(self) -> int:
        return self.match.next_staying_seat(self.seat)

    def after(self, events: Iterable[Event]) -> "At":
        """Return the turn after these events: the same one, or the next."""
        match = fold(events, self.match)
        assert match is not None
        return At(match)

    def may_discard(self) -> list[Card]:
        """Return the cards of the hand that may be discarded."""
        taken = self.deal.turn.taken_card
        return [card for card in self.hand if can_discard(self.rules, card, taken)]


def can_discard(rules: Variant, card: Card, taken: Card | None) -> bool:
    """Return True if the card may be discarded in a turn in which `taken` was taken (A:L55, B:L59, RULES 5.1)."""
    if taken is None or rules.discard_taken == "allow":
        return True
    return card != taken and (rules.discard_taken == "forbid_card" or face(card) != face(taken))
