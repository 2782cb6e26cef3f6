"""The presses of a table's buttons and selects, and their written form, the `custom_id`.

`m:<table>:<step>:<move>` and `s:<table>:<step>:<kind>` request a move; the value of a select's option is the written move.
`d:<table>:<step>:<move>` requests it after a confirmation. `a:<table>:<step>` opens the form in which any cards can be chosen;
the form that is sent has the same `custom_id`.
`t:<table>:<action>` requests an action at the table. **Ready** and **Fairness** name a deal (`t:<table>:<deal>:ready`).
An option of the select `q:<table>` has the rest of it as its value (`add_easy`, `2:remove_computer`).
**Yes, remove Ann** names the person, **Take a computer's seat** may name the seat (`t:<table>:<person>:yes_remove`).
**Join**, **Agree** and **Start** name the number of rule changes that the message showed (`t:<table>:<changes>:agree`).
The forms of house rules have written forms of their own (`house_rules/form_presses.py`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from discord import SelectOption

from bot.messages.components import LONGEST_OPTION, PressSelect, are_numbers
from bot.messages.table.house_rules.form_presses import OpenFormPress, read_open_form
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refused


class TableAction(StrEnum):
    """The action that a button of a table requests."""

    JOIN = "join"
    LEAVE = "leave"
    DECLINE = "decline"
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
    ADD_EASY = "add_easy"
    ADD_NORMAL = "add_normal"
    REMOVE_COMPUTER = "remove_computer"
    CLOCK = "clock"
    RULES = "rules"
    AGREE = "agree"
    HAND = "hand"
    SHOW = "show"
    OLDER = "older"
    READY = "ready"
    FAIRNESS = "fairness"
    BACK = "back"
    BY_SUIT = "by_suit"
    BY_RANK = "by_rank"
    END = "end"
    YES_END = "yes_end"
    DEALS = "deals"
    AGAIN = "again"
    FORFEIT = "forfeit"
    REMOVE = "remove"  # names the person; without one, asks whom
    YES_REMOVE = "yes_remove"
    TAKE_SEAT = "take_seat"  # names the seat; without one, asks which, if there are several
    BREAK_OFF = "break_off"


class MoveKind(StrEnum):
    """The kind of move that a select offers."""

    MELD = "meld"
    LAYOFF = "layoff"
    DISCARD = "discard"
    FIRST_CHOICES = "first_choices"
    MORE_CHOICES = "more_choices"
    LAST_CHOICES = "last_choices"


@dataclass(frozen=True, slots=True)
class MovePress:
    """A move at a step of a table. `move` is its written form, which the button or the chosen option carries."""

    table: int
    step: int
    move: str
    is_confirmed: bool = False

    def __str__(self) -> str:
        return f"{'d' if self.is_confirmed else 'm'}:{self.table}:{self.step}:{self.move}"


@dataclass(frozen=True, slots=True)
class AnyCardsPress:
    """**Any cards** in a hand at a step of a table, and the form that it opens."""

    table: int
    step: int

    def __str__(self) -> str:
        return f"a:{self.table}:{self.step}"


@dataclass(frozen=True, slots=True)
class TablePress:
    """An action at a table.

    `as_of` is the deal, or the number of rule changes, by which a button is recognised that is out of date; or the number of a
    computer or a person to be removed, or the seat to be taken. It is None for actions that depend on none of them.
    """

    table: int
    action: TableAction
    as_of: int | None = None

    def __str__(self) -> str:
        return ":".join(("t", str(self.table), *(() if self.as_of is None else (str(self.as_of),)), self.action.value))


Press = MovePress | AnyCardsPress | TablePress | OpenFormPress


def read_press(custom_id: str, values: Sequence[object]) -> Press:
    """Return what was pressed or chosen. Raise `Refused(ButtonNotUnderstood)`, for example for a button of another version.

    An altered Discord client can send anything: numbers too large for the database, values that no select offers.
    """
    chosen = values[0] if isinstance(values, list | tuple) and values else None
    value = chosen if isinstance(chosen, str) and len(chosen) <= LONGEST_OPTION else ""
    match custom_id.split(":"):
        case ["m", table, step, move] if are_numbers(table, step):
            return MovePress(int(table), int(step), move)
        case ["d", table, step, move] if are_numbers(table, step):
            return MovePress(int(table), int(step), move, is_confirmed=True)
        case ["a", table, step] if are_numbers(table, step):
            return AnyCardsPress(int(table), int(step))
        case ["s", table, step, _] if are_numbers(table, step) and value:
            return MovePress(int(table), int(step), value)
        case ["q", table] if are_numbers(table) and value:
            return read_press(f"t:{table}:{value}", ())
        case ["t", table, at, what] if are_numbers(table, at) and what in set(TableAction):
            return TablePress(int(table), TableAction(what), int(at))
        case ["t", table, what] if are_numbers(table) and what in set(TableAction):
            return TablePress(int(table), TableAction(what))
        case ["r", table, *_] if are_numbers(table):
            # a select of an earlier version, which changed a single rule, opens the list of topics
            return read_open_form(custom_id) or TablePress(int(table), TableAction.RULES)
        case _:
            raise Refused(ButtonNotUnderstood(custom_id))


def table_of_press(custom_id: str) -> int | None:
    """Return the number of the table that a button or select belongs to; None if it belongs to none."""
    kind, _, rest = custom_id.partition(":")
    number = rest.partition(":")[0]
    return int(number) if kind in ("m", "d", "s", "a", "t", "r", "q") and are_numbers(number) else None


def action_select(table: int, placeholder: str, options: Iterable[tuple[TablePress, str]]) -> PressSelect:
    """Return a select of actions at a table, each with its label."""
    shown = (SelectOption(label=label[:LONGEST_OPTION], value=str(press).split(":", 2)[2]) for press, label in options)
    return PressSelect(f"q:{table}", shown, placeholder)


def move_select(table: int, step: int, kind: MoveKind, placeholder: str, options: Iterable[SelectOption]) -> PressSelect:
    """Return a select of moves of one kind; the value of each option is a written move."""
    return PressSelect(f"s:{table}:{step}:{kind.value}", options, placeholder)
