"""What is asked in a lobby: seats, the start, and the settings of the table; what each request causes, or why it is refused."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.players.choice import Level
from bot.rummy.apply import fold
from bot.rummy.contradictions import contradictions_besides_size
from bot.rummy.decide import decide
from bot.rummy.moves import DealCards, StartMatch
from bot.tables.events import (
    Clock,
    ClockChanged,
    ComputerSatDown,
    ComputerStoodUp,
    Event,
    InvitationDeclined,
    LobbyClosed,
    Pace,
    RulesAgreed,
    SatDown,
    SettingsChanged,
    StoodUp,
)
from bot.tables.play_again import free_seats, seats_as_before
from bot.tables.refusals import (
    AlreadySeated,
    MovedOn,
    NotSeated,
    NotTheHost,
    RulesContradict,
    RulesFixed,
    RulesFixedBySchedule,
    TableFull,
    TableStarted,
)
from bot.tables.table import Table
from bot.wording.sentence import People, Refusal, Refused, Time

NewSeed = Callable[[], str]
"""Returns a new seed of 64 hex digits."""
Events = tuple[Event, ...]


def check_seated(table: Table, person: int | None) -> int:
    """Return the person. Raise Refused(NotSeated) if they have no seat, or have left."""
    if person is None or person not in table.seated_people():
        raise Refused(NotSeated())
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
    """Only these people may sit down."""

    names: People
    sentence = "The seats at this table are reserved for {names}. Open another table with `/play`."


class StillAwaited(Refusal):
    """These people of the fixture have not sat down; the match needs all of them."""

    names: People
    sentence = "The match can't start yet: {names} must join first."


class TooFewPlayers(Refusal):
    players: int
    least: int
    sentence = "A match needs at least {least} players ({players} so far). You can add computers in the lobby."


class NotAgreed(Refusal):
    """These people have not agreed to what was changed: the house rules, the clock, or whether the match may count."""

    names: People
    sentence = "The lobby shows what has changed. Waiting for {names} to press **Agree**."


class NothingToAgree(Refusal):
    """The person has agreed to the current rules already."""

    sentence = "You've already agreed to everything."


class SeatsKept(Refusal):
    """The free seats are kept for these people until this time."""

    names: People
    time: Time
    sentence = "The free seats are kept for {names} until {time}. Press **Join** again then."


class NotAnswered(Refusal):
    """These people have neither taken the seats that are kept for them until this time, nor declined."""

    names: People
    time: Time
    sentence = (
        "Waiting for {names} to press **Join** or **Not this time**. Their seats are kept until {time}; "
        "then you can start without them."
    )


class NoComputersHere(Refusal):
    """The match belongs to a schedule, which is played by people only."""

    sentence = "This match belongs to a schedule: only its players can play it."


class NoSuchComputer(Refusal):
    """There is no computer to remove."""

    sentence = "That computer isn't at this table any more. The lobby shows who is."


class ClockUnchanged(Refusal):
    """The table has this clock already."""

    sentence = "Nothing has changed: the table already has this clock."


class ClockRequired(Refusal):
    """The match belongs to a schedule whose league counts only matches with a clock."""

    sentence = "The league of this match counts only matches with a clock. Choose live, quick or slow."


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down in the lobby.

    `rule_changes` is the table's count of rule changes when the pressed button was shown; None for a typed command.
    """

    rule_changes: int | None = None


def join(table: Table, person: int | None, changes: int | None) -> Events:
    """Let the person take a seat; `changes` is how often the rules had been changed that they saw. Raise Refused."""
    if table.match is not None:
        raise Refused(TableStarted())
    if person is None or person in table.seats.people:
        raise Refused(AlreadySeated())
    if table.lobby.reserved is not None and person not in table.lobby.reserved.people:
        raise Refused(SeatsReserved(table.lobby.reserved.people))
    if len(table.seats.players) >= table.variant.players[1]:
        raise Refused(TableFull(table.variant.players[1]))
    if table.lobby.invitation is not None and person not in table.awaited_people and free_seats(table) < 1:
        raise Refused(SeatsKept(table.awaited_people, table.lobby.invitation.until))
    check_rules_seen(table, changes)
    return (SatDown(person),)


@dataclass(frozen=True, slots=True)
class StandUp:
    """Leave the lobby, or decline the invitation to it."""


def stand_up(table: Table, person: int | None) -> Events:
    """Let the person leave the lobby, or decline the seat that is kept for them. The last one closes it. Raise Refused."""
    if table.match is not None:
        raise Refused(TableStarted())
    if table.lobby.invitation is not None and person is not None and person in table.awaited_people:
        return (InvitationDeclined(person),)
    stood = StoodUp(check_seated(table, person))
    return (stood,) if len(table.seats.people) > 1 else (stood, LobbyClosed("everybody_left"))


@dataclass(frozen=True, slots=True)
class Start:
    """Start the match, by the host. `rule_changes` as in `Join`."""

    rule_changes: int | None = None


def start(table: Table, person: int | None, changes: int | None, new_seed: NewSeed) -> Events:
    """Start the match and deal the first cards, for the host. Raise Refused."""
    if table.match is not None:
        raise Refused(TableStarted())
    check_host(table, person)
    if table.awaited_people and table.lobby.invitation is not None:
        raise Refused(NotAnswered(table.awaited_people, table.lobby.invitation.until))
    if table.awaited_people:
        raise Refused(StillAwaited(table.awaited_people))
    players, least = len(table.seats.players), table.variant.players[0]
    if players < least:
        raise Refused(TooFewPlayers(players, least))
    if table.people_to_agree:
        raise Refused(NotAgreed(tuple(one for one in table.seats.people if one in table.people_to_agree)))
    check_rules_seen(table, changes)
    faults = contradictions_besides_size(table.variant)  # an earlier version allowed them
    if faults and table.lobby.reserved is None:
        raise Refused(RulesContradict(faults))
    started = decide(None, None, StartMatch(table.variant, players, new_seed(), seats_as_before(table)))
    return (*started, *decide(fold(started), None, DealCards(new_seed())))


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree to the changed house rules, to the clock, and to whether the match may count. `rule_changes` as in `Join`."""

    rule_changes: int | None = None


def agree(table: Table, person: int | None, changes: int | None) -> Events:
    """Let the person agree to the rules as they are. Raise Refused."""
    if table.match is not None:
        raise Refused(RulesFixed())
    person = check_seated(table, person)
    if person not in table.people_to_agree:
        raise Refused(NothingToAgree())
    check_rules_seen(table, changes)
    return (RulesAgreed(person),)


@dataclass(frozen=True, slots=True)
class AddComputer:
    """Add a computer player, by the host in the lobby."""

    level: Level


def add_computer(table: Table, person: int | None, level: Level) -> Events:
    """Let a computer take a seat, for the host. Raise Refused."""
    _check_may_choose(table, person)
    if table.lobby.reserved is not None:
        raise Refused(NoComputersHere())
    if len(table.seats.players) >= table.variant.players[1]:
        raise Refused(TableFull(table.variant.players[1]))
    if table.lobby.invitation is not None and free_seats(table) < 1:
        raise Refused(SeatsKept(table.awaited_people, table.lobby.invitation.until))
    return (ComputerSatDown(next_computer(table), level),)


@dataclass(frozen=True, slots=True)
class RemoveComputer:
    """Remove a computer player, by the host in the lobby: the one with this number, or the one that was added last."""

    computer: int | None = None


def remove_computer(table: Table, person: int | None, computer: int | None) -> Events:
    """Let a computer stand up, the last one that was added if none is named; for the host. Raise Refused."""
    _check_may_choose(table, person)
    found = next(reversed(table.seats.computers), None) if computer is None else computer
    if found not in table.seats.computers:
        raise Refused(NoSuchComputer())
    return (ComputerStoodUp(found),)


@dataclass(frozen=True, slots=True)
class ChangeClock:
    """Choose another clock, by the host in the lobby."""

    clock: Clock


def change_clock(table: Table, person: int | None, clock: Clock) -> Events:
    """Choose another clock, for the host; the others agree to it again. Raise Refused."""
    person = _check_may_choose(table, person)
    if table.lobby.reserved is not None and clock.pauses:
        raise Refused(RulesFixedBySchedule())
    if table.lobby.reserved is not None and table.lobby.reserved.needs_clock and clock.pace == Pace.NONE:
        raise Refused(ClockRequired())
    if clock == table.clock:
        raise Refused(ClockUnchanged())
    return (ClockChanged(person, clock),)


def next_computer(table: Table) -> int:
    """Return the number of a further computer. No two computers of a match have the same one.

    In the lobby, the number of the last one that stood up is given again.
    """
    return min(table.seats.computers, default=0) - 1


def _check_may_choose(table: Table, person: int | None) -> int:
    if table.match is not None:
        raise Refused(TableStarted())
    person = check_seated(table, person)
    check_host(table, person)
    return person


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Change how the table is shown, by the host in the lobby; what is None stays as it is."""

    thread: bool | None = None
    shows_draws: bool | None = None


def change_settings(table: Table, person: int | None, request: ChangeSettings) -> Events:
    """Change how the table is shown, for the host. Raise Refused."""
    person = _check_may_choose(table, person)
    thread = table.thread if request.thread is None else request.thread
    shows_draws = table.shows_draws if request.shows_draws is None else request.shows_draws
    if (thread, shows_draws) == (table.thread, table.shows_draws):
        raise Refused(MovedOn())
    return (SettingsChanged(person, thread, shows_draws),)
