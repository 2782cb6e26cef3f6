"""A table after each of its events; an event is never refused, because it has already happened."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from bot.players.choice import Level
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
from bot.rummy.events import Event as MatchEvent
from bot.rummy.variant import differing_questions
from bot.tables.after_seat_event import after_seat_event
from bot.tables.events import (
    ClockChanged,
    ComputerSatDown,
    ComputerStoodUp,
    EndPressed,
    Event,
    InvitationDeclined,
    LobbyClosed,
    PauseBegun,
    ReadyPressed,
    RulesAgreed,
    RulesChanged,
    SatDown,
    SeatsFreed,
    SettingsChanged,
    StoodUp,
    TableOpened,
)
from bot.tables.pace import NO_CLOCK
from bot.tables.played_turns import add_to_turns
from bot.tables.table import Table, Terms

_T = TypeVar("_T")


def fold(number: int, events: Iterable[Event]) -> Table:
    """Return the table that these events make, from TableOpened on."""
    table: Table | None = None
    for event in events:
        table = apply_event(number, table, event)
    assert table is not None, "a table begins with TableOpened"
    return table


def apply_event(number: int, table: Table | None, event: Event) -> Table:
    """Return the table after one more event. Never refuse: the event has already happened."""
    if isinstance(event, TableOpened):
        return _new_table(number, event)
    assert table is not None, "a table begins with TableOpened"
    version = table.version + 1
    match event:
        case SatDown(person=person):
            joined = replace(table, people=(*table.people, person), declined=table.declined - {person}, version=version)
            return replace(joined, agreed=(*table.agreed, table.terms))
        case StoodUp(person=person):
            at = table.people.index(person)
            left = replace(table, people=_without(table.people, at), declined=table.declined | {person}, version=version)
            return replace(left, agreed=_without(table.agreed, at))
        case InvitationDeclined(person=person):
            return replace(table, declined=table.declined | {person}, version=version)
        case SeatsFreed():
            return replace(table, seats_freed=True, version=version, step=table.step + 1)
        case RulesChanged(by=person, variant=variant):
            count = table.rule_changes + 1
            questions = table.changed_questions | dict.fromkeys(differing_questions(variant, table.variant), count)
            changed = replace(table, variant=variant, rule_changes=count, changed_questions=questions, version=version)
            return _with_agreement(changed, person)
        case RulesAgreed(person=person):
            return _with_agreement(replace(table, version=version), person)
        case SettingsChanged(thread=thread, shows_draws=shows_draws):
            return replace(table, thread=thread, shows_draws=shows_draws, version=version)
        case ComputerSatDown(computer=computer, level=level):
            return _with_computers(table, table.computers | {computer: level}, version)
        case ComputerStoodUp(computer=computer):
            others = {number: level for number, level in table.computers.items() if number != computer}
            return _with_computers(table, others, version)
        case ClockChanged(by=person, clock=clock):
            changed = replace(table, clock=clock, rule_changes=table.rule_changes + 1, version=version)
            return _with_agreement(changed, person)
        case LobbyClosed(why=why):
            return replace(table, closing_reason=why, version=version)
        case PauseBegun(until=until):
            return replace(table, next_deal_at=until, version=version)
        case ReadyPressed(person=person):
            return replace(table, ready_people=table.ready_people | {person}, version=version)
        case EndPressed(person=person):
            return replace(table, end_requests=table.end_requests | {person}, version=version)
        case MatchStarted() | CardsDealt() | DealEnded() | MatchEnded() | MatchBrokenOff():
            played = replace(_after_match_event(table, event), version=version, step=table.step + 1)
            played = replace(played, next_deal_at=None, ready_people=frozenset())
            if isinstance(event, MatchStarted):
                return _with_seats(played, event)
            keeps_requests = not isinstance(event, CardsDealt) or table.end_vote_until is not None
            if isinstance(event, CardsDealt):
                played = replace(played, seat_changes=())
            return played if keeps_requests else replace(played, end_requests=frozenset())
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
            return replace(_after_match_event(table, event), version=version, step=table.step + 1)
        case SeatLeft():
            played = _after_match_event(table, event)
            turned = table.match is not None and played.player_to_act() != table.player_to_act()
            return replace(played, version=version, step=table.step + turned)
        case _:
            return replace(after_seat_event(table, event), version=version)


def apply_events(table: Table, events: Iterable[Event]) -> Table:
    """Return the table after some more events."""
    for event in events:
        table = apply_event(table.number, table, event)
    return table


def _after_match_event(table: Table, event: MatchEvent) -> Table:
    match = apply(table.match, event)
    after = replace(table, match=match, turns=add_to_turns(table.turns, event, match))
    if table.turn_clock is None or after.current_turn == table.current_turn:
        return after
    return replace(after, turn_clock=replace(table.turn_clock, until=None, reminders_of_turn=0), paused_for=None)


def _with_seats(table: Table, event: MatchStarted) -> Table:
    """Return the table of a match that has just started: who plays in each seat, and whether the match may count."""
    players = (*table.people, *table.computers)
    return replace(table, occupants=tuple(players[place] for place in event.seating), may_count=not table.obstacles)


def _with_computers(table: Table, computers: dict[int, Level], version: int) -> Table:
    """Return the lobby with these computers; everyone but the host must agree if the match may count now, or no longer."""
    changed = replace(table, computers=computers, version=version)
    if changed.terms == table.terms:
        return changed
    return _with_agreement(replace(changed, rule_changes=table.rule_changes + 1), table.people[0])


def _with_agreement(table: Table, person: int) -> Table:
    """Return the table after the person has agreed to its current terms."""
    agreed = [*table.agreed]
    agreed[table.people.index(person)] = table.terms
    return replace(table, agreed=tuple(agreed))


def _without(row: tuple[_T, ...], at: int) -> tuple[_T, ...]:
    return row[:at] + row[at + 1 :]


def _new_table(number: int, event: TableOpened) -> Table:
    preset, clock = event.preset or event.variant, event.clock or NO_CLOCK
    computers = {} if event.again is None else event.again.levels
    return Table(
        number=number,
        server=event.server,
        channel=event.channel,
        thread=event.thread,
        variant=event.variant,
        preset=preset,
        own_end=event.own_end or (preset.match_target, preset.match_deals),
        reserved=event.reserved,
        invitation=event.again,
        parent=event.parent,
        agreed=(Terms(event.variant, clock, may_count=not (computers or clock.pauses)),),
        opened_at=event.at,
        people=(event.host,),
        version=1,
        clock=clock,
        is_private=event.is_private,
        computers=computers,
    )
