"""The settings: .env.example lists them all, and no fault goes unnoticed."""

import os
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.settings import SETTING_NAMES, Settings, SettingsError, read_settings
from bot.storage.database import read_url
from tests.conftest import ROOT

EXAMPLE = ROOT / ".env.example"
TOKEN = "not.a.real.token"
NOBODY = 65_534


@pytest.fixture(autouse=True)
def empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def write_env(text: str) -> Path:
    file = Path(".env")
    file.write_text(text, encoding="utf-8")
    return file


def faults(file: Path = Path(".env")) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        read_settings(file)
    return list(caught.value.faults)


def test_the_example_lists_exactly_the_settings() -> None:
    assert list(dotenv_values(EXAMPLE)) == list(SETTING_NAMES)


def test_the_values_of_the_example_are_the_defaults() -> None:
    assert read_settings(EXAMPLE) == Settings() == read_settings(Path("absent"))


def test_every_setting_of_the_example_follows_a_comment() -> None:
    for block in EXAMPLE.read_text(encoding="utf-8").split("\n\n"):
        assert block.startswith("# "), block


def test_the_environment_wins_over_the_file_and_the_file_over_the_secrets(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secrets = tmp_path / "secrets"
    secrets.mkdir()
    (secrets / "DISCORD_TOKEN").write_text(f"{TOKEN}\n")
    (secrets / "lobby_hours").write_text("2")
    (secrets / "LOG_LEVEL").write_text("ERROR")
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    settings = read_settings(write_env("LOBBY_HOURS=3\nLOG_LEVEL=WARNING\n"), secrets)
    assert settings.discord_token is not None
    assert (settings.discord_token.get_secret_value(), settings.lobby_hours, settings.log_level) == (TOKEN, 3, "DEBUG")


def test_all_faults_are_reported_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_FORMAT", "xml")
    write_env("DISCORD_TOKN=x\nLOBBY_HOURS=0\nDEAL_PAUSE_SECONDS=90000\nPLAYGROUND_PORT=http\n")
    assert faults() == [
        ".env sets DISCORD_TOKN, which is not a setting. Did you mean DISCORD_TOKEN?",
        "LOG_FORMAT is 'xml', but must be console or json.",
        "LOBBY_HOURS is '0', but must be a whole number of hours from 1 to 720.",
        "DEAL_PAUSE_SECONDS is '90000', but must be a whole number of seconds from 1 to 86400 (one day).",
        "PLAYGROUND_PORT is 'http', but must be a port number from 1 to 65535.",
    ]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("LOBY_HOURS=3", ".env sets LOBY_HOURS, which is not a setting. Did you mean LOBBY_HOURS?"),
        ("lobby_hours=3", ".env sets lobby_hours, which is not a setting. Did you mean LOBBY_HOURS?"),
        ("RAMINO_LOG_LEVEL=INFO", ".env sets RAMINO_LOG_LEVEL, which is not a setting. Did you mean LOG_LEVEL?"),
        ("COLOUR=red", ".env sets COLOUR, which is not a setting. .env.example lists them all."),
        ("LOG_LEVEL=INFO\nLOG_LEVEL=DEBUG", ".env sets LOG_LEVEL more than once."),
        ("\n\nLOG_LEVEL", ".env, line 3 cannot be read: it must be NAME=value."),
        ("LOG_LEVEL INFO", ".env, line 1 cannot be read: it must be NAME=value."),
    ],
)
def test_a_line_that_would_go_unnoticed_is_a_fault(line: str, fault: str) -> None:
    assert faults(write_env(f"{line}\n")) == [fault]


def test_a_file_that_is_not_text_is_reported() -> None:
    Path(".env").write_bytes(b"LOG_LEVEL=\xff\xfe\n")
    assert faults() == [".env is not a text file in UTF-8."]


def test_a_file_that_this_user_may_not_read_is_reported_with_its_mode(tmp_path: Path) -> None:
    file, user = write_env("LOG_LEVEL=INFO\n"), os.geteuid()
    file.chmod(0o200)
    if user == 0:  # who may read everything
        for one in (tmp_path, file):
            os.chown(one, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    try:
        with pytest.raises(SettingsError) as caught:
            read_settings(file)
    finally:
        os.seteuid(user)
    assert caught.value.faults == (".env is there, but this user may not read it: its mode is 200.",)
    assert caught.value.advice == "Run: chmod 600 .env"


@pytest.mark.parametrize(
    ("name", "advice"), [("RAMINO_PORT", ".env.example lists them all."), ("DISCORD_TOKN", "Did you mean DISCORD_TOKEN?")]
)
def test_a_misspelt_variable_of_the_environment_is_reported(monkeypatch: pytest.MonkeyPatch, name: str, advice: str) -> None:
    monkeypatch.setenv(name, "x")
    assert faults() == [f"The environment sets {name}, which is not a setting. {advice}"]


@pytest.mark.parametrize("name", ["DISCORD_API_URL=http", "DISCORD_GATEWAY_URL=ws"])
def test_an_unencrypted_address_is_accepted_only_on_this_machine(name: str) -> None:
    variable, _, scheme = name.partition("=")
    (fault,) = faults(write_env(f"{variable}={scheme}://proxy.example:8080/\n"))
    assert fault.endswith(f"must begin with {scheme}s://, because the token would travel unencrypted to proxy.example.")
    for here in ("127.0.0.1:8765", "localhost:1", "[::1]:1"):
        read_settings(write_env(f"{variable}={scheme}://{here}/\n"))


@pytest.mark.parametrize("url", ["discord.com", "ftp://discord.com", "https://", "https://discord.com:port", "https://x/?a=b"])
def test_an_address_without_scheme_or_host_is_reported(url: str) -> None:
    (fault,) = faults(write_env(f"DISCORD_API_URL={url}\n"))
    assert fault == f"DISCORD_API_URL is '{url}', but must be an address that begins with https:// and names a host."


@pytest.mark.parametrize("token", ["Bot abc", "abc\tdef", "äöü"])
def test_the_fault_of_a_malformed_token_does_not_show_it(token: str) -> None:
    (fault,) = faults(write_env(f"DISCORD_TOKEN='{token}'\n"))
    assert f"DISCORD_TOKEN is set ({len(token)} characters, not shown here), but must be the token alone" in fault
    assert token not in fault


@pytest.mark.parametrize(
    "url",
    [
        "postgres://ann:secret@db/ramino",
        "mysql://ann:secret@db/ramino",
        "mysql://db/ramino?password=secret",
        "postgresql:/ann:secret@db/ramino",
        "postgresql://ann:secret",
        "ann:secret@db/ramino",
        "host=db password=secret dbname=ramino",
        "sqlite://",
        "var/ramino.db",
    ],
)
def test_the_fault_of_an_unsupported_database_does_not_show_its_password(url: str) -> None:
    (fault,) = faults(write_env(f"DATABASE_URL={url}\n"))
    assert "must be sqlite:///path/of/file.db" in fault
    assert "secret" not in fault


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        (
            "postgresql://ann:secret@db:port/ramino",
            "must be sqlite:///path/of/file.db or postgresql://person:password@host/database.",
        ),
        ("postgresql://ann:my@secret@db/ramino", "must have %40 for each @ in its password."),
        ("postgresql://ann:secret@db/ramino", "needs psycopg: run `scripts/setup postgres`."),
    ],
)
def test_what_is_wrong_with_the_address_of_postgresql_is_said(url: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.settings.find_spec", lambda _: None)
    (fault,) = faults(write_env(f"DATABASE_URL={url}\n"))
    assert fault.endswith(f", but {sentence}")
    assert "secret" not in fault


def test_an_address_of_sqlite_that_names_its_former_driver_is_the_same_file() -> None:
    url = read_settings(write_env("DATABASE_URL=sqlite+aiosqlite:///var/ramino.db\n")).database_url.get_secret_value()
    assert str(read_url(url)) == "sqlite:///var/ramino.db"


def test_the_printed_settings_show_no_secret() -> None:
    settings = read_settings(write_env(f"DISCORD_TOKEN={TOKEN}\nDATABASE_URL=sqlite:///secret.db\n"))
    assert TOKEN not in repr(settings)
    assert "secret" not in repr(settings).replace("SecretStr", "")
