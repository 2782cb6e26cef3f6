"""The presses and selects of the messages with which people start: `/play` and `/help`."""

from enum import StrEnum
from typing import Annotated, ClassVar

from msgspec import Meta

from bot.messages.button_ids import ButtonId
from bot.players.choice import Level
from bot.tables.pace import Pace

_LONGEST_NAME = 60
GameName = Annotated[str, Meta(max_length=_LONGEST_NAME)]


class StartAction(StrEnum):
    """What is shown, or that a match against computers starts at once."""

    PLAY = "play"
    HELP = "help"
    SETTINGS = "settings"
    NOW = "now"


class StartPress(ButtonId, frozen=True):
    """A button that needs no game."""

    pattern: ClassVar[str] = "g:{action}"
    action: StartAction


class RulesPress(ButtonId, frozen=True):
    """The rules of a game."""

    pattern: ClassVar[str] = "g:rules:{game}"
    game: GameName


class OpenPress(ButtonId, frozen=True):
    """A table to open, with a pace or the usual one; no game in a select of games."""

    pattern: ClassVar[str] = "g:open[:{game}[:{pace}]]"
    game: GameName = ""
    pace: Pace | None = None


class OpponentsPress(ButtonId, frozen=True):
    """Whom to play against, in a game or the usual one."""

    pattern: ClassVar[str] = "g:against[:{game}]"
    game: GameName = ""


class GameSelect(ButtonId, frozen=True):
    """Whom to play against, in another game, which is chosen."""

    pattern: ClassVar[str] = "g:choose"


class BeginPress(ButtonId, frozen=True):
    """A match against so many computers of a level; the one at the table `replaces` ends (0 for none)."""

    pattern: ClassVar[str] = "g:begin:{game}:{opponents}:{level}:{replaces}"
    game: GameName
    opponents: int
    level: Level
    replaces: int
