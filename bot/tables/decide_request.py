"""The decision about a request at a table: the events that it causes, or a refusal with its facts.

Pure, like `bot/rummy/decide.py`: no clock, no storage; randomness comes in as `NewSeed`.
"""

from collections.abc import Callable
from typing import assert_never

from bot.rummy.apply import fold
from bot.rummy.decide import decide
from bot.rummy.match import Match
from bot.rummy.moves import BreakOff, DealCards, Leave, StartMatch
from bot.rummy.variant.contradictions import contradictions_besides_size
from bot.rummy.variant.variant import Variant, differing_questions
from bot.tables.events import (
    EndPressed,
    Event,
    InvitationDeclined,
    LobbyClosed,
    ReadyPressed,
    RulesAgreed,
    RulesChanged,
    SatDown,
    SeatsFreed,
    SettingsChanged,
    StoodUp,
)
from bot.tables.play_again import free_seats, seats_as_before
from bot.tables.refusals import (
    AlreadyAskedToEnd,
    AlreadyReady,
    AlreadySeated,
    MovedOn,
    NotAgreed,
    NotAnswered,
    NotBetweenDeals,
    NothingToAgree,
    NotSeated,
    NotTheHost,
    OnlyManagers,
    Refused,
    RulesChangedSince,
    RulesContradict,
    RulesFixed,
    RulesFixedBySchedule,
    RuleUnchanged,
    SeatsKept,
    SeatsReserved,
    StillAwaited,
    TableFull,
    TableIsOver,
    TableNotStarted,
    TableStarted,
    TooFewPlayers,
)
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
from bot.tables.rules.house_rules import HOUSE_RULES, find_rule
from bot.tables.rules.match_length import change_length
from bot.tables.rules.rule_changes import change_rule, change_rules, check_change
from bot.tables.table import Phase, Table

NewSeed = Callable[[], str]
"""Returns a new seed of 64 hex digits."""
Events = tuple[Event, ...]


def decide_request(table: Table, person: int | None, request: Request, new_seed: NewSeed) -> Events:
    """Return the events that the request causes. Raise Refused or IllegalMove.

    `person` is None if the deadline sleeper asks; a manager who cancels the table needs no seat.
    """
    if table.phase == Phase.OVER:
        raise Refused(TableIsOver(has_match=table.match is not None))
    match request:
        case Join(rule_changes=changes):
            return _join(table, person, changes)
        case StandUp():
            return _stand_up(table, person)
        case Forfeit() | Play(move=Leave()):
            return _forfeit(table, person, new_seed)
        case Start(rule_changes=changes):
            return _start(table, person, changes, new_seed)
        case ChangeRule():
            return _change_rule(table, person, request)
        case ChangeRules():
            return _change_rules(table, person, request)
        case ChangeLength():
            return _change_length(table, person, request)
        case ChangeSettings():
            return _change_settings(table, person, request)
        case Agree(rule_changes=changes):
            return _agree(table, person, changes)
        case Cancel(by_manager=by_manager):
            return _cancel(table, person, by_manager=by_manager)
        case Play():
            return _play(table, person, request)
        case Ready(deal=deal):
            return _get_ready(table, person, deal, new_seed)
        case AskEnd():
            return _ask_to_end(table, person)
        case TimeIsUp(step=step):
            return _pass_deadline(table, step, new_seed)
        case _:
            assert_never(request)


def _join(table: Table, person: int | None, changes: int | None) -> Events:
    if table.match is not None:
        raise Refused(TableStarted())
    if person is None or person in table.people:
        raise Refused(AlreadySeated())
    if table.reserved is not None and person not in table.reserved.people:
        raise Refused(SeatsReserved(table.reserved.people))
    if len(table.people) >= table.variant.players[1]:
        raise Refused(TableFull(table.variant.players[1]))
    if table.invitation is not None and person not in table.awaited_people and free_seats(table) < 1:
        raise Refused(SeatsKept(table.awaited_people, table.invitation.until))
    _check_rules_seen(table, changes)
    return (SatDown(person),)


def _stand_up(table: Table, person: int | None) -> Events:
    if table.match is not None:
        raise Refused(TableStarted())
    if table.invitation is not None and person is not None and person in table.awaited_people:
        return (InvitationDeclined(person),)
    stood = StoodUp(_check_seated(table, person))
    return (stood,) if len(table.people) > 1 else (stood, LobbyClosed("everybody_left"))


def _forfeit(table: Table, person: int | None, new_seed: NewSeed) -> Events:
    if table.match is None:
        raise Refused(TableNotStarted())
    person = _check_seated(table, person)
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


def _start(table: Table, person: int | None, changes: int | None, new_seed: NewSeed) -> Events:
    if table.match is not None:
        raise Refused(TableStarted())
    _check_host(table, person)
    if table.awaited_people and table.invitation is not None:
        raise Refused(NotAnswered(table.awaited_people, table.invitation.until))
    if table.awaited_people:
        raise Refused(StillAwaited(table.awaited_people))
    players, least = len(table.people), table.variant.players[0]
    if players < least:
        raise Refused(TooFewPlayers(players, least))
    if table.people_to_agree:
        raise Refused(NotAgreed(tuple(one for one in table.people if one in table.people_to_agree)))
    _check_rules_seen(table, changes)
    faults = contradictions_besides_size(table.variant)  # an earlier version allowed them
    if faults and table.reserved is None:
        raise Refused(RulesContradict(faults))
    started = decide(None, None, StartMatch(table.variant, players, new_seed(), seats_as_before(table)))
    return (*started, *decide(fold(started), None, DealCards(new_seed())))


def _change_rule(table: Table, person: int | None, request: ChangeRule) -> Events:
    person = _check_may_change_rules(table, person)
    return _changed_rules(table, person, change_rule(table.variant, table.preset, find_rule(request.rule), request.answer))


def _change_rules(table: Table, person: int | None, request: ChangeRules) -> Events:
    person = _check_may_change_rules(table, person)
    changed = change_rules(table.variant, table.preset, request.topic, request.answers)
    newer = table.questions_changed_since(request.rule_changes) & set(differing_questions(changed, table.variant))
    if newer:
        rules = tuple(rule.name for rule in HOUSE_RULES.values() if newer & set(rule.questions))
        raise Refused(RulesChangedSince(rules, table.variant))
    return _changed_rules(table, person, changed)


def _change_length(table: Table, person: int | None, request: ChangeLength) -> Events:
    person = _check_may_change_rules(table, person)
    return _changed_rules(table, person, change_length(table.variant, table.preset, table.own_end, request.length))


def _check_may_change_rules(table: Table, person: int | None) -> int:
    if table.match is not None:
        raise Refused(RulesFixed())
    person = _check_seated(table, person)
    _check_host(table, person)
    if table.reserved is not None:
        raise Refused(RulesFixedBySchedule())
    return person


def _changed_rules(table: Table, person: int, changed: Variant) -> Events:
    if changed == table.variant:
        raise Refused(RuleUnchanged())
    check_change(table.variant, changed, len(table.all_people))
    return (RulesChanged(person, changed),)


def _change_settings(table: Table, person: int | None, request: ChangeSettings) -> Events:
    if table.match is not None:
        raise Refused(TableStarted())
    person = _check_seated(table, person)
    _check_host(table, person)
    thread = table.thread if request.thread is None else request.thread
    shows_draws = table.shows_draws if request.shows_draws is None else request.shows_draws
    if (thread, shows_draws) == (table.thread, table.shows_draws):
        raise Refused(MovedOn())
    return (SettingsChanged(person, thread, shows_draws),)


def _agree(table: Table, person: int | None, changes: int | None) -> Events:
    if table.match is not None:
        raise Refused(RulesFixed())
    person = _check_seated(table, person)
    if person not in table.people_to_agree:
        raise Refused(NothingToAgree())
    _check_rules_seen(table, changes)
    return (RulesAgreed(person),)


def _cancel(table: Table, person: int | None, *, by_manager: bool) -> Events:
    if table.match is None:
        if not by_manager:
            _check_host(table, person)
        return (LobbyClosed("cancelled"),)
    if not by_manager:
        raise Refused(OnlyManagers())
    return decide(table.match, None, BreakOff())


def _play(table: Table, person: int | None, play: Play) -> Events:
    if table.match is None:
        raise Refused(TableNotStarted())
    person = _check_seated(table, person)
    if play.step is not None and play.step != table.step:
        raise Refused(MovedOn())
    return decide(table.match, table.seat_of(person), play.move)


def _get_ready(table: Table, person: int | None, deal: int | None, new_seed: NewSeed) -> Events:
    person = _check_seated(table, person)
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


def _ask_to_end(table: Table, person: int | None) -> Events:
    person = _check_seated(table, person)
    if table.match is None:
        raise Refused(TableNotStarted())
    asked = table.end_requests | {person}
    missing = tuple(other for other in table.seated_people() if other not in asked)
    if person in table.end_requests:
        raise Refused(AlreadyAskedToEnd(missing))
    if missing:
        return (EndPressed(person),)
    return (EndPressed(person), *decide(table.match, None, BreakOff()))


def _pass_deadline(table: Table, step: int, new_seed: NewSeed) -> Events:
    if step != table.step or table.phase == Phase.DEAL:
        raise Refused(MovedOn())
    if table.match is None:
        is_kept = table.invitation is not None and not table.seats_freed
        return (SeatsFreed() if is_kept else LobbyClosed("nobody_started"),)
    return decide(table.match, None, DealCards(new_seed()))


def _check_seated(table: Table, person: int | None) -> int:
    if person is None or person not in table.seated_people():
        raise Refused(NotSeated())
    return person


def _check_rules_seen(table: Table, changes: int | None) -> None:
    """Raise Refused if the house rules have changed since the pressed button was shown."""
    if changes is not None and changes != table.rule_changes:
        raise Refused(MovedOn())


def _check_host(table: Table, person: int | None) -> None:
    if person != table.host:
        raise Refused(NotTheHost(table.people[0]))
