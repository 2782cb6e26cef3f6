"""The presses of a table's buttons and selects: moves, and actions at the table. `house_rules` has those of house rules."""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar, Literal

from bot.messages.components import ButtonId, Option, PressSelect, TableId

_OF_TABLE = re.compile(r"[mdsatrqc]:([0-9]{1,9})\b")


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
    HINTS = "hints"
    NO_HINTS = "no_hints"
    HINT = "hint"
    OTHER = "other"  # discards
    ARRANGE = "arrange"  # the melds of a knock
    ADD_EASY = "add_easy"
    ADD_NORMAL = "add_normal"
    REMOVE_COMPUTER = "remove_computer"
    MORE = "more"
    RULES = "rules"
    HOUSE_RULES = "house_rules"
    AGREE = "agree"
    HAND = "hand"
    NUDGE = "nudge"
    SHOW = "show"
    OLDER = "older"
    READY = "ready"
    FAIRNESS = "fairness"
    PROOF = "proof"
    BACK = "back"
    BY_SUIT = "by_suit"
    BY_RANK = "by_rank"
    END = "end"
    YES_END = "yes_end"
    DETAILS = "details"
    REPLAY = "replay"
    REPLAY_FILE = "replay_file"
    AGAIN = "again"
    FORFEIT = "forfeit"
    REMOVE = "remove"  # names the person; without one, asks whom
    YES_REMOVE = "yes_remove"
    TAKE_SEAT = "take_seat"  # names the seat; without one, asks which, if there are several
    BREAK_OFF = "break_off"


class DailyPress(ButtonId, frozen=True):
    """The deal of the day: show it or the result, begin it, post the squares of a result, show what is behind them, watch the
    server's best one, show yesterday's table of the server, or check the shuffle of a day.

    `day` (UTC, from 1 January 1970) is that of a result or shuffle, 0 for today. `person` is whose squares they are.
    """

    pattern: ClassVar[str] = "i:{action}[:{day}[:{person}]]"
    action: Literal["show", "begin", "share", "details", "best", "table", "shuffle"]
    day: int = 0
    person: int = 0


MoveKind = Literal["pile", "meld", "layoff", "discard", "knock", "first_choices", "more_choices", "last_choices"]
"""The kind of move that a select offers."""


class MovePress(TableId, frozen=True):
    """A move at a step of a table, in its written form."""

    pattern: ClassVar[str] = "m:{table}:{step}:{move}"
    step: int
    move: str


class ConfirmedMovePress(MovePress, frozen=True):
    """The same, after a confirmation."""

    pattern: ClassVar[str] = "d:{table}:{step}:{move}"


class MoveSelect(TableId, frozen=True):
    """A select of moves of one kind; the value of each option is a written move."""

    pattern: ClassVar[str] = "s:{table}:{step}:{kind}"
    step: int
    kind: str


class AnyCardsPress(TableId, frozen=True):
    """**Lay other cards** in a hand at a step of a table, and the form that it opens."""

    pattern: ClassVar[str] = "a:{table}:{step}"
    step: int


class TablePress(TableId, frozen=True):
    """An action at a table.

    `as_of` is the deal, or the number of rule changes, by which a button is recognised that is out of date; or the number of a
    computer or a person to be removed, or the seat to be taken. It is None for actions that depend on none of them.
    """

    pattern: ClassVar[str] = "t:{table}[:{as_of}]:{action}"
    action: TableAction
    as_of: int | None = None


class ReplayGo(StrEnum):
    """Where a button or select of a replay leads, from the moment that it names."""

    FIRST = "first"
    BACK = "back"
    ON = "on"
    LAST = "last"
    NEXT = "next"
    VIEW = "view"  # the select: its value is a seat, or `all`


class ReplayPress(TableId, frozen=True):
    """A step through the replay of a table's match, from a moment: a deal and a step of it, from 1.

    `seat` is the one whose hand is shown, None for all hands.
    """

    pattern: ClassVar[str] = "v:{table}:{deal}:{step}:{seat}:{go}"
    deal: int
    step: int
    go: ReplayGo
    seat: int | None = None


class ActionSelect(TableId, frozen=True):
    """A select of actions at a table; a value is what a `TablePress` says after its table: `add_easy`, `2:remove_computer`.

    A message has one without `of`, at most.
    """

    pattern: ClassVar[str] = "q:{table}[:{of}]"
    of: Literal["length"] | None = None


class LobbySelect(TableId, frozen=True):
    """A select of the clock of a lobby, or of its game."""

    pattern: ClassVar[str] = "c:{table}:{of}"
    of: Literal["clock", "game"]


def table_of_press(custom_id: str) -> int | None:
    """Return the number of the table that a button or select belongs to; None if it belongs to none."""
    found = _OF_TABLE.match(custom_id)
    return None if found is None else int(found[1])


def action_select(
    select: ActionSelect, options: Iterable[tuple[TablePress, str]], placeholder: str = "", chosen: TablePress | None = None
) -> PressSelect:
    """Return a select of actions at a table, each with its label; `chosen` is what is so already."""
    shown = (Option(str(press).split(":", 2)[2], label, chosen=press == chosen) for press, label in options)
    return PressSelect(select, shown, placeholder)
