"""`/league create · edit · list · season-end · archive · organisers · export`: the leagues of a server and their seasons."""

from typing import Any, Literal, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.league import questions
from bot.interactions.league.card_actions import CardActions
from bot.interactions.league.league_actions import LeagueActions
from bot.interactions.league.league_autocomplete import (
    games_choices,
    league_choices,
    season_choices,
    season_end_choices,
    time_zone_choices,
)
from bot.interactions.league.league_files import export_league
from bot.interactions.league.league_options import LeagueOptions
from bot.interactions.option_types import WHY, Name, Reason
from bot.interactions.received_call import Interaction, call_of
from bot.interactions.services import Services
from cogs.league_corrections import LeagueCorrections
from cogs.league_schedule import LeagueSchedule

_Text = app_commands.Range[str, 1, 400]
_Shortest = Literal["one", "short", "full"]
_DESCRIPTIONS = {
    "points": "2: 3 0; 3: 4 2 0; 4: 5 3 1 0. Or: wins. Or: card points. To break ties, add: ; ties: wins, places",
    "games": "Games that count, separated by commas, or all",
    "house_rules": "Whether matches with house rules count",
    "shortest": "How long a match must be to count; matches of a schedule always are",
    "announcements": "The channel that shows everything organisers do; usually where the league is created",
    "requires_clock": "Whether only matches with a clock count",
    "channel": "The only channel where its matches are played",
    "least": "How many matches a player needs to be ranked",
    "rated": "Whether its matches count for the ratings",
    "zone": "Time zone of its days and weeks, like Europe/Rome",
    "rematches": "How many matches per day of the same two players count at tables of two",
    "larger_rematches": "How many matches per day of the same two players count at larger tables",
    "ends": "When a season ends: by hand, weekly, every two weeks, monthly, quarterly, or a day like 2026-12-31",
}


@app_commands.guild_only()
class LeagueCog(
    commands.GroupCog,
    group_name="league",
    group_description="Leagues in this server: what counts, seasons and corrections",
):
    """The group `/league`. The cogs of its other parts are added to it by `setup`."""

    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        self._actions = LeagueActions(services)
        self._cards = CardActions(services)
        super().__init__()

    @app_commands.command(name="create", description="Create a league; its first season starts immediately")
    @app_commands.describe(name="Name of the league; without any option, a form asks for everything", **_DESCRIPTIONS)
    async def create(
        self,
        interaction: Interaction,
        name: Name | None = None,
        points: _Text | None = None,
        games: _Text | None = None,
        house_rules: bool | None = None,
        requires_clock: bool | None = None,
        shortest: _Shortest | None = None,
        channel: discord.TextChannel | None = None,
        least: int | None = None,
        rated: bool | None = None,
        zone: Name | None = None,
        rematches: int | None = None,
        larger_rematches: int | None = None,
        ends: Name | None = None,
        announcements: discord.TextChannel | None = None,
    ) -> None:
        options = LeagueOptions(
            name=name,
            points=points,
            games=games,
            house_rules=house_rules,
            channel=_id(channel),
            least=least,
            rated=rated,
            zone=zone,
            rematches=rematches,
            larger_rematches=larger_rematches,
            ends=ends,
            requires_clock=requires_clock,
            shortest=shortest,
            announcements=_id(announcements),
        )
        if options == LeagueOptions():
            await self._boundary.run(interaction, lambda call: self._cards.open_new_form(call))
        else:
            await self._boundary.run(interaction, lambda call: self._actions.create(call, name or "", options), is_public=True)

    @app_commands.command(name="edit", description="Change a league; the change applies to the whole running season")
    @app_commands.describe(
        league="Which league; without other options, a form opens",
        name="New name",
        everywhere="Count matches in all channels again",
        why=WHY,
        **_DESCRIPTIONS,
    )
    async def edit(
        self,
        interaction: Interaction,
        league: Name,
        name: Name | None = None,
        points: _Text | None = None,
        games: _Text | None = None,
        house_rules: bool | None = None,
        requires_clock: bool | None = None,
        shortest: _Shortest | None = None,
        channel: discord.TextChannel | None = None,
        everywhere: bool | None = None,
        least: int | None = None,
        rated: bool | None = None,
        zone: Name | None = None,
        rematches: int | None = None,
        larger_rematches: int | None = None,
        ends: Name | None = None,
        announcements: discord.TextChannel | None = None,
        why: Reason | None = None,
    ) -> None:
        options = LeagueOptions(
            name=name,
            points=points,
            games=games,
            house_rules=house_rules,
            channel=_id(channel),
            everywhere=everywhere,
            least=least,
            rated=rated,
            zone=zone,
            rematches=rematches,
            larger_rematches=larger_rematches,
            ends=ends,
            requires_clock=requires_clock,
            shortest=shortest,
            announcements=_id(announcements),
        )
        if options == LeagueOptions() and why is None:
            await self._boundary.run(interaction, lambda call: self._cards.open_more_form(call, league))
        else:
            await self._boundary.run(interaction, lambda call: self._actions.edit(call, league, options, why or ""))

    @app_commands.command(name="list", description="List the leagues in this server, or show one with all its settings")
    @app_commands.describe(league="Show only this one, with all its settings")
    async def list_(self, interaction: Interaction, league: Name | None = None) -> None:
        await self._boundary.run(
            interaction, lambda call: self._actions.show_all(call) if league is None else self._actions.show(call, league)
        )

    @app_commands.command(name="season-end", description="End the season; its final table is kept, and the next season starts")
    @app_commands.describe(league="Which league", name="Name for the season that ends", why=WHY)
    async def season_end(
        self, interaction: Interaction, league: Name, name: Name | None = None, why: Reason | None = None
    ) -> None:
        await self._boundary.run(
            interaction, lambda call: questions.ask_to_end_season(self._services, call, league, name or "", why or "")
        )

    @app_commands.command(
        name="archive", description="Close a league for good; its final tables are kept, and its name is free again"
    )
    @app_commands.describe(league="Which league", why=WHY)
    async def archive(self, interaction: Interaction, league: Name, why: Reason | None = None) -> None:
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
            interaction, lambda call: self._actions.choose_organisers(call, chosen, nobody=nobody, why=why or "")
        )

    @app_commands.command(name="export", description="Export standings and matches as one zip, for spreadsheets and programs")
    @app_commands.describe(
        league="Which league; without it, all matches in this server", season="Name or number; without it, all seasons"
    )
    async def export(self, interaction: Interaction, league: Name | None = None, season: Name | None = None) -> None:
        await self._boundary.run(interaction, lambda call: export_league(self._services, call, league, season))

    @edit.autocomplete("league")
    @season_end.autocomplete("league")
    @archive.autocomplete("league")
    async def _leagues(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await league_choices(self._services, call_of(interaction), typed)

    @list_.autocomplete("league")
    @export.autocomplete("league")
    async def _all_leagues(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await league_choices(self._services, call_of(interaction), typed, archived=True)

    @export.autocomplete("season")
    async def _seasons(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await season_choices(self._services, call_of(interaction), typed)

    @create.autocomplete("games")
    @edit.autocomplete("games")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await games_choices(self._services, call_of(interaction), typed)

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
    for part in (LeagueCorrections, LeagueSchedule):
        for command in part(services, boundary).get_app_commands():
            group.add_command(command)
    await bot.add_cog(league)
