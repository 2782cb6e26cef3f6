"""The report about a playground, and about a fake Discord with each fault in turn. Both on real sockets."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from aiohttp import web
from pydantic import SecretStr

from bot.doctor import report
from bot.doctor.discord import NEEDED_PERMISSIONS, check_commands, invite_link, missing_permissions, needed_permissions
from bot.doctor.report import examine
from bot.settings import DEVELOPER_PORTAL, Settings, SettingsError
from playground.server import Playground

TOKEN = "a-token-that-nobody-may-see"
COMMAND = {"name": "table", "type": 1, "description": "Tables", "options": [{"name": "new", "type": 1, "description": "Open"}]}


@pytest.fixture(autouse=True)
def empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep this machine's own .env out of the report."""
    monkeypatch.chdir(tmp_path)


class Discord:
    """A fake Discord that responds with `responses`, under the paths of the real one."""

    def __init__(self) -> None:
        self.responses: dict[str, object] = {
            "/users/@me": {"id": "5", "username": "Ramino"},
            "/oauth2/applications/@me": {"id": "5", "name": "Ramino", "bot_require_code_grant": False},
            "/users/@me/guilds": [{"id": "1", "name": "Club", "permissions": str(needed_permissions().value)}],
            "/guilds/1/channels": [{"id": "2", "type": 0, "name": "rummy", "permission_overwrites": []}],
            "/guilds/1/members/5": {"roles": ["8"]},
            "/applications/5/commands": [COMMAND | {"id": "9", "version": "1", "dm_permission": True}],
        }
        self.status = 200
        self.hello: dict[str, object] = {"op": 10, "d": {"heartbeat_interval": 41250}}

    async def respond(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/gw/":
            socket = web.WebSocketResponse()
            await socket.prepare(request)
            await socket.send_json(self.hello)
            return socket
        assert request.headers["Authorization"] == f"Bot {TOKEN}"
        return web.json_response(self.responses[request.path], status=self.status)


@pytest.fixture
async def discord() -> Discord:
    return Discord()


@pytest.fixture
async def settings(discord: Discord, tmp_path: Path) -> AsyncIterator[Settings]:
    app = web.Application()
    app.router.add_get("/{path:.*}", discord.respond)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address = f"127.0.0.1:{runner.addresses[0][1]}"
    yield settings_at(f"http://{address}", f"ws://{address}/gw/", tmp_path)
    await runner.cleanup()


def settings_at(api: str, gateway: str, folder: Path) -> Settings:
    return Settings().model_copy(
        update={
            "discord_token": SecretStr(TOKEN),
            "discord_api_url": api,
            "discord_gateway_url": gateway,
            "database_url": SecretStr(f"sqlite:///{folder}/ramino.db"),
            "backup_folder": folder / "backups",
        }
    )


Printed = Callable[[], str]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Printed:
    """Return what was printed on a narrow terminal, where no sentence and no address is broken."""
    monkeypatch.setenv("COLUMNS", "40")

    def read() -> str:
        text = capsys.readouterr().out
        assert TOKEN not in text
        return text

    return read


async def test_the_report_says_that_nothing_is_wrong(settings: Settings, printed: Printed) -> None:
    assert await examine(settings, [COMMAND]) == 0
    text = printed()
    assert "Nothing is wrong." in text
    assert "everything needed is permitted in Club" in text
    assert "registered: 1" in text
    assert invite_link(5) in text


FAULTS: dict[str, tuple[Callable[[Discord], object], str]] = {
    "a token that Discord does not accept": (lambda it: setattr(it, "status", 401), "DISCORD_TOKEN is not accepted"),
    "an address that is not Discord's": (
        lambda it: it.responses.update({"/users/@me": "welcome"}),
        "something answers there, but not as Discord does",
    ),
    "a gateway without a hello": (lambda it: setattr(it, "hello", {"op": 1}), "not with a gateway's hello"),
    "a bot in no server": (lambda it: it.responses.update({"/users/@me/guilds": []}), "the bot isn't in any"),
    "an application that needs a code grant": (
        lambda it: it.responses.update(
            {"/oauth2/applications/@me": {"id": "5", "name": "Ramino", "bot_require_code_grant": True}}
        ),
        "Switch off “Requires OAuth2 Code Grant”",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_fault_at_discord_is_reported(discord: Discord, settings: Settings, printed: Printed, fault: str) -> None:
    cause, sentence = FAULTS[fault]
    cause(discord)
    assert await examine(settings) == 1
    assert sentence in printed()


async def test_a_missing_token_and_an_unreachable_discord_are_reported(printed: Printed, tmp_path: Path) -> None:
    settings = settings_at("http://127.0.0.1:1", "ws://127.0.0.1:1", tmp_path)
    assert await examine(settings.model_copy(update={"discord_token": None})) == 1
    text = printed()
    assert "DISCORD_TOKEN is not set" in text
    assert DEVELOPER_PORTAL in text
    assert await examine(settings) == 1
    assert "Discord" in (text := printed())
    assert "cannot be reached" in text


async def test_every_fault_of_the_settings_is_reported(printed: Printed) -> None:
    assert await examine(SettingsError(["LOG_LEVEL is wrong.", "LOBBY_HOURS is wrong."])) == 1
    text = printed()
    assert "LOG_LEVEL is wrong." in text
    assert "LOBBY_HOURS is wrong." in text


async def test_permissions_that_a_server_does_not_grant_are_listed(
    discord: Discord, settings: Settings, printed: Printed
) -> None:
    discord.responses["/users/@me/guilds"] = [
        {"id": "1", "name": "Club", "permissions": str(needed_permissions().value)},
        {"id": "2", "name": "Bar [red]", "permissions": "3072"},
    ]
    assert await examine(settings) == 1
    text = printed()
    assert "Bar [red] does not permit Create Public Threads, Create Private Threads, Send Messages in Threads, " in text
    assert "everything needed is permitted in Club" in text


async def test_damaged_card_pictures_are_reported(
    settings: Settings, printed: Printed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(report, "CARD_PICTURES", tmp_path)
    assert await examine(settings, [COMMAND]) == 1
    text = printed()
    assert f"the card pictures in {tmp_path} can't be used" in text
    assert "everything is shown as text" in text


async def test_a_database_that_cannot_be_opened_is_reported(settings: Settings, printed: Printed, tmp_path: Path) -> None:
    (tmp_path / "ramino.db").write_text("a letter, not a database; and long enough not to be taken for an empty one\n" * 20)
    assert await examine(settings) == 1
    assert "cannot be opened for writing" in printed()


async def test_the_playground_responds_as_discord_does(printed: Printed, tmp_path: Path) -> None:
    async with Playground(tmp_path / "world.db") as playground:
        assert await examine(settings_at(playground.api_url, playground.gateway_url, tmp_path)) == 1
    text = printed()
    assert "accepted: the bot is Ramino" in text
    assert "none are registered" in text
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
def test_registered_commands_are_compared_with_those_that_the_bot_has(
    expected: list[dict[str, object]] | None, state: str
) -> None:
    row = check_commands(expected, [COMMAND | {"id": "9", "version": "1", "dm_permission": True}])
    assert row.state == state
    assert bool(row.advice) == (not state.startswith("registered"))


async def test_channels_that_permit_no_pictures_are_reported(discord: Discord, settings: Settings, printed: Printed) -> None:
    files = str(1 << 15)

    def channel(name: str, *overwrites: dict[str, object], kind: int = 0) -> dict[str, object]:
        return {"id": "2", "type": kind, "name": name, "permission_overwrites": list(overwrites)}

    def change(whom: str, *, allow: str = "0", deny: str = "0") -> dict[str, object]:
        return {"id": whom, "type": 0, "allow": allow, "deny": deny}

    discord.responses["/guilds/1/channels"] = [
        channel("open"),
        channel("closed", change("1", deny=files)),
        channel("for-its-role", change("1", deny=files), change("8", allow=files)),
        channel("for-another-role", change("1", deny=files), change("7", allow=files)),
        channel("not-for-itself", change("8", allow=files), change("5", deny=files)),
        channel("hidden", change("1", deny=str((1 << 15) + (1 << 10)))),
        channel("voice", change("1", deny=files), kind=2),
    ]
    assert await examine(settings, [COMMAND]) == 1
    text = printed()
    assert "Club does not permit Attach Files in #closed, #for-another-role, #not-for-itself\n" in text
    discord.responses["/guilds/1/channels"] = [channel(f"c{nth}", change("1", deny=files)) for nth in range(500)]
    assert await examine(settings, [COMMAND]) == 1
    assert "#c9 …\n" in printed()


def test_an_administrator_misses_no_permission() -> None:
    assert missing_permissions(8) == []
    assert len(missing_permissions(0)) == len(NEEDED_PERMISSIONS)
