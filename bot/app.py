"""The composition root: creates all services, cogs and background tasks and connects them. No other file imports them all."""

import random
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import structlog
from discord.app_commands import Command

from bot.background.league_clock import LeagueClock
from bot.background.sharing import Sharing
from bot.background.table_clock import ComputerTurns, DeadlineSleeper
from bot.background.uptime import Uptime
from bot.competition.corrections import Corrections, Protests
from bot.competition.eligibility import EligibilityCheck
from bot.competition.league_editor import LeagueEditor
from bot.competition.match_history import MatchHistory
from bot.competition.personal_data import PersonalData
from bot.competition.season_end import SeasonEnds, Undos
from bot.competition.standings import LeagueDirectory, Standings
from bot.competition.tournament.tournaments import Tournaments
from bot.delivery.budget import Budget
from bot.delivery.courier import Courier
from bot.delivery.daily_posts import DailyPosts
from bot.delivery.discord_api import DiscordApi
from bot.delivery.league_posts import LeaguePosts
from bot.delivery.pictures import AttachedPictures, send_files_once
from bot.delivery.readers import Readers
from bot.delivery.rendering import Sources
from bot.delivery.thread_members import ThreadMembers
from bot.delivery.tournament_posts import TournamentPosts
from bot.discord.client import RummyClient
from bot.discord.command_sync import command_payloads, sync_if_changed
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.forwarding import Forwarding, channel_of
from bot.discord.interaction import OtherBot, send_nothing_late
from bot.health import Metrics
from bot.interactions.call import Confirmations, Services
from bot.interactions.rate_limits import Limited, RateLimits
from bot.interactions.table import play_again as play_again  # no command uses its handler
from bot.interactions.table import replay as replay  # nor these
from bot.league.organiser_actions import TableWaits
from bot.messages.components import DATABASE_MARKER
from bot.messages.league.eligibility_text import EligibilityText
from bot.messages.names import forget_names, names_at
from bot.messages.pictures.marks import marks_at
from bot.messages.pictures.sprites import CARD_PICTURES, Parts, Sprites, SpritesUnusableError, load_sprites
from bot.messages.table.channel.story_pages import page_before_deal
from bot.messages.words import EVERY_LANGUAGE, CommandWords, Languages
from bot.rummy.variant import Variant
from bot.rummy.variant_reader import read_variant
from bot.settings import Settings
from bot.storage.league.ledger_rows import decode_line
from bot.storage.sqlite_database import SqliteDatabase, open_engine
from bot.storage.store import Store, store_on
from bot.tables.first_hand import Step, play_first_hand
from bot.tables.partitions import partition_of
from bot.tables.ports import ClockAndSeeds, Ready, SuitColours
from bot.tables.private_tables import PrivateTables
from bot.tables.rules.match_length import MeasuredTurns, TurnEstimates
from bot.tables.rules.relatives import read_relatives, read_usual_names
from bot.tables.rules.saved_variants import ServerVariants
from bot.tables.service import LobbyLimits, Pauses, Tables
from bot.tables.table import Table
from cogs.daily import DailyCog
from cogs.info import InfoCog, PrivacyCog
from cogs.league import LeagueCog
from cogs.play import PlayCog
from cogs.stats import StatsCog
from cogs.tables import TableCog
from cogs.tournament import TournamentCog
from cogs.variants import VariantCog

DATA = Path(__file__).parent.parent / "data"
LOCALES = DATA / "locales"
COGS = (TableCog, PlayCog, DailyCog, VariantCog, InfoCog, PrivacyCog, LeagueCog, TournamentCog, StatsCog)

_log = structlog.get_logger(__name__)


COMPUTER_SECONDS = (1.0, 2.0)
"""How long computers seem to think before they play, at the least and at the most."""


@dataclass(frozen=True, slots=True)
class Bot:
    """One bot, ready to connect."""

    client: RummyClient
    services: Services
    boundary: ErrorBoundary
    deadlines: DeadlineSleeper
    computer_turns: ComputerTurns
    sharing: Sharing
    league_clock: LeagueClock


def now() -> int:
    """Return the time in epoch milliseconds."""
    return time.time_ns() // 1_000_000


def steady() -> float:
    """Return seconds of a clock that nobody sets."""
    return time.monotonic()


def read_variants(folder: Path = DATA / "variants") -> dict[str, Variant]:
    """Return the shipped variants by name. Raise VariantRefused."""
    return {
        path.stem: read_variant(path.stem, path.read_text("utf-8"), source=f"data/variants/{path.name}")
        for path in sorted(folder.glob("*.toml"))
    }


def read_first_hand(variants: Mapping[str, Variant], file: Path = DATA / "first_hand.toml") -> tuple[Step, ...]:
    """Return the steps of the first hand. Raise IllegalMove for a move that the rules forbid."""
    return play_first_hand(file.read_text("utf-8"), variants["rami"])


def read_turns(file: Path = DATA / "turns.toml") -> TurnEstimates:
    """Return how many turns each game takes, as `scripts/turns.py` has measured them."""
    return TurnEstimates(msgspec.toml.decode(file.read_bytes(), type=dict[str, dict[int, MeasuredTurns]], strict=False))


def read_sprites(folder: Path = CARD_PICTURES) -> dict[SuitColours, Sprites]:
    """Return the parts of the pictures of cards; none, with a warning in the log, if they are missing or damaged."""
    shared: Parts = {}
    try:
        return {colours: load_sprites(folder, colours, shared) for colours in SuitColours}
    except SpritesUnusableError as error:
        _log.warning("everything is shown as text", reason=str(error))
        return {}


async def assemble(settings: Settings, store: Store, locales: Path = LOCALES, metrics: Metrics | None = None) -> Bot:
    """Return a bot on this store, with the tables in play read from their events. Raise CatalogueRefused and VariantRefused.

    The buttons that are rendered in the caller's context from now on, and in that of its tasks, carry the database's marker.
    """
    DATABASE_MARKER.set(store.marker)
    metrics = metrics or Metrics()
    trace, other_bot = metrics.trace(settings.discord_api_url.rstrip("/")), OtherBot()
    if store.ownership.is_shared:
        send_nothing_late(trace, lambda: store.ownership.is_trusted)
    else:  # of several processes, another one answers now and then, when it takes a table over
        other_bot.watch(trace)
    send_files_once(trace)
    client, languages = RummyClient(trace), Languages.read(locales, settings.offered_languages)
    client.identify_turn = store.identify_turn
    services = _services(settings, store, client, languages)
    boundary = ErrorBoundary(services, metrics.note_answer, other_bot, lambda: store.database.saving_for)
    services.tables.add_listener(metrics.note_events)
    metrics.watch(
        {
            "tables to show": lambda: services.courier.behind,
            "requests": lambda: services.api.waiting,
            "answers": lambda: boundary.under_way,
        },
        open_tables=lambda: len(services.tables.in_play),
        owned=lambda: len(store.ownership.partitions),
        connected=client.is_connected,
        runs=lambda: (store.database.runs, store.database.runs_again),
    )

    async def on_connected() -> None:
        services.api.emoji.read_in_background()
        await services.courier.resume(partitions=lambda: store.ownership.partitions)

    async def on_joined(server: int) -> None:
        await services.courier.resume(server, lambda: store.ownership.partitions & {partition_of(server, 0)})

    client.tree.error(boundary.on_command_error)
    client.wire(
        services=services,
        is_allowed=boundary.is_allowed,
        on_interaction=boundary.on_interaction,
        on_set_up=(
            partial(add_cogs, client, services, boundary),
            partial(client.tree.set_translator, CommandWords(languages)),
            partial(sync_if_changed, client, client.tree),
        ),
        on_connected=on_connected,
        on_joined=on_joined,
    )
    await services.tables.load(store.ownership.partitions)
    uptime = Uptime(
        store.heartbeat,
        services.tables,
        now,
        client.silence,
        client.ask_for_sign,
        services.api.failures.failing_for,
        store.ownership,
    )
    sleeper = DeadlineSleeper(store.deadlines, services.tables, now, uptime, steady, store.ownership)
    league_clock = LeagueClock(
        services.season_ends,
        services.league_posts,
        services.personal_data,
        services.tournaments,
        services.tournament_posts,
        DailyPosts(
            store.posts,
            store.days,
            services.readers,
            services.variants.presets,
            store.people,
            services.api,
            now,
        ),
        now,
        sleeper.is_up,
    )
    computers = ComputerTurns(services.tables, lambda: random.uniform(*COMPUTER_SECONDS), sleeper.is_up)
    sharing = Sharing(
        store.ownership,
        store.log,
        services.tables,
        services.courier,
        uptime,
        sleeper,
        store.people,
        boundary.answered,
        client.hears,
    )
    boundary.is_ours, boundary.trust = sharing.is_ours, store.ownership.trust
    if channel_of(settings) and store.ownership.is_shared:
        boundary.forwarding = Forwarding(client, store.database.send)
        store.database.on_text(boundary.forwarding.receive)
    services.tournaments.reachable_since = uptime.reachable_since
    services.tournaments.is_hidden = services.tournament_posts.refused.__contains__
    uptime.has_tournaments = lambda: league_clock.has_tournaments
    services.tables.has_all, services.tables.is_ours = sharing.has_all, sharing.owns
    return Bot(client, services, boundary, sleeper, computers, sharing, league_clock)


async def our_commands(offered: str = EVERY_LANGUAGE) -> list[dict[str, Any]]:
    """Return the slash commands as they are sent to Discord, in these languages. Raise CatalogueRefused and VariantRefused.

    The cogs that define them get real services, on a database in memory that is never used.
    """
    database = SqliteDatabase(open_engine("sqlite://"))
    try:
        client, languages = RummyClient(), Languages.read(LOCALES, offered)
        services = _services(Settings.model_construct(), store_on(database), client, languages)
        await add_cogs(client, services, ErrorBoundary(services))
        await client.tree.set_translator(CommandWords(languages))
        return await command_payloads(client.tree)
    finally:
        await database.close()


async def add_cogs(client: RummyClient, services: Services, boundary: ErrorBoundary) -> None:
    """Add all slash commands, which give their handlers to this boundary."""
    for cog in COGS:
        await client.add_cog(cog(services, boundary))
    services.commands.update({one.qualified_name: one for one in client.tree.walk_commands() if isinstance(one, Command)})


def _services(settings: Settings, store: Store, client: RummyClient, languages: Languages) -> Services:
    source = ClockAndSeeds(now, lambda: secrets.token_hex(32))
    pauses = Pauses(lobby=settings.lobby_hours * 3_600_000, deal=settings.deal_pause_seconds * 1000)
    lobbies = LobbyLimits(settings.open_lobbies, settings.server_open_lobbies)
    english = languages.for_locale(None)
    tables = Tables(
        store.log,
        source,
        pauses,
        lobbies,
        marks=lambda table: marks_at(table, names_at(table, store.people, english)),
        marker=store.marker,
        message_before=lambda table: store.surfaces.message(table.number, page_before_deal(table)),
        is_ready=lambda person: store.people[person].ready == Ready.ITSELF,
    )
    saved = {"most": settings.server_saved_games, "most_own": settings.saved_games}
    presets = read_variants()
    titles = {one.name: languages.game_titles(one.title) for one in presets.values()}
    names = (DATA / "relatives.toml").read_text("utf-8")
    usual, relatives = read_usual_names(names, presets, titles), read_relatives(names, presets)
    shipped = chain.from_iterable(titles.values())
    variants = ServerVariants(presets, store.variants, now, titles=shipped, usual_names=usual, relatives=relatives, **saved)
    budget = Budget(share=lambda: store.ownership.share, may_send=lambda: store.ownership.is_trusted)
    token = "" if settings.discord_token is None else settings.discord_token.get_secret_value()
    pictures = AttachedPictures(read_sprites(), token)
    api = DiscordApi(client, store.people, budget, pictures)
    readers = Readers(languages, api, store.server_settings)
    leagues, match_history = LeagueDirectory(store.ledgers, now), MatchHistory(store.ledgers)
    standings = Standings(leagues, store.ledgers, variants, now)
    season_ends = SeasonEnds(store.ledgers, now, tables)
    turns = read_turns()
    check = EligibilityCheck(leagues, store.ledgers, match_history, now, presets)
    eligibility = EligibilityText(check)
    league_editor = LeagueEditor(store.ledgers, season_ends, now)

    async def organiser_role(server: int) -> int | None:
        role = await league_editor.organiser_role(server)
        return None if role is None or api.lacks(server, role) else role

    tournaments = Tournaments(store.ledgers, store.tournaments, tables, source)

    tournaments.is_former = lambda person: store.people[person].discord_id is None
    tournaments.former_numbers = lambda person: store.people.former_numbers(person, at=now())

    async def note(table: Table) -> None:
        await store.ledgers.note(table.server, TableWaits(table.number), now())

    courier = Courier(
        Sources(
            tables, store.log, store.surfaces, store.people, api, readers, eligibility, store.server_settings, turns, now, note
        )
    )
    return Services(
        now=now,
        people=store.people,
        readers=readers,
        api=api,
        thread_members=ThreadMembers(budget),
        limits=_rate_limits(settings),
        organiser_role=organiser_role,
        tables=tables,
        private_tables=PrivateTables(tables),
        first_hand=read_first_hand(presets),
        variants=variants,
        server_settings=store.server_settings,
        courier=courier,
        eligibility=eligibility,
        turns=turns,
        ledgers=store.ledgers,
        leagues=leagues,
        league_editor=league_editor,
        standings=standings,
        season_ends=season_ends,
        match_history=match_history,
        corrections=Corrections(store.ledgers, now),
        protests=Protests(store.ledgers, match_history, now),
        confirmations=Confirmations(now),
        undos=Undos(store.ledgers, now),
        personal_data=PersonalData(store.privacy, tables, now, (forget_names, pictures.forget, decode_line.cache_clear)),
        league_posts=LeaguePosts(
            store.posts, store.ledgers, leagues, standings, match_history, store.people, api, readers, now
        ),
        tournaments=tournaments,
        tournament_posts=TournamentPosts(
            store.posts, store.tournaments, tournaments, tables, courier, store.people, api, readers, now, check
        ),
        days=store.days,
    )


def _rate_limits(settings: Settings) -> RateLimits:
    return RateLimits(
        {
            Limited.COMMAND: settings.commands_per_second,
            Limited.MOVE: settings.moves_per_second,
            Limited.AUTOCOMPLETE: settings.moves_per_second,
            Limited.LOBBY: settings.lobbies_per_minute,
            Limited.PICTURE: settings.pictures_per_minute,
            Limited.EXPORT: settings.exports_per_minute,
        },
        {
            Limited.COMMAND: settings.server_commands_per_second,
            Limited.LOBBY: settings.server_lobbies_per_minute,
            Limited.PICTURE: settings.server_pictures_per_minute,
            Limited.EXPORT: settings.server_exports_per_minute,
        },
    )
