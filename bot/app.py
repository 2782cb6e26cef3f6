"""Puts the parts together; the only file that knows them all."""

import asyncio
import secrets
import signal
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import discord
import structlog
import yarl
from discord import gateway, http

from bot.background.deadlines import Sleeper
from bot.background.league_clock import Gazette
from bot.client import RummyClient
from bot.command_sync import payload, sync_if_changed
from bot.competition.eligibility import Counting
from bot.competition.forgetting import Forgetting
from bot.competition.match_history import Past
from bot.competition.organising import Organising
from bot.competition.standings import Records
from bot.competition.tournaments import Tournaments
from bot.delivery.courier import Courier
from bot.delivery.discord_api import PASSING, Delivery
from bot.interactions.error_boundary import Boundary
from bot.interactions.presses import Presses
from bot.interactions.services import Desk
from bot.messages.command_words import CommandWords
from bot.messages.words import Languages
from bot.rummy.variant.variant import Variant
from bot.rummy.variant.variant_reader import read_variant
from bot.settings.settings import Settings
from bot.storage.store import Store, open_store
from bot.tables.rules.saved_variants import Games
from bot.tables.service import Chance, Pauses, Tables
from cogs import info, league, play, privacy, stats, tables, variants

_log = structlog.get_logger(__name__)
DATA = Path(__file__).parent.parent / "data"
LOCALES = DATA / "locales"
COGS = (tables, play, variants, info, league, stats, privacy)
_LEAVING_SECONDS = 4.0  # twice: what stops a container waits for ten
_AGAIN_SECONDS, _LONGEST_SECONDS = 5.0, 300.0
_LASTING_MS = 600_000  # a connection that lasted so long begins with the short pause again


def read_variants(folder: Path = DATA / "variants") -> dict[str, Variant]:
    """The shipped games by name. Raises VariantRefused."""
    return {
        path.stem: read_variant(path.stem, path.read_text("utf-8"), source=f"data/variants/{path.name}")
        for path in sorted(folder.glob("*.toml"))
    }


def now() -> int:
    """Epoch milliseconds."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Parts:
    """One connected bot."""

    client: RummyClient
    desk: Desk
    boundary: Boundary
    sleeper: Sleeper
    gazette: Gazette


async def assemble(settings: Settings, store: Store, locales: Path = LOCALES) -> Parts:
    """All parts on a store, not yet connected. The tables in play are read from their events. Raises CatalogueRefused."""
    pauses = Pauses(lobby=settings.lobby_hours * 3_600_000, deal=settings.deal_pause_seconds * 1000)
    chance = Chance(now, lambda: secrets.token_hex(32))
    service = Tables(store.log, chance, pauses)
    client, languages = RummyClient(), Languages.read(locales)
    delivery = Delivery(client, store.people)
    records, past = Records(store.leagues, store.archive, now), Past(store.archive)
    counting = Counting(records, past)
    courier = Courier(service, store.log, store.surfaces, store.people, delivery, languages, counting)
    games = Games(read_variants(), store.variants, now)
    organising = Organising(store.leagues, store.archive, now)
    desk = Desk(
        tables=service,
        courier=courier,
        people=store.people,
        delivery=delivery,
        languages=languages,
        games=games,
        records=records,
        organising=organising,
        past=past,
        counting=counting,
        forgetting=Forgetting(store.privacy, service),
        tournaments=Tournaments(store.schedules, store.reminders, chance),
        boards=store.boards,
        now=now,
    )
    boundary = Boundary(desk)

    async def add_cogs() -> None:
        for cog in COGS:
            await cog.setup(client, desk, boundary)

    async def name_commands() -> None:
        await client.tree.set_translator(CommandWords(languages))

    async def sync() -> None:
        await sync_if_changed(client, client.tree)

    presses = Presses(desk, boundary)
    client.tree.error(presses.fault)
    client.wire(
        on_press=presses.pressed,
        on_set_up=(add_cogs, name_commands, sync),
        on_connected=courier.resume,
        on_joined=courier.resume,
    )
    await service.load()
    await records.catch_up()
    return Parts(client, desk, boundary, Sleeper(store.deadlines, service, now), Gazette(desk))


async def our_commands() -> list[dict[str, Any]]:
    """The slash commands as they are registered, from cogs that have nobody to ask. Raises CatalogueRefused."""
    client, desk, boundary = RummyClient(), cast(Desk, None), cast(Boundary, None)
    for cog in COGS:
        await cog.setup(client, desk, boundary)
    await client.tree.set_translator(CommandWords(Languages.read(LOCALES)))
    return await payload(client.tree)


def point_at(settings: Settings) -> None:
    """Where discord.py finds Discord; to be set before a client is made."""
    http.Route.BASE = settings.discord_api_url.rstrip("/")
    gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)


async def run(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT. A connection that ends is begun again.

    Raises what a person must mend first: discord.LoginFailure, VariantRefused, CatalogueRefused, DatabaseTooNewError and
    SQLAlchemy's errors.
    """
    point_at(settings)
    stopping = asyncio.Event()
    for reason in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(reason, stopping.set)
    async with open_store(settings.database_url.get_secret_value(), synchronous=settings.database_synchronous) as store:
        parts: Parts | None = await assemble(settings, store)
        pause = _AGAIN_SECONDS
        while not stopping.is_set():
            began = now()
            try:
                await _connected(parts or await assemble(settings, store), settings, stopping)
            except discord.LoginFailure:
                raise
            except PASSING as error:
                _log.warning("Discord cannot be reached; trying again", seconds=pause, error=str(error))
            except Exception:
                _log.exception("the connection ended; trying again", seconds=pause)
            parts = None
            await _pause(stopping, pause)
            pause = _AGAIN_SECONDS if now() - began > _LASTING_MS else min(2 * pause, _LONGEST_SECONDS)


async def _connected(parts: Parts, settings: Settings, stopping: asyncio.Event) -> None:
    """One connection, until it ends or the process is told to stop: then the moves in hand are finished and told."""
    token = "" if settings.discord_token is None else settings.discord_token.get_secret_value()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(parts.client)
        sleeping = asyncio.create_task(_asleep(parts.sleeper), name="sleeper")
        talking = asyncio.create_task(parts.client.start(token), name="discord")
        printing = asyncio.create_task(_printed(parts), name="gazette")
        stopped = asyncio.create_task(stopping.wait(), name="stopping")
        try:
            await asyncio.wait({sleeping, talking, stopped}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopped.cancel()
            sleeping.cancel()
            printing.cancel()
            await _leave(parts)
            talking.cancel()
        for ended in (talking, sleeping):
            if ended.done() and not ended.cancelled():
                ended.result()


async def _asleep(sleeper: Sleeper) -> None:
    """A database that is locked for a while must not end the bot: the deadlines are still there."""
    while True:
        try:
            await sleeper.run()
        except Exception:
            _log.exception("a deadline could not be kept; trying again", seconds=_AGAIN_SECONDS)
            await asyncio.sleep(_AGAIN_SECONDS)


async def _printed(parts: Parts) -> None:
    await parts.client.wait_until_ready()
    await parts.gazette.run()


async def _leave(parts: Parts) -> None:
    """The answers under way are given, and what has happened is told, as far as it goes in a few seconds."""
    try:
        await asyncio.wait_for(parts.boundary.idle(), _LEAVING_SECONDS)
    except TimeoutError:
        _log.warning("some answers were not finished")
    await parts.desk.courier.close(_LEAVING_SECONDS)


async def _pause(stopping: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stopping.wait(), seconds)
    except TimeoutError:
        return
