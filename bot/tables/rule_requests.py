"""Decisions about changes of the house rules, by the host before the match starts."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.rummy.variant import Length, Variant, differing_questions
from bot.tables.events import RulesChanged
from bot.tables.lobby_requests import Events, check_host, check_seated
from bot.tables.refusals import RulesChangedSince, RulesFixed, RulesFixedBySchedule, RuleUnchanged
from bot.tables.rules.house_rules import HOUSE_RULES, find_rule
from bot.tables.rules.match_length import change_length
from bot.tables.rules.rule_changes import change_rule, change_rules, check_change
from bot.tables.table import Table
from bot.wording.sentence import Refused


@dataclass(frozen=True, slots=True)
class ChangeRule:
    """Change a house rule, by the host in the lobby; `house_rules.py` has the names and the written answers."""

    rule: str
    answer: str


def change_one_rule(table: Table, person: int | None, request: ChangeRule) -> Events:
    """Change one rule, for the host. Raise Refused."""
    person = _check_may_change_rules(table, person)
    return _changed_rules(table, person, change_rule(table.variant, table.preset, find_rule(request.rule), request.answer))


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """Change the house rules of a topic, by the host in the lobby, with the written answers that were chosen in its form.

    `rule_changes` is the table's count of rule changes when the form was opened.
    """

    topic: str
    answers: Mapping[str, str]
    rule_changes: int


def change_topic(table: Table, person: int | None, request: ChangeRules) -> Events:
    """Change the rules of one topic together, for the host. Raise Refused."""
    person = _check_may_change_rules(table, person)
    changed = change_rules(table.variant, table.preset, request.topic, request.answers)
    newer = table.lobby.questions_changed_since(request.rule_changes) & set(differing_questions(changed, table.variant))
    if newer:
        rules = tuple(rule.name for rule in HOUSE_RULES.values() if newer & set(rule.fields))
        raise Refused(RulesChangedSince(rules, table.variant))
    return _changed_rules(table, person, changed)


@dataclass(frozen=True, slots=True)
class ChangeLength:
    """Change how long the match is, by the host in the lobby."""

    length: Length


def change_end(table: Table, person: int | None, request: ChangeLength) -> Events:
    """Change the length of the match, for the host. Raise Refused."""
    person = _check_may_change_rules(table, person)
    return _changed_rules(table, person, change_length(table.variant, table.preset, table.own_end, request.length))


def _check_may_change_rules(table: Table, person: int | None) -> int:
    if table.match is not None:
        raise Refused(RulesFixed())
    person = check_seated(table, person)
    check_host(table, person)
    if table.lobby.reserved is not None:
        raise Refused(RulesFixedBySchedule())
    return person


def _changed_rules(table: Table, person: int, changed: Variant) -> Events:
    if changed == table.variant:
        raise Refused(RuleUnchanged())
    check_change(table.variant, changed, len(table.seats.players) + len(table.awaited_people))
    return (RulesChanged(person, changed),)
