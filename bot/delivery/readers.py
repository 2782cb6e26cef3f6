"""The words for each reader: in the language that a person or a server chose in `/settings`, else that of their Discord."""

from dataclasses import dataclass

from bot.delivery.discord_api import DiscordApi
from bot.messages.words import Languages, Words
from bot.storage.server_choices import ServerSettingsStore
from bot.tables.ports import Person


@dataclass(frozen=True, slots=True)
class Readers:
    languages: Languages
    api: DiscordApi
    server_settings: ServerSettingsStore

    def person(self, person: Person) -> Words:
        """Return the words for text that only this person reads."""
        return self.languages.for_locale(person.language or person.locale).with_suits(person.suits)

    async def server(self, server: int) -> Words:
        """Return the words for text that everyone in the server reads."""
        return self.languages.for_locale(await self.locale_of(server))

    async def locale_of(self, server: int) -> str | None:
        """Return the locale that the server chose, or that of Discord."""
        return (await self.server_settings.get(server)).language or self.api.server_locale(server)
