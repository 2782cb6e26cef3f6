"""A turn as the rules look at it: the match, its deal, whose turn it is, their hand, and the answers of the table."""

from collections.abc import Iterable, Sequence

from bot.rummy.apply import fold
from bot.rummy.cards import FACE_OF, Card, Face
from bot.rummy.events import Event
from bot.rummy.match import Match

Events = tuple[Event, ...]


class At:
    """The look at the current turn of a match, which must have a deal."""

    __slots__ = ("_faces", "deal", "hand", "match", "rules", "seat")

    def __init__(self, match: Match) -> None:
        assert match.deal is not None, "a turn is played in a deal"
        self.match, self.deal, self.rules = match, match.deal, match.variant
        self.seat = match.deal.turn.seat
        self.hand = match.deal.hands[self.seat]
        self._faces: tuple[Face, ...] | None = None

    @property
    def faces(self) -> tuple[Face, ...]:
        """The face of each card of the hand."""
        if self._faces is None:
            self._faces = tuple(map(FACE_OF.__getitem__, self.hand))
        return self._faces

    @property
    def next_seat(self) -> int:
        return self.match.next_staying_seat(self.seat)

    def after(self, events: Iterable[Event]) -> "At":
        """Return the turn after these events: the same one, or the next."""
        match = fold(events, self.match)
        assert match is not None
        return At(match)

    def may_discard(self, after_taking: Card | None = None) -> Sequence[Card]:
        """Return the cards of the hand that may be discarded, or could be after taking this card (A:L55, B:L59, RULES 5.1)."""
        taken = after_taking or self.deal.turn.taken_card
        if taken is None or self.rules.discard_taken == "allow":
            return self.hand
        if self.rules.discard_taken == "forbid_card":
            return [card for card in self.hand if card != taken]
        taken_face = FACE_OF[taken]
        if taken_face not in self.faces:
            return self.hand
        return [card for card, face in zip(self.hand, self.faces, strict=True) if face != taken_face]
