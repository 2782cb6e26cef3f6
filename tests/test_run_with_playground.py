"""The bot at a playground: real processes, a real socket."""

import asyncio
import socket
from pathlib import Path

import aiohttp
import pytest

from bot.run_with_playground import PlayError, run_with_playground, settings_for_playground
from bot.settings import Settings
from tests.ports import is_taken


async def test_the_playground_runs_until_the_bot_stops(port: int, tmp_path: Path) -> None:
    seen: list[str] = []

    async def bot(settings: Settings) -> None:
        assert settings.discord_token is not None
        headers = {"Authorization": f"Bot {settings.discord_token.get_secret_value()}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            async with session.get(f"{settings.discord_api_url}/users/@me") as response:
                seen.append((await response.json())["username"])
            async with session.ws_connect(settings.discord_gateway_url) as socket:
                seen.append(f"op {(await socket.receive_json())['op']}")

    settings = Settings().model_copy(update={"playground_port": port, "playground_world": tmp_path / "new" / "world.db"})
    await run_with_playground(settings, bot, seen.append)
    assert seen == [f"http://127.0.0.1:{port}", "Ramino", "op 10"]
    assert not is_taken(port)


async def test_a_failing_bot_stops_its_playground(port: int, tmp_path: Path) -> None:
    async def bot(settings: Settings) -> None:
        raise OSError("broken")

    settings = Settings().model_copy(update={"playground_port": port, "playground_world": tmp_path / "world.db"})
    with pytest.raises(OSError, match="broken"):
        await run_with_playground(settings, bot, lambda url: None)
    assert not is_taken(port)


async def test_a_second_playground_of_the_same_world_is_refused_before_its_page_is_announced(
    port: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    announced: list[str] = []
    settings = Settings().model_copy(update={"playground_port": port, "playground_world": tmp_path / "world.db"})

    async def start_another(_: Settings) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            free = probe.getsockname()[1]
        with pytest.raises(PlayError, match="The playground did not start"):
            await run_with_playground(settings.model_copy(update={"playground_port": free}), never, announced.append)

    async def never(_: Settings) -> None:
        raise AssertionError

    await run_with_playground(settings, start_another, announced.append)
    assert announced == [f"http://127.0.0.1:{port}"]
    assert f"Another playground uses {tmp_path}/world.db." in capfd.readouterr().err


async def test_a_playground_that_cannot_start_raises_its_error(port: int, tmp_path: Path) -> None:
    settings = Settings().model_copy(update={"playground_port": port, "playground_world": tmp_path})
    with pytest.raises(PlayError, match="The playground did not start"):
        await run_with_playground(settings, lambda settings: asyncio.sleep(0), lambda url: None)


def test_the_playground_has_a_database_of_its_own() -> None:
    assert settings_for_playground(Settings()).database_url.get_secret_value() == "sqlite:///var/playground-ramino.db"
