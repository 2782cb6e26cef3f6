"""Messages that must be deleted: hands that have been replaced, and messages that an interrupted process left behind."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import discord

from bot.delivery.discord_api import DiscordApi, Undelivered
from bot.delivery.table.posted_messages import PostedMessages
from bot.delivery.table.rendering import Rendering
from bot.messages.table.buttons import table_of_press
from bot.storage.people import People
from bot.tables.table import Table


class Deletions:
    """The deletions of one table's messages: nobody waits for them."""

    def __init__(self, posted: PostedMessages, api: DiscordApi, rendering: Rendering, people: People) -> None:
        self._posted = posted
        self._api = api
        self._rendering = rendering
        self._people = people
        self._candidates: list[tuple[int, int]] | None = None  # channel and message, once they have been searched for

    @property
    def has_searched(self) -> bool:
        """True once messages that an interrupted process may have left behind have been searched for."""
        return self._candidates is not None

    async def delete_replaced(self) -> None:
        """Delete the messages that have a newer one."""
        for surface in self._posted.replaced():
            assert surface.message is not None
            with suppress(Undelivered):
                await self._api.delete(surface.channel, surface.message)
            self._posted.drop(surface.key)

    async def find_candidates(self, table: Table, place: int | None) -> None:
        """Find the newest messages of this table, in `place` and the direct messages of its people.

        A process that is killed between posting and storing leaves a message that no record knows, and after some minutes
        Discord no longer recognises its nonce. After a restore `place` is None: what everyone has seen since the backup stays
        in the channel, and only the hands are deleted.
        """
        channels = {} if place is None else dict.fromkeys((place, table.channel), self._rendering.title(table))
        for person in table.all_people:
            channel = self._people[person].dm_channel
            if channel is not None:
                channels[channel] = self._rendering.title_for(table, person)
        found: list[tuple[int, int]] = []
        for channel, title in channels.items():
            with suppress(Undelivered):
                messages = await self._api.own_messages(channel, table.opened_at)
                found += [(channel, message.id) for message in messages if _is_of(message, table.number, title)]
        self._candidates = found

    def replace_unknown(self) -> None:
        """Record that the found messages must be deleted, except those that a record knows.

        Call it while this process is posting nothing for the table: what it posted during the search is known only afterwards.
        No message's time is compared, because this machine's clock may differ from Discord's.
        """
        known = self._posted.ids()
        for channel, message in self._candidates or ():
            if message not in known:
                self._posted.replace(channel, message)


def _is_of(message: discord.Message, table: int, title: str) -> bool:
    """Return True if a message is a page or hand of the table: by its buttons, or by its title if it has none."""
    if message.interaction_metadata is not None:
        return False  # a reply to a command
    components = list(_all_components(message.components))
    if any(table_of_press(it.custom_id) == table for it in components if getattr(it, "custom_id", None)):
        return True
    head = next((it.content for it in components if isinstance(it, discord.TextDisplay)), "").partition("\n")[0]
    return head.partition(" · ")[0] == f"-# {title}"


def _all_components(components: Any) -> Iterator[Any]:
    """Return components and those inside them."""
    for component in components:
        yield component
        yield from _all_components(getattr(component, "children", ()))
