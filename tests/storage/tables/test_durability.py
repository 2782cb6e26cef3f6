"""Whatever was committed is there after the process was killed, and nothing of what was not."""

import asyncio
import sys

from bot.storage.store import open_store
from bot.tables.table import fold


async def test_a_killed_process_leaves_all_it_had_committed_and_no_half_commit(url: str) -> None:
    for moment in (0.01, 0.05, 0.1, 0.13, 0.2):
        number, committed = await _killed_after(url, moment)
        async with open_store(url) as store:
            events = await store.log.events(number)
        table = fold(number, events)
        assert table.version == len(events) >= committed
        assert (len(events) - 1) % 4 == 0, "four events are committed at a time"
        assert table.people == (1,), "whoever sat down stood up again in the same commit"


async def _killed_after(url: str, seconds: float) -> tuple[int, int]:
    """The number of the writer's table, and the last version that it said was committed."""
    writer = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.storage.tables.event_writer", url, stdout=asyncio.subprocess.PIPE
    )
    assert writer.stdout is not None
    number, first = int(await writer.stdout.readline()), int(await writer.stdout.readline())
    await asyncio.sleep(seconds)
    writer.kill()
    said, _ = await writer.communicate()
    whole_lines = said.decode().rpartition("\n")[0].split()
    return number, int(whole_lines[-1]) if whole_lines else first
