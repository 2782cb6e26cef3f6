"""Decisions about who plays in which seat: leaving, coming back, being removed, and taking over a computer's seat."""

from bot.players.choice import Level
from bot.rummy.apply import fold
from bot.rummy.decide import decide
from bot.rummy.match import Match
from bot.rummy.moves import BreakOff, DealCards, Leave
from bot.tables.decisions.checks import Events, NewSeed, check_seated
from bot.tables.decisions.lobby import next_computer
from bot.tables.refusals import (
    AlreadySeated,
    MovedOn,
    NotBetweenDeals,
    NotSeated,
    Refused,
    TableNotStarted,
)
from bot.tables.requests import Remove
from bot.tables.seat_events import CameBack, PersonRemoved, RemovalPressed, SeatTaken, SeatTakenOver
from bot.tables.seat_refusals import AlreadyAskedToRemove, NoComputersSeat, NotAway
from bot.tables.table import Phase, Table, is_computer


def leave(table: Table, person: int | None, new_seed: NewSeed) -> Events:
    """Let the person leave the match, and do what only they were awaited for. Raise Refused.

    In a match that may count the seat is skipped, and has the last place. In others a computer plays on with its cards, unless
    no person would be left. The others are asked whether to end the match (`time.keep_time` sets until when).
    """
    if table.match is None:
        raise Refused(TableNotStarted())
    person = check_seated(table, person)
    seat = table.seat_of(person)
    assert seat is not None
    others = set(table.seated_people()) - {person}
    if not table.may_count:
        if not others:
            return decide(table.match, None, BreakOff())
        taken = SeatTakenOver(seat, next_computer(table), Level.NORMAL)
        return (taken, *_events_the_others_agreed_on(table, others, table.match, new_seed))
    left = decide(table.match, seat, Leave())
    return (*left, *_events_the_others_agreed_on(table, others, fold(left, table.match), new_seed))


def _events_the_others_agreed_on(table: Table, others: set[int], match: Match | None, new_seed: NewSeed) -> Events:
    """Return what follows if the leaver was the only one who had not asked for the end, or was not ready for the next deal."""
    if match is None or match.is_over:
        return ()
    if others <= table.end_requests:
        return decide(match, None, BreakOff())
    if table.phase == Phase.PAUSE and others <= table.ready_people:
        return decide(match, None, DealCards(new_seed()))
    return ()


def is_missed(table: Table, person: int) -> bool:
    """Return True if the person's last turn was played for them, or the table waits for them."""
    return person in table.missed_turns or table.paused_for == person


def come_back(table: Table, person: int | None) -> Events:
    """Let the person play again. Raise Refused if nothing was played for them, and the table doesn't wait for them."""
    person = check_seated(table, person)
    if not is_missed(table, person):
        raise Refused(MovedOn())
    return (CameBack(person),)


def remove(table: Table, person: int | None, request: Remove, new_seed: NewSeed) -> Events:
    """Remove a person from the match, who then leaves it as by their own request. Raise Refused.

    A manager may always do that. The others may if the person is away, and need a majority.
    """
    if table.match is None:
        raise Refused(TableNotStarted())
    removed = request.person
    if removed not in table.seated_people():
        raise Refused(NotSeated())
    if request.by_manager:
        return (PersonRemoved(removed, by_manager=True), *leave(table, removed, new_seed))
    person = check_seated(table, person)
    if person == removed or not table.is_away(removed):
        raise Refused(NotAway(removed))
    if (person, removed) in table.removals:
        raise Refused(AlreadyAskedToRemove(removed, missing_for_removal(table, removed, table.removals)))
    pressed = RemovalPressed(person, removed)
    if missing_for_removal(table, removed, table.removals | {(person, removed)}):
        return (pressed,)
    return (pressed, PersonRemoved(removed, by_manager=False), *leave(table, removed, new_seed))


def missing_for_removal(table: Table, removed: int, pressed: frozenset[tuple[int, int]]) -> int:
    """Return how many more people must want the removal: more than half of the others."""
    others = [person for person in table.seated_people() if person != removed]
    return max(0, len(others) // 2 + 1 - sum((person, removed) in pressed for person in others))


def take_seat(table: Table, person: int | None, seat: int | None) -> Events:
    """Let the person take over a computer's seat between two deals. Raise Refused."""
    match = table.match
    if match is None:
        raise Refused(TableNotStarted())
    if person is None or person in table.seated_people():
        raise Refused(AlreadySeated())
    if table.is_private:
        raise Refused(NotSeated())
    if table.phase != Phase.PAUSE:
        raise Refused(NotBetweenDeals())
    computers = [one for one in match.staying_seats() if is_computer(table.occupant(one))]
    if not computers or (seat is not None and seat not in computers):
        raise Refused(NoComputersSeat())
    return (SeatTaken(computers[0] if seat is None else seat, person),)
