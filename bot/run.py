"""The run of the bot until a signal stops it; when a connection ends, it connects again."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from functools import partial

import discord
import structlog

from bot.app import Bot, assemble, now
from bot.background.backup_clock import BackupClock
from bot.background.table_clock import DeadlineSleeper
from bot.delivery.discord_api import TEMPORARY_ERRORS
from bot.discord.client import gateway_refusal, set_discord_addresses
from bot.discord.forwarding import channel_of
from bot.health import Metrics, Pulse, running, serve_health
from bot.interpreter import exempt_existing_objects, favour_event_loop, keep_one_heap
from bot.settings import Settings
from bot.storage.backup import BackupFolder
from bot.storage.database import read_url, sqlite_file
from bot.storage.files import hold_database
from bot.storage.store import open_store
from bot.tables.ports import NotOwnerError

_log = structlog.get_logger(__name__)
_CLOSE_SECONDS = 4.0  # used twice: `docker stop` kills a container after 10
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 5.0, 300.0
_OWNER_PAUSE_SECONDS = 0.5
_STABLE_MS = 600_000  # after a connection that lasted this long, the first pause is the shortest again


async def run(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT.

    Raise what a person must fix first: discord.LoginFailure, GatewayRefusedError, VariantRefused, CatalogueRefused,
    BackupFailedError, HealthPortError, DatabaseInUseError, SchemaRefusedError, DatabaseUnusableError, DatabaseAwayError and
    SQLAlchemy's errors.
    """
    favour_event_loop()
    keep_one_heap()
    set_discord_addresses(settings)
    stopping = asyncio.Event()
    for reason in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(reason, stopping.set)
    url = settings.database_url.get_secret_value()
    with hold_database(url, alone=False):
        await _run_on(url, settings, stopping)


async def _run_on(url: str, settings: Settings, stopping: asyncio.Event) -> None:
    opening = open_store(
        url, synchronous=settings.database_synchronous, copies=settings.backup_folder, channel=channel_of(settings)
    )
    async with opening as store, AsyncExitStack() as stack:
        metrics, pulse = Metrics(), Pulse(store.probe)
        if (file := sqlite_file(read_url(url))) is not None and settings.backup_hours:  # also while Discord cannot be reached
            folder = BackupFolder(file, settings.backup_folder)
            clock = BackupClock(folder, settings.backup_hours, settings.backups_kept, now, metrics.note_backup)
            await stack.enter_async_context(running(clock.run(), "backups"))
        if settings.health_port:
            stack.enter_context(serve_health(str(settings.health_address), settings.health_port, pulse.health, metrics.written))
            await stack.enter_async_context(running(pulse.run(), "pulse"))
        bot: Bot | None = await assemble(settings, store, metrics=metrics)
        pause = _FIRST_PAUSE_SECONDS
        while not stopping.is_set():
            started_at = now()
            try:
                bot = bot or await assemble(settings, store, metrics=metrics)
                exempt_existing_objects()
                pulse.is_connected = bot.client.is_connected
                await _stay_connected(bot, settings, stopping)
            except discord.LoginFailure:
                raise
            except TEMPORARY_ERRORS as error:
                _log.warning("Discord cannot be reached; trying again", seconds=pause, error=str(error))
            except discord.ClientException as error:
                if (refusal := gateway_refusal(error)) is not None:
                    raise refusal from error
                _log.warning("Discord has closed the connection; trying again", seconds=pause, error=str(error))
            except Exception:
                _log.exception("the connection ended; trying again", seconds=pause)
            bot = None
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await stopping.wait()
            pause = _FIRST_PAUSE_SECONDS if now() - started_at > _STABLE_MS else min(2 * pause, _LONGEST_PAUSE_SECONDS)


async def finish_work(bot: Bot) -> None:
    """Finish the replies under way and bring the messages up to date, as far as a few seconds allow."""
    try:
        async with asyncio.timeout(_CLOSE_SECONDS):
            await bot.boundary.idle()
    except TimeoutError:
        _log.warning("some replies were not finished")
    await bot.services.courier.close(_CLOSE_SECONDS)
    bot.services.api.pictures.close()


async def _stay_connected(bot: Bot, settings: Settings, stopping: asyncio.Event) -> None:
    """Stay connected until the connection ends or `stopping` is set; then finish what is under way."""
    token = "" if settings.discord_token is None else settings.discord_token.get_secret_value()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(bot.client)
        deadlines = asyncio.create_task(_keep_deadlines(bot.deadlines), name="deadlines")
        computers = asyncio.create_task(bot.computer_turns.run(), name="computers")
        connection = asyncio.create_task(bot.client.start(token), name="discord")
        running_league = partial(bot.league_clock.run, is_ours=bot.sharing.keeps)
        league = asyncio.create_task(_once_ready(bot, running_league), name="league clock")
        owning = asyncio.create_task(_once_ready(bot, bot.sharing.run), name="owning partitions")
        stop = asyncio.create_task(stopping.wait(), name="stopping")
        try:
            await asyncio.wait({deadlines, connection, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.cancel()
            deadlines.cancel()
            computers.cancel()
            league.cancel()
            await finish_work(bot)
            owning.cancel()
            await asyncio.wait((owning,))
            connection.cancel()
        for task in (connection, deadlines):
            if task.done() and not task.cancelled():
                task.result()


async def _keep_deadlines(sleeper: DeadlineSleeper) -> None:
    """Run the sleeper, again after every error: the deadlines stay stored, even if the database is locked for a while."""
    while True:
        try:
            await sleeper.run()
        except NotOwnerError:
            await asyncio.sleep(_OWNER_PAUSE_SECONDS)
        except Exception:
            _log.exception("a deadline could not be kept; trying again", seconds=_FIRST_PAUSE_SECONDS)
            await asyncio.sleep(_FIRST_PAUSE_SECONDS)


async def _once_ready(bot: Bot, work: Callable[[], Awaitable[None]]) -> None:
    await bot.client.wait_until_ready()
    await work()
