"""Whether a message gets pictures and emojis: what its readers have chosen, and what is possible where it is posted."""

from typing import TypedDict

from bot.delivery.discord_api import DiscordApi
from bot.messages.card_text import NO_EMOJI, CardEmoji
from bot.messages.pictures.picture import TEXT_ONLY, PictureChoice
from bot.storage.server_choices import ServerSettingsStore
from bot.tables.ports import Person, Pictures, SuitColours


class CardLook(TypedDict):
    """How a message shows cards, as the fields of a `RenderContext`."""

    pictures: PictureChoice
    emoji: CardEmoji


class ChannelLook(CardLook):
    """How a message in a channel shows cards, and whether only Attach Files is missing for pictures."""

    needs_attach_files: bool


class PictureChoices:
    """The choices of people, for what only they read, and those of servers, for their channels."""

    def __init__(self, api: DiscordApi, server_settings: ServerSettingsStore) -> None:
        self._api = api
        self._server_settings = server_settings

    def of_person(self, person: Person) -> CardLook:
        """Return how this person sees what only they read."""
        return self._look(PictureChoice(person.pictures, person.suit_colours))

    async def of_channel(self, server: int, *places: int) -> ChannelLook:
        """Return how everyone sees what is posted there. `places` are a thread or channel, and its channel."""
        settings = await self._server_settings.get(server)
        look = self._look(PictureChoice(settings.pictures, settings.suit_colours))
        may_attach = all(self._api.may_attach(server, place) for place in places)
        return {
            "pictures": look["pictures"] if may_attach else TEXT_ONLY,
            "emoji": look["emoji"],
            "needs_attach_files": bool(look["pictures"]) and not may_attach,
        }

    def _look(self, chosen: PictureChoice) -> CardLook:
        wants_emoji = chosen.size != Pictures.TEXT and chosen.colours == SuitColours.FOUR  # emojis have four
        return {
            "pictures": chosen if self._api.pictures.are_usable else TEXT_ONLY,
            "emoji": self._api.emoji.current if wants_emoji else NO_EMOJI,
        }
