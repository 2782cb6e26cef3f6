"""The doctor meets a playground, and a Discord that has every complaint he knows. Both on real sockets."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from aiohttp import web
from pydantic import SecretStr

from bot.doctor.permissions import NEEDED, invite_link, lacking, needed
from bot.doctor.report import command_check, examine
from bot.settings.faults import SettingsError
from bot.settings.settings import Settings
from playground.server import Playground

TOKEN = "a-token-that-nobody-may-see"
COMMAND = {"name": "table", "type": 1, "description": "Tables", "options": [{"name": "new", "type": 1, "description": "Open"}]}


class Discord:
    """Answers what it is told to, under the paths of the real one."""

    def __init__(self) -> None:
        self.answers: dict[str, object] = {
            "/users/@me": {"id": "5", "username": "Ramino"},
            "/oauth2/applications/@me": {"id": "5", "name": "Ramino", "bot_require_code_grant": False},
            "/users/@me/guilds": [{"id": "1", "name": "Club", "permissions": str(needed().value)}],
            "/applications/5/commands": [COMMAND | {"id": "9", "version": "1", "dm_permission": True}],
        }
        self.status = 200
        self.hello: dict[str, object] = {"op": 10, "d": {"heartbeat_interval": 41250}}

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/gw/":
            socket = web.WebSocketResponse()
            await socket.prepare(request)
            await socket.send_json(self.hello)
            return socket
        assert request.headers["Authorization"] == f"Bot {TOKEN}"
        return web.json_response(self.answers[request.path], status=self.status)


@pytest.fixture
async def discord() -> Discord:
    return Discord()


@pytest.fixture
async def settings(discord: Discord, tmp_path: Path) -> AsyncIterator[Settings]:
    app = web.Application()
    app.router.add_get("/{path:.*}", discord.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address = f"127.0.0.1:{runner.addresses[0][1]}"
    yield at(f"http://{address}", f"ws://{address}/gw/", tmp_path)
    await runner.cleanup()


def at(api: str, gateway: str, folder: Path) -> Settings:
    return Settings().model_copy(
        update={
            "discord_token": SecretStr(TOKEN),
            "discord_api_url": api,
            "discord_gateway_url": gateway,
            "database_url": SecretStr(f"sqlite+aiosqlite:///{folder}/ramino.db"),
        }
    )


Said = Callable[[], str]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Said:
    """What was printed, each row of the table on one line."""
    monkeypatch.setenv("COLUMNS", "400")

    def read() -> str:
        text = capsys.readouterr().out
        assert TOKEN not in text
        return text

    return read


async def test_where_nothing_is_wrong_the_doctor_says_so(settings: Settings, said: Said) -> None:
    assert await examine(settings, [COMMAND]) == 0
    text = said()
    assert "Nothing is wrong." in text
    assert "everything needed is permitted in Club" in text
    assert "registered: 1" in text
    assert invite_link(5) in text


async def test_without_a_token_he_says_where_it_is_made(said: Said, tmp_path: Path) -> None:
    assert await examine(at("http://127.0.0.1:1", "ws://127.0.0.1:1", tmp_path).model_copy(update={"discord_token": None})) == 1
    assert "DISCORD_TOKEN is not set" in said()


async def test_every_fault_of_the_settings_is_a_row(said: Said) -> None:
    assert await examine(SettingsError(["LOG_LEVEL is wrong.", "LOBBY_HOURS is wrong."])) == 1
    text = said()
    assert "LOG_LEVEL is wrong." in text
    assert "LOBBY_HOURS is wrong." in text


async def test_a_token_that_discord_does_not_accept(discord: Discord, settings: Settings, said: Said) -> None:
    discord.status = 401
    assert await examine(settings) == 1
    assert "DISCORD_TOKEN is not accepted" in said()


async def test_a_discord_that_is_not_there(said: Said, tmp_path: Path) -> None:
    assert await examine(at("http://127.0.0.1:1", "ws://127.0.0.1:1", tmp_path)) == 1
    assert "Discord" in (text := said())
    assert "cannot be reached" in text


async def test_an_address_where_something_else_answers(discord: Discord, settings: Settings, said: Said) -> None:
    discord.answers["/users/@me"] = "welcome"
    assert await examine(settings) == 1
    assert "something answers there, but not as Discord does" in said()


async def test_a_gateway_that_says_something_else(discord: Discord, settings: Settings, said: Said) -> None:
    discord.hello = {"op": 1}
    assert await examine(settings) == 1
    assert "not with a gateway's hello" in said()


async def test_what_a_server_does_not_permit_is_named(discord: Discord, settings: Settings, said: Said) -> None:
    discord.answers["/users/@me/guilds"] = [
        {"id": "1", "name": "Club", "permissions": str(needed().value)},
        {"id": "2", "name": "Bar [red]", "permissions": "3072"},
    ]
    assert await examine(settings) == 1
    text = said()
    assert "Bar [red] does not permit Create Public Threads, Send Messages in Threads, Embed Links" in text
    assert "everything needed is permitted in Club" in text


async def test_a_bot_in_no_server_is_given_the_link(discord: Discord, settings: Settings, said: Said) -> None:
    discord.answers["/users/@me/guilds"] = []
    assert await examine(settings) == 1
    assert "the bot is in none" in said()


async def test_an_application_that_no_invitation_works_with(discord: Discord, settings: Settings, said: Said) -> None:
    discord.answers["/oauth2/applications/@me"] = {"id": "5", "name": "Ramino", "bot_require_code_grant": True}
    assert await examine(settings) == 1
    assert "Switch off “Requires OAuth2 Code Grant”" in said()


async def test_a_database_that_cannot_be_opened(settings: Settings, said: Said, tmp_path: Path) -> None:
    (tmp_path / "ramino.db").write_text("a letter, not a database; and long enough not to be taken for an empty one\n" * 20)
    assert await examine(settings) == 1
    assert "cannot be opened for writing" in said()


async def test_the_playground_is_a_discord_to_the_doctor(said: Said, tmp_path: Path) -> None:
    async with Playground(tmp_path / "world.db") as playground:
        assert await examine(at(playground.api_url, playground.gateway_url, tmp_path)) == 1
    text = said()
    assert "accepted: the bot is Ramino" in text
    assert "none is registered" in text
    assert "gateway" in text


@pytest.mark.parametrize(
    ("expected", "state"),
    [
        (None, "registered: 1"),
        ([COMMAND], "registered: 1"),
        ([COMMAND | {"name_localizations": {}, "nsfw": False, "integration_types": None}], "registered: 1"),
        ([COMMAND | {"description": "Sit down"}], "/table has changed"),
        ([COMMAND | {"options": []}], "/table has changed"),
        ([COMMAND, COMMAND | {"name": "rules"}], "/rules is missing"),
        ([COMMAND | {"name": "rules"}], "/rules is missing, /table is no longer answered"),
    ],
)
def test_registered_commands_are_compared_with_those_that_the_program_answers(
    expected: list[dict[str, object]] | None, state: str
) -> None:
    row = command_check(expected, [COMMAND | {"id": "9", "version": "1", "dm_permission": True}])
    assert row.state == state
    assert bool(row.advice) == (not state.startswith("registered"))


def test_an_administrator_lacks_nothing() -> None:
    assert lacking(8) == []
    assert len(lacking(0)) == len(NEEDED)
