"""The presses and forms of a league's card and settings."""

from enum import StrEnum
from typing import Any, ClassVar
from zlib import crc32

from discord import ButtonStyle, ui
from msgspec import json

from bot.league.league import League
from bot.messages.components import ButtonId, PressButton, row
from bot.messages.league.buttons import StandingsPress
from bot.messages.words import Words


class CardAction(StrEnum):
    """What a button below a league does."""

    RULES = "rules"
    PLAY = "play"
    MORE = "more"


class CardPress(ButtonId, frozen=True):
    """A button of a league; `league` is its number."""

    pattern: ClassVar[str] = "j:{action}:{league}"
    action: CardAction
    league: int


class NewLeagueForm(ButtonId, frozen=True):
    """The form of `/league create`."""

    pattern: ClassVar[str] = "j:new"


class SettingSelect(ButtonId, frozen=True):
    """The select of the settings of a league."""

    pattern: ClassVar[str] = "j:setting:{league}"
    league: int


class SettingForm(ButtonId, frozen=True):
    """The form of the `setting` with this name; `mark` is that of the settings with which it was opened."""

    pattern: ClassVar[str] = "j:one:{league}:{setting}:{mark}"
    league: int
    setting: str
    mark: int


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
