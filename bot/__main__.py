"""The command line: `python -m bot run`, `play`, `doctor` … A failure that a person can fix is reported as a sentence."""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path

try:
    import click
    import discord
    from sqlalchemy.exc import SQLAlchemyError
except ModuleNotFoundError as missing:  # before the set-up, or with another Python than that of .venv
    sys.exit(
        f"This Python has no {missing.name}, which the bot needs. `make run` sets everything up; so does `scripts/setup run`, "
        "and then `.venv/bin/python -m bot` has it."
    )

from bot.discord.client import TOKEN_REFUSED, GatewayRefusedError
from bot.health import HealthPortError
from bot.logs import set_up_logs
from bot.messages.words import CatalogueRefused
from bot.rummy.variant_reader import VariantRefused
from bot.run_with_playground import PlayError, run_with_playground
from bot.settings import DEVELOPER_PORTAL, Settings, SettingsError, read_settings
from bot.storage.backup import BackupFailedError
from bot.storage.files import DatabaseInUseError, DatabaseUnusableError, database_fault
from bot.storage.migrate import SchemaRefusedError
from bot.tables.ports import DatabaseAwayError

BAD_SETTINGS = 2
"""The exit code after which `deploy/ramino.service` does not start the bot again: a person must change something first."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Ramino: rummy for Discord servers."""


@main.command("run")
def run_command() -> None:
    """Start the bot. It needs DISCORD_TOKEN."""
    settings = _settings()
    if settings.discord_token is None:
        click.echo(
            f"DISCORD_TOKEN is not set. Put the bot's token ({DEVELOPER_PORTAL}, page “Bot”) into .env, "
            "or try the bot without one: make run",
            err=True,
        )
        sys.exit(BAD_SETTINGS)
    _run_until_stopped(_run(settings))


@main.command("play")
def play_command() -> None:
    """Start the bot, also without a token.

    Without DISCORD_TOKEN, it starts at a playground: a small Discord on this machine.
    """
    settings = _settings()
    work = _run(settings) if settings.discord_token else run_with_playground(settings, _run_with_emoji, _welcome)
    _run_until_stopped(work)


@main.command("doctor")
def doctor_command() -> None:
    """Show what is missing or wrong."""
    sys.exit(asyncio.run(_examine()))


@main.command("backup")
@click.argument("file", required=False, type=click.Path(path_type=Path))
def backup_command(file: Path | None) -> None:
    """Copy the database to a file.

    The bot may play meanwhile. The copy is checked and written to FILE, into the folder FILE, or to BACKUP_FOLDER.
    """
    from bot.maintenance import back_up

    _print_outcome(lambda: back_up(_settings(), file))


@main.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
def restore_command(file: Path) -> None:
    """Replace the database by a backup.

    FILE is the backup. No bot may run meanwhile. The replaced database is kept.
    """
    from bot.maintenance import restore

    _print_outcome(lambda: restore(_settings(), file))


@main.command("move-database")
@click.argument("file", type=click.Path(path_type=Path))
def move_database_command(file: Path) -> None:
    """Copy a SQLite file to PostgreSQL.

    FILE is the SQLite database, such as var/ramino.db. It stays as it is. DATABASE_URL names the PostgreSQL database, an empty
    one. No bot may run meanwhile. If the move fails, run it again. Restore a backup before you move it.
    """
    from bot.maintenance import move_database

    _print_outcome(lambda: move_database(_settings(), file))


@main.command("emoji")
def emoji_command() -> None:
    """Upload the cards as emojis.

    Buttons, selects and announcements then show them. It needs DISCORD_TOKEN. Once is enough. It can be run again at any time:
    emojis that exist are left as they are.
    """
    from bot.discord.emoji_upload import upload_emoji

    _print_outcome(lambda: asyncio.run(upload_emoji(_settings())))


def _print_outcome(work: Callable[[], str]) -> None:
    """Print the sentence that the work returns, or what is wrong; then exit with 1."""
    from bot.discord.emoji_upload import EmojiUploadError
    from bot.maintenance import FAULTS

    try:
        click.echo(work())
    except (*FAULTS, EmojiUploadError) as error:
        click.echo(error, err=True)
        sys.exit(1)


async def _examine() -> int:
    from bot.app import our_commands
    from bot.doctor.report import examine

    try:
        settings = read_settings()
        return await examine(settings, await our_commands(settings.offered_languages))
    except SettingsError as error:
        return await examine(error)
    except (CatalogueRefused, VariantRefused) as error:
        click.echo(error, err=True)
        return 1


def _settings() -> Settings:
    """Return the settings and set up the log as they say. Exit with their faults if there are any."""
    try:
        settings = read_settings()
    except SettingsError as error:
        for fault in error.faults:
            click.echo(fault, err=True)
        sys.exit(BAD_SETTINGS)
    set_up_logs(settings.log_level, settings.log_format)
    return settings


async def _run(settings: Settings) -> None:
    from bot.run import run  # imported late: faults in the settings should be reported immediately

    await run(settings)


async def _run_with_emoji(settings: Settings) -> None:
    """Run the bot, after uploading the emojis of cards to the playground if it doesn't have them."""
    from bot.discord.emoji_upload import upload_quietly

    await upload_quietly(settings)
    await _run(settings)


def _run_until_stopped(work: Coroutine[None, None, None]) -> None:
    try:
        asyncio.run(_cancel_on_signals(work))
    except Exception as error:
        if (sentence := _error_sentence(error)) is None:
            raise
        click.echo(sentence, err=True)
        sys.exit(BAD_SETTINGS if isinstance(error, discord.LoginFailure | GatewayRefusedError) else 1)


def _error_sentence(error: Exception) -> str | None:
    """Return the sentence for an error that the person who runs the bot can fix; None if only a programmer can."""
    match error:
        case discord.LoginFailure():
            return TOKEN_REFUSED
        case (
            PlayError()
            | GatewayRefusedError()
            | BackupFailedError()
            | HealthPortError()
            | DatabaseInUseError()
            | SchemaRefusedError()
            | DatabaseUnusableError()
            | VariantRefused()
            | CatalogueRefused()
        ):
            return str(error)
        case SQLAlchemyError() | DatabaseAwayError():
            return database_fault(error)
        case _:
            return None


async def _cancel_on_signals(work: Awaitable[None]) -> None:
    """Run the work until it ends or a signal stops it; a signal may come before the bot itself listens for signals."""
    task = asyncio.ensure_future(work)
    for reason in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(reason, task.cancel)
    await asyncio.wait((task,))
    if not task.cancelled():
        task.result()


def _welcome(url: str) -> None:
    click.secho(f"\nThe playground is open: {url}", bold=True)
    click.echo("Open it in a browser, choose #rummy and type /play.\nStop with Ctrl-C; the next start continues from there.\n")


if __name__ == "__main__":
    main()
