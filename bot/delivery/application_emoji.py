"""The emojis of cards that the application has at Discord, and messages that are sent again without them.

They are read in the background at each connection. If Discord refuses a message because of one, which somebody has deleted, the
message is sent again without emojis, and they are read again. If the refused ones still exist, none are shown until the next
connection.
"""

import asyncio

import discord
import structlog
from discord import ui

from bot.delivery.budget import Budget, Priority
from bot.messages.card_text import FACE_OF, NO_EMOJI, CardEmoji, emoji_ids, remove_emoji

_INVALID_BODY, _UNKNOWN_EMOJI = 50035, 10014
_log = structlog.get_logger(__name__)


class ApplicationEmoji:
    """The emojis of one application; `current` are those that may be shown now."""

    def __init__(self, client: discord.Client, budget: Budget) -> None:
        self._client = client
        self._budget = budget
        self._reading: asyncio.Task[None] | None = None
        self.current = NO_EMOJI

    def read_in_background(self) -> None:
        """Read which emojis there are, unless that is being done. Failures are only logged."""
        self._start_reading(None)

    def remove_refused(self, view: "ui.LayoutView | ui.Modal", error: discord.HTTPException) -> bool:
        """Return True if Discord refuses the view because of an emoji: then it has none any more, and may be sent again."""
        refused = emoji_ids(view)
        if not refused or not is_about_emoji(error):
            return False
        _log.warning("Discord refuses an emoji; sending without", error=str(error).partition("\n")[0])
        self._forget(refused)
        remove_emoji(view)
        return True

    def _forget(self, refused: frozenset[int]) -> None:
        """Show no emojis until they have been read again, unless the refused ones are known to be gone."""
        if refused <= set(self.current.ids.values()):
            doubted, self.current = self.current, NO_EMOJI
            self._start_reading(doubted)

    def _start_reading(self, doubted: CardEmoji | None) -> None:
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read(doubted), name="emojis")

    async def _read(self, doubted: CardEmoji | None) -> None:
        try:
            async with self._budget.request(Priority.EDIT, "GET emojis"):
                emojis = await self._client.fetch_application_emojis()
        except Exception as error:
            _log.warning("the emojis of cards could not be read", error=repr(error))
            return
        found = CardEmoji({emoji.name: emoji.id for emoji in emojis if emoji.name in FACE_OF})
        if found == doubted:
            _log.warning("Discord refuses emojis that exist; cards are shown as text until the next connection")
            return
        self.current = found


def is_about_emoji(error: discord.HTTPException) -> bool:
    """Return True if Discord refuses a message because of an emoji on a button or option (`BUTTON_COMPONENT_INVALID_EMOJI`)."""
    return error.code == _UNKNOWN_EMOJI or (error.code == _INVALID_BODY and "emoji" in error.text.lower())
