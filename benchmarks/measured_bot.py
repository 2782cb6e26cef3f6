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

from tests.people import Person, people

NAMES = ("Ann", "Bob", "Cleo", "Dan")


@dataclass
class Bot:
    """The process of the measured bot, and the URL of its playground."""

    process: asyncio.subprocess.Process
    url: str

    async def ask(self, line: str) -> str:
        """Send a line to the process (see `bot_process`), and return its answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n".encode())
        await self.process.stdin.drain()
        answer = (await self.process.stdout.readline()).decode().strip()
        assert answer, "the bot's process has ended"
        return answer

    async def mark(self) -> dict[str, int]:
        """Wait until everything is sent, and return the CPU time so far in nanoseconds, in total and by share."""
        return dict(json.loads(await self.ask("mark")))


@asynccontextmanager
async def open_measured_bot(**settings: str) -> AsyncIterator[tuple[Bot, dict[str, Person]]]:
    """Start the playground and the bot with these settings beside the usual ones, and connect four people."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        port = free_port()
        playground = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "playground", "--port", str(port), "--world", str(folder / "world.db"), stdout=-3
        )
        stack.push_async_callback(end, playground)
        url = f"http://127.0.0.1:{port}"
        await wait_for_answer(url)
        environment = {
            **os.environ,
            "DISCORD_TOKEN": "bench",
            "DATABASE_URL": f"sqlite+aiosqlite:///{folder}/bot.db",
            "DISCORD_API_URL": f"{url}/api/v10",
            "DISCORD_GATEWAY_URL": f"ws://127.0.0.1:{port}/gw/",
            "DEAL_PAUSE_SECONDS": "1",
            **settings,
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.bot_process", stdin=-1, stdout=-1, env=environment
        )
        stack.push_async_callback(end, process)
        assert process.stdout is not None
        while (line := (await process.stdout.readline()).decode()) != "ready\n":
            assert line, "the bot's process has ended"
        group = await stack.enter_async_context(people(url, *NAMES))
        yield Bot(process, url), {person.name: person for person in group}


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
