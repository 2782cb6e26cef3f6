"""The settings, read and checked once at the start. All faults are reported together, each as a sentence."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.settings.checks import check_database_url, check_https_url, check_ip_address, check_token, check_websocket_url
from bot.settings.faults import SettingsError, fault_sentence, faults_in_environment, faults_in_file

SECRETS = Path("/run/secrets")
DEVELOPER_PORTAL = "https://discord.com/developers/applications"
"""Where the bot's token comes from."""


_Rate = Annotated[int, Field(ge=0, le=10_000, description="a whole number from 0 (no limit) to 10000")]
_Saved = Annotated[int, Field(ge=1, le=1000, description="a whole number from 1 to 1000")]


class Settings(BaseSettings):
    """All settings. The description of a field completes the sentence "NAME must be …"."""

    model_config = SettingsConfigDict(frozen=True, env_ignore_empty=True, env_file_encoding="utf-8", extra="ignore")

    discord_token: Annotated[SecretStr | None, AfterValidator(check_token)] = Field(
        default=None, description="the bot's token, one word, as the Developer Portal shows it"
    )
    database_url: Annotated[SecretStr, AfterValidator(check_database_url)] = Field(
        default=SecretStr("sqlite+aiosqlite:///var/ramino.db"),
        description="sqlite+aiosqlite:///path/of/file.db",
    )
    database_synchronous: Literal["FULL", "NORMAL"] = Field(default="FULL", description="FULL or NORMAL")
    backup_hours: int = Field(default=24, ge=0, le=8760, description="a whole number of hours from 0 (never) to 8760")
    backups_kept: int = Field(default=7, ge=1, le=1000, description="a whole number from 1 to 1000")
    backup_folder: Path = Field(default=Path("var/backups"), description="the path of a folder")
    discord_api_url: Annotated[str, AfterValidator(check_https_url)] = Field(
        default="https://discord.com/api/v10", description="an address like https://discord.com/api/v10"
    )
    discord_gateway_url: Annotated[str, AfterValidator(check_websocket_url)] = Field(
        default="wss://gateway.discord.gg/", description="an address like wss://gateway.discord.gg/"
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(default="INFO", description="DEBUG, INFO, WARNING or ERROR")
    log_format: Literal["console", "json"] = Field(default="console", description="console or json")
    health_port: int = Field(default=0, ge=0, le=65_535, description="a port number from 1 to 65535, or 0 for none")
    health_address: Annotated[str, AfterValidator(check_ip_address)] = Field(
        default="127.0.0.1", description="an IP address like 127.0.0.1"
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
    faults = [*faults_in_environment(SETTING_NAMES), *faults_in_file(file, SETTING_NAMES)]
    try:
        settings = Settings(_env_file=file, _secrets_dir=secrets if secrets.is_dir() else None)
    except (UnicodeDecodeError, OSError):  # of the file: `faults_in_file` has reported it
        raise SettingsError(faults) from None
    except ValidationError as error:
        descriptions = {name: field.description or "" for name, field in Settings.model_fields.items()}
        raise SettingsError([*faults, *(fault_sentence(fault, descriptions) for fault in error.errors())]) from None
    if faults:
        raise SettingsError(faults)
    return settings
