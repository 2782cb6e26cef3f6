"""The settings, read from the environment and checked once at the start.

All faults are reported together, as sentences that name the variable and never show a secret.
"""

import logging
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from stat import S_IMODE
from typing import Annotated, Literal
from urllib.parse import SplitResult, urlsplit

from dotenv.parser import Binding, parse_stream
from pydantic import AfterValidator, Field, IPvAnyAddress, SecretStr, ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

logging.getLogger("dotenv").setLevel(logging.ERROR)  # a line that it cannot parse is reported as a fault below

SECRETS = Path("/run/secrets")
DEVELOPER_PORTAL = "https://discord.com/developers/applications"
"""Where the bot's token comes from."""
_DATABASES = ("sqlite", "sqlite+aiosqlite", "postgresql", "postgresql+psycopg")  # the second as `.env` files had it
_DATABASE_URL = "sqlite:///path/of/file.db or postgresql://person:password@host/database"


class SettingsError(Exception):
    """The settings cannot be used; `faults` and `advice` are whole sentences."""

    def __init__(self, faults: Iterable[str], advice: str = "Fix it in .env or in the environment.") -> None:
        self.faults = tuple(faults)
        self.advice = advice
        super().__init__("\n".join(self.faults))


# Checks of a setting's value beyond its type. The text of a fault completes "NAME is …, but ".


def _check_token(token: SecretStr | None) -> SecretStr | None:
    """Return the token. Raise ValueError for a copying mistake: a space, the word "Bot", a line break."""
    if token is not None and not re.fullmatch(r"[!-~]+", token.get_secret_value()):
        raise ValueError("must be the token alone: one word without spaces, quotes or the word “Bot”")
    return token


def _check_database_url(url: SecretStr) -> SecretStr:
    """Return the URL. Raise ValueError unless it names a supported database."""
    text = url.get_secret_value()
    scheme, separator, rest = text.partition("://")
    if not separator or not rest.strip("/") or scheme not in _DATABASES:
        raise ValueError(f"must be {_DATABASE_URL}")
    try:
        host = make_url(text).host or ""
    except (ArgumentError, ValueError):
        raise ValueError(f"must be {_DATABASE_URL}") from None
    if "@" in host:  # the rest of a password
        raise ValueError("must have %40 for each @ in its password")
    if scheme.startswith("postgresql") and find_spec("psycopg") is None:
        raise ValueError("needs psycopg: run `scripts/setup postgres`")
    return url


def _check_encrypted(url: str, encrypted: str, plain: str) -> str:
    """Return the URL if the token stays secret on its way there: encrypted, or on this machine. Else raise ValueError."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if host is None or parts.scheme not in (encrypted, plain) or parts.query or parts.fragment:
        raise ValueError(f"must be an address that begins with {encrypted}:// and names a host")
    if parts.scheme == plain and not _is_this_machine(parts):
        raise ValueError(f"must begin with {encrypted}://, because the token would travel unencrypted to {host}")
    return url


def _is_this_machine(parts: SplitResult) -> bool:
    try:
        return ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return parts.hostname == "localhost"


_Rate = Annotated[int, Field(ge=0, le=10_000, description="a whole number from 0 (no limit) to 10000")]
_Saved = Annotated[int, Field(ge=1, le=1000, description="a whole number from 1 to 1000")]


class Settings(BaseSettings):
    """All settings. The description of a field completes the sentence "NAME must be …"."""

    model_config = SettingsConfigDict(frozen=True, env_ignore_empty=True, env_file_encoding="utf-8", extra="ignore")

    discord_token: Annotated[SecretStr | None, AfterValidator(_check_token)] = Field(
        default=None, description="the bot's token, one word, as the Developer Portal shows it"
    )
    database_url: Annotated[SecretStr, AfterValidator(_check_database_url)] = Field(
        default=SecretStr("sqlite:///var/ramino.db"), description=_DATABASE_URL
    )
    database_synchronous: Literal["FULL", "NORMAL"] = Field(default="FULL", description="FULL or NORMAL")
    forward_presses: bool = Field(default=False, description="yes or no")
    backup_hours: int = Field(default=24, ge=0, le=8760, description="a whole number of hours from 0 (never) to 8760")
    backups_kept: int = Field(default=7, ge=1, le=1000, description="a whole number from 1 to 1000")
    backup_folder: Path = Field(default=Path("var/backups"), description="the path of a folder")
    discord_api_url: Annotated[str, AfterValidator(lambda url: _check_encrypted(url, "https", "http").rstrip("/"))] = Field(
        default="https://discord.com/api/v10", description="an address like https://discord.com/api/v10"
    )
    discord_gateway_url: Annotated[str, AfterValidator(lambda url: _check_encrypted(url, "wss", "ws"))] = Field(
        default="wss://gateway.discord.gg/", description="an address like wss://gateway.discord.gg/"
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(default="INFO", description="DEBUG, INFO, WARNING or ERROR")
    log_format: Literal["console", "json"] = Field(default="console", description="console or json")
    health_port: int = Field(default=0, ge=0, le=65_535, description="a port number from 1 to 65535, or 0 for none")
    health_address: IPvAnyAddress = Field(default=ip_address("127.0.0.1"), description="an IP address like 127.0.0.1")
    offered_languages: str = Field(
        default="all", pattern=r"^[A-Za-z-]+([ ,]+[A-Za-z-]+)*$", description="all, or languages such as en,it,fr"
    )
    lobby_hours: int = Field(default=24, ge=1, le=720, description="a whole number of hours from 1 to 720")
    deal_pause_seconds: int = Field(
        default=60, ge=1, le=86_400, description="a whole number of seconds from 1 to 86400 (one day)"
    )
    commands_per_second: _Rate = 3
    moves_per_second: _Rate = 20
    lobbies_per_minute: _Rate = 4
    open_lobbies: _Rate = 5
    pictures_per_minute: _Rate = 10
    exports_per_minute: _Rate = 4
    saved_games: _Saved = 10
    server_commands_per_second: _Rate = 50
    server_lobbies_per_minute: _Rate = 30
    server_open_lobbies: _Rate = 100
    server_pictures_per_minute: _Rate = 60
    server_exports_per_minute: _Rate = 20
    server_saved_games: _Saved = 40
    playground_port: int = Field(default=8765, ge=1, le=65_535, description="a port number from 1 to 65535")
    playground_world: Path = Field(default=Path("var/playground.db"), description="the path of a file")

    @property
    def playground_database(self) -> Path:
        """The database of the bot that runs at the playground."""
        return self.playground_world.with_name(f"{self.playground_world.stem}-ramino.db")


SETTING_NAMES = tuple(name.upper() for name in Settings.model_fields)


def read_settings(file: Path = Path(".env"), secrets: Path = SECRETS) -> Settings:
    """Return the settings from the folder `secrets`, then `file`, then the environment; later ones win.

    Raise SettingsError with one sentence for each fault.
    """
    faults = [*_faults_in_environment(), *_faults_in_file(file)]
    try:
        settings = Settings(_env_file=file, _secrets_dir=secrets if secrets.is_dir() else None)
    except (UnicodeDecodeError, OSError):  # of the file: `_faults_in_file` has reported it
        raise SettingsError(faults) from None
    except ValidationError as error:
        raise SettingsError([*faults, *map(_fault_sentence, error.errors())]) from None
    if faults:
        raise SettingsError(faults)
    return settings


def _permission_fault(file: Path) -> SettingsError:
    """Return the error for a file that this user may not read, with its mode and the command that changes it."""
    found, user = file.stat(), os.geteuid()
    fault = f"{file} is there, but this user may not read it: "
    if found.st_uid != user:
        return SettingsError([f"{fault}it belongs to another user."], f"Run as root: chown {user} {file}")
    return SettingsError([f"{fault}its mode is {S_IMODE(found.st_mode):03o}."], f"Run: chmod 600 {file}")


def _faults_in_file(file: Path) -> list[str]:
    """Return the faults of a `.env` file that would otherwise go unnoticed: misspelt, duplicate and unreadable lines.

    Raise SettingsError if this user may not read it.
    """
    if not file.exists():
        return []
    try:
        with file.open(encoding="utf-8") as stream:
            bindings = list(parse_stream(stream))
    except UnicodeDecodeError:
        return [f"{file} is not a text file in UTF-8."]
    except PermissionError:
        raise _permission_fault(file) from None
    except OSError as error:
        return [f"{file} cannot be read: {error.strerror}."]
    return list(_faults_in_lines(file, bindings))


def _faults_in_lines(file: Path, bindings: list[Binding]) -> Iterator[str]:
    for binding in bindings:
        if binding.error or (binding.key is not None and binding.value is None):
            yield f"{file}, line {_line(binding)} cannot be read: it must be NAME=value."
    keys = [binding.key for binding in bindings if binding.key is not None]
    for key, times in Counter(keys).items():
        if key not in SETTING_NAMES:
            yield f"{file} sets {key}, which is not a setting.{_suggestion(key)}"
        elif times > 1:
            yield f"{file} sets {key} more than once."


def _line(binding: Binding) -> int:
    """Return the number of the binding's line; the parser also counts the blank lines above it as part of it."""
    text = binding.original.string
    return binding.original.line + text[: len(text) - len(text.lstrip())].count("\n")


def _faults_in_environment() -> Iterator[str]:
    """Yield the faults of environment variables that look like settings of this program, but are none."""
    for key in os.environ:
        near = get_close_matches(key.upper(), SETTING_NAMES, n=1, cutoff=0.9)
        if key.startswith("RAMINO_") or (near and key.upper() not in SETTING_NAMES):
            yield f"The environment sets {key}, which is not a setting.{_suggestion(key)}"


def _suggestion(key: str) -> str:
    near = get_close_matches(key.upper().removeprefix("RAMINO_"), SETTING_NAMES, n=1)
    return f" Did you mean {near[0]}?" if near else " .env.example lists them all."


def _fault_sentence(fault: ErrorDetails) -> str:
    """Return the sentence for a fault that pydantic found."""
    name = str(fault["loc"][0])
    value = _without_secret(name, fault["input"])
    if fault["type"] == "value_error":
        return f"{name.upper()} is {value}, but {fault['ctx']['error']}."
    return f"{name.upper()} is {value}, but must be {Settings.model_fields[name].description}."


def _without_secret(name: str, value: object) -> str:
    """Return the value as a sentence may show it."""
    if name == "discord_token" or (name == "database_url" and not str(value).startswith("sqlite")):
        return f"set ({len(str(value))} characters, not shown here)"
    return repr(value)
