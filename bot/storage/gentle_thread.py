"""Long work in a thread that leaves the processor to everything else: a backup must not delay a move."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")
_LOWEST = 19  # the priority of a thread that runs when no other wants to


async def run_gently(work: Callable[[], T]) -> T:
    """Return what the work returns, done in a thread of its own with the lowest priority."""
    thread = ThreadPoolExecutor(1, "gentle", initializer=_lower_priority)  # its own: the priority cannot be raised again
    try:
        return await asyncio.get_running_loop().run_in_executor(thread, work)
    finally:
        thread.shutdown(wait=False)


def _lower_priority() -> None:
    with suppress(OSError):  # only Linux knows the priority of a single thread
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWEST)
