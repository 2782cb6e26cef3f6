"""A table after each event of its clock, and of who plays in which seat; such an event has already happened, too."""

from typing import assert_never

from msgspec.structs import replace

from bot.tables.pace import TurnClock
from bot.tables.played_turns import mark_played_by, mark_played_for
from bot.tables.seat_change import SeatChange, with_change
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
from bot.tables.table import Phase, Table


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
