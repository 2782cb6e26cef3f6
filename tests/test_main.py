"""The command line as a person meets it: real processes, their words and their exit codes."""

import asyncio
import signal
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import aiohttp
import pytest
from aiohttp import web

from bot.play import PlayError, at_playground, play
from bot.settings.settings import Settings
from tests.conftest import Start

Finished = Callable[..., "CompletedProcess[str]"]


def online(port: int) -> bool:
    """Whether the bot is connected, as the page shows it."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/local/state?as=Ann", timeout=1) as answer:
            return b'"online": true' in answer.read().replace(b'"online":true', b'"online": true')
    except (urllib.error.URLError, TimeoutError, ConnectionError):
        return False


def taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize("command", ["run", "play"])
def test_bad_settings_are_all_told_before_anything_starts(finished: Finished, command: str) -> None:
    ended = finished(command, LOG_LEVEL="loud", LOBBY_HOURS="0")
    assert ended.returncode == 2
    assert ended.stderr.splitlines() == [
        "LOG_LEVEL is 'loud', but must be DEBUG, INFO, WARNING or ERROR.",
        "LOBBY_HOURS is '0', but must be a whole number of hours from 1 to 720.",
    ]


def test_run_without_a_token_says_where_to_get_one(finished: Finished) -> None:
    ended = finished("run")
    assert ended.returncode == 2
    assert ended.stderr.startswith("DISCORD_TOKEN is not set.")


def test_a_port_that_is_taken_is_told_with_the_setting_that_changes_it(finished: Finished) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        ended = finished("play", PLAYGROUND_PORT=str(other.getsockname()[1]))
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert "set PLAYGROUND_PORT to a free port" in ended.stderr


async def test_a_token_that_discord_does_not_accept_is_one_sentence(finished: Finished) -> None:
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
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert ended.stderr.splitlines()[-1].startswith("Discord does not accept DISCORD_TOKEN. Make a new one")


def test_a_database_that_is_none_is_one_sentence(finished: Finished, tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear Ann, this is not a database. " * 100)
    ended = finished("run", DISCORD_TOKEN="any", DATABASE_URL="sqlite+aiosqlite:///letter.db")
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert ended.stderr == "The database cannot be used: file is not a database. See DATABASE_URL in .env.example.\n"


async def test_a_bot_that_plays_is_given_a_playground_until_it_stops(port: int, tmp_path: Path) -> None:
    told: list[str] = []

    async def bot(settings: Settings) -> None:
        assert settings.discord_token is not None
        headers = {"Authorization": f"Bot {settings.discord_token.get_secret_value()}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            async with session.get(f"{settings.discord_api_url}/users/@me") as answer:
                told.append((await answer.json())["username"])
            async with session.ws_connect(settings.discord_gateway_url) as socket:
                told.append(f"op {(await socket.receive_json())['op']}")

    settings = Settings().model_copy(update={"playground_port": port, "playground_world": tmp_path / "new" / "world.db"})
    await play(settings, bot, told.append)
    assert told == [f"http://127.0.0.1:{port}", "Ramino", "op 10"]
    assert not taken(port)


async def test_a_bot_that_fails_takes_its_playground_with_it(port: int, tmp_path: Path) -> None:
    async def bot(settings: Settings) -> None:
        raise OSError("broken")

    settings = Settings().model_copy(update={"playground_port": port, "playground_world": tmp_path / "world.db"})
    with pytest.raises(OSError, match="broken"):
        await play(settings, bot, lambda url: None)
    assert not taken(port)


async def test_a_playground_that_cannot_start_is_told(port: int, tmp_path: Path) -> None:
    settings = Settings().model_copy(update={"playground_port": port, "playground_world": tmp_path})
    with pytest.raises(PlayError, match="The playground did not start"):
        await play(settings, lambda settings: asyncio.sleep(0), lambda url: None)


def test_what_is_played_in_the_playground_stays_apart_from_the_real_games() -> None:
    assert at_playground(Settings()).database_url.get_secret_value() == "sqlite+aiosqlite:///var/playground-ramino.db"


@pytest.mark.parametrize("reason", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda reason: reason.name)
def test_play_stops_the_bot_and_the_playground_when_told_to(start: Start, port: int, reason: signal.Signals) -> None:
    process = start("play", PLAYGROUND_PORT=str(port))
    try:
        for _ in range(150):
            if process.poll() is not None or online(port):
                break
            time.sleep(0.1)
        assert online(port), process.communicate() if process.poll() is not None else "the bot is not online"
        process.send_signal(reason)
        out, err = process.communicate(timeout=15)
    finally:
        process.kill()
    assert process.returncode == 0, err
    assert f"http://127.0.0.1:{port}" in out
    assert "/table new" in out
    assert "Traceback" not in err
    assert not taken(port)


def test_a_killed_bot_leaves_no_playground_behind(start: Start, port: int) -> None:
    process = start("play", PLAYGROUND_PORT=str(port))
    try:
        wait_for(lambda: online(port))
    finally:
        process.kill()
    process.communicate(timeout=15)
    wait_for(lambda: not taken(port))


def wait_for(holds: Callable[[], bool]) -> None:
    for _ in range(150):
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError("it did not come to pass in 15 seconds")
