"""A turn as the rules look at it: the match, its deal, whose turn it is, their hand, and the answers of the table."""

from collections.abc import Sequence

from bot.rummy.apply import fold
from bot.rummy.cards import Card
from bot.rummy.events import Event
from bot.rummy.match import Match
from bot.rummy.notation import BIT, SAME_FACE, mask_of_cards

Events = tuple[Event, ...]


class At:
    """The look at the current turn of a match, which must have a deal."""

    __slots__ = ("_mask", "deal", "hand", "match", "rules", "seat")

    def __init__(self, match: Match) -> None:
        assert match.deal is not None, "a turn is played in a deal"
        self.match, self.deal, self.seat = match, match.deal, match.deal.turn.seat
        self.rules = match.rules_of(self.seat)
        self.hand = match.deal.hands[self.seat]
        self._mask = -1

    @property
    def mask(self) -> int:
        """The hand as a mask of its cards."""
        if self._mask < 0:
            self._mask = mask_of_cards(self.hand)
        return self._mask

    def after(self, events: Sequence[Event]) -> "At":
        """Return the turn after these events: the same one, or the next."""
        if not events:
            return self
        match = fold(events, self.match)
        assert match is not None
        return At(match)

    def barred(self, taken: Card | None) -> int:
        """Return the mask of the cards that may not be discarded in a turn with this taken card (A:L55, B:L59, RULES 5.1)."""
        if taken is None or self.rules.discard_taken == "allow":
            return 0
        return BIT[taken] if self.rules.discard_taken == "forbid_card" else SAME_FACE[taken]

    def may_discard(self, after_taking: Card | None = None) -> Sequence[Card]:
        """Return the cards of the hand that may be discarded, or could be after taking this card."""
        barred = self.barred(after_taking or self.deal.turn.taken_card)
        if not barred or not (held := barred & self.mask):
            return self.hand
        if held == BIT[self.hand[-1]]:  # it has just been taken
            return self.hand[:-1]
        return [card for card in self.hand if not BIT[card] & barred]
