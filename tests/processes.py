"""Processes that start in a moment, to be killed: copies of one process that has already imported the bot.

`python -m bot` needs two seconds for its imports. Here each worker of the tests imports once, in a process of its own, and
that one is forked for every start. What a person starts themselves is tested in `tests/test_main.py`.
"""

import asyncio
import os
import runpy
import sys
from collections.abc import Mapping
from multiprocessing import get_context
from pathlib import Path

import bot.run_with_playground  # noqa: F401  (imported for the copies)
import tests.read_once  # noqa: F401

_COPIES = get_context("forkserver")
_COPIES.set_forkserver_preload([__name__])


class Process:
    """`python -m module arguments` in `folder`; what it writes is appended to `log`."""

    def __init__(
        self, module: str, *arguments: str, folder: Path, log: Path, environment: Mapping[str, str] | None = None
    ) -> None:
        self.log = log
        log.touch()
        self._process = _COPIES.Process(target=_run, args=(module, arguments, folder, log, environment), daemon=True)
        self._process.start()

    @property
    def lines(self) -> list[str]:
        """The finished lines that are in the log."""
        return self.log.read_text("utf-8").rpartition("\n")[0].splitlines()

    @property
    def is_running(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        """End it as a power cut does: nothing is finished, nobody is notified."""
        self._process.kill()
        self._process.join()

    async def wrote(self, count: int, seconds: float = 20) -> None:
        """Wait until it has written so many lines."""
        async with asyncio.timeout(seconds):
            while len(self.lines) < count:
                assert self.is_running, self.log.read_text("utf-8")
                await asyncio.sleep(0.002)

    async def stop(self, seconds: float = 20) -> int:
        """End it as `docker stop` does, and return its exit code."""
        self._process.terminate()
        return await self.ended(seconds)

    async def ended(self, seconds: float = 20) -> int:
        """Wait until it ends by itself, and return its exit code."""
        await asyncio.to_thread(self._process.join, seconds)
        assert self._process.exitcode is not None, f"It did not end within {seconds} s."
        return self._process.exitcode


def _run(module: str, arguments: tuple[str, ...], folder: Path, log: Path, environment: Mapping[str, str] | None) -> None:
    os.chdir(folder)
    if environment is not None:
        os.environ.clear()
        os.environ.update(environment)
    with log.open("a", encoding="utf-8") as file:
        for standard in (1, 2):
            os.dup2(file.fileno(), standard)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", buffering=1, closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", buffering=1, closefd=False)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__")
