"""What people ask in a match: moves, the next deal, the end, and who plays in which seat.

Each request stands beside what it causes, and why it may be refused.
"""

from bot.players.choice import Level
from bot.rummy.decide import decide
from bot.rummy.moves import BreakOff, DealCards, Leave, SeatMove
from bot.tables.apply_event import apply_events
from bot.tables.deals import Message, seeds_for, with_parts
from bot.tables.events import EndPressed, LobbyClosed, ReadyPressed
from bot.tables.lobby_requests import ComputerPlayers, Events, NewSeed, Request, check_host, check_seated
from bot.tables.refusals import (
    AlreadySeated,
    ManagerPlays,
    MovedOn,
    NotPlaying,
    NotSeated,
    OnlyManagers,
    RemovedFromMatch,
    TableIsOver,
    TableNotStarted,
    TableStarted,
)
from bot.tables.rule_requests import next_computer
from bot.tables.seat_events import BrokenOffBy, CameBack, PersonRemoved, SeatTaken, SeatTakenOver
from bot.tables.table import Phase, Table, is_computer
from bot.wording.sentence import People, Refusal, Refused


class NotBetweenDeals(Refusal):
    sentence = "**Ready** is for the pause between deals. `/hand` shows your cards."


class AlreadyReady(Refusal):
    sentence = "You're already ready. The next deal is waiting for the others."


class AlreadyAskedToEnd(Refusal):
    names: People
    sentence = "You've already voted to end the match. {names} must agree too."


class SomeMustAgree(Refusal):
    """The person has asked to end the match. Somebody has left, so it ends when this many of the others have asked for it."""

    count: int
    sentence = "You've already voted to end the match. 1 more player must agree."
    plural = "You've already voted to end the match. {count} more players must agree."


class Play(Request):
    """Make a move. `step` is the table's step when the pressed button was shown; None for a typed command."""

    move: SeatMove
    step: int | None = None

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        if isinstance(self.move, Leave):
            return leave(table, person, new_seed)
        if table.match is None:
            raise Refused(TableNotStarted())
        person = check_seated(table, person)
        if self.step is not None and self.step != table.step:
            raise Refused(MovedOn())
        return decide(table.match, table.seats.seat_of(person), self.move)


class Ready(Request):
    """Be ready for the deal after the number `deal`; None for a button without a number. The last one to be ready starts it."""

    deal: int | None = None

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        person = check_seated(table, person)
        if table.match is None:
            raise Refused(TableNotStarted())
        if self.deal is not None and self.deal != table.deal_number:
            raise Refused(MovedOn())
        if table.phase != Phase.PAUSE:
            raise Refused(NotBetweenDeals())
        if person in table.ready_people:
            raise Refused(AlreadyReady())
        pressed = ReadyPressed(person)
        if table.ready_people | {person} >= set(table.seated_people()):
            return (pressed, *decide(table.match, None, DealCards(new_seed())))
        return (pressed,)


class AskEnd(Request):
    """Ask to break the match off, which happens when everyone who decides about it has asked."""

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        """Let the person ask for the end of the match; it is broken off when all `deciding_people` have. Raise Refused.

        After somebody left a match that doesn't count, a majority is enough for a while. Somebody who has asked before may ask
        again once nobody is missing any more, because others went away.
        """
        person = check_seated(table, person)
        if table.match is None:
            raise Refused(TableNotStarted())
        missing = missing_for_end(table, table.end_requests | {person})
        if missing and person in table.end_requests:
            waiting_for = tuple(other for other in deciding_people(table) if other not in table.end_requests)
            raise Refused(SomeMustAgree(missing) if missing < len(waiting_for) else AlreadyAskedToEnd(waiting_for))
        pressed = () if person in table.end_requests else (EndPressed(person),)
        return pressed if missing else (*pressed, *decide(table.match, None, BreakOff()))


def missing_for_end(table: Table, asked: frozenset[int]) -> int:
    """Return how many more people must ask for the end of the match, if these have."""
    return missing_to_end(table, asked, by_majority=table.timing.end_vote_until is not None)


def missing_to_end(table: Table, asked: frozenset[int], *, by_majority: bool) -> int:
    """Return how many more people must ask for the end: all who decide about it, or more than half of them."""
    people = deciding_people(table)
    needed = len(people) // 2 + 1 if by_majority else len(people)
    return max(0, needed - sum(person in asked for person in people))


NUDGES_OF_ABSENT = 2
"""A person who hasn't moved after so many reminders in a turn, each six hours after the one before, is absent."""


def deciding_people(table: Table) -> tuple[int, ...]:
    """Return the people who decide about the end of the match: those who are present. If nobody is, everyone.

    Absent is a person for whom turns are played or the table is paused, or who hasn't moved after two reminders by other
    players. In a match that may count, everyone decides: otherwise one whose opponents are away could undo their own defeat.
    """
    people, timing = table.seated_people(), table.timing
    if table.may_count:
        return people
    nudged = timing.nudge.person if timing.nudge is not None and timing.nudges >= NUDGES_OF_ABSENT else None
    return tuple(one for one in people if not timing.is_away(one) and one not in (timing.paused_for, nudged)) or people


class NoComputersSeat(Refusal):
    sentence = "No computer plays here, so no seat can be taken. `/table show` shows the seats."


class SeatsTakenBetweenDeals(Refusal):
    sentence = "You can take a computer's seat between deals. Try again after this deal."


class Forfeit(Request):
    """Leave the match for good."""

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        return leave(table, person, new_seed)


def leave(table: Table, person: int | None, new_seed: NewSeed) -> Events:
    """Let the person leave the match, and do what only they were awaited for. Raise Refused.

    In a match that may count the seat is skipped, and has the last place. In others a computer plays on with its cards, unless
    no person would be left. The others are asked whether to end the match (`keep_time` sets until when).
    """
    if table.match is None:
        raise Refused(TableNotStarted())
    person = check_seated(table, person)
    seat = table.seats.seat_of(person)
    assert seat is not None
    is_vote = not table.may_count
    if table.may_count:
        left: Events = decide(table.match, seat, Leave())
    elif set(table.seated_people()) == {person}:
        return decide(table.match, None, BreakOff())
    elif (computer := replaced_in_pause(table, seat)) is not None:  # as if they hadn't sat down: no vote begins
        left = (SeatTakenOver(seat, computer, table.seats.computers[computer]),)
        is_vote = table.timing.end_vote_until is not None
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
    taken = next((one for one in table.seats.changes if one.seat == seat and one.turn is None), None)
    return taken.before if taken is not None and is_computer(taken.before) and not is_computer(taken.player) else None


def is_missed(table: Table, person: int) -> bool:
    """Return True if the person is at the table, and their last turn was played for them, or the table waits for them."""
    return person in table.seated_people() and (person in table.timing.missed_turns or table.timing.paused_for == person)


class ComeBack(Request):
    """Play again, after turns were played for the person or the table was paused for them: any press does that."""

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        person = check_seated(table, person)
        if not is_missed(table, person):
            raise Refused(MovedOn())
        return (CameBack(person),)


class Remove(Request):
    """Remove a person from the match, by a manager of the server or an organiser, who doesn't play at the table.

    The person leaves it as by their own request. `leagues` are those in which the match may count, and `why` is the reason or
    empty.
    """

    person: int
    leagues: tuple[int, ...] = ()
    why: str = ""

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        if table.match is None:
            raise Refused(TableNotStarted())
        assert person is not None, "the table itself removes nobody"
        if table.takes_part(person):
            raise Refused(ManagerPlays())
        removed = self.person
        if removed not in table.seated_people():
            raise Refused(NotPlaying())
        event = PersonRemoved(removed, by=person, leagues=self.leagues, why=self.why)
        return (event, *leave(apply_events(table, (event,)), removed, new_seed))


class TakeSeat(Request):
    """Take over a computer's seat between two deals: this one, or the first.

    The person may have left the match before, but wasn't removed from it.
    """

    seat: int | None = None

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        match = table.match
        if match is None:
            raise Refused(TableNotStarted())
        if person is None or table.takes_part(person):
            raise Refused(AlreadySeated())
        if table.is_private:
            raise Refused(NotSeated())
        computers = table.seats.of_computers()
        if not computers or (self.seat is not None and self.seat not in computers):
            raise Refused(NoComputersSeat())
        if person in table.seats.removed:
            raise Refused(RemovedFromMatch())
        if table.phase != Phase.PAUSE:
            raise Refused(SeatsTakenBetweenDeals())
        return (SeatTaken(computers[0] if self.seat is None else self.seat, person),)


class OthersAreThere(Refusal):
    sentence = "Others are at this tournament table. Leave it instead."


class Cancel(Request):
    """Close the lobby, by the host, or break the match off, by a manager of the server, who needs no seat at the table.

    With `only_lobby`, the person has confirmed that they want to close a lobby: a match that has started is left alone.
    `why` is the reason for breaking a match off, and `leagues` are those in which it would have counted.
    """

    by_manager: bool
    only_lobby: bool = False
    why: str = ""
    leagues: tuple[int, ...] = ()

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        if table.match is None:
            if not self.by_manager:
                check_host(table, person)
                if table.lobby.tournament and len(table.seats.people) > 1:
                    raise Refused(OthersAreThere())
            return (LobbyClosed("cancelled"),)
        if self.only_lobby:
            raise Refused(TableStarted())
        if not self.by_manager:
            raise Refused(OnlyManagers())
        broken_off = decide(table.match, None, BreakOff())
        return broken_off if person is None else (BrokenOffBy(person, self.why, self.leagues), *broken_off)


def decide_request(
    table: Table,
    person: int | None,
    request: Request,
    new_seed: NewSeed,
    players: ComputerPlayers,
    message: Message | None = None,
) -> Events:
    """Return the events that the request causes. Raise Refused. `message` is mixed into the seed of a deal.

    `person` is None if the table itself asks; a manager who cancels the table needs no seat. Whatever a person does, they are
    back if turns were played for them, unless they leave.
    """
    if table.phase == Phase.OVER:
        raise Refused(TableIsOver(has_match=table.match is not None))
    events = with_parts(table, request.decide(table, person, seeds_for(table, new_seed, message), players), message)
    if person is None or not is_missed(table, person):
        return events
    match request:
        case ComeBack() | Forfeit() | Play(move=Leave()):
            return events
    return (CameBack(person), *events)
