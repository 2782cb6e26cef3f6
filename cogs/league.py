"""`/league`: the leagues of a server and their seasons, corrections of matches and their log."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.error_boundary import RummyCog, replies
from bot.interactions.call import Call, LeagueServices, Reply
from bot.interactions.league import confirmations, leagues, matches
from bot.interactions.league.export import export_league
from bot.league.corrections import Reinstate, Void
from cogs.option_types import WHY, AnyLeague, MatchNumber, MatchPlayer, Name, OpenLeague, Reason, Season


@app_commands.guild_only()
class LeagueCog(
    RummyCog[LeagueServices],
    commands.GroupCog,
    group_name="league",
    group_description="Leagues in this server: what counts, seasons and corrections",
):
    @app_commands.command(name="create", description="Create a league; its first season starts immediately")
    @app_commands.describe(name="Name of the league; a form asks for the rest")
    @replies
    async def create(self, call: Call, name: Name | None = None) -> Reply:
        return await leagues.open_new_form(self._services, call, name or "")

    @app_commands.command(name="edit", description="Change a league, for its whole running season")
    @app_commands.describe(league="League")
    @replies
    async def edit(self, call: Call, league: OpenLeague) -> Reply:
        return await leagues.show_settings(self._services, call, league)

    @app_commands.command(name="list", description="List this server's leagues, or show one with its settings")
    @app_commands.describe(league="The one to show, with all its settings")
    @replies
    async def list_(self, call: Call, league: AnyLeague | None = None) -> Reply:
        return await leagues.show(self._services, call, league)

    @app_commands.command(name="season-end", description="End the season: its table is kept, and the next one starts")
    @app_commands.describe(league="League; without it, the only one", name="Name for the season that ends", why=WHY)
    @replies
    async def season_end(
        self, call: Call, league: OpenLeague | None = None, name: Name | None = None, why: Reason | None = None
    ) -> Reply:
        return await confirmations.ask_to_end_season(self._services, call, league, name or "", why or "")

    @app_commands.command(name="archive", description="Close a league: its tables are kept, and its name is free again")
    @app_commands.describe(league="League", why=WHY)
    @replies
    async def archive(self, call: Call, league: OpenLeague, why: Reason | None = None) -> Reply:
        return await confirmations.ask_to_archive(self._services, call, league, why or "")

    @app_commands.command(name="organisers", description="Choose the role that can organise leagues, besides Manage Server")
    @app_commands.describe(
        role="Role; without it, see the current one", nobody="No role: only members with Manage Server", why=WHY
    )
    @replies
    async def organisers(
        self, call: Call, role: discord.Role | None = None, nobody: bool = False, why: Reason | None = None
    ) -> Reply:
        chosen = None if role is None else role.id
        return await leagues.choose_organisers(self._services, call, chosen, nobody=nobody, why=why or "")

    @app_commands.command(name="export", description="Export standings and matches as one zip, for spreadsheets and programs")
    @app_commands.describe(
        league="League; without it, all matches in this server", season="Season, by name or number; without it, all"
    )
    @replies
    async def export(self, call: Call, league: AnyLeague | None = None, season: Season | None = None) -> Reply:
        return await export_league(self._services, call, league, season)

    @app_commands.command(name="void", description="Void a match: it no longer counts anywhere")
    @app_commands.describe(match="Match number from /history", why="The reason, shown in the log")
    @replies
    async def void(self, call: Call, match: MatchNumber, why: Reason) -> Reply:
        return await matches.correct_match(self._services, call, match, Void(), why)

    @app_commands.command(name="reinstate", description="Let a voided match count again")
    @app_commands.describe(match="Match number from /history", why="The reason, shown in the log")
    @replies
    async def reinstate(self, call: Call, match: MatchNumber, why: Reason) -> Reply:
        return await matches.correct_match(self._services, call, match, Reinstate(), why)

    @app_commands.command(name="correct", description="Swap two players in a match, remove one, or put one back")
    @app_commands.describe(
        match="Match number from /history",
        change="Kind of correction",
        why="The reason, shown in the log",
        player="Player",
        other="The player to swap with",
    )
    @replies
    async def correct(
        self,
        call: Call,
        match: MatchNumber,
        change: Literal["swap", "swap back", "remove", "put back"],
        player: MatchPlayer,
        why: Reason,
        other: MatchPlayer | None = None,
    ) -> Reply:
        return await matches.correct_people(self._services, call, match, change, why, player, other)

    @app_commands.command(name="log", description="Show what organisers did, why, and what changed")
    @app_commands.describe(league="Only what concerns this league")
    @replies
    async def log(self, call: Call, league: AnyLeague | None = None) -> Reply:
        return await matches.log(self._services, call, league)
