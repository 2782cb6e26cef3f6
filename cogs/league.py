"""`/league create · edit · list · archive · organisers`: the leagues that a server has, and who looks after them."""

from typing import Any, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.competition.ports import OrganiserCommand, StoredLeague
from bot.competition.refusals import LeagueRefused, NothingToChange, OnlyOrganisers, OptionsContradict
from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.league.league_options import ALL, BY_HAND, MONTHLY, LeagueOptions, league_from, without_points, zones
from bot.interactions.league.organisers import offered_leagues, server_of_organiser
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services, server_of
from bot.league.league import League
from bot.messages.league.leagues import league_layout, leagues_layout, organisers_text, season_table_sentence
from bot.messages.text import safe_text
from cogs.league_corrections import LeagueCorrections
from cogs.league_export import LeagueExport
from cogs.league_schedule import LeagueSchedule

_TEXT = app_commands.Range[str, 1, 400]
_NAME = app_commands.Range[str, 1, 200]
_ABOUT = {
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


class LeagueCog(
    commands.GroupCog,
    group_name="league",
    group_description="The leagues of this server: what counts, seasons, corrections",
):
    """The group `/league`, with the commands about leagues themselves."""

    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        super().__init__()

    @app_commands.command(name="create", description="Make a league; its first season begins at once")
    @app_commands.describe(name="What it is called", **_ABOUT)
    async def create(
        self,
        interaction: Interaction,
        name: _NAME,
        points: _TEXT | None = None,
        games: _TEXT | None = None,
        house_rules: bool | None = None,
        channel: discord.TextChannel | None = None,
        least: int | None = None,
        rated: bool | None = None,
        zone: _NAME | None = None,
        rematches: int | None = None,
        ends: _NAME | None = None,
    ) -> None:
        wishes = LeagueOptions(name, points, games, house_rules, _id(channel), None, least, rated, zone, rematches, ends)

        async def work() -> Reply:
            server = await server_of_organiser(self._services, interaction)
            league = await league_from(self._services, interaction, League(server=server, name=name), wishes)
            stored = await self._services.league_editor.create(league)
            say = self._services.say(interaction)
            return self._shown(interaction, stored, say("The league is made."))

        await self._boundary.run(interaction, work())

    @app_commands.command(name="edit", description="Change a league; it counts so for the whole running season")
    @app_commands.describe(league="Which one", name="Another name", everywhere="Open it in all channels again", **_ABOUT)
    async def edit(
        self,
        interaction: Interaction,
        league: _NAME,
        name: _NAME | None = None,
        points: _TEXT | None = None,
        games: _TEXT | None = None,
        house_rules: bool | None = None,
        channel: discord.TextChannel | None = None,
        everywhere: bool | None = None,
        least: int | None = None,
        rated: bool | None = None,
        zone: _NAME | None = None,
        rematches: int | None = None,
        ends: _NAME | None = None,
    ) -> None:
        wishes = LeagueOptions(name, points, games, house_rules, _id(channel), everywhere, least, rated, zone, rematches, ends)

        async def work() -> Reply:
            server = await server_of_organiser(self._services, interaction)
            found = await self._services.leagues.find(server, league)
            wanted = await league_from(self._services, interaction, found.league, wishes)
            if wanted == found.league:
                raise LeagueRefused(NothingToChange(found.name))
            before = await self._counting(found)
            stored = await self._services.league_editor.edit(found.number, wanted)
            say = self._services.say(interaction)
            done, now = say("The league is changed."), await self._counting(stored)
            if now and found.league.scheme != stored.league.scheme:
                done += " " + say.many(
                    "The points of one match of its season are counted anew.",
                    "The points of {count} matches of its season are counted anew.",
                    now,
                )
            if now != before and found.season == stored.season:
                done += " " + say("Of the matches of its season {now} count now; {before} did before.", now=now, before=before)
            return self._shown(interaction, stored, done)

        await self._boundary.run(interaction, work())

    async def _counting(self, stored: StoredLeague) -> int:
        """How many matches count in its running season."""
        played = await self._services.match_history.export(stored.league.server, stored, season=stored.season.number)
        return sum(one.why_not is None for one in played)

    @app_commands.command(name="list", description="The leagues of this server; or one, with all that counts in it")
    @app_commands.describe(league="Only this one, with everything about it")
    async def list_(self, interaction: Interaction, league: _NAME | None = None) -> None:
        async def work() -> Reply:
            server, say = server_of(interaction), self._services.say(interaction)
            if league is not None:
                return self._shown(interaction, await self._services.leagues.find(server, league, include_archived=True))
            stored = await self._services.leagues.all(server)
            return Reply(view=leagues_layout([(one.league, one.season) for one in stored], say))

        await self._boundary.run(interaction, work())

    @app_commands.command(name="archive", description="End a league for good: its tables stay, its name is free again")
    @app_commands.describe(league="Which one")
    async def archive(self, interaction: Interaction, league: _NAME) -> None:
        async def work() -> Reply:
            server = await server_of_organiser(self._services, interaction)
            found = await self._services.leagues.find(server, league)
            command = OrganiserCommand(interaction.id, interaction.channel_id or 0)
            table = await self._services.season_ends.archive_league(server, found.number, command=command)
            channel = await self._services.season_table_posts.post_now(found.number, table.season.number)
            say = self._services.say(interaction)
            text = say("{league} is archived, and its last season is over.", league=safe_text(found.name))
            return Reply(text=f"{text} {season_table_sentence(channel, say)}")

        await self._boundary.run(interaction, work())

    @app_commands.command(name="organisers", description="Which role looks after the leagues, beside Manage Server")
    @app_commands.describe(role="The role; without it, you are told which it is", nobody="Only members with Manage Server")
    async def organisers(self, interaction: Interaction, role: discord.Role | None = None, nobody: bool = False) -> None:
        async def work() -> Reply:
            server = server_of(interaction)
            if role is not None or nobody:
                if role is not None and nobody:
                    raise LeagueRefused(OptionsContradict("role", "nobody"))
                if not interaction.permissions.manage_guild:
                    raise LeagueRefused(OnlyOrganisers(None))
                await self._services.league_editor.set_organiser_role(server, None if role is None else role.id)
            return Reply(
                text=organisers_text(
                    server, await self._services.league_editor.organiser_role(server), self._services.say(interaction)
                )
            )

        await self._boundary.run(interaction, work())

    def _shown(self, interaction: Interaction, stored: StoredLeague, note: str = "") -> Reply:
        say = self._services.say(interaction)
        missing = without_points(stored.league, tuple(self._services.variants.presets.values())) if note else ()
        if missing:
            sizes = say.all_of(map(str, missing))
            note += "\n" + say("There are no points for matches of {sizes}: those do not count.", sizes=sizes)
        season = stored.season if stored.archived_at is None else None
        return Reply(view=league_layout(stored.league, season, say, note=note))

    @edit.autocomplete("league")
    @archive.autocomplete("league")
    async def _in_use(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_leagues(self._services, interaction, typed)

    @list_.autocomplete("league")
    async def _all(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_leagues(self._services, interaction, typed, archived=True)

    @create.autocomplete("games")
    @edit.autocomplete("games")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Completes the last of those that are typed."""
        before, comma, last = typed.rpartition(",")
        games = await self._services.variants.all_variants(interaction.guild_id)
        texts = [
            f"{before}{comma} {one.title}".strip() for one in games.values() if last.strip().casefold() in one.title.casefold()
        ]
        return [app_commands.Choice(name=text, value=text) for text in ([] if before else [ALL]) + texts if len(text) <= 100][
            :25
        ]

    @create.autocomplete("zone")
    @edit.autocomplete("zone")
    async def _zones(self, _interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=name, value=name) for name in zones(typed)][:25]

    @create.autocomplete("ends")
    @edit.autocomplete("ends")
    async def _ends(self, _interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=one, value=one) for one in (BY_HAND, MONTHLY) if typed.lower() in one]


def _id(channel: discord.TextChannel | None) -> int | None:
    return None if channel is None else channel.id


async def setup(bot: Any, services: Services, boundary: ErrorBoundary) -> None:
    """Add the group; the commands of its other parts keep the cog that they belong to."""
    league = LeagueCog(services, boundary)
    group = cast(app_commands.Group, league.app_command)
    for part in (LeagueCorrections, LeagueSchedule, LeagueExport):
        for command in part(services, boundary).get_app_commands():
            group.add_command(command)
    await bot.add_cog(league)
