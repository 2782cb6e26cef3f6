"""The state of a table: the fold of its events, from the lobby to the end of the match."""

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from bot.rummy.apply import apply
from bot.rummy.events import (
    CardDiscarded,
    CardDrawn,
    CardsDealt,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    JokerSwapped,
    MatchBrokenOff,
    MatchEnded,
    MatchStarted,
    MeldLaid,
    MeldRetired,
    SeatLeft,
    StockRecycled,
    TakenBack,
)
from bot.rummy.match import Match
from bot.rummy.variant.variant import Variant, differing_questions
from bot.tables.events import (
    Closing,
    EndPressed,
    Event,
    LobbyClosed,
    ReadyPressed,
    Reservation,
    RulesAgreed,
    RulesChanged,
    SatDown,
    StoodUp,
    TableOpened,
)

_T = TypeVar("_T")


class Phase(StrEnum):
    LOBBY = "lobby"
    DEAL = "deal"  # cards are in play
    PAUSE = "pause"  # between two deals
    OVER = "over"


class Table(Struct, frozen=True):
    """`version` counts events; `step` changes when the question put to a player changes, so that old buttons are known.

    `people` are in the order in which they sat down; the first is the host. Seats are drawn when the match starts.
    `preset` is the game that the house rules differ from. `agreed` are the rules that each of the `people` has agreed to, or
    sat down to; `changes` counts how often the host has changed them. `reserved`: for whom the seats are kept.
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
    ready_people: frozenset[int] = frozenset()
    end_requests: frozenset[int] = frozenset()
    closing_reason: Closing | None = None
    rule_changes: int = 0
    reserved: Reservation | None = None
    parent: int | None = None

    @property
    def home(self) -> int:
        """The channel that it belongs to: of a table that was opened in a thread, the one that has the thread."""
        return self.channel if self.parent is None else self.parent

    @property
    def phase(self) -> Phase:
        if self.match is None:
            return Phase.LOBBY if self.closing_reason is None else Phase.OVER
        if self.match.is_over:
            return Phase.OVER
        return Phase.PAUSE if self.match.seat_to_act() is None else Phase.DEAL

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The questions that are answered otherwise than by its preset."""
        return differing_questions(self.variant, self.preset)

    @property
    def people_to_agree(self) -> frozenset[int]:
        """Who has not agreed to the rules as they are."""
        return frozenset(one for one, rules in zip(self.people, self.agreed_rules, strict=True) if rules != self.variant)

    @property
    def awaited_people(self) -> tuple[int, ...]:
        """For whom a seat is kept, and who has not sat down."""
        kept = () if self.reserved is None else self.reserved.people
        return tuple(person for person in kept if person not in self.people)

    @property
    def all_people(self) -> tuple[int, ...]:
        """Who has a place here: those who sit down or have sat in the match, and those who are awaited."""
        return (*self.people, *self.awaited_people)

    @property
    def host(self) -> int | None:
        return self.people[0] if self.people else None

    def seat_of(self, person: int) -> int | None:
        """His seat in the match; None if he has none, or if it has not started."""
        if self.match is None or person not in self.people:
            return None
        return self.match.seating.index(self.people.index(person))

    def person_at(self, seat: int) -> int:
        assert self.match is not None, "seats are drawn when the match starts"
        return self.people[self.match.seating[seat]]

    def seated_people(self) -> tuple[int, ...]:
        """Who sits at the table now: in the match, by seat and without those who have left."""
        if self.match is None:
            return self.people
        return tuple(self.person_at(seat) for seat in self.match.staying_seats())

    @property
    def deal_number(self) -> int:
        """The number of the deal in play or just over; 0 before the first."""
        return 0 if self.match is None or self.match.deal is None else self.match.deal.number

    def person_to_act(self) -> int | None:
        """The person whose turn it is."""
        seat = None if self.match is None else self.match.seat_to_act()
        return None if seat is None else self.person_at(seat)


def fold(number: int, events: Iterable[Event]) -> Table:
    """The table that these events make, from its TableOpened on."""
    table: Table | None = None
    for event in events:
        table = apply_event(number, table, event)
    assert table is not None, "a table begins with TableOpened"
    return table


def apply_event(number: int, table: Table | None, event: Event) -> Table:
    """The table after one more event."""
    if isinstance(event, TableOpened):
        return _opened(number, event)
    assert table is not None, "a table begins with TableOpened"
    version = table.version + 1
    match event:
        case SatDown(person=person):
            people, agreed = (*table.people, person), (*table.agreed_rules, table.variant)
            return replace(table, people=people, agreed_rules=agreed, version=version)
        case StoodUp(person=person):
            at = table.people.index(person)
            people, agreed = _without(table.people, at), _without(table.agreed_rules, at)
            return replace(table, people=people, agreed_rules=agreed, version=version)
        case RulesChanged(by=person, variant=variant):
            changed = replace(table, variant=variant, rule_changes=table.rule_changes + 1, version=version)
            return _with_agreement(changed, person)
        case RulesAgreed(person=person):
            return _with_agreement(replace(table, version=version), person)
        case LobbyClosed(why=why):
            return replace(table, closing_reason=why, version=version)
        case ReadyPressed(person=person):
            return replace(table, ready_people=table.ready_people | {person}, version=version)
        case EndPressed(person=person):
            return replace(table, end_requests=table.end_requests | {person}, version=version)
        case MatchStarted() | CardsDealt() | DealEnded() | MatchEnded() | MatchBrokenOff():
            ending = (
                frozenset[int]() if isinstance(event, CardsDealt) else table.end_requests
            )  # who plays on has thought better
            played = replace(table, match=apply(table.match, event), version=version, end_requests=ending)
            return replace(played, ready_people=frozenset(), step=table.step + 1)
        case (
            CardDrawn()
            | DiscardTaken()
            | MeldLaid()
            | CardsLaidOff()
            | JokerSwapped()
            | MeldRetired()
            | TakenBack()
            | CardDiscarded()
            | StockRecycled()
        ):
            return replace(table, match=apply(table.match, event), version=version, step=table.step + 1)
        case SeatLeft():
            match_after = apply(table.match, event)
            turned = table.match is not None and match_after.seat_to_act() != table.match.seat_to_act()
            return replace(table, match=match_after, version=version, step=table.step + turned)
        case _:
            assert_never(event)


def _with_agreement(table: Table, person: int) -> Table:
    """The person has agreed to the rules as they are."""
    agreed = tuple(
        table.variant if one == person else rules for one, rules in zip(table.people, table.agreed_rules, strict=True)
    )
    return replace(table, agreed_rules=agreed)


def _without(row: tuple[_T, ...], at: int) -> tuple[_T, ...]:
    return row[:at] + row[at + 1 :]


def _opened(number: int, event: TableOpened) -> Table:
    return Table(
        number=number,
        server=event.server,
        channel=event.channel,
        thread=event.thread,
        variant=event.variant,
        preset=event.preset or event.variant,
        reserved=event.reserved,
        parent=event.parent,
        agreed_rules=(event.variant,),
        opened_at=event.at,
        people=(event.host,),
        version=1,
    )
