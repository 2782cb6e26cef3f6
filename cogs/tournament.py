"""`/tournament`: a club evening, from the check-in to the winner."""

from discord import app_commands

from bot.discord.error_boundary import RummyCog, replies
from bot.interactions.call import Call, Reply, TournamentServices
from bot.interactions.tournament import tournament
from cogs.option_types import Name


class TournamentCog(RummyCog[TournamentServices]):
    @app_commands.command(name="tournament", description="Organisers: set up a tournament in this channel")
    @app_commands.guild_only()
    @app_commands.describe(name="Name of the tournament; a form asks for the rest")
    @replies
    async def tournament(self, call: Call, name: Name | None = None) -> Reply:
        return await tournament.open_form(self._services, call, name or "")
