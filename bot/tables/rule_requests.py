"""What the host changes in a lobby: the game and its rules, computers and players, the clock, and how the table is shown."""

from collections.abc import Mapping

from bot.players.choice import Level
from bot.rummy.variant import Length, Variant, differing_questions
from bot.tables.events import (
    Clock,
    ClockChanged,
    ComputerSatDown,
    ComputerStoodUp,
    OwnEnd,
    RulesChanged,
    SettingsChanged,
    StoodUp,
)
from bot.tables.lobby_requests import ComputerPlayers, Events, NewSeed, Request, SeatsKept, check_host, check_seated
from bot.tables.play_again import free_seats
from bot.tables.refusals import (
    MovedOn,
    NotPlaying,
    RulesChangedSince,
    RulesFixed,
    RulesFixedByTournament,
    RuleUnchanged,
    TableFull,
    TableStarted,
)
from bot.tables.rules.house_rules import HOUSE_RULES, find_rule
from bot.tables.rules.match_length import change_length
from bot.tables.rules.rule_changes import change_rule, change_rules, check_change
from bot.tables.table import Table
from bot.wording.sentence import Refusal, Refused


class NoComputersHere(Refusal):
    sentence = "The seats at this table are reserved. You can't add a computer."


class NoSuchComputer(Refusal):
    sentence = "That computer isn't at this table. `/table show` shows who is."


class ClockUnchanged(Refusal):
    sentence = "No changes: the table already has this clock."


class ChangeRule(Request):
    """Change a house rule, by the host in the lobby; `house_rules.py` has the names and the written answers."""

    rule: str
    answer: str

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        person = _check_may_change_rules(table, person)
        rule = find_rule(self.rule, table.variant)
        return _changed_rules(table, person, change_rule(table.variant, table.preset, rule, self.answer))


class ChangeRules(Request):
    """Change the house rules of a topic, by the host in the lobby, with the written answers that were chosen in its form.

    `rule_changes` is the table's count of rule changes when the form was opened.
    """

    topic: str
    answers: Mapping[str, str]
    rule_changes: int

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        person = _check_may_change_rules(table, person)
        changed = change_rules(table.variant, table.preset, self.topic, self.answers)
        newer = table.lobby.questions_changed_since(self.rule_changes) & set(differing_questions(changed, table.variant))
        if newer:
            rules = tuple(rule.name for rule in HOUSE_RULES.values() if newer & set(rule.fields))
            raise Refused(RulesChangedSince(rules, table.variant))
        return _changed_rules(table, person, changed)


class ChangeLength(Request):
    """Change how long the match is, by the host in the lobby."""

    length: Length

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        person = _check_may_change_rules(table, person)
        return _changed_rules(table, person, change_length(table.variant, table.preset, table.own_end, self.length))


class ChangeGame(Request):
    """Play another game, by the host in the lobby; the fields are those with which a table of it is opened."""

    variant: Variant
    preset: Variant
    own_end: OwnEnd

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        person = _check_may_change_rules(table, person)
        _changed_rules(table, person, self.variant)
        return (RulesChanged(person, self.variant, self.preset, self.own_end),)


def _check_may_change_rules(table: Table, person: int | None) -> int:
    if table.match is not None:
        raise Refused(RulesFixed())
    return _check_not_fixed(table, person)


def _changed_rules(table: Table, person: int, changed: Variant) -> Events:
    if changed == table.variant:
        raise Refused(RuleUnchanged())
    check_change(table.variant, changed, len(table.seats.players) + len(table.awaited_people))
    return (RulesChanged(person, changed),)


class AddComputer(Request):
    """Add a computer player, by the host in the lobby."""

    level: Level

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        _check_may_choose(table, person)
        if table.lobby.reserved is not None:
            raise Refused(NoComputersHere())
        if len(table.seats.players) >= table.variant.players[1]:
            raise Refused(TableFull(table.variant.players[1]))
        if table.lobby.invitation is not None and free_seats(table) < 1:
            raise Refused(SeatsKept(table.awaited_people, table.lobby.invitation.until))
        return (ComputerSatDown(next_computer(table), self.level),)


class RemoveComputer(Request):
    """Remove the computer player with this number, or the one added last, by the host in the lobby."""

    computer: int | None = None

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        _check_may_choose(table, person)
        found = next(reversed(table.seats.computers), None) if self.computer is None else self.computer
        if found not in table.seats.computers:
            raise Refused(NoSuchComputer())
        return (ComputerStoodUp(found),)


class RemovePlayer(Request):
    """Remove a person from the lobby, by its host."""

    removed: int

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        return (StoodUp(self.removed, check_may_remove(table, person, self.removed)),)


def check_may_remove(table: Table, person: int | None, removed: int) -> int:
    """Return the host, who may remove this person from the lobby. Raise Refused."""
    host = _check_not_fixed(table, person)
    if removed == host or removed not in table.seats.people:
        raise Refused(NotPlaying())
    return host


class ChangeClock(Request):
    """Choose another clock, by the host in the lobby. The others agree to it again."""

    clock: Clock

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        person = _check_not_fixed(table, person)
        if self.clock == table.clock:
            raise Refused(ClockUnchanged())
        return (ClockChanged(person, self.clock),)


def next_computer(table: Table) -> int:
    """Return the number of a further computer. No two computers of a match have the same one.

    In the lobby, the number of the last one that stood up is given again.
    """
    return min(table.seats.computers, default=0) - 1


def _check_may_choose(table: Table, person: int | None) -> int:
    if table.match is not None:
        raise Refused(TableStarted())
    person = check_seated(table, person)
    check_host(table, person)
    return person


def _check_not_fixed(table: Table, person: int | None) -> int:
    person = _check_may_choose(table, person)
    if table.lobby.reserved is not None:
        raise Refused(RulesFixedByTournament())
    return person


class ChangeSettings(Request):
    """Change how the table is shown, or whether it has hints, by the host in the lobby. What is None stays as it is."""

    thread: bool | None = None
    shows_draws: bool | None = None
    hints: bool | None = None

    def decide(self, table: Table, person: int | None, new_seed: NewSeed, players: ComputerPlayers) -> Events:
        person = _check_may_choose(table, person)
        if self.thread is not None and table.hides_deals:
            raise Refused(RulesFixedByTournament())
        before = table.thread, table.shows_draws, table.hints, table.lobby.asks_words
        chosen = self.thread, self.shows_draws, self.hints, None
        after = tuple(old if new is None else new for old, new in zip(before, chosen, strict=True))
        if after == before:
            raise Refused(MovedOn())
        return (SettingsChanged(person, *after),)
