"""The bot without a token: starts the playground beside it, and points the bot there until one of the two stops."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from pydantic import SecretStr

from bot.settings.settings import Settings

HOST = "127.0.0.1"
START_SECONDS = 20
STOP_SECONDS = 5


class PlayError(Exception):
    """The playground could not be had. The text is one sentence for the person who started it."""


def at_playground(settings: Settings) -> Settings:
    """The same settings for the same bot, but at the playground and with a database of its own."""
    port, world = settings.playground_port, settings.playground_world
    return settings.model_copy(
        update={
            "discord_token": SecretStr("playground"),
            "discord_api_url": f"http://{HOST}:{port}/api/v10",
            "discord_gateway_url": f"ws://{HOST}:{port}/gw/",
            "database_url": SecretStr(f"sqlite+aiosqlite:///{world.with_name(f'{world.stem}-ramino.db')}"),
        }
    )


async def play(settings: Settings, run: Callable[[Settings], Awaitable[None]], ready: Callable[[str], None]) -> None:
    """Runs the bot at a playground until either stops; `ready` is told the address of the page."""
    port, url = settings.playground_port, f"http://{HOST}:{settings.playground_port}"
    async with playground(port, settings.playground_world) as child:
        ready(url)
        await _together(child, asyncio.ensure_future(run(at_playground(settings))))


async def _together(child: asyncio.subprocess.Process, bot: asyncio.Future[None]) -> None:
    gone = asyncio.ensure_future(child.wait())
    try:
        await asyncio.wait((bot, gone), return_when=asyncio.FIRST_COMPLETED)
        if not bot.done():
            raise PlayError(f"The playground stopped by itself (exit code {gone.result()}); the bot stops too.")
        await bot
    finally:
        bot.cancel()
        gone.cancel()
        await asyncio.wait((bot, gone))


@asynccontextmanager
async def playground(port: int, world: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """The playground as a process that answers; it is stopped at the end."""
    _check_that_port_is_free(port)
    world.parent.mkdir(parents=True, exist_ok=True)
    command = (sys.executable, "-m", "playground", "--port", str(port), "--world", str(world), "--until-input-ends")
    # In a session of its own: Ctrl-C must reach the bot alone, which says goodbye before its Discord is gone. The pipe ends
    # with this process, also when it is killed: no playground is left behind.
    child = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, start_new_session=True
    )
    try:
        await _until_it_answers(child, f"http://{HOST}:{port}/")
        yield child
    finally:
        await _stop(child)


def _check_that_port_is_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise PlayError(
                f"Port {port} on this machine cannot be used ({error.strerror}). "
                f"Another program, perhaps another playground, may have it; set PLAYGROUND_PORT to a free port."
            ) from None


async def _until_it_answers(child: asyncio.subprocess.Process, url: str) -> None:
    async with aiohttp.ClientSession() as session:
        for _ in range(START_SECONDS * 10):
            if child.returncode is not None:
                raise PlayError(f"The playground did not start (exit code {child.returncode}); its own words are above.")
            try:
                async with session.get(url) as answer:
                    await answer.read()
                    return
            except aiohttp.ClientError:
                await asyncio.sleep(0.1)
    raise PlayError(f"The playground did not answer at {url} within {START_SECONDS} seconds.")


async def _stop(child: asyncio.subprocess.Process) -> None:
    if child.returncode is not None:
        return
    child.terminate()
    try:
        await asyncio.wait_for(child.wait(), STOP_SECONDS)
    except TimeoutError:
        child.kill()
        await child.wait()
