"""A table after each of its events; an event is never refused, because it has already happened."""

from collections.abc import Iterable
from typing import TypeVar, assert_never

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
from bot.tables.pace import NO_CLOCK, TurnClock
from bot.tables.played_turns import SeatChange, add_to_turns, mark_played_by, mark_played_for, with_change
from bot.tables.seat_events import (
    BankUsed,
    BrokenOffBy,
    CameBack,
    ClockShifted,
    EndVoteBegun,
    EndVoteOver,
    PersonReminded,
    PersonRemoved,
    RemovalPressed,
    SeatEvent,
    SeatTaken,
    SeatTakenOver,
    TableAbandoned,
    TablePaused,
    TurnBegun,
    TurnPlayedFor,
)
from bot.tables.table import Phase, Table, Terms

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


def after_seat_event(table: Table, event: SeatEvent) -> Table:
    """Return the table after the event, still with the version from before."""
    match event:
        case TurnBegun(at=at, until=until, idle_until=idle_until):
            clock = table.turn_clock
            is_same_time = clock is not None and until is not None and clock.until == until  # somebody has moved in the turn
            reminders = clock.reminders if clock is not None and is_same_time else 0
            of_turn = 0 if clock is None else clock.reminders_of_turn
            return replace(table, turn_clock=TurnClock(at, until, idle_until, reminders, of_turn))
        case BankUsed(person=person, left=left):
            return replace(table, banks=table.banks | {person: left})
        case PersonReminded():
            clock = table.turn_clock
            assert clock is not None
            counted = replace(clock, reminders=clock.reminders + 1, reminders_of_turn=clock.reminders_of_turn + 1)
            return replace(table, turn_clock=counted)
        case TurnPlayedFor(person=person):
            missed = table.missed_turns | {person: table.missed_turns.get(person, 0) + 1}
            timeouts = table.timeouts | {person: table.timeouts.get(person, 0) + 1}
            return replace(
                table,
                missed_turns=missed,
                timeouts=timeouts,
                turns=mark_played_for(table.turns, is_away=table.plays_by_itself()),
            )
        case TablePaused(person=person):
            return replace(table, paused_for=person)
        case CameBack(person=person):
            return _came_back(table, person)
        case ClockShifted(at=at, by=by):
            return _shifted(table, at, by)
        case SeatTakenOver(seat=seat, computer=computer, level=level):
            return _occupied(replace(table, computers=table.computers | {computer: level}), seat, computer)
        case SeatTaken(seat=seat, person=person):
            joined = replace(
                table,
                people=(*(one for one in table.people if one != person), person),
                agreed=(table.terms,) * (len(table.people) + (person not in table.people)),
            )
            removed = {one: by for one, by in table.removed.items() if one != person}  # after a vote in an earlier version
            return _occupied(replace(joined, removed=removed), seat, person)
        case EndVoteBegun(until=until):
            return replace(table, end_vote_until=until)
        case EndVoteOver():
            return replace(table, end_vote_until=None, end_requests=frozenset())
        case RemovalPressed():
            return table
        case PersonRemoved(person=person, by=by):
            return replace(table, removed=table.removed | {person: by})
        case BrokenOffBy():
            return replace(table, broken_off=event)
        case TableAbandoned():
            return replace(table, is_abandoned=True)
        case _:
            assert_never(event)


def _came_back(table: Table, person: int) -> Table:
    missed = {one: count for one, count in table.missed_turns.items() if one != person}
    paused_for = None if table.paused_for == person else table.paused_for
    return replace(table, missed_turns=missed, paused_for=paused_for)


def _shifted(table: Table, at: int, by: int) -> Table:
    clock, vote = table.turn_clock, table.end_vote_until
    if clock is not None:
        until = None if clock.until is None else clock.until + by
        clock = replace(clock, since=at, until=until, idle_until=clock.idle_until + by)
    return replace(table, turn_clock=clock, end_vote_until=None if vote is None else vote + by)


def _occupied(table: Table, seat: int, player: int) -> Table:
    """Return the table with another player in a seat. What the one before has asked for is forgotten."""
    before = table.occupants[seat]
    is_turn = table.match is not None and table.match.seat_to_act() == seat
    occupants = (*table.occupants[:seat], player, *table.occupants[seat + 1 :])
    is_playing = table.phase == Phase.DEAL
    finished, current = (table.turns[:-1], table.turns[-1:]) if is_playing else (table.turns, ())
    turn = current[-1].number if current else None
    is_removed, removed_by = before in table.removed, table.removed.get(before)
    changed = replace(
        _came_back(table, before),
        occupants=occupants,
        turns=(*mark_played_by(finished, seat, before), *current),
        seat_changes=with_change(table.seat_changes, SeatChange(seat, before, player, turn, is_removed, before, removed_by)),
        ready_people=table.ready_people - {before},
        end_requests=table.end_requests - {before},
        step=table.step + is_turn,
    )
    if not is_turn or changed.turn_clock is None:
        return changed
    return replace(changed, turn_clock=replace(changed.turn_clock, until=None))
