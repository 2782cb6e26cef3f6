"""What every test may ask for: a browser, and the program as a person starts it, in an empty folder."""

import asyncio
import gc
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import structlog
from discord.gateway import KeepAliveHandler
from hypothesis import settings
from playwright.async_api import Browser, async_playwright, expect

from bot.settings import SETTING_NAMES
from tests.databases import postgres, url

__all__ = ["postgres", "url"]

pytest_plugins = ("tests.setup_costs",)

ROOT = Path(__file__).parent.parent

Start = Callable[..., "subprocess.Popen[str]"]
FIRST_PORT, PORTS_EACH = 20_000, 500
PASSES, NEVER = 100, 1_000_000
"""After so many passes over newer objects, the garbage collector looks at all: for up to three seconds, hence between tests."""
PATIENCE = 20_000
"""Milliseconds that a page may take: on a busy machine, the first picture takes more than five seconds."""

SERVICES = ("tests/competition/", "tests/tables/", "tests/background/", "tests/delivery/")
"""Folders with tests of services, which `make test` runs on SQLite only: PostgreSQL is tested where things are stored."""

MEMORY, MUCH = Path("/dev/shm"), 8 * 1024**3
"""Where databases of tests needn't outlive a power cut: there, a commit takes a tenth of the time."""
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > MUCH:
    os.environ.setdefault("TMPDIR", str(MEMORY))
    tempfile.tempdir = None

settings.register_profile("fixed", deadline=None, derandomize=True, max_examples=30)  # a busy machine is slow: no fault of ours
settings.register_profile("gauntlet", deadline=None, max_examples=300)
settings.load_profile("fixed")

structlog.configure(  # rich tracebacks with local variables take seconds, and the bot never logs them
    processors=[
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
    ]
)


def pytest_xdist_auto_num_workers() -> int:
    """Start more workers than there are cores: a third of the time, a test waits for a timer, a thread or a process."""
    return len(os.sched_getaffinity(0)) * 3 // 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what only `make thorough` runs: on the wire and in the browser, all but the journeys.

    Tests of faults come first. They wait for most of their time, so one worker goes through them while the others compute. The
    longest of all, of several processes, must not be the last.
    """
    items.sort(key=lambda item: ("/faults/test_several_processes" not in item.nodeid, "/faults/" not in item.nodeid))
    for item in items:
        on_the_wire = item.nodeid.startswith("tests/e2e/") and item.get_closest_marker("journey") is None
        is_service_twice = item.nodeid.startswith(SERVICES) and _database_of(item) == "postgres"
        if on_the_wire or is_service_twice:
            item.add_marker(pytest.mark.thorough)
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.law)


def _database_of(item: pytest.Item) -> str:
    """Return which database the fixture `url` makes for this test; nothing for a test without it, or with one of its own."""
    return str(item.callspec.params.get("url", "")) if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say each reason for skipped tests once."""
    reasons = Counter(str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", []))
    for reason, times in reasons.items():
        terminalreporter.write_line(f"Skipped {times}: {reason.removeprefix('Skipped: ')}")


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what has been imported, and not stop a test to look at all objects."""
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)


@pytest.fixture(scope="session", autouse=True)
def no_settings_around() -> None:
    """Hide this machine's own bot settings from the tests."""
    for name in SETTING_NAMES:
        os.environ.pop(name, None)


@pytest.fixture(scope="session", autouse=True)
async def loop() -> asyncio.AbstractEventLoop:
    """The event loop of all tests of this worker."""
    return asyncio.get_running_loop()


@pytest.fixture(autouse=True)
def nothing_outlives_its_test(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Cancel what a test leaves in the loop, and stop the heartbeat thread of a client that closed while connecting."""
    before = asyncio.all_tasks(loop)
    yield
    if left := asyncio.all_tasks(loop) - before:
        for task in left:
            task.cancel()
        loop.run_until_complete(asyncio.wait(left, timeout=10))
    for thread in threading.enumerate():
        if isinstance(thread, KeepAliveHandler):
            thread.stop()
    if gc.get_count()[2] > PASSES:
        gc.collect()


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of $CHROMIUM, or of an installed one; the one without windows needs a third less time.

    Without any, the test is skipped, or fails where BROWSER_TESTS=required.
    """
    names = [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else ["chromium-headless-shell", "chromium"]
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        missing = f"there is no {names[0]} (set CHROMIUM, or: sudo apt install chromium-headless-shell)"
        if os.environ.get("BROWSER_TESTS") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    expect.set_options(timeout=PATIENCE)
    return path


@pytest.fixture(scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """Chromium without what slows it down: one for all tests of this worker, each with pages of its own."""
    quiet = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-quic"]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=quiet)
        yield browser
        await browser.close()


@pytest.fixture
def port(worker_id: str) -> int:
    """A free port, different in each parallel worker, and outside the range that the system gives to connections."""
    worker = 0 if worker_id == "master" else 1 + int(worker_id.removeprefix("gw"))
    first = FIRST_PORT + worker * PORTS_EACH
    for port in random.sample(range(first, first + PORTS_EACH), PORTS_EACH):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    pytest.fail(f"No port from {first} to {first + PORTS_EACH - 1} is free.")


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """`start("run", LOG_LEVEL="DEBUG")` is `python -m bot run` in `tmp_path`, with these settings and no others."""

    def begin(*arguments: str, **settings: str) -> "subprocess.Popen[str]":
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return subprocess.Popen(
            [sys.executable, "-m", "bot", *arguments],
            cwd=tmp_path,
            env={**kept, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "COLUMNS": "200", **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return begin


@pytest.fixture
def finished(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Run what `start` starts, in a copy of a process that has imported the bot, and wait for its end."""
    from tests.processes import run_copy

    def run(*arguments: str, **settings: str) -> "subprocess.CompletedProcess[str]":
        return run_copy(*arguments, folder=tmp_path, output=tmp_path_factory.mktemp("output"), environment=settings)

    return run
