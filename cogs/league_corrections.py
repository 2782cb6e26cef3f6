"""`/league void · reinstate · correct · log`: corrections, and what happened."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.error_boundary import ErrorBoundary
from bot.discord.interaction import Interaction
from bot.interactions.league import matches
from bot.interactions.league.matches import correct_match, correct_people
from bot.interactions.services import Services
from bot.league.corrections import Reinstate, Void
from cogs.option_types import AnyLeague, MatchNumber, MatchPlayer, Reason


class LeagueCorrections(commands.Cog):
    """The part of `/league` that corrects matches."""

    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary

    @app_commands.command(name="void", description="Void a match: it no longer counts anywhere")
    @app_commands.describe(match="Match number from /history", why="The reason, shown in the log")
    async def void(self, interaction: Interaction, match: MatchNumber, why: Reason) -> None:
        await self._boundary.run(interaction, lambda call: correct_match(self._services, call, match, Void(), why))

    @app_commands.command(name="reinstate", description="Let a voided match count again")
    @app_commands.describe(match="Match number from /history", why="The reason, shown in the log")
    async def reinstate(self, interaction: Interaction, match: MatchNumber, why: Reason) -> None:
        await self._boundary.run(interaction, lambda call: correct_match(self._services, call, match, Reinstate(), why))

    @app_commands.command(name="correct", description="Swap two players in a match, or remove one or put them back")
    @app_commands.describe(
        match="Match number from /history",
        change="What to correct",
        why="The reason, shown in the log",
        person="Which player",
        other="The player to swap with",
        player="Instead of person: a player of that match, even if they have left Discord",
        other_player="Instead of other: a player of that match, even if they have left Discord",
    )
    async def correct(
        self,
        interaction: Interaction,
        match: MatchNumber,
        change: Literal["swap", "swap back", "remove", "put back"],
        why: Reason,
        person: discord.User | None = None,
        other: discord.User | None = None,
        player: MatchPlayer | None = None,
        other_player: MatchPlayer | None = None,
    ) -> None:
        first, second = (person, player), (other, other_player)
        await self._boundary.run(
            interaction, lambda call: correct_people(self._services, call, match, change, why, first, second)
        )

    @app_commands.command(name="log", description="Show everything that organisers did, with their reasons and what changed")
    @app_commands.describe(league="Only what concerns this league")
    async def log(self, interaction: Interaction, league: AnyLeague | None = None) -> None:
        await self._boundary.run(interaction, lambda call: matches.log(self._services, call, league))
