"""Decisions about who plays in which seat: leaving, coming back, being removed, and taking over a computer's seat."""

from bot.players.choice import Level
from bot.rummy.decide import decide
from bot.rummy.moves import BreakOff, DealCards, Leave
from bot.tables.apply_event import apply_events
from bot.tables.decisions.checks import Events, NewSeed, check_seated
from bot.tables.decisions.lobby import next_computer
from bot.tables.decisions.match import missing_to_end, present_people
from bot.tables.refusals import (
    AlreadySeated,
    MovedOn,
    NotSeated,
    Refused,
    TableNotStarted,
)
from bot.tables.requests import Remove
from bot.tables.seat_events import CameBack, PersonRemoved, RemovalPressed, SeatTaken, SeatTakenOver
from bot.tables.seat_refusals import (
    AlreadyAskedToRemove,
    ManagerPlays,
    NoComputersSeat,
    NotAway,
    NotPlaying,
    RemovedByManager,
    SeatsTakenBetweenDeals,
)
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
    is_vote = not table.may_count
    if table.may_count:
        left: Events = decide(table.match, seat, Leave())
    elif set(table.seated_people()) == {person}:
        return decide(table.match, None, BreakOff())
    elif (computer := replaced_in_pause(table, seat)) is not None:  # as if they hadn't sat down: no vote begins
        left = (SeatTakenOver(seat, computer, table.computers[computer]),)
        is_vote = table.end_vote_until is not None
    else:
        left = (SeatTakenOver(seat, next_computer(table), Level.NORMAL),)
    return (*left, *_events_the_others_agreed_on(apply_events(table, left), new_seed, is_vote=is_vote))


def _events_the_others_agreed_on(table: Table, new_seed: NewSeed, *, is_vote: bool) -> Events:
    """Return what only the person who has left was awaited for: the end, another one's removal, or the next deal.

    In a vote on the end, a majority is enough for it.
    """
    if table.match is None or table.phase == Phase.OVER:
        return ()
    people = set(table.seated_people())
    if not missing_to_end(table, table.end_requests, by_majority=is_vote):
        return decide(table.match, None, BreakOff())
    for person in table.seated_people():
        if may_be_removed(table, person) and not missing_for_removal(table, person, table.removals):
            return _removal(table, PersonRemoved(person, by_manager=False), new_seed)
    if table.phase == Phase.PAUSE and people <= table.ready_people:
        return decide(table.match, None, DealCards(new_seed()))
    return ()


def replaced_in_pause(table: Table, seat: int) -> int | None:
    """Return the computer whose seat a person has taken in the current pause between two deals; None if nobody has."""
    taken = next((one for one in table.seat_changes if one.seat == seat and one.turn is None), None)
    return taken.before if taken is not None and is_computer(taken.before) and not is_computer(taken.player) else None


def is_missed(table: Table, person: int) -> bool:
    """Return True if the person is at the table, and their last turn was played for them, or the table waits for them."""
    return person in table.seated_people() and (person in table.missed_turns or table.paused_for == person)


def come_back(table: Table, person: int | None) -> Events:
    """Let the person play again. Raise Refused if nothing was played for them, and the table doesn't wait for them."""
    person = check_seated(table, person)
    if not is_missed(table, person):
        raise Refused(MovedOn())
    return (CameBack(person),)


def may_be_removed(table: Table, person: int) -> bool:
    """Return True if a majority of the others may remove the person: they are away, or the table waits for them."""
    return person in table.seated_people() and (table.is_away(person) or table.paused_for == person)


def remove(table: Table, person: int | None, request: Remove, new_seed: NewSeed) -> Events:
    """Remove a person from the match, who then leaves it as by their own request. Raise Refused.

    A manager may always do that at a table where they don't play. The others may if the person is away or the table waits for
    them, and need a majority. Somebody who has asked before may ask again once it is reached because others went away.
    """
    if table.match is None:
        raise Refused(TableNotStarted())
    removed = request.person
    if removed not in table.seated_people():
        raise Refused(NotPlaying())
    if request.by_manager and person not in table.seated_people():
        event = PersonRemoved(removed, by_manager=True, by=person, leagues=request.leagues, why=request.why)
        return _removal(table, event, new_seed)
    person = check_seated(table, person)
    if request.by_manager and person != removed and not may_be_removed(table, removed):
        raise Refused(ManagerPlays(removed))
    if person == removed or not may_be_removed(table, removed):
        raise Refused(NotAway(removed))
    missing = missing_for_removal(table, removed, table.removals | {(person, removed)})
    if missing and (person, removed) in table.removals:
        raise Refused(AlreadyAskedToRemove(removed, missing))
    pressed = () if (person, removed) in table.removals else (RemovalPressed(person, removed),)
    return pressed if missing else (*pressed, *_removal(table, PersonRemoved(removed, by_manager=False), new_seed))


def _removal(table: Table, event: PersonRemoved, new_seed: NewSeed) -> Events:
    return (event, *leave(apply_events(table, (event,)), event.person, new_seed))


def missing_for_removal(table: Table, removed: int, pressed: frozenset[tuple[int, int]]) -> int:
    """Return how many more people must want the removal: more than half of the others.

    In a match that doesn't count, those who are away aren't asked. In one that may count nobody waits for them either, and one
    person alone can't remove all who are away, and win.
    """
    asked = table.seated_people() if table.may_count else present_people(table)
    others = [person for person in asked if person != removed]
    return max(0, len(others) // 2 + 1 - sum((person, removed) in pressed for person in others))


def take_seat(table: Table, person: int | None, seat: int | None) -> Events:
    """Let the person take over a computer's seat between two deals. Raise Refused.

    They may have left the match before, but a manager hasn't removed them.
    """
    match = table.match
    if match is None:
        raise Refused(TableNotStarted())
    if person is None or person in table.seated_people():
        raise Refused(AlreadySeated())
    if table.is_private:
        raise Refused(NotSeated())
    computers = table.computers_seats()
    if not computers or (seat is not None and seat not in computers):
        raise Refused(NoComputersSeat())
    if table.removed.get(person):
        raise Refused(RemovedByManager())
    if table.phase != Phase.PAUSE:
        raise Refused(SeatsTakenBetweenDeals())
    return (SeatTaken(computers[0] if seat is None else seat, person),)
