"""The presses of `/settings`, and their written form, the `custom_id`.

`o:own` and `o:server` show the settings of the person, or of the server. `o:own:<setting>` and `o:server:<setting>` are selects
whose values are the new setting.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.messages.components import MOST_OPTIONS
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refused

ID_PREFIX = "o"
"""The first letter of the written forms."""
_LONGEST_VALUE = 100


class Setting(StrEnum):
    """A setting: of a person, or of a server (those in `OF_SERVER`)."""

    HANDS = "hands"
    CARD_ORDER = "card_order"
    REMINDERS = "reminders"
    PICTURES = "pictures"
    COLOURS = "colours"
    CHANNELS = "channels"
    ROLE = "role"
    GAME = "game"
    LENGTH = "length"
    THREAD = "thread"
    TABLE_PICTURES = "table_pictures"
    TABLE_COLOURS = "table_colours"


OF_SERVER = (
    Setting.CHANNELS,
    Setting.ROLE,
    Setting.GAME,
    Setting.LENGTH,
    Setting.THREAD,
    Setting.TABLE_PICTURES,
    Setting.TABLE_COLOURS,
)


@dataclass(frozen=True, slots=True)
class SettingsPress:
    """The page of the server's settings, or of the person's own; with `setting`, its new values were chosen there."""

    of_server: bool
    setting: Setting | None = None
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        page = "server" if self.of_server else "own"
        return ":".join((ID_PREFIX, page, *([] if self.setting is None else [self.setting.value])))


def read_settings_press(custom_id: str, values: Sequence[object]) -> SettingsPress:
    """Return what was pressed or chosen. Raise `Refused(ButtonNotUnderstood)`, for example for values that no client sends."""
    match custom_id.split(":"):
        case [_, "own" | "server" as page]:
            return SettingsPress(page == "server")
        case [_, "own" | "server" as page, setting] if setting in set(Setting) and _are_texts(values):
            chosen = Setting(setting)
            if (chosen in OF_SERVER) == (page == "server"):
                return SettingsPress(page == "server", chosen, tuple(map(str, values)))
    raise Refused(ButtonNotUnderstood(custom_id))


def _are_texts(values: Sequence[object]) -> bool:
    is_list = isinstance(values, list | tuple) and len(values) <= MOST_OPTIONS
    return is_list and all(isinstance(value, str) and len(value) <= _LONGEST_VALUE for value in values)
