"""The measured bot and the playground, each in its own process, and four people who play."""

import asyncio
import json
import os
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from tests.e2e.support.club import NO_LIMITS
from tests.people import Person, people

NAMES = ("Ann", "Bob", "Cleo", "Dan")


@dataclass
class Bot:
    """The process of the measured bot, and the URL of its playground."""

    process: asyncio.subprocess.Process
    url: str
    playground: asyncio.subprocess.Process

    async def ask(self, line: str) -> str:
        """Send a line to the bot's process (see `bot_process`), and return its answer."""
        await _write(self.process, line)
        return await _read(self.process)

    async def tell_playground(self, line: str) -> None:
        """Send a line to the playground's process (see `flooding_playground`)."""
        await _write(self.playground, line)

    async def ask_playground(self, line: str) -> str:
        """Send a line to the playground's process, and return its answer."""
        await _write(self.playground, line)
        return await _read(self.playground)

    async def mark(self) -> dict[str, int]:
        """Wait until everything is sent, and return the CPU time so far in nanoseconds, in total and by share."""
        return dict(json.loads(await self.ask("mark")))


async def _write(process: asyncio.subprocess.Process, line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n".encode())
    await process.stdin.drain()


async def _read(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    answer = (await process.stdout.readline()).decode().strip()
    assert answer, "the process has ended"
    return answer


@asynccontextmanager
async def open_measured_bot(
    *, playground: str = "playground", limited: bool = False, **settings: str
) -> AsyncIterator[tuple[Bot, dict[str, Person]]]:
    """Start the playground and the bot with these settings beside the usual ones, and connect four people.

    They are `limited` like all people or not at all. `playground` is the module of its process; another one than the usual is
    given port and file, and gets lines.
    """
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        port = free_port()
        world = str(folder / "world.db")
        if playground == "playground":
            arguments, pipe = ("--port", str(port), "--world", world), -3
        else:
            arguments, pipe = (str(port), world), -1
        simulated = await asyncio.create_subprocess_exec(sys.executable, "-m", playground, *arguments, stdin=pipe, stdout=pipe)
        stack.push_async_callback(end, simulated)
        url = f"http://127.0.0.1:{port}"
        await wait_for_answer(url)
        environment = {
            **os.environ,
            "DISCORD_TOKEN": "bench",
            "DATABASE_URL": f"sqlite:///{folder}/bot.db",
            "DISCORD_API_URL": f"{url}/api/v10",
            "DISCORD_GATEWAY_URL": f"ws://127.0.0.1:{port}/gw/",
            "DEAL_PAUSE_SECONDS": "1",
            **({} if limited else {name.upper(): str(limit) for name, limit in (NO_LIMITS | {"moves_per_second": 0}).items()}),
            **settings,
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.delivery.bot_process", stdin=-1, stdout=-1, env=environment
        )
        stack.push_async_callback(end, process)
        assert process.stdout is not None
        while (line := (await process.stdout.readline()).decode()) != "ready\n":
            assert line, "the bot's process has ended"
        group = await stack.enter_async_context(people(url, *NAMES))
        yield Bot(process, url, simulated), {person.name: person for person in group}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def wait_for_answer(url: str) -> None:
    async with aiohttp.ClientSession() as session:
        for _ in range(100):
            try:
                async with session.get(f"{url}/local/state"):
                    return
            except aiohttp.ClientError:
                await asyncio.sleep(0.1)


async def end(process: asyncio.subprocess.Process) -> Any:
    if process.returncode is None:
        process.terminate()
        await process.wait()
