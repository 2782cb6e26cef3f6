"""Where a match is played: in the table's thread if it has one; otherwise, or once the thread is gone, in its channel."""

from contextlib import suppress
from dataclasses import replace

from bot.delivery.discord_api import DiscordApi, Undelivered, UndeliveredReason
from bot.delivery.table.posted_messages import GONE, PLACE, PostedMessages
from bot.delivery.table.rendering import Rendering
from bot.messages.table.channel.story_pages import LOBBY
from bot.storage.people import People
from bot.storage.surfaces import Surface
from bot.tables.table import Phase, Table

_NEW = "new"
"""The state of a thread to which the players haven't been added yet; with numbers (`new 12 15`), only these people."""


class Place:
    """The channel or thread of one table, found once and stored."""

    def __init__(self, posted: PostedMessages, api: DiscordApi, rendering: Rendering, people: People) -> None:
        self._posted = posted
        self._api = api
        self._rendering = rendering
        self._people = people
        self.has_moved = False  # then the lobby's link must still be changed

    async def find(self, table: Table) -> int | None:
        """Return the channel or thread in which the match is played; None if it has been deleted."""
        surface = self._posted.get(PLACE)
        if surface is not None:
            return None if surface.state == GONE else surface.channel
        lobby = self._posted.get(LOBBY)
        if not table.thread or table.phase == Phase.LOBBY or lobby is None or lobby.message is None:
            return table.channel
        try:
            title = self._rendering.title(table)
            thread = await self._api.open_thread(table.server, lobby.channel, lobby.message, title)
        except Undelivered:  # stored, so that opening a thread is not tried at every message
            thread = table.channel
            self._posted.put(Surface(PLACE, thread, None))
        else:
            self._posted.put(Surface(PLACE, thread, None, state=_NEW))
        return thread

    @property
    def has_new_people(self) -> bool:
        """True if people must still be added to the table's thread. It is stored, so that a kill loses nobody."""
        surface = self._posted.get(PLACE)
        return surface is not None and surface.state.split()[:1] == [_NEW]

    def expect_player(self, person: int, table: Table) -> None:
        """Let a person be added to the table's thread who has taken a seat during the match."""
        surface = self._posted.get(PLACE)
        if surface is not None and surface.channel != table.channel and surface.state not in (GONE, _NEW):
            self._posted.put(replace(surface, state=f"{surface.state or _NEW} {person}"))

    async def add_players(self, table: Table) -> None:
        """Add people to the thread, so that they find it: everyone at the table, or those who have taken a seat since."""
        surface = self._posted.get(PLACE)
        if surface is None or not self.has_new_people:
            return
        for person in map(int, surface.state.split()[1:]) if surface.state != _NEW else table.seated_people():
            with suppress(Undelivered):
                await self._api.add_to_thread(surface.channel, self._people[person])
        if self._posted.get(PLACE) == surface:  # else the thread is gone meanwhile, or somebody else has taken a seat
            self._posted.put(replace(surface, state=""))

    def move_from(self, channel: int, reason: UndeliveredReason, table: Table) -> bool:
        """Leave a channel that refused a message, if it is gone. Return True if the match is played elsewhere now.

        A deleted thread is left for its channel, so that nobody is lost; a deleted channel is given up.
        """
        surface = self._posted.get(PLACE)
        here = table.channel if surface is None else surface.channel
        if channel == here and reason == UndeliveredReason.CHANNEL_GONE:
            is_thread = channel != table.channel
            here = table.channel
            self._posted.put(Surface(PLACE, here, None, state="" if is_thread else GONE))
            self.has_moved = self.has_moved or is_thread
        return channel != here

    def match_link(self) -> tuple[int, int | None] | None:
        """Return where the lobby's link leads: the thread, or channel and message of the first deal."""
        place, first = self._posted.get(PLACE), self._posted.get("deal 1")
        if place is not None and place.state != GONE:
            return place.channel, None
        return None if first is None else (first.channel, first.message)
