"""`/leaderboard · /stats · /history · /match`: standings, and what has been played."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.error_boundary import ErrorBoundary
from bot.discord.interaction import Interaction
from bot.interactions.league import matches, standings
from bot.interactions.league.standings import LeaderboardOptions, stats_page
from bot.interactions.services import Services
from cogs.option_types import DECK_CHOICES, Game, Leaderboard, MatchNumber, Name, Season


class StatsCog(commands.Cog):
    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary

    @app_commands.guild_only()
    @app_commands.command(name="leaderboard", description="Show the standings of a league or of this server, or the ratings")
    @app_commands.describe(
        league="Which league; without it, this channel's",
        variant="Only matches of this game",
        since="Only matches since this day, like 2026-03-31",
        season="A season that has ended, by name or number",
        live="Organisers: post standings that update automatically (at most once a minute)",
        by="Points of a league, or the ratings of this server",
        cards="Ratings with these cards; without it, with those of most rated matches",
    )
    @app_commands.choices(cards=DECK_CHOICES)
    async def leaderboard(
        self,
        interaction: Interaction,
        league: Leaderboard | None = None,
        variant: Game | None = None,
        since: Name | None = None,
        season: Season | None = None,
        live: bool = False,
        by: Literal["points", "rating"] | None = None,
        cards: str | None = None,
    ) -> None:
        options = LeaderboardOptions(league, variant, since, season, live, by, cards)
        work = standings.post_live_standings if live else standings.leaderboard
        await self._boundary.run(interaction, lambda call: work(self._services, call, options))

    @app_commands.guild_only()
    @app_commands.command(name="stats", description="Show a player's results and ratings, or compare up to four players")
    @app_commands.describe(person="Which player; without it, you", second="Compare with", third="And with", fourth="And with")
    async def stats(
        self,
        interaction: Interaction,
        person: discord.User | None = None,
        second: discord.User | None = None,
        third: discord.User | None = None,
        fourth: discord.User | None = None,
    ) -> None:
        await self._boundary.run(interaction, lambda call: stats_page(self._services, call, person, second, third, fourth))

    @app_commands.guild_only()
    @app_commands.command(name="history", description="Show a player's matches, newest first")
    @app_commands.describe(person="Which player; without it, you")
    async def history(self, interaction: Interaction, person: discord.User | None = None) -> None:
        await self._boundary.run(interaction, lambda call: matches.history(self._services, call, person))

    @app_commands.guild_only()
    @app_commands.command(name="match", description="Show a finished match: all its deals, and the final hands")
    @app_commands.describe(id="Match number from /history")
    async def match(self, interaction: Interaction, id: MatchNumber) -> None:
        await self._boundary.run(interaction, lambda call: matches.match(self._services, call, id))
