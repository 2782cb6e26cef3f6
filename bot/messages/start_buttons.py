"""The presses of the messages with which people start: `/play` and `/help`. Their written form is the `custom_id`.

`g:play`, `g:help` and `g:settings` show that message, and `g:rules:<game>` the rules of a game. `g:open:<game>` opens a table,
`g:open:<game>:<pace>` one with that pace; the selects `g:open` and `g:open::<pace>` do so for the chosen game.
`g:now` starts a match against computers at once. `g:against` shows whom to play against, `g:against:<game>` and the select
`g:choose` with another game. `g:begin:<game>:<opponents>:<level>:<table>` starts the match; it ends the one at that table, if
there is one (0 for none).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.messages.components import are_numbers
from bot.players.choice import Level
from bot.tables.pace import Pace
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refused

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
    NOW = "now"
    AGAINST = "against"
    CHOOSE = "choose"
    BEGIN = "begin"


_NEEDING_GAME = (StartAction.RULES, StartAction.OPEN, StartAction.CHOOSE, StartAction.BEGIN)
"""The actions that need a game."""
_NAMING_GAME = (StartAction.RULES, StartAction.OPEN, StartAction.AGAINST)
"""The actions whose buttons have a game as their last part."""
_SELECTS = (StartAction.OPEN, StartAction.CHOOSE)


@dataclass(frozen=True, slots=True)
class StartPress:
    """An action, and the name of its game; empty for actions that have none, and for a select, in which it is chosen.

    `pace` is that of a table to open, None for the usual one. `opponents`, their `level`, and the number of the table whose
    match ends (`replaces`, or 0) belong to a match against computers.
    """

    action: StartAction
    game: str = ""
    pace: Pace | None = None
    opponents: int = 0
    level: Level = Level.EASY
    replaces: int = 0

    def __str__(self) -> str:
        if self.action == StartAction.BEGIN:
            parts = [self.game, str(self.opponents), self.level.value, str(self.replaces)]
        elif self.pace is not None:
            parts = [self.game, self.pace.value]
        else:
            parts = [self.game] if self.game else []
        return ":".join((ID_PREFIX, self.action.value, *parts))


def read_start_press(custom_id: str, values: Sequence[object]) -> StartPress:
    """Return what was pressed or chosen. Raise `Refused(ButtonNotUnderstood)`, for example for a button of another version."""
    chosen = values[0] if isinstance(values, list | tuple) and values else ""
    match custom_id.split(":"):
        case [_, action] if action in set(StartAction) and StartAction(action) not in _NEEDING_GAME:
            return StartPress(StartAction(action))
        case [_, action, game] if action in _NAMING_GAME and _is_name(game):
            return StartPress(StartAction(action), game)
        case [_, action] if action in _SELECTS and _is_name(chosen):
            return StartPress(StartAction(action), str(chosen))
        case [_, StartAction.OPEN.value, game, pace] if pace in set(Pace) and _is_name(game or chosen):
            return StartPress(StartAction.OPEN, game or str(chosen), Pace(pace))
        case [_, StartAction.BEGIN.value, game, count, level, replaces] if (
            _is_name(game) and are_numbers(count, replaces) and level in set(Level)
        ):
            return StartPress(StartAction.BEGIN, game, opponents=int(count), level=Level(level), replaces=int(replaces))
        case _:
            raise Refused(ButtonNotUnderstood(custom_id))


def _is_name(text: object) -> bool:
    return isinstance(text, str) and 0 < len(text) <= _LONGEST_NAME
