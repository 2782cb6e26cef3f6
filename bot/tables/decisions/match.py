"""Decisions about requests in a match: moves, the pause between two deals, and the end before the last deal."""

from bot.rummy.decide import decide
from bot.rummy.moves import BreakOff, DealCards
from bot.tables.decisions.checks import Events, NewSeed, check_seated
from bot.tables.events import EndPressed, ReadyPressed
from bot.tables.refusals import MovedOn, TableNotStarted
from bot.tables.requests import Play
from bot.tables.table import Phase, Table
from bot.wording.sentence import People, Refusal, Refused


class NotBetweenDeals(Refusal):
    sentence = "**Ready** is for the pause between two deals. A deal is being played now: `/hand` shows your cards."


class AlreadyReady(Refusal):
    sentence = "You're already marked as ready. The next deal is waiting for the others."


class AlreadyAskedToEnd(Refusal):
    """The match ends when all of these people have asked for it, too."""

    names: People
    sentence = "You've already asked to end the match. {names} must agree too."


class SomeMustAgree(Refusal):
    """The person has asked to end the match. Somebody has left, so it ends when this many of the others have asked for it."""

    count: int
    sentence = "You've already asked to end the match. 1 more player must agree."
    plural = "You've already asked to end the match. {count} more players must agree."


def play_move(table: Table, person: int | None, play: Play) -> Events:
    """Play the move of the person. Raise Refused."""
    if table.match is None:
        raise Refused(TableNotStarted())
    person = check_seated(table, person)
    if play.step is not None and play.step != table.step:
        raise Refused(MovedOn())
    return decide(table.match, table.seat_of(person), play.move)


def get_ready(table: Table, person: int | None, deal: int | None, new_seed: NewSeed) -> Events:
    """Mark the person as ready for the next deal; the last one to be ready starts it. Raise Refused."""
    person = check_seated(table, person)
    if deal is not None and deal != table.deal_number:
        raise Refused(MovedOn())
    if table.phase != Phase.PAUSE:
        raise Refused(NotBetweenDeals())
    if person in table.ready_people:
        raise Refused(AlreadyReady())
    pressed = ReadyPressed(person)
    if table.ready_people | {person} >= set(table.seated_people()):
        return (pressed, *decide(table.match, None, DealCards(new_seed())))
    return (pressed,)


def ask_to_end(table: Table, person: int | None) -> Events:
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
    return missing_to_end(table, asked, by_majority=table.end_vote_until is not None)


def missing_to_end(table: Table, asked: frozenset[int], *, by_majority: bool) -> int:
    """Return how many more people must ask for the end: all who decide about it, or more than half of them."""
    people = deciding_people(table)
    needed = len(people) // 2 + 1 if by_majority else len(people)
    return max(0, needed - sum(person in asked for person in people))


def deciding_people(table: Table) -> tuple[int, ...]:
    """Return the people who decide about the end of the match: those who are present. If nobody is, everyone.

    In a match that may count, it is everyone at the table: otherwise one whose opponents are away could undo their own defeat.
    """
    people = table.seated_people()
    if table.may_count:
        return people
    return tuple(one for one in people if not table.is_away(one) and table.paused_for != one) or people
