"""What a request at a table causes: the events, or a refusal with its facts. Pure: chance comes in as `Seeds`."""

from collections.abc import Callable
from typing import assert_never

from bot.rummy.apply import fold
from bot.rummy.decide import decide
from bot.rummy.events import MatchStarted
from bot.rummy.match import Match
from bot.rummy.moves import BreakOff, DealCards, Leave, StartMatch
from bot.rummy.variant.contradictions import contradictions
from bot.tables.events import EndPressed, Event, LobbyClosed, ReadyPressed, RulesAgreed, RulesChanged, SatDown, StoodUp
from bot.tables.refusals import (
    AlreadyAskedToEnd,
    AlreadyReady,
    AlreadySeated,
    DealsNotLimited,
    MovedOn,
    NotAgreed,
    NotBetweenDeals,
    NothingToAgree,
    NotSeated,
    NotTheHost,
    OnlyManagers,
    Refused,
    RulesContradict,
    RulesFixed,
    RulesFixedBySchedule,
    RuleUnchanged,
    SeatsReserved,
    StillAwaited,
    TableFull,
    TableIsOver,
    TableNotStarted,
    TableStarted,
    TooFewPlayers,
    TooManySeated,
)
from bot.tables.requests import Agree, AskEnd, Cancel, ChangeRule, Forfeit, Join, Play, Ready, Request, StandUp, Start, TimeIsUp
from bot.tables.rules.house_rules import find_rule
from bot.tables.table import Phase, Table

Seeds = Callable[[], str]
Events = tuple[Event, ...]


def decide_request(table: Table, person: int | None, request: Request, seeds: Seeds) -> Events:
    """The events that the request causes; `person` is None where a clock or a manager asks; `seeds` gives new seeds.

    Raises Refused or IllegalMove.
    """
    if table.phase == Phase.OVER:
        raise Refused(TableIsOver())
    match request:
        case Join(rule_changes=changes):
            return _joined(table, person, changes)
        case StandUp():
            return _stood_up(table, person)
        case Forfeit() | Play(move=Leave()):
            return _forfeited(table, person, seeds)
        case Start(rule_changes=changes):
            return _started(table, person, changes, seeds)
        case ChangeRule():
            return _rule_changed(table, person, request)
        case Agree(rule_changes=changes):
            return _agreed(table, person, changes)
        case Cancel(manager=manager):
            return _cancelled(table, person, manager=manager)
        case Play():
            return _played(table, person, request)
        case Ready(deal=deal):
            return _ready(table, person, deal, seeds)
        case AskEnd():
            return _asked_to_end(table, person)
        case TimeIsUp(step=step):
            return _time_is_up(table, step, seeds)
        case _:
            assert_never(request)


def _joined(table: Table, person: int | None, changes: int | None) -> Events:
    if table.match is not None:
        raise Refused(TableStarted())
    if person is None or person in table.people:
        raise Refused(AlreadySeated())
    if table.reserved is not None and person not in table.reserved.people:
        raise Refused(SeatsReserved(table.reserved.people))
    if len(table.people) >= table.variant.players[1]:
        raise Refused(TableFull(table.variant.players[1]))
    _check_seen(table, changes)
    return (SatDown(person),)


def _stood_up(table: Table, person: int | None) -> Events:
    if table.match is not None:
        raise Refused(TableStarted())
    stood = StoodUp(_seated(table, person))
    return (stood,) if len(table.people) > 1 else (stood, LobbyClosed("everybody_left"))


def _forfeited(table: Table, person: int | None, seeds: Seeds) -> Events:
    if table.match is None:
        raise Refused(TableNotStarted())
    person = _seated(table, person)
    left = decide(table.match, table.seat_of(person), Leave())
    return (*left, *_no_longer_waited_for(table, person, fold(left, table.match), seeds))


def _no_longer_waited_for(table: Table, leaver: int, match: Match | None, seeds: Seeds) -> Events:
    """What the others had all asked for, when he was the last they waited for."""
    others = set(table.seated_people()) - {leaver}
    if match is None or match.is_over:
        return ()
    if others <= table.end_requests:
        return decide(match, None, BreakOff())
    if table.phase == Phase.PAUSE and others <= table.ready_people:
        return decide(match, None, DealCards(seeds()))
    return ()


def _started(table: Table, person: int | None, changes: int | None, seeds: Seeds) -> Events:
    if table.match is not None:
        raise Refused(TableStarted())
    _check_host(table, person)
    if table.awaited_people:
        raise Refused(StillAwaited(table.awaited_people))
    players, least = len(table.people), table.variant.players[0]
    if players < least:
        raise Refused(TooFewPlayers(players, least))
    if table.people_to_agree:
        raise Refused(NotAgreed(tuple(one for one in table.people if one in table.people_to_agree)))
    _check_seen(table, changes)
    started = decide(None, None, StartMatch(table.variant, players, seeds()))
    assert isinstance(started[0], MatchStarted)
    return (*started, *decide(fold(started), None, DealCards(seeds())))


def _rule_changed(table: Table, person: int | None, request: ChangeRule) -> Events:
    if table.match is not None:
        raise Refused(RulesFixed())
    person = _seated(table, person)
    _check_host(table, person)
    if table.reserved is not None:
        raise Refused(RulesFixedBySchedule())
    changed = find_rule(request.rule).change(table.variant, request.answer)
    if changed == table.variant:
        raise Refused(RuleUnchanged())
    if changed.scoring == "payment" != table.variant.scoring and changed.match_deals == "none":
        raise Refused(DealsNotLimited())
    if faults := tuple(contradictions(changed)):
        raise Refused(RulesContradict(faults))
    if len(table.people) > changed.players[1]:
        raise Refused(TooManySeated(len(table.people), changed.players[1]))
    return (RulesChanged(person, changed),)


def _agreed(table: Table, person: int | None, changes: int | None) -> Events:
    if table.match is not None:
        raise Refused(RulesFixed())
    person = _seated(table, person)
    if person not in table.people_to_agree:
        raise Refused(NothingToAgree())
    _check_seen(table, changes)
    return (RulesAgreed(person),)


def _cancelled(table: Table, person: int | None, *, manager: bool) -> Events:
    if table.match is None:
        if not manager:
            _check_host(table, person)
        return (LobbyClosed("cancelled"),)
    if not manager:
        raise Refused(OnlyManagers())
    return decide(table.match, None, BreakOff())


def _played(table: Table, person: int | None, play: Play) -> Events:
    if table.match is None:
        raise Refused(TableNotStarted())
    person = _seated(table, person)
    if play.step is not None and play.step != table.step:
        raise Refused(MovedOn())
    return decide(table.match, table.seat_of(person), play.move)


def _ready(table: Table, person: int | None, deal: int | None, seeds: Seeds) -> Events:
    person = _seated(table, person)
    if deal is not None and deal != table.deal_number:
        raise Refused(MovedOn())
    if table.phase != Phase.PAUSE:
        raise Refused(NotBetweenDeals())
    if person in table.ready_people:
        raise Refused(AlreadyReady())
    pressed = ReadyPressed(person)
    if table.ready_people | {person} >= set(table.seated_people()):
        return (pressed, *decide(table.match, None, DealCards(seeds())))
    return (pressed,)


def _asked_to_end(table: Table, person: int | None) -> Events:
    person = _seated(table, person)
    if table.match is None:
        raise Refused(TableNotStarted())
    asked = table.end_requests | {person}
    missing = tuple(other for other in table.seated_people() if other not in asked)
    if person in table.end_requests:
        raise Refused(AlreadyAskedToEnd(missing))
    if missing:
        return (EndPressed(person),)
    return (EndPressed(person), *decide(table.match, None, BreakOff()))


def _time_is_up(table: Table, step: int, seeds: Seeds) -> Events:
    if step != table.step or table.phase == Phase.DEAL:
        raise Refused(MovedOn())
    if table.match is None:
        return (LobbyClosed("nobody_started"),)
    return decide(table.match, None, DealCards(seeds()))


def _seated(table: Table, person: int | None) -> int:
    if person is None or person not in table.seated_people():
        raise Refused(NotSeated())
    return person


def _check_seen(table: Table, changes: int | None) -> None:
    """Raises Refused where the rules have been changed since he saw them."""
    if changes is not None and changes != table.rule_changes:
        raise Refused(MovedOn())


def _check_host(table: Table, person: int | None) -> None:
    if person != table.host:
        raise Refused(NotTheHost(table.people[0]))
