"""What one move costs the bot's process, against a command that does nothing, and how many requests a turn takes."""

import asyncio
import json
import os
import socket
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from tests.people import Person, parts, people, said

NAMES = ("Ann", "Bob", "Cleo", "Dan")


@dataclass
class Bot:
    """The measured process."""

    process: asyncio.subprocess.Process

    async def ask(self, line: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n".encode())
        await self.process.stdin.drain()
        answer = (await self.process.stdout.readline()).decode().strip()
        assert answer, "the bot's process has ended"
        return answer

    async def mark(self) -> dict[str, int]:
        """CPU nanoseconds so far, in all and by share, once everything has been told."""
        return dict(json.loads(await self.ask("mark")))


@asynccontextmanager
async def bot_and_people(synchronous: str = "FULL") -> AsyncIterator[tuple[Bot, dict[str, Person], str]]:
    """The playground and the bot, a process each, and four people."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        port = free_port()
        playground = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "playground", "--port", str(port), "--world", str(folder / "world.db"), stdout=-3
        )
        stack.push_async_callback(ended, playground)
        url = f"http://127.0.0.1:{port}"
        await answering(url)
        environment = {
            **os.environ,
            "DISCORD_TOKEN": "bench",
            "DATABASE_URL": f"sqlite+aiosqlite:///{folder}/bot.db",
            "DATABASE_SYNCHRONOUS": synchronous,
            "DISCORD_API_URL": f"{url}/api/v10",
            "DISCORD_GATEWAY_URL": f"ws://127.0.0.1:{port}/gw/",
            "DEAL_PAUSE_SECONDS": "1",
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.bot_process", stdin=-1, stdout=-1, env=environment
        )
        stack.push_async_callback(ended, process)
        assert process.stdout is not None
        while (await process.stdout.readline()).decode().strip() != "ready":
            pass
        group = await stack.enter_async_context(people(url, *NAMES))
        yield Bot(process), {person.name: person for person in group}, url


async def seated_table(group: dict[str, Person]) -> None:
    """A table of four in play."""
    lobby = (await group["Ann"].slash("table new", variant="rami", deals=50)).message
    for name in NAMES[1:]:
        await group[name].press(lobby, "Join")
    await group["Ann"].press(lobby, "Start")


async def on_turn(group: dict[str, Person]) -> Person:
    """Who the channel says is to play."""
    ann = group["Ann"]

    def named() -> str | None:
        for message in reversed(ann.messages("rummy")):
            if "’s turn" in (text := said(message)) or "'s turn" in text:
                carries = any(it.get("label") == "My hand" for it in parts(message["components"]))
                return text.removeprefix("### ").split("'s turn")[0] if carries else None
        return None

    return group[await ann.until(lambda: named(), timeout=10)]


async def drawn(person: Person) -> list[str]:
    """Draw from the stock; the cards that may be discarded then."""
    reply = await person.slash("draw", **{"from": "stock"})
    selects = [it for it in parts(reply.message["components"]) if it["type"] == 3 and it["custom_id"].endswith("discard")]
    return [option["value"].split()[1] for option in selects[0]["options"]] if selects else []


async def cost_of_discards(bot: Bot, group: dict[str, Person], times: int) -> list[dict[str, int]]:
    """CPU nanoseconds of each `/discard` until the courier is idle, by share."""
    costs: list[dict[str, int]] = []
    while len(costs) < times:
        await bot.mark()
        person = await on_turn(group)
        cards = await drawn(person)
        if not cards:
            await asyncio.sleep(0.2)
            continue
        before = await bot.mark()
        await person.slash("discard", card=cards[len(cards) // 2])
        after = await bot.mark()
        costs.append({share: after[share] - before[share] for share in after})
    return costs


async def cost_of_noops(bot: Bot, group: dict[str, Person], times: int) -> list[int]:
    costs = []
    for _ in range(times):
        before = await bot.mark()
        await group["Ann"].slash("noop")
        costs.append((await bot.mark())["cpu"] - before["cpu"])
    return costs


async def cost_of_marks(bot: Bot, times: int) -> float:
    """What the measuring itself costs."""
    costs = []
    for _ in range(times):
        before = await bot.mark()
        costs.append((await bot.mark())["cpu"] - before["cpu"])
    return statistics.median(costs)


async def main() -> None:
    async with bot_and_people() as (bot, group, _url):
        await seated_table(group)
        await cost_of_noops(bot, group, 30)
        await cost_of_discards(bot, group, 10)
        mark = await cost_of_marks(bot, 50)
        for _ in range(3):
            noops = await cost_of_noops(bot, group, 60)
            discards = await cost_of_discards(bot, group, 60)
            noop = statistics.median(noops) - mark
            cost = statistics.median(one["cpu"] for one in discards) - mark
            shares = {share: statistics.median(one[share] for one in discards) / 1e6 for share in discards[0]}
            print(f"mark {mark / 1e6:.3f} noop {noop / 1e6:.3f} discard {cost / 1e6:.3f} ratio {cost / noop:.1f}", shares)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def answering(url: str) -> None:
    async with aiohttp.ClientSession() as session:
        for _ in range(100):
            try:
                async with session.get(f"{url}/local/state"):
                    return
            except aiohttp.ClientError:
                await asyncio.sleep(0.1)


async def ended(process: asyncio.subprocess.Process) -> Any:
    if process.returncode is None:
        process.terminate()
        await process.wait()


if __name__ == "__main__":
    asyncio.run(main())
