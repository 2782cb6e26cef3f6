"""`/league export`: standings, results and corrections as files, for everyone."""

from discord import app_commands
from discord.ext import commands

from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.league.league_autocomplete import league_choices, season_choices
from bot.interactions.league.league_files import export_league
from bot.interactions.option_types import FilePart, Name
from bot.interactions.services import Interaction, Services


class LeagueExport(commands.Cog):
    """The part of `/league` that exports files."""

    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary

    @app_commands.command(name="export", description="Export standings, results and corrections as CSV and JSON files")
    @app_commands.describe(
        league="Which league; without it, all matches in this server",
        season="Name or number; without it, the results of all seasons and the newest standings",
        part="Which part, if the files are too large for one message",
    )
    async def export(
        self, interaction: Interaction, league: Name | None = None, season: Name | None = None, part: FilePart = 1
    ) -> None:
        await self._boundary.run(interaction, export_league(self._services, interaction, league, season, part))

    @export.autocomplete("league")
    async def _leagues(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await league_choices(self._services, interaction, typed, archived=True)

    @export.autocomplete("season")
    async def _seasons(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await season_choices(self._services, interaction, typed)
