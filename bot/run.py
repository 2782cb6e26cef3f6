"""Runs the bot until it is told to stop. A connection that ends is made again."""

import asyncio
import signal
from contextlib import AsyncExitStack

import discord
import structlog

from bot.app import Bot, assemble, now, point_at
from bot.background.deadline_sleeper import DeadlineSleeper
from bot.delivery.discord_api import PASSING
from bot.settings.settings import Settings
from bot.storage.store import open_store

_log = structlog.get_logger(__name__)
_LEAVING_SECONDS = 4.0  # twice: what stops a container waits for ten
_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 5.0, 300.0
_LASTING_MS = 600_000  # after a connection that lasted so long, the pauses start short again


async def run(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT.

    Raise what a person must fix first: discord.LoginFailure, VariantRefused, CatalogueRefused, DatabaseTooNewError and
    SQLAlchemy's errors.
    """
    point_at(settings)
    stopping = asyncio.Event()
    for reason in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(reason, stopping.set)
    async with open_store(settings.database_url.get_secret_value(), synchronous=settings.database_synchronous) as store:
        bot: Bot | None = await assemble(settings, store)
        pause = _PAUSE_SECONDS
        while not stopping.is_set():
            began = now()
            try:
                await _connected(bot or await assemble(settings, store), settings, stopping)
            except discord.LoginFailure:
                raise
            except PASSING as error:
                _log.warning("Discord cannot be reached; trying again", seconds=pause, error=str(error))
            except Exception:
                _log.exception("the connection ended; trying again", seconds=pause)
            bot = None
            await _pause(stopping, pause)
            pause = _PAUSE_SECONDS if now() - began > _LASTING_MS else min(2 * pause, _LONGEST_PAUSE_SECONDS)


async def leave(bot: Bot) -> None:
    """Finish the answers under way, and show what has happened, as far as a few seconds allow."""
    try:
        await asyncio.wait_for(bot.boundary.idle(), _LEAVING_SECONDS)
    except TimeoutError:
        _log.warning("some answers were not finished")
    await bot.services.courier.close(_LEAVING_SECONDS)


async def _connected(bot: Bot, settings: Settings, stopping: asyncio.Event) -> None:
    """Stay connected until the connection ends or the process is told to stop; then finish what is under way."""
    token = "" if settings.discord_token is None else settings.discord_token.get_secret_value()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(bot.client)
        deadlines = asyncio.create_task(_keep_deadlines(bot.deadlines), name="deadlines")
        connection = asyncio.create_task(bot.client.start(token), name="discord")
        league = asyncio.create_task(_run_league(bot), name="league clock")
        stopped = asyncio.create_task(stopping.wait(), name="stopping")
        try:
            await asyncio.wait({deadlines, connection, stopped}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopped.cancel()
            deadlines.cancel()
            league.cancel()
            await leave(bot)
            connection.cancel()
        for ended in (connection, deadlines):
            if ended.done() and not ended.cancelled():
                ended.result()


async def _keep_deadlines(sleeper: DeadlineSleeper) -> None:
    """A database that is locked for a while must not end the bot: the deadlines are still stored."""
    while True:
        try:
            await sleeper.run()
        except Exception:
            _log.exception("a deadline could not be kept; trying again", seconds=_PAUSE_SECONDS)
            await asyncio.sleep(_PAUSE_SECONDS)


async def _run_league(bot: Bot) -> None:
    await bot.client.wait_until_ready()
    await bot.league_clock.run()


async def _pause(stopping: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stopping.wait(), seconds)
    except TimeoutError:
        return
