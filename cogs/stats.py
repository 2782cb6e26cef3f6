"""`/leaderboard · /stats · /history · /match`: standings, and what has been played."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.league.find_person import find_person
from bot.interactions.league.leaderboard_options import LeaderboardOptions, read_standings
from bot.interactions.league.league_autocomplete import leaderboard_choices, season_choices
from bot.interactions.league.league_pages import LeaguePages
from bot.interactions.league.stats_page import stats_page
from bot.interactions.option_types import MatchNumber, Name
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services, server_of
from bot.interactions.table.table_autocomplete import variant_choices
from bot.messages.league.buttons import HistoryPress


class StatsCog(commands.Cog):
    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        self._pages = LeaguePages(services)

    @app_commands.command(name="leaderboard", description="The standings of a league, or of this server")
    @app_commands.describe(
        league="Which league; without it, the one of this channel",
        variant="Only matches of this game",
        since="Only matches from this day on, like 2026-03-31",
        season="A season that has ended, by its name or number",
        live="Organisers: post one that redraws itself, at most once a minute",
    )
    async def leaderboard(
        self,
        interaction: Interaction,
        league: Name | None = None,
        variant: Name | None = None,
        since: Name | None = None,
        season: Name | None = None,
        live: bool = False,
    ) -> None:
        options = LeaderboardOptions(league, variant, since, season, live)

        async def work() -> Reply:
            press = await read_standings(self._services, interaction, options)
            if live:
                return await self._pages.post_live_standings(interaction, press)
            return await self._pages.leaderboard(interaction, press)

        await self._boundary.run(interaction, work())

    @app_commands.command(name="stats", description="What somebody has done here, alone or beside up to three others; ratings")
    @app_commands.describe(person="Who; without it, you", second="Compared with", third="And with", fourth="And with")
    async def stats(
        self,
        interaction: Interaction,
        person: discord.User | None = None,
        second: discord.User | None = None,
        third: discord.User | None = None,
        fourth: discord.User | None = None,
    ) -> None:
        async def work() -> Reply:
            server_of(interaction)  # refuses direct messages
            others = [user for user in (second, third, fourth) if user is not None]
            people = [await find_person(self._services, interaction, user) for user in (person, *others)]
            return await stats_page(self._services, interaction, [one.number for one in people])

        await self._boundary.run(interaction, work())

    @app_commands.command(name="history", description="The matches of somebody, the newest first")
    @app_commands.describe(person="Whose; without it, your own")
    async def history(self, interaction: Interaction, person: discord.User | None = None) -> None:
        async def work() -> Reply:
            server_of(interaction)  # refuses direct messages
            found = await find_person(self._services, interaction, person)
            return await self._pages.history(interaction, HistoryPress(found.number))

        await self._boundary.run(interaction, work())

    @app_commands.command(name="match", description="A finished match with all its deals and its last hands")
    @app_commands.describe(id="Its number, as /history shows it")
    async def match(self, interaction: Interaction, id: MatchNumber) -> None:
        await self._boundary.run(interaction, self._pages.match(interaction, id))

    @leaderboard.autocomplete("league")
    async def _leagues(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await leaderboard_choices(self._services, interaction, typed)

    @leaderboard.autocomplete("season")
    async def _seasons(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await season_choices(self._services, interaction, typed)

    @leaderboard.autocomplete("variant")
    async def _variants(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await variant_choices(self._services, interaction, typed)


async def setup(bot: Any, services: Services, boundary: ErrorBoundary) -> None:
    await bot.add_cog(StatsCog(services, boundary))
