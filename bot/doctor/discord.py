"""Requests to Discord about the bot, and one greeting at the gateway. Nothing is changed there."""

from collections.abc import Mapping
from types import TracebackType
from typing import Self, TypeVar

import aiohttp
import msgspec

from bot.settings.settings import Settings

T = TypeVar("T")
HELLO = 10  # the gateway's first message
SERVERS_PER_REQUEST = 200  # the most that Discord lists in one response
TIMEOUT = aiohttp.ClientTimeout(total=10)

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
    """Discord's API, in `async with Discord(settings) as discord`. Every request may raise UnreachableError or RefusedError."""

    def __init__(self, settings: Settings) -> None:
        assert settings.discord_token is not None, "requests need a token"
        self._api, self._gateway = settings.discord_api_url, settings.discord_gateway_url
        self._headers = {"Authorization": f"Bot {settings.discord_token.get_secret_value()}"}

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(timeout=TIMEOUT)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._session.close()

    async def account(self) -> Account:
        return await self._get("/users/@me", Account)

    async def application(self) -> Application:
        return await self._get("/oauth2/applications/@me", Application)

    async def servers(self) -> list[Server]:
        """Return all servers that the bot is in."""
        found: list[Server] = []
        while True:
            after = found[-1].id if found else "0"
            page = await self._get(f"/users/@me/guilds?limit={SERVERS_PER_REQUEST}&after={after}", list[Server])
            found += page
            if len(page) < SERVERS_PER_REQUEST:
                return found

    async def channels(self, server: str) -> list[Channel]:
        """Return the channels of a server, without threads."""
        return await self._get(f"/guilds/{server}/channels", list[Channel])

    async def roles(self, server: str, person: str) -> list[str]:
        """Return the ids of this member's roles, without @everyone's."""
        return (await self._get(f"/guilds/{server}/members/{person}", Member)).roles

    async def commands(self, application: str) -> list[Payload]:
        """Return the registered slash commands, in all languages."""
        commands = await self._get(f"/applications/{application}/commands?with_localizations=true", list[dict[str, object]])
        return list[Payload](commands)

    async def greet_gateway(self) -> None:
        """Wait for the gateway's hello and leave. Logging in is not tried: Discord allows only so many logins a day."""
        try:
            async with self._session.ws_connect(f"{self._gateway}?v=10&encoding=json") as socket:
                hello = await socket.receive_json(timeout=TIMEOUT.total)
        except (aiohttp.ClientError, TimeoutError, OSError, TypeError, ValueError) as error:
            raise UnreachableError(str(error) or type(error).__name__) from None
        if not isinstance(hello, dict) or hello.get("op") != HELLO:
            raise UnreachableError("something answers there, but not with a gateway's hello")

    async def _get(self, path: str, form: type[T]) -> T:
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
