"""`/league create · edit · list · season-end · archive · organisers · export`: the leagues of a server and their seasons."""

from typing import cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.error_boundary import ErrorBoundary
from bot.discord.interaction import Interaction
from bot.interactions.league import leagues, questions
from bot.interactions.league.export import export_league
from bot.interactions.services import Services
from cogs.league_corrections import LeagueCorrections
from cogs.league_schedule import LeagueSchedule
from cogs.option_types import WHY, AnyLeague, Name, OpenLeague, Reason, Season


@app_commands.guild_only()
class LeagueCog(
    commands.GroupCog,
    group_name="league",
    group_description="Leagues in this server: what counts, seasons and corrections",
):
    """The group `/league`. A command of its other parts keeps the cog in which it is defined."""

    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        super().__init__()
        for part in (LeagueCorrections, LeagueSchedule):
            for command in part(services, boundary).get_app_commands():
                cast(app_commands.Group, self.app_command).add_command(command)

    @app_commands.command(name="create", description="Create a league; its first season starts immediately")
    @app_commands.describe(name="Name of the league; a form asks for the rest")
    async def create(self, interaction: Interaction, name: Name | None = None) -> None:
        await self._boundary.run(interaction, lambda call: leagues.open_new_form(self._services, call, name or ""))

    @app_commands.command(name="edit", description="Change a league; the change applies to the whole running season")
    @app_commands.describe(league="Which league")
    async def edit(self, interaction: Interaction, league: OpenLeague) -> None:
        await self._boundary.run(interaction, lambda call: leagues.show_settings(self._services, call, league))

    @app_commands.command(name="list", description="List the leagues in this server, or show one with all its settings")
    @app_commands.describe(league="Show only this one, with all its settings")
    async def list_(self, interaction: Interaction, league: AnyLeague | None = None) -> None:
        await self._boundary.run(
            interaction,
            lambda call: (
                leagues.show_all(self._services, call) if league is None else leagues.show(self._services, call, league)
            ),
        )

    @app_commands.command(name="season-end", description="End the season; its final table is kept, and the next season starts")
    @app_commands.describe(league="Which league", name="Name for the season that ends", why=WHY)
    async def season_end(
        self, interaction: Interaction, league: OpenLeague, name: Name | None = None, why: Reason | None = None
    ) -> None:
        await self._boundary.run(
            interaction, lambda call: questions.ask_to_end_season(self._services, call, league, name or "", why or "")
        )

    @app_commands.command(
        name="archive", description="Close a league for good; its final tables are kept, and its name is free again"
    )
    @app_commands.describe(league="Which league", why=WHY)
    async def archive(self, interaction: Interaction, league: OpenLeague, why: Reason | None = None) -> None:
        await self._boundary.run(interaction, lambda call: questions.ask_to_archive(self._services, call, league, why or ""))

    @app_commands.command(name="organisers", description="Choose the role that can organise leagues, besides Manage Server")
    @app_commands.describe(
        role="Which role; without it, see the current one", nobody="No role: only members with Manage Server", why=WHY
    )
    async def organisers(
        self, interaction: Interaction, role: discord.Role | None = None, nobody: bool = False, why: Reason | None = None
    ) -> None:
        chosen = None if role is None else role.id
        await self._boundary.run(
            interaction,
            lambda call: leagues.choose_organisers(self._services, call, chosen, nobody=nobody, why=why or ""),
        )

    @app_commands.command(name="export", description="Export standings and matches as one zip, for spreadsheets and programs")
    @app_commands.describe(
        league="Which league; without it, all matches in this server", season="Name or number; without it, all seasons"
    )
    async def export(self, interaction: Interaction, league: AnyLeague | None = None, season: Season | None = None) -> None:
        await self._boundary.run(interaction, lambda call: export_league(self._services, call, league, season))
