"""The command line: real processes, what they print, and their exit codes."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from aiohttp import web

from bot.storage.files import hold_database
from tests.conftest import ROOT, Start
from tests.ports import is_taken

PATIENCE = 60
"""Seconds that a start or an end may take on a busy machine."""
Finished = Callable[..., "CompletedProcess[str]"]


def is_online(port: int) -> bool:
    """Return True if the playground says that the bot is connected."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/local/state?as=Ann", timeout=10) as response:
            return b'"online": true' in response.read().replace(b'"online":true', b'"online": true')
    except (urllib.error.URLError, TimeoutError, ConnectionError):
        return False


@pytest.mark.parametrize("command", ["run", "play"])
def test_all_faults_of_the_settings_are_printed_and_nothing_starts(finished: Finished, command: str) -> None:
    ended = finished(command, LOG_LEVEL="loud", LOBBY_HOURS="0")
    assert ended.returncode == 2
    assert ended.stderr.splitlines() == [
        "LOG_LEVEL is 'loud', but must be DEBUG, INFO, WARNING or ERROR.",
        "LOBBY_HOURS is '0', but must be a whole number of hours from 1 to 720.",
    ]


@pytest.mark.parametrize("command", ["doctor", "run", "backup"])
def test_a_python_without_the_packages_is_told_how_to_set_up(command: str) -> None:
    """`-S` leaves out the installed packages."""
    ended = subprocess.run(
        [sys.executable, "-S", "-m", "bot", command], cwd=ROOT, env={}, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert ended.stderr == (
        "This Python has no click, which the bot needs. `make run` sets everything up; so does `scripts/setup run`, "
        "and then `.venv/bin/python -m bot` has it.\n"
    )


@pytest.mark.parametrize("columns", ["60", "80", "200"])
def test_the_help_describes_each_command_in_a_whole_sentence(finished: Finished, columns: str) -> None:
    ended = finished("--help", COLUMNS=columns)
    described = ended.stdout.partition("Commands:\n")[2].splitlines()
    assert len(described) == 7
    assert all(line.endswith(".") and not line.endswith("...") for line in described), ended.stdout


def test_run_without_a_token_says_that_it_is_missing(finished: Finished) -> None:
    ended = finished("run")
    assert ended.returncode == 2
    assert ended.stderr.startswith("DISCORD_TOKEN is not set.")


def test_a_taken_port_is_reported_with_the_setting_that_changes_it(finished: Finished) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        ended = finished("play", PLAYGROUND_PORT=str(other.getsockname()[1]))
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert "set PLAYGROUND_PORT to a free port" in ended.stderr


async def test_a_token_that_discord_does_not_accept_ends_the_bot_with_one_sentence(finished: Finished) -> None:
    async def refuse(request: web.Request) -> web.Response:
        return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)

    app = web.Application()
    app.router.add_get("/{path:.*}", refuse)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    api = f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10"
    ended = await asyncio.to_thread(finished, "run", DISCORD_TOKEN="stale", DISCORD_API_URL=api)
    await runner.cleanup()
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    assert ended.stderr.splitlines()[-1].startswith("Discord does not accept DISCORD_TOKEN. Get a new one")


def test_a_file_that_is_no_database_ends_the_bot_with_one_sentence(finished: Finished, tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear Ann, this is not a database. " * 100)
    ended = finished("run", DISCORD_TOKEN="any", DATABASE_URL="sqlite:///letter.db")
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert ended.stderr == (
        "The database letter.db cannot be used: file is not a database. If DATABASE_URL names the right file, it is damaged. "
        "Restore a backup: python -m bot restore FILE. See docs/HOSTING.md.\n"
    )


def test_a_database_that_another_bot_holds_ends_the_second_bot_with_one_sentence(finished: Finished, tmp_path: Path) -> None:
    file = tmp_path / "ramino.db"
    with hold_database(f"sqlite:///{file}"):
        ended = finished("run", DISCORD_TOKEN="any", DATABASE_URL="sqlite:///ramino.db")
    assert ended.returncode == 1
    assert ended.stderr == f"A bot (process {os.getpid()}) is using ramino.db. Stop it first.\n"
    assert not file.exists(), "the second bot has not touched it"


def test_a_folder_in_the_place_of_the_database_ends_the_bot_with_one_sentence(finished: Finished, tmp_path: Path) -> None:
    (tmp_path / "ramino.db").mkdir()
    ended = finished("run", DISCORD_TOKEN="any", DATABASE_URL="sqlite:///ramino.db")
    assert ended.returncode == 1
    assert ended.stderr == "The database ramino.db cannot be used: Is a directory. See DATABASE_URL in .env.example.\n"


@pytest.mark.parametrize(
    "reason", [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.thorough)], ids=lambda reason: reason.name
)
def test_a_signal_stops_the_bot_and_the_playground(start: Start, port: int, reason: signal.Signals) -> None:
    process = start("play", PLAYGROUND_PORT=str(port))
    try:
        wait_for(lambda: process.poll() is not None or is_online(port))
        assert process.poll() is None, process.communicate()
        process.send_signal(reason)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 0, err
    assert f"http://127.0.0.1:{port}" in out
    assert "/play" in out
    assert "Traceback" not in err
    assert not is_taken(port)


@pytest.mark.thorough
def test_killing_the_bot_stops_its_playground(start: Start, port: int) -> None:
    process = start("play", PLAYGROUND_PORT=str(port))
    try:
        wait_for(lambda: is_online(port))
    finally:
        process.kill()
    process.communicate(timeout=PATIENCE)
    wait_for(lambda: not is_taken(port))


def wait_for(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, f"nothing happened within {PATIENCE} seconds"
        time.sleep(0.1)
