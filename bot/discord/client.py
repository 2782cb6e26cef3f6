"""The Discord client: what it requests from Discord, and whom it calls on interactions and connections. It knows no game.

After some closes, Discord's gateway takes no new connection until a person has changed something; `gateway_refusal` says what.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

import aiohttp
import discord
import structlog
import yarl
from discord import app_commands, gateway, http
from discord.ext import commands

from bot.interactions.call import Services
from bot.settings import DEVELOPER_PORTAL, Settings

_log = structlog.get_logger(__name__)
OnInteraction = Callable[[discord.Interaction[Any]], Coroutine[Any, Any, None]]
TOKEN_REFUSED = f"Discord does not accept DISCORD_TOKEN. Get a new one: {DEVELOPER_PORTAL}, page “Bot”, “Reset Token”."
_NEWER = "Install the newest version of this bot."
_ADVICE = {
    4004: TOKEN_REFUSED,
    4012: f"Discord's gateway no longer knows the version of its API that this bot uses (close code 4012). {_NEWER}",
    4013: f"Discord's gateway does not know the intents that this bot asks for (close code 4013). {_NEWER}",
    4014: (
        "Discord's gateway refuses the intents that this bot asks for (close code 4014). It asks for no privileged intents: "
        f"look at {DEVELOPER_PORTAL} whether the application is still allowed to connect. {_NEWER}"
    ),
}


class GatewayRefusedError(Exception):
    """Discord's gateway refuses the bot; the message says what to do. Trying again would not help."""


def gateway_refusal(error: BaseException) -> GatewayRefusedError | None:
    """Return the refusal if this end of a connection is final; None if the bot may connect again."""
    match error:
        case discord.PrivilegedIntentsRequired():
            return GatewayRefusedError(_ADVICE[4014])
        case discord.ConnectionClosed(code=code) if code in _ADVICE:
            return GatewayRefusedError(_ADVICE[code])
        case _:
            return None


def set_discord_addresses(settings: Settings) -> None:
    """Make discord.py connect to the addresses in the settings. Call it before a client is created."""
    http.Route.BASE = settings.discord_api_url.rstrip("/")
    gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)


class CommandTree(app_commands.CommandTree[Any]):
    is_allowed: Callable[[discord.Interaction[Any]], Awaitable[bool]] | None = None
    """Set once, before the bot connects; None allows everything."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        return self.is_allowed is None or await self.is_allowed(interaction)


class RummyClient(commands.AutoShardedBot):
    """A client that receives servers and interactions only: no messages, no members, no presences."""

    def __init__(self, http_trace: aiohttp.TraceConfig | None = None) -> None:
        """Make the client; `http_trace` gets its requests."""
        super().__init__(
            http_trace=http_trace or aiohttp.TraceConfig(),
            command_prefix=(),
            tree_cls=CommandTree,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.5,  # seconds to wait for one more server; a later one is announced when it comes
            enable_debug_events=True,  # for `silence`
        )
        self._heard_at = time.monotonic()
        self._heard = asyncio.Event()
        self._in_session = set[int]()  # shards
        self.services: Services | None = None
        """For what is offered while somebody types an option."""
        self.identify_turn: Callable[[int], Awaitable[None]] | None = None
        """Waits until this process may open a session of a kind, if other processes might do so at the same time."""
        self._on_set_up: Sequence[Callable[[], Awaitable[object]]] = ()
        self._on_connected: Callable[[], Awaitable[None]] | None = None
        self._on_joined: Callable[[int], Awaitable[None]] | None = None

    def wire(
        self,
        *,
        services: Services,
        is_allowed: Callable[[discord.Interaction[Any]], Awaitable[bool]],
        on_interaction: OnInteraction,
        on_set_up: Sequence[Callable[[], Awaitable[object]]],
        on_connected: Callable[[], Awaitable[None]],
        on_joined: Callable[[int], Awaitable[None]],
    ) -> None:
        """Set what is called: before every command and autocomplete, at every interaction, once before connecting, after each
        connection, and when a server (its Discord id) is joined or available again.
        """
        assert isinstance(self.tree, CommandTree)
        self.services = services
        self.tree.is_allowed = is_allowed
        self.add_listener(on_interaction, "on_interaction")
        self._on_set_up = on_set_up
        self._on_connected, self._on_joined = on_connected, on_joined

    def silence(self) -> float | None:
        """Return for how many seconds Discord has sent nothing; None if it isn't connected, or a shard isn't.

        What comes on one shard counts for all: they are all in this process.
        """
        return time.monotonic() - self._heard_at if self.is_ready() and all(self._connected()) else None

    def is_connected(self) -> bool:
        return self.silence() is not None

    def _connected(self) -> list[bool]:
        """Return whether each shard has a session. Discord opens a connection, and says hello, before it refuses one."""
        return [number in self._in_session and not shard.is_closed() for number, shard in self.shards.items()]

    def hears(self, within: float) -> bool:
        """Return True if a shard is connected and Discord has sent anything within so many seconds."""
        return self.is_ready() and any(self._connected()) and time.monotonic() - self._heard_at < within

    async def ask_for_sign(self, wait: float) -> None:
        """Send a heartbeat on each shard, and return when Discord sends anything, or after so many seconds."""
        self._heard.clear()
        with suppress(TimeoutError, OSError, discord.ConnectionClosed):  # `silence` tells the rest
            async with asyncio.timeout(wait):
                for shard in self.shards:
                    await self._send_heartbeat(shard)
                await self._heard.wait()

    async def _send_heartbeat(self, shard: int) -> None:
        socket = self._get_websocket(shard_id=shard)
        if (keep_alive := socket._keep_alive) is not None:
            await socket.send_heartbeat(keep_alive.get_payload())
            keep_alive._last_send = time.perf_counter()  # discord.py would take the answer for a late one to its own heartbeat

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Announce an event to its listeners, but raw data, which come with every frame: they only set the time."""
        if event_name in ("shard_ready", "shard_resumed"):
            self._in_session.add(args[0])
        elif event_name == "shard_disconnect":
            self._in_session.discard(args[0])
        if event_name == "socket_raw_receive":
            self._heard_at = time.monotonic()
            self._heard.set()
        elif event_name != "socket_raw_send":
            super().dispatch(event_name, *args, **kwargs)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        if self.identify_turn is None:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        limits = await self.fetch_session_start_limits()
        await self.identify_turn((shard_id or 0) % limits.max_concurrency)

    async def setup_hook(self) -> None:
        for step in self._on_set_up:
            await step()

    async def on_ready(self) -> None:
        """Call `on_connected`. Discord sends this event again with each new session, so nothing is set up here."""
        _log.info("connected", servers=len(self.guilds))
        if self._on_connected is not None:
            await self._on_connected()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        if self._on_joined is not None:
            await self._on_joined(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Treat a server as joined after an outage. Discord announces some newly joined servers this way, too."""
        if self.is_ready():
            await self.on_guild_join(guild)

    async def on_message(self, _message: discord.Message, /) -> None:
        """Ignore what people write: the bot has no text commands."""
