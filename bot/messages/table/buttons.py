"""The presses of a table's buttons and selects, and their written form, the `custom_id`.

`m:<table>:<step>:<move>` and `s:<table>:<step>:<kind>` request a move; the value of a select's option is the written move.
`t:<table>:<action>` requests an action at the table. **Ready** and **Fairness** name a deal (`t:<table>:<deal>:ready`).
**Join**, **Agree** and **Start** name the number of rule changes that the message showed (`t:<table>:<changes>:agree`).
`r:<table>:<house rule>` answers one house rule.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from discord import SelectOption

from bot.messages.components import LONGEST_OPTION, PressSelect, are_numbers
from bot.tables.refusals import ButtonNotUnderstood, Refused


class TableAction(StrEnum):
    """The action that a button of a table requests."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    CANCEL = "cancel"
    CLOSE = "close"  # after the confirmation that CANCEL asks for
    ONE_DEAL = "one_deal"
    SHORT = "short"
    FULL = "full"
    THREAD = "thread"
    NO_THREAD = "no_thread"
    DRAWS = "draws"
    NO_DRAWS = "no_draws"
    RULES = "rules"
    AGREE = "agree"
    HAND = "hand"
    SHOW = "show"
    READY = "ready"
    FAIRNESS = "fairness"
    END = "end"
    FORFEIT = "forfeit"
    BREAK_OFF = "break_off"


class MoveKind(StrEnum):
    """The kind of move that a select offers."""

    MELD = "meld"
    LAYOFF = "layoff"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class MovePress:
    """A move at a step of a table. `move` is its written form, which the button or the chosen option carries."""

    table: int
    step: int
    move: str

    def __str__(self) -> str:
        return f"m:{self.table}:{self.step}:{self.move}"


@dataclass(frozen=True, slots=True)
class TablePress:
    """An action at a table.

    `as_of` is the deal, or the number of rule changes, by which a button is recognised that is out of date. It is None for
    actions that depend on neither.
    """

    table: int
    action: TableAction
    as_of: int | None = None

    def __str__(self) -> str:
        return ":".join(("t", str(self.table), *(() if self.as_of is None else (str(self.as_of),)), self.action.value))


@dataclass(frozen=True, slots=True)
class RulePress:
    """A house rule and its written answer. With the rule `PANEL_PAGE`, the answer is the page of the panel to show."""

    table: int
    rule: str
    answer: str


PANEL_PAGE = "page"
Press = MovePress | TablePress | RulePress


def read_press(custom_id: str, values: Sequence[object]) -> Press:
    """Return what was pressed or chosen. Raise `Refused(ButtonNotUnderstood)`, for example for a button of another version.

    An altered Discord client can send anything: numbers too large for the database, values that no select offers.
    """
    chosen = values[0] if isinstance(values, list | tuple) and values else None
    value = chosen if isinstance(chosen, str) and len(chosen) <= LONGEST_OPTION else ""
    match custom_id.split(":"):
        case ["m", table, step, move] if are_numbers(table, step):
            return MovePress(int(table), int(step), move)
        case ["s", table, step, _] if are_numbers(table, step) and value:
            return MovePress(int(table), int(step), value)
        case ["t", table, at, what] if are_numbers(table, at) and what in set(TableAction):
            return TablePress(int(table), TableAction(what), int(at))
        case ["t", table, what] if are_numbers(table) and what in set(TableAction):
            return TablePress(int(table), TableAction(what))
        case ["r", table, rule] if are_numbers(table) and value:
            return RulePress(int(table), rule, value)
        case _:
            raise Refused(ButtonNotUnderstood(custom_id))


def table_of_press(custom_id: str) -> int | None:
    """Return the number of the table that a button or select belongs to; None if it belongs to none."""
    kind, _, rest = custom_id.partition(":")
    number = rest.partition(":")[0]
    return int(number) if kind in ("m", "s", "t", "r") and are_numbers(number) else None


def move_select(table: int, step: int, kind: MoveKind, placeholder: str, options: Iterable[SelectOption]) -> PressSelect:
    """Return a select of moves of one kind; the value of each option is a written move."""
    return PressSelect(f"s:{table}:{step}:{kind.value}", options, placeholder)


def rule_select(table: int, rule: str, options: Iterable[SelectOption], placeholder: str = "") -> PressSelect:
    """Return a select for a house rule; the value of each option is a written answer."""
    return PressSelect(f"r:{table}:{rule}", options, placeholder)
