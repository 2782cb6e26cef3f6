"""`python -m bot emoji`: it uploads the faces of cards to a playground over the wire, once, whatever happens meanwhile."""

import asyncio
import json
import shutil
import signal
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from pydantic import SecretStr

from bot.discord.client import TOKEN_REFUSED
from bot.discord.emoji_upload import EMOJI, EmojiUploadError, upload_emoji
from bot.messages.card_text import FACE_OF
from bot.settings import Settings
from playground.rest.emoji_routes import EMOJI_LIMIT
from playground.server import Playground
from playground.world.entities import Emoji
from playground.world.store import Store
from playground.world.world import World
from tests.conftest import Start
from tests.ports import is_taken
from tests.processes import Process
from tests.test_main import is_online, wait_for

ALL = len(FACE_OF)
HINT = "A running bot shows new ones after its next start."


class Uploads:
    """A playground, and the command started against it."""

    def __init__(self, pg: Playground, folder: Path, session: aiohttp.ClientSession) -> None:
        self.pg = pg
        self._folder = folder
        self._session = session
        self._started = 0

    def start(self) -> Process:
        self._started += 1
        environment = {
            "PYTHONUTF8": "1",
            "DISCORD_TOKEN": "token",
            "DISCORD_API_URL": self.pg.api_url,
            "DISCORD_GATEWAY_URL": self.pg.gateway_url,
        }
        log = self._folder / f"emoji-{self._started}.log"
        return Process("bot", "emoji", folder=self._folder, log=log, environment=environment)

    async def run(self) -> tuple[int, str]:
        """Run the command to its end; return its exit code and the last line that it prints."""
        process = self.start()
        code = await process.ended(60)
        return code, process.lines[-1]

    def names(self) -> list[str]:
        return [emoji.name for emoji in self.pg.world.emojis.values()]

    async def control(self, path: str, body: object = None, method: str = "POST") -> Any:
        async with self._session.request(method, f"{self.pg.url}/control/{path}", json=body) as response:
            response.raise_for_status()
            return await response.json()

    async def fail(self, method: str = "POST", *, after: int = 0, times: int = 1, **do: object) -> None:
        await self.control("faults", {"method": method, "path": "/emojis$", "after": after, "times": times, "do": do})

    async def uploads(self) -> int:
        """Return how many uploads were accepted."""
        requests = await self.control("requests", method="GET")
        return sum(it["method"] == "POST" and it["status"] == 201 for it in requests)


@pytest.fixture
async def uploads(tmp_path: Path) -> AsyncIterator[Uploads]:
    async with Playground(tmp_path / "world.db") as pg, aiohttp.ClientSession() as session:
        yield Uploads(pg, tmp_path, session)


def there(had: int, new: int) -> str:
    return f"The bot has {had + new} of {ALL} emojis of cards: {had} were there, {new} are new."


async def test_all_faces_are_uploaded_once(uploads: Uploads) -> None:
    assert await uploads.run() == (0, f"{there(0, ALL)} {HINT}")
    assert sorted(uploads.names()) == sorted(FACE_OF)
    for emoji in uploads.pg.world.emojis.values():
        assert uploads.pg.world.store.file(emoji.id) == (EMOJI / f"{FACE_OF[emoji.name]}.png").read_bytes()
    assert await uploads.run() == (0, f"{there(ALL, 0)} {HINT}")
    assert await uploads.uploads() == ALL


@pytest.mark.thorough
async def test_a_killed_upload_continues_where_it_stopped(uploads: Uploads) -> None:
    await uploads.fail(after=30, delay=30)
    process = uploads.start()
    async with asyncio.timeout(30):
        while len(uploads.names()) < 30:  # noqa: ASYNC110  (the command runs in its own process)
            await asyncio.sleep(0.01)
    process.kill()
    await uploads.control("faults", method="DELETE")
    assert await uploads.run() == (0, f"{there(30, ALL - 30)} {HINT}")
    assert await uploads.uploads() == ALL


@pytest.mark.thorough
async def test_short_waits_for_discord_are_waited_for(uploads: Uploads) -> None:
    await uploads.control("limits", {"emojis": [30, 1.0]})
    await uploads.fail(after=3, times=3, status=429, retry_after=0.1)
    await uploads.fail(after=9, times=2, status=502, applied=True)
    code, text = await uploads.run()
    assert code == 0
    assert text.startswith(f"The bot has {ALL} of {ALL}")
    assert sorted(uploads.names()) == sorted(FACE_OF)


async def test_a_long_wait_ends_the_command_and_the_next_run_uploads_the_rest(uploads: Uploads) -> None:
    await uploads.fail(after=50, times=0, status=429, retry_after=3000)
    said = f"Discord accepts the next upload in 51 min. {there(50, 0).replace('50 were there, 0', '0 were there, 50')}"
    assert await uploads.run() == (1, f"{said} Run this again then.")
    await uploads.control("faults", method="DELETE")
    await uploads.control("limits", {"emojis": [12, 3600]})
    code, text = await uploads.run()
    assert code == 1
    assert "emojis of cards: 50 were there, 11 are new." in text
    await uploads.control("limits", {"emojis": [1000, 5]})
    assert await uploads.run() == (0, f"{there(61, ALL - 61)} {HINT}")


@pytest.mark.thorough
async def test_two_uploads_at_the_same_time_upload_each_face_once(uploads: Uploads) -> None:
    await uploads.fail(times=0, delay=0.02)
    both = uploads.start(), uploads.start()
    assert [await process.ended(60) for process in both] == [0, 0]
    assert sorted(uploads.names()) == sorted(FACE_OF)
    assert all(process.lines[-1].startswith(f"The bot has {ALL} of {ALL}") for process in both)


async def test_an_emoji_of_the_same_name_is_left_as_it_is(uploads: Uploads) -> None:
    other = (EMOJI / "AS.png").read_bytes()
    await uploads.run()
    own = next(emoji for emoji in uploads.pg.world.emojis.values() if emoji.name == "seven_of_hearts")
    uploads.pg.world.store.save_file(own.id, other)
    assert await uploads.run() == (0, f"{there(ALL, 0)} {HINT}")
    assert uploads.pg.world.store.file(own.id) == other


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ({"status": 401}, TOKEN_REFUSED),
        ({"status": 400, "code": 30008}, "The application has no room for more emojis."),
        ({"status": 403, "message": "Missing Access"}, "Discord refuses an upload: 403 Forbidden"),
        ({"drop": True}, "Discord cannot be reached at http"),
        ({"status": 429, "retry_after": 0.01}, "Discord accepts no more uploads for now."),
    ],
)
async def test_each_refusal_is_a_sentence(uploads: Uploads, fault: dict[str, Any], said: str) -> None:
    await uploads.fail(after=2, times=0, **fault)
    code, text = await uploads.run()
    assert code == 1
    assert text.startswith(said)
    assert said == TOKEN_REFUSED or "emojis of cards: 0 were there, 2 are new." in text
    assert "Traceback" not in "\n".join(json.dumps(file.read_text("utf-8")) for file in uploads._folder.glob("*.log"))


@pytest.mark.parametrize("way", ["missing", "empty", "cut", "another format"])
async def test_a_damaged_picture_is_named_before_anything_is_uploaded(uploads: Uploads, tmp_path: Path, way: str) -> None:
    folder = tmp_path / "emoji"
    shutil.copytree(EMOJI, folder)
    file = folder / "7H.png"
    data = {"empty": b"", "cut": file.read_bytes()[:400], "another format": b"GIF89a" + b"0" * 50}.get(way)
    file.unlink()
    if data is not None:
        file.write_bytes(data)
    token, url = SecretStr("token"), uploads.pg.api_url
    settings = Settings().model_copy(update={"discord_token": token, "discord_api_url": url})
    with pytest.raises(EmojiUploadError, match=r"7H\.png is missing or damaged"):
        await upload_emoji(settings, folder)
    assert uploads.names() == []


@pytest.mark.parametrize("kind", ["text/html", "application/json"])
@pytest.mark.parametrize("body", ["<html>Log in to this network</html>", "{}", "null", "[]", "{", '{"items": [{"id": "1"}]}'])
async def test_what_answers_unlike_discord_is_named(port: int, body: str, kind: str) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(text=body, content_type=kind)

    other = web.Application()
    other.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(other)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    url = f"http://127.0.0.1:{port}/api/v10"
    settings = Settings().model_copy(update={"discord_token": SecretStr("token"), "discord_api_url": url})
    try:
        with pytest.raises(EmojiUploadError, match=f"What answers at {url} isn't Discord. Nothing has been uploaded"):
            await upload_emoji(settings)
    finally:
        await runner.cleanup()


async def test_without_a_token_or_a_connection_a_sentence_says_what_to_do(port: int) -> None:
    with pytest.raises(EmojiUploadError, match="DISCORD_TOKEN is not set"):
        await upload_emoji(Settings())
    assert not is_taken(port)
    url = f"http://127.0.0.1:{port}/api/v10"
    settings = Settings().model_copy(update={"discord_token": SecretStr("token"), "discord_api_url": url})
    with pytest.raises(EmojiUploadError, match=f"Discord cannot be reached at {url} .* Nothing has been uploaded"):
        await upload_emoji(settings)


def _play(start: Start, port: int, folder: Path) -> tuple[dict[str, str], str]:
    """Start the bot at a playground and stop it; return the names of the emojis there by id, and what was logged."""
    process = start("play", PLAYGROUND_PORT=str(port))
    try:
        wait_for(lambda: is_online(port))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0, err
    assert "Traceback" not in err
    assert not is_taken(port)
    with closing(Store(folder / "var" / "playground.db")) as store:
        return {emoji.id: emoji.name for emoji in store.all(Emoji)}, out + err


@pytest.mark.thorough
def test_a_playground_gets_the_emojis_at_its_first_start(start: Start, port: int, tmp_path: Path) -> None:
    first, _ = _play(start, port, tmp_path)
    again, said = _play(start, port, tmp_path)
    assert sorted(first.values()) == sorted(FACE_OF)
    assert again == first
    assert "could not be uploaded" not in said


@pytest.mark.thorough
def test_a_playground_without_room_for_emojis_starts_all_the_same(start: Start, port: int, tmp_path: Path) -> None:
    world = World(tmp_path / "var" / "playground.db", time.time)
    for number in range(EMOJI_LIMIT):
        world.save(Emoji(world.ids.next(), f"other_{number}", animated=False, content_type="image/png"))
    world.store.close()
    there, said = _play(start, port, tmp_path)
    assert len(there) == EMOJI_LIMIT
    assert "could not be uploaded" in said
