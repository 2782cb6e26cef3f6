"""The checks of what Discord knows: the token, the commands, and what servers and channels permit. Nothing is changed there."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import aiohttp
import discord
import msgspec
from discord.utils import oauth_url

from bot.discord.command_sync import are_different
from bot.doctor import Row
from bot.settings import DEVELOPER_PORTAL, Settings

T = TypeVar("T")
HELLO = 10  # the gateway's first message
SERVERS_PER_REQUEST = 200  # the most that Discord lists in one response
TIMEOUT = aiohttp.ClientTimeout(total=10)
_MOST_SERVERS, _MOST_CHANNELS = 20, 10  # whose channels are examined; which are named
_TEXT = 0  # the type of a text channel

NEEDED_PERMISSIONS = {
    "view_channel": "to see the channel in which it is used",
    "send_messages": "to announce tables, moves and results",
    "create_public_threads": "to give each table a thread of its own",
    "create_private_threads": "to let the tables of a duplicate tournament play unseen",
    "send_messages_in_threads": "to announce the moves in that thread",
    "embed_links": "to show tables and standings with their links",
    "attach_files": "to show cards and tables as pictures",
    "read_message_history": "to find its own messages again and update them",
}
SCOPES = ("bot", "applications.commands")

_NAMES = {"view_channel": "View Channels", "send_messages_in_threads": "Send Messages in Threads"}

Payload = Mapping[str, object]
"""A slash command, as Discord's API describes it."""


class Account(msgspec.Struct):
    id: str
    username: str


class Application(msgspec.Struct):
    id: str
    name: str
    bot_require_code_grant: bool = False


class Server(msgspec.Struct):
    id: str
    name: str
    permissions: int


class Overwrite(msgspec.Struct):
    """What a channel allows and denies a role or a member, as bits of permissions."""

    id: str
    allow: int
    deny: int


class Channel(msgspec.Struct):
    id: str
    type: int
    name: str = ""
    permission_overwrites: list[Overwrite] = []


class Member(msgspec.Struct):
    roles: list[str]


class UnreachableError(Exception):
    """Nothing responds at the address, or something other than Discord; the text says why."""


class RefusedError(Exception):
    """Discord refused the request; `status` is its HTTP status."""

    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(f"Discord answers {status}")


class Discord:
    """The requests to Discord's API. Each may raise UnreachableError or RefusedError."""

    def __init__(self, session: aiohttp.ClientSession, settings: Settings) -> None:
        assert settings.discord_token is not None, "requests need a token"
        self._session = session
        self._api, self._gateway = settings.discord_api_url, settings.discord_gateway_url
        self._headers = {"Authorization": f"Bot {settings.discord_token.get_secret_value()}"}

    async def servers(self) -> list[Server]:
        found: list[Server] = []
        while True:
            after = found[-1].id if found else "0"
            page = await self.get(f"/users/@me/guilds?limit={SERVERS_PER_REQUEST}&after={after}", list[Server])
            found += page
            if len(page) < SERVERS_PER_REQUEST:
                return found

    async def greet_gateway(self) -> None:
        """Wait for the gateway's hello and leave. Logging in is not tried: Discord allows only so many logins a day."""
        try:
            async with self._session.ws_connect(f"{self._gateway}?v=10&encoding=json") as socket:
                hello = await socket.receive_json(timeout=TIMEOUT.total)
        except (aiohttp.ClientError, TimeoutError, OSError, TypeError, ValueError) as error:
            raise UnreachableError(str(error) or type(error).__name__) from None
        if not isinstance(hello, dict) or hello.get("op") != HELLO:
            raise UnreachableError("something answers there, but not with a gateway's hello")

    async def get(self, path: str, form: type[T]) -> T:
        """Return what is at this path of the API, in this form."""
        try:
            async with self._session.get(self._api + path, headers=self._headers) as response:
                body = await response.read()
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise UnreachableError(str(error) or type(error).__name__) from None
        if response.status != 200:
            raise RefusedError(response.status)
        try:
            return msgspec.json.decode(body, type=form, strict=False)
        except msgspec.MsgspecError:
            raise UnreachableError("something answers there, but not as Discord does") from None


async def check_discord(settings: Settings, commands: Sequence[Payload] | None, rows: list[Row]) -> str | None:
    """Add the results to the rows. Return the link to invite the bot once it is known."""
    if settings.discord_token is None:
        rows.append(
            Row("token", "DISCORD_TOKEN is not set", f"Put it into .env. You get one at {DEVELOPER_PORTAL}, page “Bot”.")
        )
        return None
    link = None
    async with aiohttp.ClientSession(timeout=TIMEOUT) as session:
        api = Discord(session, settings)
        try:
            account = await api.get("/users/@me", Account)
            rows.append(Row("token", f"accepted: the bot is {account.username}"))
            application = await api.get("/oauth2/applications/@me", Application)
            link = invite_link(int(application.id))
            switch = f"Switch off “Requires OAuth2 Code Grant” at {DEVELOPER_PORTAL}, page “Bot”"
            advice = f"{switch}: invitations don't work with it." if application.bot_require_code_grant else ""
            rows.append(Row("application", f"{application.name}, id {application.id}", advice))
            await _check_gateway(api, rows)
            path = f"/applications/{application.id}/commands?with_localizations=true"
            rows.append(check_commands(commands, await api.get(path, list[dict[str, object]])))
            servers = await api.servers()
            _check_servers(servers, rows)
            await _check_channels(api, servers[:_MOST_SERVERS], account.id, rows)
        except UnreachableError as error:
            rows.append(Row("Discord", f"cannot be reached: {error}", "Is this machine online? Is DISCORD_API_URL right?"))
        except RefusedError as error:
            if error.status == 401:
                advice = f"Get a new one at {DEVELOPER_PORTAL}, page “Bot”, “Reset Token”, and put it into .env."
                rows.append(Row("token", "DISCORD_TOKEN is not accepted", advice))
            else:
                advice = "Try again later; https://discordstatus.com shows whether Discord has problems."
                rows.append(Row("Discord", str(error), advice))
    return link


async def _check_gateway(api: Discord, rows: list[Row]) -> None:
    try:
        await api.greet_gateway()
        rows.append(Row("gateway", "answers"))
    except UnreachableError as error:
        rows.append(
            Row("gateway", f"cannot be reached: {error}", "Is DISCORD_GATEWAY_URL right? Does a firewall stop WebSockets?")
        )


def _check_servers(servers: Sequence[Server], rows: list[Row]) -> None:
    """Check what each server as a whole permits."""
    if not servers:
        rows.append(Row("servers", "the bot isn't in any", "Open the link below and add it to yours."))
        return
    complete = [server.name for server in servers if not missing_permissions(server.permissions)]
    if complete:
        names = ", ".join(complete) if len(complete) <= 5 else f"{len(complete)} of {len(servers)}"
        rows.append(Row("servers", f"everything needed is permitted in {names}"))
    for server in servers:
        if missing := missing_permissions(server.permissions):
            advice = "Open the link below again, or allow it for the bot's role in the server's settings."
            rows.append(Row("servers", f"{server.name} does not permit {', '.join(missing)}", advice))


async def _check_channels(api: Discord, servers: Sequence[Server], bot: str, rows: list[Row]) -> None:
    """Report the channels in which tables can't be shown as pictures, of servers that permit pictures as a whole."""
    for server in servers:
        if missing_permissions(server.permissions):
            continue
        channels = await api.get(f"/guilds/{server.id}/channels", list[Channel])
        member = await api.get(f"/guilds/{server.id}/members/{bot}", Member)
        if found := _channels_without_pictures(server, channels, member.roles, bot):
            names = ", ".join(f"#{name}" for name in found[:_MOST_CHANNELS]) + (" …" if len(found) > _MOST_CHANNELS else "")
            advice = "Allow it in the settings of the channel; until then, tables are shown as text there."
            rows.append(Row("channels", f"{server.name} does not permit Attach Files in {names}", advice))


def check_commands(expected: Sequence[Payload] | None, registered: Sequence[Payload]) -> Row:
    """Return whether Discord offers the commands that this program answers. If `expected` is None, they are not compared."""
    if expected is None:
        expected = registered
    ours, theirs = {str(one["name"]): one for one in expected}, {str(one["name"]): one for one in registered}
    faults = [f"/{name} is missing" for name in ours if name not in theirs]
    faults += [f"/{name} is no longer answered" for name in theirs if name not in ours]
    faults += [f"/{name} has changed" for name in ours if name in theirs and are_different([ours[name]], [theirs[name]])]
    if not theirs:
        faults = ["none are registered"]
    if faults:
        return Row("commands", ", ".join(faults), "Start the bot once: it registers them.")
    return Row("commands", f"registered: {len(theirs)}")


def needed_permissions() -> discord.Permissions:
    return discord.Permissions(**dict.fromkeys(NEEDED_PERMISSIONS, True))


def missing_permissions(granted: int) -> list[str]:
    """Return the names of the needed permissions that are not among the bits in `granted`. An administrator has them all."""
    has = discord.Permissions(granted)
    return [] if has.administrator else [permission_name(name) for name in NEEDED_PERMISSIONS if not getattr(has, name)]


def permission_name(name: str) -> str:
    """Return the permission's name as Discord shows it."""
    return _NAMES.get(name, name.replace("_", " ").title())


def invite_link(application: int) -> str:
    """Return the link with which anyone can add the bot to a server that they manage."""
    return oauth_url(application, permissions=needed_permissions(), scopes=SCOPES)


def _channels_without_pictures(server: Server, channels: Iterable[Channel], roles: Sequence[str], bot: str) -> list[str]:
    """Return the names of these channels of a server. `roles` are those of the bot, whose id is `bot`."""
    if discord.Permissions(server.permissions).administrator:
        return []
    found = []
    for channel in channels:
        has = _permitted(server, channel.permission_overwrites, roles, bot)
        if channel.type == _TEXT and has.view_channel and has.send_messages and not has.attach_files:
            found.append(channel.name)
    return found


def _permitted(server: Server, overwrites: Sequence[Overwrite], roles: Sequence[str], bot: str) -> discord.Permissions:
    """Return what the bot may do in a channel: @everyone's overwrite first, then those of its roles together, then its own."""
    bits = server.permissions
    for ids in ((server.id,), roles, (bot,)):
        chosen = [one for one in overwrites if one.id in ids]
        for one in chosen:
            bits &= ~one.deny
        for one in chosen:
            bits |= one.allow
    return discord.Permissions(bits)
