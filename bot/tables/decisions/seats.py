"""Decisions about who plays in which seat: leaving, coming back, being removed, and taking over a computer's seat."""

from bot.players.choice import Level
from bot.rummy.decide import decide
from bot.rummy.moves import BreakOff, DealCards, Leave
from bot.tables.apply_event import apply_events
from bot.tables.decisions.checks import Events, NewSeed, check_seated
from bot.tables.decisions.lobby import next_computer
from bot.tables.decisions.match import missing_to_end
from bot.tables.refusals import AlreadySeated, ManagerPlays, MovedOn, NotPlaying, NotSeated, TableNotStarted
from bot.tables.requests import Remove
from bot.tables.seat_events import CameBack, PersonRemoved, SeatTaken, SeatTakenOver
from bot.tables.table import Phase, Table, is_computer
from bot.wording.sentence import Refusal, Refused


class NoComputersSeat(Refusal):
    """No computer plays at this table, or not in this seat."""

    sentence = "No computer plays there. `/table show` shows who plays in which seat."


class RemovedFromMatch(Refusal):
    """The person was removed from this match, and can't come back into it."""

    sentence = "You were removed from this match, so you can't come back into it. You can watch, or play the next one."


class SeatsTakenBetweenDeals(Refusal):
    """A deal is in play: a computer's seat is taken between two deals."""

    sentence = "You can take a computer's seat between two deals. Try again when this deal is over."


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
    """Return what only the person who has left was awaited for: the end, or the next deal.

    In a vote on the end, a majority is enough for it.
    """
    if table.match is None or table.phase == Phase.OVER:
        return ()
    if not missing_to_end(table, table.end_requests, by_majority=is_vote):
        return decide(table.match, None, BreakOff())
    if table.phase == Phase.PAUSE and set(table.seated_people()) <= table.ready_people:
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


def remove(table: Table, person: int | None, request: Remove, new_seed: NewSeed) -> Events:
    """Let a manager or organiser remove a person from the match, who then leaves it as by their own request. Raise Refused."""
    if table.match is None:
        raise Refused(TableNotStarted())
    if person in table.seated_people():
        raise Refused(ManagerPlays())
    removed = request.person
    if removed not in table.seated_people():
        raise Refused(NotPlaying())
    event = PersonRemoved(removed, by=person, leagues=request.leagues, why=request.why)
    return (event, *leave(apply_events(table, (event,)), removed, new_seed))


def take_seat(table: Table, person: int | None, seat: int | None) -> Events:
    """Let the person take over a computer's seat between two deals. Raise Refused.

    They may have left the match before, but weren't removed from it.
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
    if person in table.removed:
        raise Refused(RemovedFromMatch())
    if table.phase != Phase.PAUSE:
        raise Refused(SeatsTakenBetweenDeals())
    return (SeatTaken(computers[0] if seat is None else seat, person),)
