"""A playground for each test, raw requests and a raw gateway connection to it, and a real discord.py client."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from aiohttp import WSMsgType

from playground.server import Playground
from tests.people import Person, people
from tests.playground.small_bot import SmallBot

Json = dict[str, Any]


@pytest.fixture
async def pg(tmp_path: Path) -> AsyncIterator[Playground]:
    async with Playground(tmp_path / "world.db") as playground:
        yield playground


class Wire:
    """Raw requests, as a bot (with or without the name of a process), a page or a test sends them."""

    def __init__(self, session: aiohttp.ClientSession, pg: Playground, process: str = "") -> None:
        self._session = session
        self._pg = pg
        self._api_url = pg.urls(process)[0]

    async def api(self, method: str, path: str, body: object = None, **more: Any) -> tuple[int, Any]:
        """Send a request to the REST API and return its status and answer."""
        async with self.api_response(method, path, body, **more) as response:
            return response.status, (await response.json() if response.status != 204 else None)

    def api_response(self, method: str, path: str, body: object = None, **more: Any) -> Any:
        headers = {"Authorization": "Bot token"}
        return self._session.request(method, self._api_url + path, json=body, headers=headers, **more)

    async def local(self, method: str, path: str, body: object = None) -> Any:
        async with self._session.request(method, self._pg.url + path, json=body) as response:
            response.raise_for_status()
            return await response.json()

    async def control(self, path: str, body: object = None, method: str = "POST") -> Any:
        return await self.local(method, f"/control/{path}", body)

    async def state(self, who: str = "Bob") -> Json:
        return dict(await self.local("GET", f"/local/state?as={who}"))

    async def channel_id(self, name: str = "rummy") -> str:
        """Return the id of a channel, or of a person's direct messages, by name."""
        if name[0].isupper():
            return next(it["id"] for it in (await self.state(name))["channels"] if it["type"] == 1)
        return next(it["id"] for it in (await self.state("Ann"))["channels"] if it.get("name") == name)


@pytest.fixture
async def wire(pg: Playground) -> AsyncIterator[Wire]:
    async with aiohttp.ClientSession() as session:
        yield Wire(session, pg)


@pytest.fixture
async def path(wire: Wire) -> str:
    """The path of the messages of #rummy."""
    return f"/channels/{await wire.channel_id()}/messages"


@asynccontextmanager
async def running(pg: Playground, bot: SmallBot, process: str = "") -> AsyncIterator[SmallBot]:
    """Run a bot, with the two class attributes set that point discord.py at the playground."""
    discord.http.Route.BASE, gateway_url = pg.urls(process)
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    task = asyncio.create_task(bot.start("any token"))
    try:
        async with asyncio.timeout(30):
            await bot.up.wait()
        yield bot
    finally:
        await bot.close()
        await task


@pytest.fixture
async def bot(pg: Playground) -> AsyncIterator[SmallBot]:
    async with running(pg, SmallBot()) as it:
        yield it


class RawGateway:
    """A raw gateway connection of a bot."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def send(self, op: int, data: object) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def next(self, event: str | None = None, op: int = 0) -> Any:
        """Return the data of the next such event."""
        async with asyncio.timeout(30):
            while True:
                frame = await self.socket.receive_json()
                if frame["op"] == op and event in (None, frame["t"]):
                    return frame["d"]

    async def heard(self) -> list[str]:
        """Return the names of the events that were sent until now."""
        await self.send(1, None)  # is answered after them
        names = []
        async with asyncio.timeout(30):
            while (frame := await self.socket.receive_json())["op"] != 11:
                names.append(frame["t"])
        return names

    async def quiet(self, seconds: float = 0.1) -> bool:
        """Return whether nothing arrives for a while, except answers to heartbeats."""
        try:
            while True:
                frame = await self.socket.receive(timeout=seconds)
                if frame.type != WSMsgType.TEXT or frame.json()["op"] != 11:
                    return False
        except TimeoutError:
            return True


@pytest.fixture
async def gateway(wire: Wire, pg: Playground) -> AsyncIterator[RawGateway]:
    async with wire._session.ws_connect(pg.gateway_url) as socket:
        gateway = RawGateway(socket)
        await gateway.send(1, None)
        await gateway.send(2, {"token": "x", "intents": 1})
        await gateway.next("GUILD_CREATE")
        yield gateway


@pytest.fixture
async def ann(pg: Playground) -> AsyncIterator[Person]:
    async with people(pg.url, "Ann") as (ann,):
        yield ann


@pytest.fixture
async def bob(pg: Playground) -> AsyncIterator[Person]:
    async with people(pg.url, "Bob") as (bob,):
        yield bob


@pytest.fixture
async def cleo(pg: Playground) -> AsyncIterator[Person]:
    async with people(pg.url, "Cleo") as (cleo,):
        yield cleo


async def register(wire: Wire, *commands: Json) -> str:
    app = (await wire.state())["bot"]["user"]["id"]
    status, answer = await wire.api("PUT", f"/applications/{app}/commands", list(commands))
    assert status == 200, answer
    return f"/webhooks/{app}"


HI = {"name": "hi", "description": "d"}


def answer_to(interaction: Json) -> str:
    return f"/interactions/{interaction['id']}/{interaction['token']}/callback"


SAY = {"type": 4, "data": {"content": "x"}}
"""An answer to an interaction: a message."""


async def answer_action(wire: Wire, gateway: RawGateway, action: Any, answer: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """Answer an action as the bot, and return the interaction that the bot got and what the person got."""
    task = asyncio.create_task(action)
    interaction = await gateway.next("INTERACTION_CREATE")
    status, refused = await wire.api("POST", answer_to(interaction), answer)
    assert status == 204, refused
    return interaction, await task
