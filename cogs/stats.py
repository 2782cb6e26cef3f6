"""`/leaderboard · /stats · /history · /match`: standings, and what has been played."""

from typing import Literal

import discord
from discord import app_commands

from bot.discord.error_boundary import RummyCog, replies
from bot.interactions.call import Call, LeagueServices, Reply
from bot.interactions.league import matches, standings
from bot.interactions.league.standings import LeaderboardOptions, stats_page
from cogs.option_types import DECK_CHOICES, Game, Leaderboard, MatchNumber, Name, Season


class StatsCog(RummyCog[LeagueServices]):
    @app_commands.guild_only()
    @app_commands.command(name="leaderboard", description="Show a league's standings, this server's, or the ratings")
    @app_commands.describe(
        league="League; without it, this channel's",
        variant="Only matches of this game",
        since="Only matches since this day, like 2026-03-31",
        season="Season, by name or number; without it, the running one",
        live="Organisers: post standings that stay up to date",
        by="Points of a league, or this server's ratings",
        cards="Ratings with these cards; without it, those played most",
    )
    @app_commands.choices(cards=DECK_CHOICES)
    @replies
    async def leaderboard(
        self,
        call: Call,
        league: Leaderboard | None = None,
        variant: Game | None = None,
        since: Name | None = None,
        season: Season | None = None,
        live: bool = False,
        by: Literal["points", "rating"] | None = None,
        cards: str | None = None,
    ) -> Reply:
        options = LeaderboardOptions(league, variant, since, season, live, by, cards)
        work = standings.post_live_standings if live else standings.leaderboard
        return await work(self._services, call, options)

    @app_commands.guild_only()
    @app_commands.command(name="stats", description="Show a player's results and ratings, or compare up to four players")
    @app_commands.describe(person="Player; without it, you", second="Compare with", third="And with", fourth="And with")
    @replies
    async def stats(
        self,
        call: Call,
        person: discord.User | None = None,
        second: discord.User | None = None,
        third: discord.User | None = None,
        fourth: discord.User | None = None,
    ) -> Reply:
        return await stats_page(self._services, call, person, second, third, fourth)

    @app_commands.guild_only()
    @app_commands.command(name="history", description="Show a player's matches, newest first")
    @app_commands.describe(person="Player; without it, you")
    @replies
    async def history(self, call: Call, person: discord.User | None = None) -> Reply:
        return await matches.history(self._services, call, person)

    @app_commands.guild_only()
    @app_commands.command(name="match", description="Show a finished match: all its deals, and the final hands")
    @app_commands.describe(match="Match number from /history; without it, your last match")
    @replies
    async def match(self, call: Call, match: MatchNumber | None = None) -> Reply:
        return await matches.match(self._services, call, match)
