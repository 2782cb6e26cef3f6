"""Whether a message gets pictures: what its readers have chosen, and what is possible where it is posted."""

from bot.delivery.discord_api import DiscordApi
from bot.messages.pictures.picture_choice import TEXT_ONLY, PictureChoice
from bot.tables.ports import Person, ServerSettingsStore


class PictureChoices:
    """The choices of people, for what only they read, and those of servers, for their channels."""

    def __init__(self, api: DiscordApi, server_settings: ServerSettingsStore) -> None:
        self._api = api
        self._server_settings = server_settings

    def of_person(self, person: Person) -> PictureChoice:
        """Return how this person sees what only they read."""
        if not self._api.pictures.are_usable:
            return TEXT_ONLY
        return PictureChoice(person.pictures, person.suit_colours)

    async def of_channel(self, server: int, *places: int) -> PictureChoice:
        """Return how everyone sees what is posted there. `places` are a thread or channel, and its channel."""
        if not self._api.pictures.are_usable or not all(self._api.may_attach(server, place) for place in places):
            return TEXT_ONLY
        settings = await self._server_settings.get(server)
        return PictureChoice(settings.pictures, settings.suit_colours)
