"""Long work runs with the lowest priority, and nothing else does."""

import asyncio
import os
import sys
import threading

import pytest

from bot.storage.backup import run_gently


def priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows the priority of a single thread")
async def test_only_the_thread_of_the_work_has_the_lowest_priority() -> None:
    before = priority()
    assert await run_gently(priority) == 19
    assert priority() == before
    assert await asyncio.to_thread(priority) == before


async def test_an_error_of_the_work_reaches_the_caller() -> None:
    with pytest.raises(ZeroDivisionError):
        await run_gently(lambda: 1 / 0)
