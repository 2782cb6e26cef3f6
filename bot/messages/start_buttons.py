"""The presses of the messages with which people start: `/play` and `/help`. Their written form is the `custom_id`.

`g:play`, `g:help` and `g:settings` show that message, `g:rules:<game>` the rules of a game, and `g:open:<game>` opens a table.
The select `g:open` opens a table of the chosen game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.tables.refusals import ButtonNotUnderstood, Refused

ID_PREFIX = "g"
"""The first letter of the written forms."""
_LONGEST_NAME = 60


class StartAction(StrEnum):
    """What a button under `/play` or `/help` does."""

    PLAY = "play"
    HELP = "help"
    SETTINGS = "settings"
    RULES = "rules"
    OPEN = "open"


_NAMING = (StartAction.RULES, StartAction.OPEN)
"""The actions that name a game."""


@dataclass(frozen=True, slots=True)
class StartPress:
    """An action, and the name of its game; empty for actions that have none."""

    action: StartAction
    game: str = ""

    def __str__(self) -> str:
        return ":".join((ID_PREFIX, self.action.value, *([self.game] if self.game else [])))


def read_start_press(custom_id: str, values: Sequence[object]) -> StartPress:
    """Return what was pressed or chosen. Raise `Refused(ButtonNotUnderstood)`, for example for a button of another version."""
    chosen = values[0] if isinstance(values, list | tuple) and values else ""
    match custom_id.split(":"):
        case [_, action] if action in set(StartAction) and StartAction(action) not in _NAMING:
            return StartPress(StartAction(action))
        case [_, action, game] if action in set(StartAction) and StartAction(action) in _NAMING and _is_name(game):
            return StartPress(StartAction(action), game)
        case [_, StartAction.OPEN.value] if _is_name(chosen):
            return StartPress(StartAction.OPEN, str(chosen))
        case _:
            raise Refused(ButtonNotUnderstood(custom_id))


def _is_name(text: object) -> bool:
    return isinstance(text, str) and 0 < len(text) <= _LONGEST_NAME
