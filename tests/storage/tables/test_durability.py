"""Everything committed is stored after the process was killed, and nothing that wasn't."""

import asyncio
from pathlib import Path

from bot.storage.store import open_store
from bot.tables.apply_event import fold
from tests.conftest import ROOT
from tests.processes import Process


async def test_a_killed_process_leaves_all_its_commits_and_no_partial_one(url: str, tmp_path: Path) -> None:
    for moment in (0.01, 0.05, 0.1, 0.13, 0.2):
        number, committed = await _killed_after(url, tmp_path / f"{moment}.log", moment)
        async with open_store(url) as store:
            events = await store.log.read_events(number)
        table = fold(number, events)
        assert table.version == len(events) >= committed
        assert (len(events) - 1) % 4 == 0, "four events are committed at a time"
        assert table.people == (1,), "whoever sat down stood up again in the same commit"


async def _killed_after(url: str, log: Path, seconds: float) -> tuple[int, int]:
    """Return the number of the writer's table, and the last version that it reported as committed."""
    writer = Process("tests.storage.tables.event_writer", url, folder=ROOT, log=log)
    await writer.wrote(2)
    await asyncio.sleep(seconds)
    writer.kill()
    number, *_, last = map(int, writer.lines)
    return number, last
