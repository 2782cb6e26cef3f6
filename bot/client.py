"""The Discord client: what it asks of Discord, and whom it hands commands and presses to. It knows no game."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
import structlog
from discord.ext import commands

from bot.messages.league.buttons import LEAGUE_ITEMS
from bot.messages.league.schedule_buttons import ScheduleButton
from bot.messages.table.buttons import DYNAMIC_ITEMS

_log = structlog.get_logger(__name__)

Pressed = Callable[[discord.Interaction[Any]], Awaitable[None]]


class RummyClient(commands.AutoShardedBot):
    """Guilds are all it asks for: no messages, no members, no presences."""

    def __init__(self) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.5,  # seconds without another server; whichever comes later is told of when it comes
        )
        self._on_press: Pressed | None = None
        self._on_set_up: Sequence[Callable[[], Awaitable[None]]] = ()
        self._on_connected: Callable[[], Awaitable[None]] | None = None
        self._on_joined: Callable[[], Awaitable[None]] | None = None

    def wire(
        self,
        *,
        on_press: Pressed,
        on_set_up: Sequence[Callable[[], Awaitable[None]]],
        on_connected: Callable[[], Awaitable[None]],
        on_joined: Callable[[], Awaitable[None]],
    ) -> None:
        """Presses; what is done once before connecting; after each connection; when the bot came (back) into some server."""
        self._on_press, self._on_set_up = on_press, on_set_up
        self._on_connected, self._on_joined = on_connected, on_joined

    async def setup_hook(self) -> None:
        self.add_dynamic_items(*DYNAMIC_ITEMS, *LEAGUE_ITEMS, ScheduleButton)
        for step in self._on_set_up:
            await step()

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Called by the buttons."""
        if self._on_press is not None:
            await self._on_press(interaction)

    async def on_ready(self) -> None:
        """Comes again after each new session: nothing is set up here."""
        _log.info("connected", servers=len(self.guilds))
        if self._on_connected is not None:
            await self._on_connected()

    async def on_guild_join(self, _guild: discord.Guild) -> None:
        if self._on_joined is not None:
            await self._on_joined()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """After an outage; and some servers that the bot is added to are announced so."""
        if self.is_ready():
            await self.on_guild_join(guild)

    async def on_message(self, _message: discord.Message, /) -> None:
        """Nothing that people write is read."""
