"""Processes that start in a moment, to be killed: copies of one process that has already imported the bot.

`python -m bot` needs two seconds for its imports. Here each worker of the tests imports once, in a process of its own, and
that one is forked for every start. What a person starts themselves is tested in `tests/test_main.py`.
"""

import asyncio
import os
import runpy
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from unittest import mock

import bot.doctor.report
import bot.maintenance
import bot.run_with_playground  # noqa: F401  (imported for the copies)
import tests.read_once  # noqa: F401
from tests.seeded_deals import seeded_deals

ROOT = Path(__file__).parent.parent
_COPIES = get_context("forkserver")
_COPIES.set_forkserver_preload([__name__])


class Process:
    """`python -m module arguments` in `folder`; what it writes is appended to `log`."""

    def __init__(
        self,
        module: str,
        *arguments: str,
        folder: Path,
        log: Path,
        errors: Path | None = None,
        environment: Mapping[str, str] | None = None,
        user: int | None = None,
        deals: str | None = None,
        changed: Mapping[str, object] | None = None,
    ) -> None:
        """Start it. With `deals`, the bot deals by this seed; in `changed`, each thing with this full name has this value."""
        self.log = log
        log.touch()
        outputs = (log, errors or log)
        self._process = _COPIES.Process(
            target=_run, args=(module, arguments, folder, outputs, environment, user, deals, changed or {}), daemon=True
        )
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

    async def wrote(self, count: int) -> None:
        """Wait until it has written so many lines."""
        async with asyncio.timeout(20):
            while len(self.lines) < count:
                assert self.is_running, self.log.read_text("utf-8")
                await asyncio.sleep(0.002)

    async def stop(self) -> int:
        """End it as `docker stop` does, and return its exit code."""
        self._process.terminate()
        return await self.ended()

    async def ended(self, seconds: float = 20) -> int:
        """Wait until it ends by itself, and return its exit code."""
        return await asyncio.to_thread(self.join, seconds)

    def join(self, seconds: float = 20) -> int:
        """Wait in this thread until it ends by itself, and return its exit code."""
        self._process.join(seconds)
        assert self._process.exitcode is not None, f"It did not end within {seconds} s."
        return self._process.exitcode


def run_copy(
    *arguments: str, folder: Path, output: Path, environment: Mapping[str, str], user: int | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run `python -m bot` to its end, with these settings and no others, perhaps as another user."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    out, err = output / "out", output / "err"
    process = Process(
        "bot",
        *arguments,
        folder=folder,
        log=out,
        errors=err,
        environment={**kept, "PYTHONPATH": str(ROOT), "COLUMNS": "200", **environment},
        user=user,
    )
    code = process.join(60)
    return subprocess.CompletedProcess(arguments, code, out.read_text("utf-8"), err.read_text("utf-8"))


def _run(
    module: str,
    arguments: tuple[str, ...],
    folder: Path,
    outputs: tuple[Path, Path],
    environment: Mapping[str, str] | None,
    user: int | None,
    deals: str | None,
    changed: Mapping[str, object],
) -> None:
    os.chdir(folder)
    if environment is not None:
        os.environ.clear()
        os.environ.update(environment)
    for standard, output in enumerate(outputs, start=1):
        with output.open("a", encoding="utf-8") as file:
            os.dup2(file.fileno(), standard)
    if user is not None:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", buffering=1, closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", buffering=1, closefd=False)
    sys.argv = [module, *arguments]
    with ExitStack() as stack:
        for name, value in changed.items():
            stack.enter_context(mock.patch(name, value))
        if deals is not None:
            stack.enter_context(seeded_deals(deals))
        runpy.run_module(module, run_name="__main__")
