"""The decision about a request at a table: the events that it causes, or a refusal with its facts.

Pure, like `bot/rummy/decide.py`: no clock, no storage; randomness comes in as `NewSeed`.
"""

from typing import assert_never

from bot.rummy.decide import decide
from bot.rummy.moves import BreakOff, Leave
from bot.tables.decisions import house_rules, lobby, match, seats, time
from bot.tables.decisions.automatic_turns import ComputerPlayers, play_automatic_turns
from bot.tables.decisions.checks import Events, NewSeed, check_host
from bot.tables.events import LobbyClosed
from bot.tables.refusals import MovedOn, OnlyManagers, TableIsOver, TableStarted
from bot.tables.requests import (
    AddComputer,
    Agree,
    AskEnd,
    Cancel,
    ChangeClock,
    ChangeLength,
    ChangeRule,
    ChangeRules,
    ChangeSettings,
    ComeBack,
    Forfeit,
    GiveTimeBack,
    Join,
    Play,
    PlayOn,
    Ready,
    Remove,
    RemoveComputer,
    Request,
    StandUp,
    Start,
    TakeSeat,
    TimeIsUp,
)
from bot.tables.seat_events import BrokenOffBy, CameBack
from bot.tables.table import Phase, Table
from bot.wording.sentence import Refused


def decide_request(table: Table, person: int | None, request: Request, new_seed: NewSeed, players: ComputerPlayers) -> Events:
    """Return the events that the request causes. Raise Refused.

    `person` is None if the table itself asks; a manager who cancels the table needs no seat. Whatever a person does, they are
    back if turns were played for them, unless they leave.
    """
    if table.phase == Phase.OVER:
        raise Refused(TableIsOver(has_match=table.match is not None))
    events = _decide(table, person, request, new_seed, players)
    if person is None or not seats.is_missed(table, person):
        return events
    match request:
        case ComeBack() | Forfeit() | Play(move=Leave()):
            return events
    return (CameBack(person), *events)


def _decide(table: Table, person: int | None, request: Request, new_seed: NewSeed, players: ComputerPlayers) -> Events:
    match request:
        case Join(rule_changes=changes):
            return lobby.join(table, person, changes)
        case StandUp():
            return lobby.stand_up(table, person)
        case Forfeit() | Play(move=Leave()):
            return seats.leave(table, person, new_seed)
        case Start(rule_changes=changes):
            return lobby.start(table, person, changes, new_seed)
        case ChangeRule():
            return house_rules.change_one_rule(table, person, request)
        case ChangeRules():
            return house_rules.change_topic(table, person, request)
        case ChangeLength():
            return house_rules.change_end(table, person, request)
        case ChangeSettings():
            return lobby.change_settings(table, person, request)
        case AddComputer(level=level):
            return lobby.add_computer(table, person, level)
        case RemoveComputer(computer=computer):
            return lobby.remove_computer(table, person, computer)
        case ChangeClock(clock=clock):
            return lobby.change_clock(table, person, clock)
        case Agree(rule_changes=changes):
            return lobby.agree(table, person, changes)
        case Cancel():
            return _cancel(table, person, request)
        case Play():
            return match.play_move(table, person, request)
        case Ready(deal=deal):
            return match.get_ready(table, person, deal, new_seed)
        case AskEnd():
            return match.ask_to_end(table, person)
        case ComeBack():
            return seats.come_back(table, person)
        case TakeSeat(seat=seat):
            return seats.take_seat(table, person, seat)
        case Remove():
            return seats.remove(table, person, request, new_seed)
        case PlayOn():
            return _play_on(table, players)
        case GiveTimeBack(since=since, at=at):
            return time.give_time_back(table, since, at)
        case TimeIsUp():
            return time.pass_deadline(table, request, new_seed, players)
        case _:
            assert_never(request)


def _play_on(table: Table, players: ComputerPlayers) -> Events:
    events = play_automatic_turns(table, players)
    if not events:
        raise Refused(MovedOn())
    return events


def _cancel(table: Table, person: int | None, cancel: Cancel) -> Events:
    if table.match is None:
        if not cancel.by_manager:
            check_host(table, person)
        return (LobbyClosed("cancelled"),)
    if cancel.only_lobby:
        raise Refused(TableStarted())
    if not cancel.by_manager:
        raise Refused(OnlyManagers())
    broken_off = decide(table.match, None, BreakOff())
    return broken_off if person is None else (BrokenOffBy(person, cancel.why, cancel.leagues), *broken_off)
