"""Decisions about requests in a match: moves, the pause between two deals, leaving, and the end before the last deal."""

from bot.rummy.apply import fold
from bot.rummy.decide import decide
from bot.rummy.match import Match
from bot.rummy.moves import BreakOff, DealCards, Leave
from bot.tables.decisions.checks import Events, NewSeed, check_seated
from bot.tables.events import EndPressed, ReadyPressed
from bot.tables.refusals import AlreadyAskedToEnd, AlreadyReady, MovedOn, NotBetweenDeals, Refused, TableNotStarted
from bot.tables.requests import Play
from bot.tables.table import Phase, Table


def play_move(table: Table, person: int | None, play: Play) -> Events:
    """Play the move of the person. Raise Refused or IllegalMove."""
    if table.match is None:
        raise Refused(TableNotStarted())
    person = check_seated(table, person)
    if play.step is not None and play.step != table.step:
        raise Refused(MovedOn())
    return decide(table.match, table.seat_of(person), play.move)


def forfeit(table: Table, person: int | None, new_seed: NewSeed) -> Events:
    """Let the person leave the match, and do what only they were awaited for. Raise Refused."""
    if table.match is None:
        raise Refused(TableNotStarted())
    person = check_seated(table, person)
    left = decide(table.match, table.seat_of(person), Leave())
    return (*left, *_events_the_others_agreed_on(table, person, fold(left, table.match), new_seed))


def _events_the_others_agreed_on(table: Table, leaver: int, match: Match | None, new_seed: NewSeed) -> Events:
    """Return what follows if the leaver was the only one who had not asked for the end, or was not ready for the next deal."""
    others = set(table.seated_people()) - {leaver}
    if match is None or match.is_over:
        return ()
    if others <= table.end_requests:
        return decide(match, None, BreakOff())
    if table.phase == Phase.PAUSE and others <= table.ready_people:
        return decide(match, None, DealCards(new_seed()))
    return ()


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
    """Let the person ask for the end of the match; when everyone has, it is broken off. Raise Refused."""
    person = check_seated(table, person)
    if table.match is None:
        raise Refused(TableNotStarted())
    asked = table.end_requests | {person}
    missing = tuple(other for other in table.seated_people() if other not in asked)
    if person in table.end_requests:
        raise Refused(AlreadyAskedToEnd(missing))
    if missing:
        return (EndPressed(person),)
    return (EndPressed(person), *decide(table.match, None, BreakOff()))
