"""What a request is, and what people ask in a lobby. Each request stands beside what it causes, and why it may be refused.

Pure, like `bot/rummy/decide.py`: no clock, no storage; randomness comes in as `NewSeed`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, dataclass_transform

from bot.players.choice import Level
from bot.rummy.apply import fold
from bot.rummy.decide import decide
from bot.rummy.moves import DealCards, SeatMove, StartMatch
from bot.rummy.refusals import OutOfTheMatch
from bot.rummy.view import View
from bot.tables.deals import reserved_seats
from bot.tables.events import Event, InvitationDeclined, LobbyClosed, RulesAgreed, SatDown, StoodUp
from bot.tables.play_again import free_seats, seats_as_before
from bot.tables.refusals import (
    AlreadySeated,
    MovedOn,
    NotSeated,
    NotTheHost,
    RemovedFromMatch,
    RulesFixed,
    TableFull,
    TableStarted,
)
from bot.tables.table import Table
from bot.wording.sentence import People, Refusal, Refused, Time

NewSeed = Callable[[], str]
"""Returns a new seed of 64 hex digits."""
Events = tuple[Event, ...]


class ComputerPlayers(Protocol):
    """How the computers of a table choose their moves. A fault of theirs isn't one of the table's."""

    def choose(self, view: View, level: Level) -> SeatMove | None:
        """Return a move of the viewer's turn; None if that failed."""

    def minimal(self, view: View) -> SeatMove:
        """Return a move of the shortest turn: draw from the stock, discard the card that harms least."""

    def note_refused(self, level: Level, move: SeatMove) -> None:
        """Be told that the rules have refused a move."""


@dataclass_transform(frozen_default=True)
class Request(ABC):
    """Anything that is asked of a table. Its subclasses are frozen dataclasses."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    @abstractmethod
    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        """Return the events that the request causes; `person` is None if the table itself asks. Raise Refused."""


def check_seated(table: Table, person: int | None) -> int:
    """Return the person. Raise Refused if they have no seat, have left, or are out."""
    if person is None or person not in table.seated_people():
        raise Refused(OutOfTheMatch() if person is not None and table.is_out(person) else NotSeated(), table.number)
    return person


def check_rules_seen(table: Table, changes: int | None) -> None:
    """Raise Refused if the house rules have changed since the pressed button was shown."""
    if changes is not None and changes != table.lobby.rule_changes:
        raise Refused(MovedOn())


def check_host(table: Table, person: int | None) -> None:
    """Raise Refused(NotTheHost)."""
    if person != table.seats.host:
        raise Refused(NotTheHost(table.seats.people[0]))


class SeatsReserved(Refusal):
    names: People
    sentence = "The seats at this table are reserved for {names}. Open another table with `/play`."


class StillAwaited(Refusal):
    names: People
    sentence = "The match can't start yet: {names} must join first."


class TooFewPlayers(Refusal):
    players: int
    least: int
    sentence = "A match needs at least {least} players ({players} so far). Add a computer: `/table computer add`."


class NotAgreed(Refusal):
    """These people have not agreed to what was changed: the house rules, the clock, or whether the match may count."""

    names: People
    sentence = "Waiting for {names} to press **Agree**. `/table show` shows the changes."


class NothingToAgree(Refusal):
    sentence = "You've already agreed to everything."


class SeatsKept(Refusal):
    names: People
    time: Time
    sentence = "The free seats are reserved for {names} until {time}. Try again after that."


class NotAnswered(Refusal):
    """These people have neither taken the seats that are kept for them until this time, nor declined."""

    names: People
    time: Time
    sentence = "Waiting for {names} to press **Join** or **Not this time**. You can start without them after {time}."


class Join(Request):
    """Sit down in the lobby.

    `rule_changes` is the table's count of rule changes when the pressed button was shown; None for a typed command.
    """

    rule_changes: int | None = None

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        if table.match is not None:
            raise Refused(TableStarted())
        if person is None or person in table.seats.people:
            raise Refused(AlreadySeated())
        if person in table.lobby.removed:
            raise Refused(RemovedFromMatch())
        if table.lobby.reserved is not None and person not in table.lobby.reserved.people:
            raise Refused(SeatsReserved(table.lobby.reserved.people))
        if len(table.seats.players) >= table.variant.players[1]:
            raise Refused(TableFull(table.variant.players[1]))
        if table.lobby.invitation is not None and person not in table.awaited_people and free_seats(table) < 1:
            raise Refused(SeatsKept(table.awaited_people, table.lobby.invitation.until))
        check_rules_seen(table, self.rule_changes)
        joined: Events = (SatDown(person),)
        if not table.lobby.tournament or table.awaited_people != (person,):
            return joined
        return (*joined, *_begin_match(table, (*table.seats.players, person), new_seed))


class StandUp(Request):
    """Leave the lobby, or decline the invitation to it. The last one closes it."""

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        if table.match is not None:
            raise Refused(TableStarted())
        if table.lobby.invitation is not None and person is not None and person in table.awaited_people:
            return (InvitationDeclined(person),)
        stood = StoodUp(check_seated(table, person))
        return (stood,) if len(table.seats.people) > 1 else (stood, LobbyClosed("everybody_left"))


class Start(Request):
    """Start the match, by the host. `rule_changes` as in `Join`."""

    rule_changes: int | None = None

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        if table.match is not None:
            raise Refused(TableStarted())
        check_host(table, person)
        if table.awaited_people and table.lobby.invitation is not None:
            raise Refused(NotAnswered(table.awaited_people, table.lobby.invitation.until))
        if table.awaited_people:
            raise Refused(StillAwaited(table.awaited_people))
        seated, least = len(table.seats.players), table.variant.players[0]
        if seated < least:
            raise Refused(TooFewPlayers(seated, least))
        if table.people_to_agree:
            raise Refused(NotAgreed(tuple(one for one in table.seats.people if one in table.people_to_agree)))
        check_rules_seen(table, self.rule_changes)
        return _begin_match(table, table.seats.players, new_seed)


def _begin_match(table: Table, seated: Sequence[int], new_seed: NewSeed) -> Events:
    """Return the start of the match among these players, and its first deal."""
    seats = reserved_seats(table, seated) or seats_as_before(table)
    started = decide(None, None, StartMatch(table.variant, len(seated), new_seed(), seats))
    return (*started, *decide(fold(started), None, DealCards(new_seed())))


class StartWithout(Request):
    """Begin the match of a tournament's table without the people who haven't come; close the table if nobody can play.

    With `only_close`, it is closed even if the others could play.
    """

    only_close: bool = False

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        if table.match is not None or table.lobby.closing_reason is not None:
            raise Refused(TableStarted())
        declined = tuple(InvitationDeclined(one) for one in table.awaited_people)
        if self.only_close or len(table.seats.players) < table.variant.players[0]:
            return (*declined, LobbyClosed("nobody_started"))
        return (*declined, *_begin_match(table, table.seats.players, new_seed))


class Agree(Request):
    """Agree to the changed house rules, to the clock, and to whether the match may count. `rule_changes` as in `Join`."""

    rule_changes: int | None = None

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        if table.match is not None:
            raise Refused(RulesFixed())
        person = check_seated(table, person)
        if person not in table.people_to_agree:
            raise Refused(NothingToAgree())
        check_rules_seen(table, self.rule_changes)
        return (RulesAgreed(person),)
