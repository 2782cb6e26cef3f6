"""The state of a table: the fold of its events, from the lobby to the end of the match.

    TableOpened         MatchStarted, CardsDealt         DealEnded
    ───────────▶ LOBBY ─────────────────────────▶ DEAL ─────────────▶ PAUSE
                   │                              │  ▲                │  │
                   │                              │  └── CardsDealt ──┘  │
       LobbyClosed │                              │                      │ MatchEnded
                   ▼                              ▼                      ▼ or MatchBrokenOff
                  OVER                           OVER                   OVER

The host starts the match. After a deal, the next one starts when everyone at the table is ready or when the pause is over.
A lobby closes when its host or a manager cancels it, when its deadline passes, or when the last person stands up.
"""

from enum import StrEnum
from typing import TypeVar

from msgspec import Struct

from bot.rummy.match import Match
from bot.rummy.variant.variant import Variant, differing_questions
from bot.tables.events import (
    Closing,
    Invitation,
    OwnEnd,
    Reservation,
)
from bot.tables.played_turns import PlayedTurn

_T = TypeVar("_T")


class Phase(StrEnum):
    LOBBY = "lobby"
    DEAL = "deal"  # cards are in play
    PAUSE = "pause"  # between two deals
    OVER = "over"


class Table(Struct, frozen=True):
    """A table after some of its events. Its people are numbers of `people` rows.

    - `version` counts the events; `step` changes when the possible moves change, so that old buttons are recognised.
    - `people` are in the order in which they sat down, the host first. Seats are assigned at random when the match starts.
    - `preset` is the game that the house rules change. `rule_changes` counts how often the host has changed them;
      `changed_questions` has the count at the last change of each question.
    - `agreed_rules` are the rules that each of the `people` has agreed to or sat down to, in the same order.
    - `next_deal_at` (epoch milliseconds) is when a pause ends; None outside a pause, and in one that an earlier version began.
    - `ready_people` are ready for the next deal; `end_requests` are the people who asked to end the match during this deal.
    - `closing_reason` is None unless the lobby was closed. `opened_at` is epoch milliseconds.
    - `reserved` names the fixture and its people, if only they may sit down.
    - `invitation` names the match that the table plays again, and its people; seats are kept for those who haven't `declined`
      until the `seats_freed`.
    - `parent` is the channel of the thread in which the table was opened, or None.
    - `turns` are those of the current deal, as everyone saw them.
    - `own_end` is how a match of the game ends by its own rules, whatever length this one has.
    - `shows_draws` is True if each draw is shown in the channel immediately, and not with what follows it.
    """

    number: int
    server: int
    channel: int
    thread: bool
    variant: Variant
    preset: Variant
    agreed_rules: tuple[Variant, ...]
    opened_at: int
    people: tuple[int, ...]
    version: int
    step: int = 0
    match: Match | None = None
    next_deal_at: int | None = None
    ready_people: frozenset[int] = frozenset()
    end_requests: frozenset[int] = frozenset()
    closing_reason: Closing | None = None
    rule_changes: int = 0
    changed_questions: dict[str, int] = {}
    reserved: Reservation | None = None
    invitation: Invitation | None = None
    declined: frozenset[int] = frozenset()
    seats_freed: bool = False
    parent: int | None = None
    turns: tuple[PlayedTurn, ...] = ()
    own_end: OwnEnd = ("none", "none")
    shows_draws: bool = False

    @property
    def home(self) -> int:
        """The channel of the table; for a table in a thread, the channel of the thread."""
        return self.channel if self.parent is None else self.parent

    @property
    def phase(self) -> Phase:
        if self.match is None:
            return Phase.LOBBY if self.closing_reason is None else Phase.OVER
        if self.match.is_over:
            return Phase.OVER
        return Phase.PAUSE if self.match.seat_to_act() is None else Phase.DEAL

    @property
    def played_variant(self) -> Variant:
        """The rules of the match, which has a fixed number of deals if its variant makes that depend on the players."""
        return self.variant if self.match is None else self.match.variant

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The questions that the table answers differently from its preset."""
        return differing_questions(self.variant, self.preset)

    def questions_changed_since(self, rule_changes: int) -> frozenset[str]:
        """Return the questions whose answers have changed after this many rule changes."""
        return frozenset(question for question, count in self.changed_questions.items() if count > rule_changes)

    @property
    def people_to_agree(self) -> frozenset[int]:
        """The people who have not agreed to the current rules."""
        return frozenset(one for one, rules in zip(self.people, self.agreed_rules, strict=True) if rules != self.variant)

    @property
    def awaited_people(self) -> tuple[int, ...]:
        """The people for whom a seat is kept, and who have not sat down yet."""
        kept = () if self.reserved is None else self.reserved.people
        if self.invitation is not None and not self.seats_freed:
            kept = tuple(person for person in self.invitation.people if person not in self.declined)
        return tuple(person for person in kept if person not in self.people)

    @property
    def all_people(self) -> tuple[int, ...]:
        """The people at the table, including those who left the match, and the awaited ones."""
        return (*self.people, *self.awaited_people)

    @property
    def expected_players(self) -> int:
        """How many players the match has if it starts now, or as soon as there are enough; during the match, its players."""
        if self.match is not None:
            return self.match.seats
        if self.reserved is not None:
            return len(self.reserved.people)
        return max(len(self.people), self.variant.players[0])

    @property
    def host(self) -> int | None:
        return self.people[0] if self.people else None

    def seat_of(self, person: int) -> int | None:
        """Return the person's seat in the match; None if they have none, or before the match."""
        if self.match is None or person not in self.people:
            return None
        return self.match.seating.index(self.people.index(person))

    def person_at(self, seat: int) -> int:
        assert self.match is not None, "seats are assigned when the match starts"
        return self.people[self.match.seating[seat]]

    def seated_people(self) -> tuple[int, ...]:
        """Return the people at the table now; during the match in the order of their seats, without those who left."""
        if self.match is None:
            return self.people
        return tuple(self.person_at(seat) for seat in self.match.staying_seats())

    @property
    def deal_number(self) -> int:
        """The number of the current deal, or of the last one during a pause; 0 before the first."""
        return 0 if self.match is None or self.match.deal is None else self.match.deal.number

    def person_to_act(self) -> int | None:
        """Return the person whose turn it is, or None."""
        seat = None if self.match is None else self.match.seat_to_act()
        return None if seat is None else self.person_at(seat)
