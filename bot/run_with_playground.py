"""The bot without a token: it runs at a playground, which is started as a second process, until one of the two stops."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from pydantic import SecretStr

from bot.settings import Settings

HOST = "127.0.0.1"
START_SECONDS = 20
STOP_SECONDS = 5


class PlayError(Exception):
    """The playground could not be started, or stopped. The text is a sentence for the person who started the bot."""


def settings_for_playground(settings: Settings) -> Settings:
    """Return the settings with the playground's addresses and a database of its own, which isn't backed up."""
    port = settings.playground_port
    return settings.model_copy(
        update={
            "discord_token": SecretStr("playground"),
            "discord_api_url": f"http://{HOST}:{port}/api/v10",
            "discord_gateway_url": f"ws://{HOST}:{port}/gw/",
            "database_url": SecretStr(f"sqlite:///{settings.playground_database}"),
            "backup_hours": 0,
        }
    )


async def run_with_playground(
    settings: Settings, run: Callable[[Settings], Awaitable[None]], on_ready: Callable[[str], None]
) -> None:
    """Run the bot at a playground until either stops. `on_ready` is called with the address of the playground's page.

    Raise PlayError, and what `run` raises.
    """
    port, url = settings.playground_port, f"http://{HOST}:{settings.playground_port}"
    async with playground(port, settings.playground_world) as child:
        on_ready(url)
        await _wait_for_either(child, asyncio.ensure_future(run(settings_for_playground(settings))))


async def _wait_for_either(child: asyncio.subprocess.Process, bot: asyncio.Future[None]) -> None:
    """Return when the bot has stopped. Raise PlayError if the playground stops first; the bot is stopped, too."""
    exit_code = asyncio.ensure_future(child.wait())
    try:
        await asyncio.wait((bot, exit_code), return_when=asyncio.FIRST_COMPLETED)
        if not bot.done():
            raise PlayError(f"The playground stopped by itself (exit code {exit_code.result()}); the bot stops too.")
        await bot
    finally:
        bot.cancel()
        exit_code.cancel()
        await asyncio.wait((bot, exit_code))


@asynccontextmanager
async def playground(port: int, world: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start the playground; it responds when the block begins, and is stopped when the block ends. Raise PlayError."""
    _check_port(port)
    world.parent.mkdir(parents=True, exist_ok=True)
    command = (sys.executable, "-m", "playground", "--port", str(port), "--world", str(world), "--until-input-ends")
    # In a session of its own: Ctrl-C must reach only the bot, which stops before the playground does. The pipe ends with this
    # process, even if it is killed, and stops the playground.
    child = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, start_new_session=True
    )
    try:
        await _wait_until_ready(child, f"http://{HOST}:{port}/")
        yield child
    finally:
        await _stop(child)


def _check_port(port: int) -> None:
    """Raise PlayError if the port cannot be used."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise PlayError(
                f"Port {port} on this machine cannot be used ({error.strerror}). "
                f"Another program, perhaps another playground, may be using it; set PLAYGROUND_PORT to a free port."
            ) from None


async def _wait_until_ready(child: asyncio.subprocess.Process, url: str) -> None:
    async with aiohttp.ClientSession() as session:
        for _ in range(START_SECONDS * 10):
            if child.returncode is not None:
                raise PlayError(f"The playground did not start (exit code {child.returncode}); its own messages are above.")
            try:
                async with session.get(url) as response:
                    await response.read()
                    return
            except aiohttp.ClientError:
                await asyncio.sleep(0.1)
    raise PlayError(f"The playground did not answer at {url} within {START_SECONDS} seconds.")


async def _stop(child: asyncio.subprocess.Process) -> None:
    if child.returncode is not None:
        return
    child.terminate()
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await child.wait()
    except TimeoutError:
        child.kill()
        await child.wait()
