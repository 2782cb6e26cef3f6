"""What the buttons and selects of a table ask for, and how their `custom_id` says it.

`m:<table>:<step>:<move>` and `s:<table>:<step>:<kind>` ask for a move; a select's option is the written move.
`t:<table>:<what>` asks something of the table. **Ready** names the deal that is over (`t:<table>:<deal>:ready`);
**Join**, **Agree** and **Start** name how often the rules above them had been changed (`t:<table>:<changes>:agree`).
`r:<table>:<house rule>` answers a question of the house rules.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from discord import SelectOption

from bot.messages.components import PressSelect
from bot.tables.refusals import ButtonNotUnderstood, Refused


class TableAction(StrEnum):
    """What a table's button asks for."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    CANCEL = "cancel"
    RULES = "rules"
    AGREE = "agree"
    HAND = "hand"
    READY = "ready"
    END = "end"
    FORFEIT = "forfeit"
    BREAK_OFF = "break_off"


class MoveKind(StrEnum):
    """The moves that a select offers."""

    MELD = "meld"
    LAYOFF = "layoff"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class MovePress:
    """A move at a step of a table; `move` is its written form, as the button or the chosen option carries it."""

    table: int
    step: int
    move: str

    def __str__(self) -> str:
        return f"m:{self.table}:{self.step}:{self.move}"


@dataclass(frozen=True, slots=True)
class TablePress:
    """`at` is the deal that was over, or how often the rules had been changed; it tells an old button. Else it is None."""

    table: int
    action: TableAction
    as_of: int | None = None

    def __str__(self) -> str:
        return ":".join(("t", str(self.table), *(() if self.as_of is None else (str(self.as_of),)), self.action.value))


@dataclass(frozen=True, slots=True)
class RulePress:
    """A house rule and its written answer. With the rule `PAGE`, the answer is the page of the panel to turn to."""

    table: int
    rule: str
    answer: str


PANEL_PAGE = "page"
Press = MovePress | TablePress | RulePress


def read_press(custom_id: str, values: Sequence[str]) -> Press:
    """Return what was pressed, or chosen. Raise Refused(ButtonNotUnderstood), as for a button of another version."""
    match custom_id.split(":"):
        case ["m", table, step, move] if table.isdecimal() and step.isdecimal():
            return MovePress(int(table), int(step), move)
        case ["s", table, step, _] if table.isdecimal() and step.isdecimal() and values:
            return MovePress(int(table), int(step), values[0])
        case ["t", table, at, what] if table.isdecimal() and at.isdecimal() and what in set(TableAction):
            return TablePress(int(table), TableAction(what), int(at))
        case ["t", table, what] if table.isdecimal() and what in set(TableAction):
            return TablePress(int(table), TableAction(what))
        case ["r", table, rule] if table.isdecimal() and values:
            return RulePress(int(table), rule, values[0])
        case _:
            raise Refused(ButtonNotUnderstood(custom_id))


def move_select(table: int, step: int, kind: MoveKind, placeholder: str, options: Iterable[SelectOption]) -> PressSelect:
    """Return a select of moves of one kind; the options' values are written moves."""
    return PressSelect(f"s:{table}:{step}:{kind.value}", options, placeholder)


def rule_select(table: int, rule: str, options: Iterable[SelectOption], placeholder: str = "") -> PressSelect:
    """Return a select for a house rule; the options' values are written answers, and the current one is preselected."""
    return PressSelect(f"r:{table}:{rule}", options, placeholder)
