"""`/league create · edit · list · season-end · archive · organisers`: the leagues of a server, their seasons and organisers."""

from typing import Any, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.league.league_actions import LeagueActions
from bot.interactions.league.league_autocomplete import games_choices, league_choices, season_end_choices, time_zone_choices
from bot.interactions.league.league_options import LeagueOptions
from bot.interactions.option_types import Name
from bot.interactions.services import Interaction, Services
from cogs.league_corrections import LeagueCorrections
from cogs.league_export import LeagueExport
from cogs.league_schedule import LeagueSchedule

_Text = app_commands.Range[str, 1, 400]
_DESCRIPTIONS = {
    "points": "2: 3 0; 3: 4 2 0; 4: 5 3 1 0. Or: wins. Or: card points. Then, if you like: ; ties: wins, places",
    "games": "Those that count, with commas between; all",
    "house_rules": "Whether matches with house rules count",
    "channel": "The only channel in which its matches are played",
    "least": "So many matches are needed for a place",
    "rated": "Whether its matches count for the rating",
    "zone": "The time zone of its days and weeks, as Europe/Rome",
    "rematches": "So many matches a day of the same people count",
    "ends": "When a season ends: by hand, monthly, or a day like 2026-12-31",
}


@app_commands.guild_only()
class LeagueCog(
    commands.GroupCog,
    group_name="league",
    group_description="The leagues of this server: what counts, seasons, corrections",
):
    """The group `/league`. The cogs of its other parts are added to it by `setup`."""

    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        self._actions = LeagueActions(services)
        super().__init__()

    @app_commands.command(name="create", description="Make a league; its first season begins at once")
    @app_commands.describe(name="What it is called", **_DESCRIPTIONS)
    async def create(
        self,
        interaction: Interaction,
        name: Name,
        points: _Text | None = None,
        games: _Text | None = None,
        house_rules: bool | None = None,
        channel: discord.TextChannel | None = None,
        least: int | None = None,
        rated: bool | None = None,
        zone: Name | None = None,
        rematches: int | None = None,
        ends: Name | None = None,
    ) -> None:
        options = LeagueOptions(name, points, games, house_rules, _id(channel), None, least, rated, zone, rematches, ends)
        await self._boundary.run(interaction, self._actions.create(interaction, name, options))

    @app_commands.command(name="edit", description="Change a league; it counts so for the whole running season")
    @app_commands.describe(league="Which one", name="Another name", everywhere="Open it in all channels again", **_DESCRIPTIONS)
    async def edit(
        self,
        interaction: Interaction,
        league: Name,
        name: Name | None = None,
        points: _Text | None = None,
        games: _Text | None = None,
        house_rules: bool | None = None,
        channel: discord.TextChannel | None = None,
        everywhere: bool | None = None,
        least: int | None = None,
        rated: bool | None = None,
        zone: Name | None = None,
        rematches: int | None = None,
        ends: Name | None = None,
    ) -> None:
        options = LeagueOptions(name, points, games, house_rules, _id(channel), everywhere, least, rated, zone, rematches, ends)
        await self._boundary.run(interaction, self._actions.edit(interaction, league, options))

    @app_commands.command(name="list", description="The leagues of this server; or one, with all that counts in it")
    @app_commands.describe(league="Only this one, with everything about it")
    async def list_(self, interaction: Interaction, league: Name | None = None) -> None:
        show = self._actions.show_all(interaction) if league is None else self._actions.show(interaction, league)
        await self._boundary.run(interaction, show)

    @app_commands.command(name="season-end", description="End the season: its table stays for ever, and the next one begins")
    @app_commands.describe(league="Which league", name="What the season that ends is called")
    async def season_end(self, interaction: Interaction, league: Name, name: Name | None = None) -> None:
        work = self._actions.end_season(interaction, league, name or "")
        await self._boundary.run(interaction, work, is_public=True)

    @app_commands.command(name="archive", description="End a league for good: its tables stay, its name is free again")
    @app_commands.describe(league="Which one")
    async def archive(self, interaction: Interaction, league: Name) -> None:
        await self._boundary.run(interaction, self._actions.archive(interaction, league))

    @app_commands.command(name="organisers", description="Which role looks after the leagues, beside Manage Server")
    @app_commands.describe(role="The role; without it, you are told which it is", nobody="Only members with Manage Server")
    async def organisers(self, interaction: Interaction, role: discord.Role | None = None, nobody: bool = False) -> None:
        chosen = None if role is None else role.id
        await self._boundary.run(interaction, self._actions.choose_organisers(interaction, chosen, nobody=nobody))

    @edit.autocomplete("league")
    @season_end.autocomplete("league")
    @archive.autocomplete("league")
    async def _leagues(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await league_choices(self._services, interaction, typed)

    @list_.autocomplete("league")
    async def _all_leagues(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await league_choices(self._services, interaction, typed, archived=True)

    @create.autocomplete("games")
    @edit.autocomplete("games")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await games_choices(self._services, interaction, typed)

    @create.autocomplete("zone")
    @edit.autocomplete("zone")
    async def _zones(self, _interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return time_zone_choices(typed)

    @create.autocomplete("ends")
    @edit.autocomplete("ends")
    async def _ends(self, _interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return season_end_choices(typed)


def _id(channel: discord.TextChannel | None) -> int | None:
    return None if channel is None else channel.id


async def setup(bot: Any, services: Services, boundary: ErrorBoundary) -> None:
    """Add the group with all its parts. A command keeps the cog in which it is defined."""
    league = LeagueCog(services, boundary)
    group = cast(app_commands.Group, league.app_command)
    for part in (LeagueCorrections, LeagueSchedule, LeagueExport):
        for command in part(services, boundary).get_app_commands():
            group.add_command(command)
    await bot.add_cog(league)
