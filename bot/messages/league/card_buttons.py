"""The presses and forms of a league's card, and their written form, the `custom_id`.

`j:rules:<league>`, `j:play:<league>` and `j:more:<league>` are the buttons. `j:new` is the form of `/league create`, and
`j:set:<league>:<mark>` that of **More**; the mark changes with the settings of the league.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from zlib import crc32

from discord import ButtonStyle, ui
from msgspec import json

from bot.league.league import League
from bot.messages.components import PressButton, are_numbers, row
from bot.messages.league.buttons import StandingsPress
from bot.messages.words import Words
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refused

ID_PREFIX = "j"
"""The first letter of the written forms."""


class CardAction(StrEnum):
    """What a button below a league does."""

    RULES = "rules"
    PLAY = "play"
    MORE = "more"


@dataclass(frozen=True, slots=True)
class CardPress:
    """A button of a league; `league` is its number."""

    action: CardAction
    league: int

    def __str__(self) -> str:
        return f"{ID_PREFIX}:{self.action}:{self.league}"


@dataclass(frozen=True, slots=True)
class NewLeagueForm:
    """The form of `/league create`."""

    def __str__(self) -> str:
        return f"{ID_PREFIX}:new"


@dataclass(frozen=True, slots=True)
class MoreForm:
    """The form of **More**; `mark` is that of the settings with which it was opened."""

    league: int
    mark: int

    def __str__(self) -> str:
        return f"{ID_PREFIX}:set:{self.league}:{self.mark}"


def read_card_press(custom_id: str) -> CardPress:
    """Return what was pressed. Raise `Refused(ButtonNotUnderstood)`."""
    match custom_id.split(":"):
        case ["j", action, league] if action in set(CardAction) and are_numbers(league):
            return CardPress(CardAction(action), int(league))
        case _:
            raise Refused(ButtonNotUnderstood(custom_id))


def read_card_form(custom_id: str) -> NewLeagueForm | MoreForm:
    """Return the form that was sent. Raise `Refused(ButtonNotUnderstood)`."""
    match custom_id.split(":"):
        case ["j", "new"]:
            return NewLeagueForm()
        case ["j", "set", league, mark] if are_numbers(league, mark):
            return MoreForm(int(league), int(mark))
        case _:
            raise Refused(ButtonNotUnderstood(custom_id))


def settings_mark(league: League) -> int:
    """Return a number that changes with the settings of the league."""
    return crc32(json.encode(league))


def card_rows(number: int, say: Words) -> "list[ui.ActionRow[Any]]":
    """Return the buttons of the league with this number; a phone shows the first alone in its line."""
    return [
        row(PressButton(CardPress(CardAction.PLAY, number), say("Play a match that counts"), ButtonStyle.success)),
        row(
            PressButton(StandingsPress(number), say("Standings")),
            PressButton(CardPress(CardAction.RULES, number), say("Rules")),
            PressButton(CardPress(CardAction.MORE, number), say("More …")),
        ),
    ]
