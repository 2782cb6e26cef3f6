"""What Discord itself says of the bot: asked over its API and with one greeting at the gateway, changing nothing."""

from collections.abc import Mapping
from types import TracebackType
from typing import Self, TypeVar

import aiohttp
import msgspec

from bot.settings.settings import Settings

T = TypeVar("T")
HELLO = 10
PAGE = 200  # the most servers that Discord lists in one answer
TIMEOUT = aiohttp.ClientTimeout(total=10)

Payload = Mapping[str, object]  # of a command


class Account(msgspec.Struct):
    username: str


class Application(msgspec.Struct):
    id: str
    name: str
    bot_require_code_grant: bool = False


class Server(msgspec.Struct):
    id: str
    name: str
    permissions: int


class UnreachableError(Exception):
    """Nothing at that address answers; the text says why."""


class AnsweredError(Exception):
    """Discord refused. `status` is that of HTTP."""

    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(f"Discord answers {status}")


class Discord:
    """`async with Discord(settings) as discord`; every question may raise UnreachableError or AnsweredError."""

    def __init__(self, settings: Settings) -> None:
        assert settings.discord_token is not None, "without a token there is nobody to ask about"
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
        return await self._ask("/users/@me", Account)

    async def application(self) -> Application:
        return await self._ask("/oauth2/applications/@me", Application)

    async def servers(self) -> list[Server]:
        found: list[Server] = []
        while True:
            after = found[-1].id if found else "0"
            page = await self._ask(f"/users/@me/guilds?limit={PAGE}&after={after}", list[Server])
            found += page
            if len(page) < PAGE:
                return found

    async def commands(self, application: str) -> list[Payload]:
        commands = await self._ask(f"/applications/{application}/commands?with_localizations=true", list[dict[str, object]])
        return list[Payload](commands)

    async def greet_gateway(self) -> None:
        """Waits for its hello and leaves, without logging in: that is rationed."""
        try:
            async with self._session.ws_connect(f"{self._gateway}?v=10&encoding=json") as socket:
                hello = await socket.receive_json(timeout=TIMEOUT.total)
        except (aiohttp.ClientError, TimeoutError, OSError, TypeError, ValueError) as error:
            raise UnreachableError(str(error) or type(error).__name__) from None
        if not isinstance(hello, dict) or hello.get("op") != HELLO:
            raise UnreachableError("something answers there, but not with a gateway's hello")

    async def _ask(self, path: str, form: type[T]) -> T:
        try:
            async with self._session.get(self._api + path, headers=self._headers) as answer:
                body = await answer.read()
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise UnreachableError(str(error) or type(error).__name__) from None
        if answer.status != 200:
            raise AnsweredError(answer.status)
        try:
            return msgspec.json.decode(body, type=form, strict=False)
        except msgspec.MsgspecError:
            raise UnreachableError("something answers there, but not as Discord does") from None
