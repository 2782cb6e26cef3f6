"""The decision about a request at a table: the events that it causes, or a refusal with its facts.

Pure, like `bot/rummy/decide.py`: no clock, no storage; randomness comes in as `NewSeed`.
"""

from dataclasses import dataclass
from typing import assert_never

from bot.rummy.decide import decide
from bot.rummy.moves import BreakOff, Leave
from bot.tables.automatic_turns import ComputerPlayers
from bot.tables.events import LobbyClosed
from bot.tables.lobby_requests import (
    AddComputer,
    Agree,
    ChangeClock,
    ChangeSettings,
    Events,
    Join,
    NewSeed,
    RemoveComputer,
    StandUp,
    Start,
    add_computer,
    agree,
    change_clock,
    change_settings,
    check_host,
    join,
    remove_computer,
    stand_up,
    start,
)
from bot.tables.match_requests import (
    AskEnd,
    ComeBack,
    Forfeit,
    Play,
    Ready,
    Remove,
    TakeSeat,
    ask_to_end,
    come_back,
    get_ready,
    is_missed,
    leave,
    play_move,
    remove,
    take_seat,
)
from bot.tables.refusals import OnlyManagers, TableIsOver, TableStarted
from bot.tables.rule_requests import ChangeLength, ChangeRule, ChangeRules, change_end, change_one_rule, change_topic
from bot.tables.seat_events import BrokenOffBy, CameBack
from bot.tables.table import Phase, Table
from bot.tables.time_requests import GiveTimeBack, PlayOn, TimeIsUp, give_time_back, pass_deadline, play_on
from bot.wording.sentence import Refused


@dataclass(frozen=True, slots=True)
class Cancel:
    """Close the lobby, by the host, or break the match off, by a manager of the server, who needs no seat at the table.

    With `only_lobby`, the person has confirmed that they want to close a lobby: a match that has started is left alone.
    `why` is the reason for breaking a match off, and `leagues` are those in which it would have counted.
    """

    by_manager: bool
    only_lobby: bool = False
    why: str = ""
    leagues: tuple[int, ...] = ()


Request = (
    Join
    | StandUp
    | Forfeit
    | Start
    | ChangeRule
    | ChangeRules
    | ChangeLength
    | ChangeSettings
    | AddComputer
    | RemoveComputer
    | ChangeClock
    | Agree
    | Cancel
    | Play
    | Ready
    | AskEnd
    | ComeBack
    | TakeSeat
    | Remove
    | PlayOn
    | GiveTimeBack
    | TimeIsUp
)


def decide_request(table: Table, person: int | None, request: Request, new_seed: NewSeed, players: ComputerPlayers) -> Events:
    """Return the events that the request causes. Raise Refused.

    `person` is None if the table itself asks; a manager who cancels the table needs no seat. Whatever a person does, they are
    back if turns were played for them, unless they leave.
    """
    if table.phase == Phase.OVER:
        raise Refused(TableIsOver(has_match=table.match is not None))
    events = _decide(table, person, request, new_seed, players)
    if person is None or not is_missed(table, person):
        return events
    match request:
        case ComeBack() | Forfeit() | Play(move=Leave()):
            return events
    return (CameBack(person), *events)


def _decide(table: Table, person: int | None, request: Request, new_seed: NewSeed, players: ComputerPlayers) -> Events:
    match request:
        case Join(rule_changes=changes):
            return join(table, person, changes)
        case StandUp():
            return stand_up(table, person)
        case Forfeit() | Play(move=Leave()):
            return leave(table, person, new_seed)
        case Start(rule_changes=changes):
            return start(table, person, changes, new_seed)
        case ChangeRule():
            return change_one_rule(table, person, request)
        case ChangeRules():
            return change_topic(table, person, request)
        case ChangeLength():
            return change_end(table, person, request)
        case ChangeSettings():
            return change_settings(table, person, request)
        case AddComputer(level=level):
            return add_computer(table, person, level)
        case RemoveComputer(computer=computer):
            return remove_computer(table, person, computer)
        case ChangeClock(clock=clock):
            return change_clock(table, person, clock)
        case Agree(rule_changes=changes):
            return agree(table, person, changes)
        case Cancel():
            return _cancel(table, person, request)
        case Play():
            return play_move(table, person, request)
        case Ready(deal=deal):
            return get_ready(table, person, deal, new_seed)
        case AskEnd():
            return ask_to_end(table, person)
        case ComeBack():
            return come_back(table, person)
        case TakeSeat(seat=seat):
            return take_seat(table, person, seat)
        case Remove():
            return remove(table, person, request, new_seed)
        case PlayOn():
            return play_on(table, players)
        case GiveTimeBack(since=since, at=at):
            return give_time_back(table, since, at)
        case TimeIsUp():
            return pass_deadline(table, request, new_seed, players)
        case _:
            assert_never(request)


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
