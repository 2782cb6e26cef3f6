"""Buttons and selects whose `custom_id` is their whole state: `m:<table>:<step>:<move>`, `s:<table>:<step>:<kind>`,
`t:<table>:<what>`, `r:<table>:<house rule>`. They work after a restart and on every copy of a message.

A press goes to the one handler that the client was given, which reads it as a `Press`. **Ready** names the deal that is over:
`t:<table>:<deal>:ready`; **Join**, **Agree** and **Start** name how often the rules above them had been changed:
`t:<table>:<changes>:agree`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, Self, cast

from discord import ButtonStyle, Interaction, SelectOption, ui

from bot.tables.refusals import ButtonNotUnderstood, Refused

MOST_OPTIONS = 25
LONGEST_LABEL = 80


class What(StrEnum):
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


class Kind(StrEnum):
    """What a select of moves offers."""

    MELD = "meld"
    LAYOFF = "layoff"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class MovePress:
    """`move` is a written move, as the button or the chosen option carries it."""

    table: int
    step: int
    move: str


@dataclass(frozen=True, slots=True)
class TablePress:
    """`at` is the deal that was over, or how often the rules had been changed: by it an old button is known; else None."""

    table: int
    what: What
    at: int | None = None

    def __str__(self) -> str:
        return ":".join(("t", str(self.table), *(() if self.at is None else (str(self.at),)), self.what.value))


@dataclass(frozen=True, slots=True)
class RulePress:
    """A house rule and its written answer; the `rule` PAGE turns to another page of the panel."""

    table: int
    rule: str
    answer: str


PAGE = "page"
Press = MovePress | TablePress | RulePress


def read_press(custom_id: str, values: Sequence[str]) -> Press:
    """What was pressed or chosen. Raises Refused(ButtonNotUnderstood), as for a button of another version."""
    match custom_id.split(":"):
        case ["m", table, step, move] if table.isdecimal() and step.isdecimal():
            return MovePress(int(table), int(step), move)
        case ["s", table, step, _] if table.isdecimal() and step.isdecimal() and values:
            return MovePress(int(table), int(step), values[0])
        case ["t", table, at, what] if table.isdecimal() and at.isdecimal() and what in set(What):
            return TablePress(int(table), What(what), int(at))
        case ["t", table, what] if table.isdecimal() and what in set(What):
            return TablePress(int(table), What(what))
        case ["r", table, rule] if table.isdecimal() and values:
            return RulePress(int(table), rule, values[0])
        case _:
            raise Refused(ButtonNotUnderstood(custom_id))


class Client(Protocol):
    """The client, as the buttons see it."""

    async def pressed(self, interaction: Interaction[Any]) -> None: ...


class Stateless:
    """Every press goes to the client as it came; nothing is remembered here."""

    async def callback(self, interaction: Interaction[Any]) -> None:
        await cast(Client, interaction.client).pressed(interaction)


class MoveButton(Stateless, ui.DynamicItem[ui.Button[Any]], template=r"m:(?P<state>.+)"):
    """One move."""

    def __init__(self, press: MovePress, label: str, style: ButtonStyle = ButtonStyle.secondary) -> None:
        custom_id = f"m:{press.table}:{press.step}:{press.move}"
        super().__init__(ui.Button(label=label[:LONGEST_LABEL], style=style, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, _interaction: Interaction[Any], _item: ui.Item[Any], _match: re.Match[str]) -> Self:
        return cls(MovePress(0, 0, ""), "")


class MoveSelect(Stateless, ui.DynamicItem[ui.Select[Any]], template=r"s:(?P<state>.+)"):
    """One of several moves of a kind; the options' values are written moves."""

    def __init__(self, table: int, step: int, kind: Kind, placeholder: str, options: Iterable[SelectOption]) -> None:
        custom_id, shown = f"s:{table}:{step}:{kind.value}", list(options)[:MOST_OPTIONS]
        super().__init__(ui.Select(custom_id=custom_id, placeholder=placeholder[:150], options=shown))

    @classmethod
    async def from_custom_id(cls, _interaction: Interaction[Any], _item: ui.Item[Any], _match: re.Match[str]) -> Self:
        return cls(0, 0, Kind.DISCARD, "", ())


class TableButton(Stateless, ui.DynamicItem[ui.Button[Any]], template=r"t:(?P<state>.+)"):
    """Something that is asked of a table, or of the bot about it."""

    def __init__(self, press: TablePress, label: str, style: ButtonStyle = ButtonStyle.secondary) -> None:
        super().__init__(ui.Button(label=label[:LONGEST_LABEL], style=style, custom_id=str(press)))

    @classmethod
    async def from_custom_id(cls, _interaction: Interaction[Any], _item: ui.Item[Any], _match: re.Match[str]) -> Self:
        return cls(TablePress(0, What.HAND), "")


class RuleSelect(Stateless, ui.DynamicItem[ui.Select[Any]], template=r"r:(?P<state>.+)"):
    """A house rule; the options' values are written answers, and the answer of now is chosen."""

    def __init__(self, table: int, rule: str, options: Iterable[SelectOption], placeholder: str = "") -> None:
        shown = list(options)[:MOST_OPTIONS]
        super().__init__(ui.Select(custom_id=f"r:{table}:{rule}", placeholder=placeholder[:150] or None, options=shown))

    @classmethod
    async def from_custom_id(cls, _interaction: Interaction[Any], _item: ui.Item[Any], _match: re.Match[str]) -> Self:
        return cls(0, "", ())


DYNAMIC_ITEMS: tuple[type[ui.DynamicItem[Any]], ...] = (MoveButton, MoveSelect, TableButton, RuleSelect)


def layout(*items: "ui.Item[Any]", accent: int | None = None) -> ui.LayoutView:
    """A message of these items in one frame. It never times out: nothing about it is kept in memory."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=accent))
    return view


def row(*items: "ui.Item[Any]") -> "ui.ActionRow[Any]":
    return ui.ActionRow(*items)


def link(label: str, server: int | None, channel: int, message: int | None = None) -> "ui.Button[Any]":
    """A button that leads to a channel or to a message in it."""
    place = f"https://discord.com/channels/{server or '@me'}/{channel}"
    return ui.Button(label=label[:LONGEST_LABEL], url=place if message is None else f"{place}/{message}")
