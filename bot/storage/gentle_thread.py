"""Threads that leave the processor to the moves: for a backup, and for reads."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

T = TypeVar("T")
_LOWEST = 19  # the niceness of a thread that runs when no other wants to


async def run_gently(work: Callable[[], T]) -> T:
    """Return what the work returns, done in a thread of its own with the lowest priority."""
    thread = ThreadPoolExecutor(1, "gentle", initializer=partial(lower_priority, _LOWEST))  # its own: it stays so low
    try:
        return await asyncio.get_running_loop().run_in_executor(thread, work)
    finally:
        thread.shutdown(wait=False)


def lower_priority(niceness: int) -> None:
    """Lower the priority of the current thread, for good. `niceness` is at most 19; a normal thread has 0."""
    with suppress(OSError):  # only Linux knows the priority of a single thread
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
