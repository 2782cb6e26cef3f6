"""The presses and selects of `/settings`."""

from enum import StrEnum
from typing import ClassVar, Literal

from bot.messages.button_ids import ButtonId


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


class SettingsPress(ButtonId, frozen=True):
    """A page: the person's own settings, or the server's; with `setting`, its new values were chosen there."""

    pattern: ClassVar[str] = "o:{page}[:{setting}]"
    page: Literal["own", "server"]
    setting: Setting | None = None
