"""How long work takes, and how long the event loop lets others wait meanwhile, in milliseconds; the size of this process."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import quantiles


async def milliseconds(work: Callable[[], Awaitable[object]]) -> float:
    """Do the work, and return how long it took."""
    began = time.perf_counter()
    await work()
    return (time.perf_counter() - began) * 1000


def resident_kib() -> int:
    """Return the resident size of this process in KiB, as the kernel reports it."""
    status = Path("/proc/self/status").read_text("utf-8")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def p95(times: Sequence[float]) -> float:
    return quantiles(times, n=20)[-1]


@asynccontextmanager
async def in_background(work: Awaitable[None]) -> AsyncIterator[None]:
    """Do the work during the block, and cancel it at the end."""
    task = asyncio.ensure_future(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait((task,))


@asynccontextmanager
async def event_loop_waits() -> AsyncIterator[list[float]]:
    """Yield a list that grows during the block: how much longer than a millisecond each sleep of a millisecond took."""
    waits = [0.0]

    async def sleep() -> None:
        while True:
            waits.append(await milliseconds(lambda: asyncio.sleep(0.001)) - 1)

    async with in_background(sleep()):
        yield waits
