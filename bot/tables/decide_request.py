"""The decision about a request at a table: the events that it causes, or a refusal with its facts.

Pure, like `bot/rummy/decide.py`: no clock, no storage; randomness comes in as `NewSeed`.
"""

from typing import assert_never

from bot.rummy.decide import decide
from bot.rummy.moves import BreakOff, DealCards, Leave
from bot.tables.decisions import house_rules, lobby, match
from bot.tables.decisions.checks import Events, NewSeed, check_host
from bot.tables.events import LobbyClosed, SeatsFreed
from bot.tables.refusals import MovedOn, OnlyManagers, Refused, TableIsOver, TableStarted
from bot.tables.requests import (
    Agree,
    AskEnd,
    Cancel,
    ChangeLength,
    ChangeRule,
    ChangeRules,
    ChangeSettings,
    Forfeit,
    Join,
    Play,
    Ready,
    Request,
    StandUp,
    Start,
    TimeIsUp,
)
from bot.tables.table import Phase, Table


def decide_request(table: Table, person: int | None, request: Request, new_seed: NewSeed) -> Events:
    """Return the events that the request causes. Raise Refused or IllegalMove.

    `person` is None if the deadline sleeper asks; a manager who cancels the table needs no seat.
    """
    if table.phase == Phase.OVER:
        raise Refused(TableIsOver(has_match=table.match is not None))
    match request:
        case Join(rule_changes=changes):
            return lobby.join(table, person, changes)
        case StandUp():
            return lobby.stand_up(table, person)
        case Forfeit() | Play(move=Leave()):
            return match.forfeit(table, person, new_seed)
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
        case TimeIsUp(step=step):
            return _pass_deadline(table, step, new_seed)
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
    return decide(table.match, None, BreakOff())


def _pass_deadline(table: Table, step: int, new_seed: NewSeed) -> Events:
    if step != table.step or table.phase == Phase.DEAL:
        raise Refused(MovedOn())
    if table.match is None:
        is_kept = table.invitation is not None and not table.seats_freed
        return (SeatsFreed() if is_kept else LobbyClosed("nobody_started"),)
    return decide(table.match, None, DealCards(new_seed()))
