"""New databases for tests: the schema is made once for each worker, and copied."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.storage.store import open_store


def new_database(file: Path) -> None:
    """Make this file an empty database with the newest schema."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(_content())


@cache
def _content() -> bytes:
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as beside_the_loop:
        file = Path(folder) / "new.db"
        beside_the_loop.submit(asyncio.run, _make(file)).result()
        return file.read_bytes()


async def _make(file: Path) -> None:
    async with open_store(f"sqlite:///{file}", synchronous="NORMAL"):
        pass
