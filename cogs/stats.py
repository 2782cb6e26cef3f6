"""`/leaderboard · /stats · /history · /match`: what has been played, and who stands where."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.competition.eligibility import eligibility_in_leagues
from bot.competition.refusals import LeagueRefused, OptionsContradict
from bot.competition.standings import default_league
from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.league.league_pages import LeaguePages
from bot.interactions.league.organisers import known, meant, offered_leagues, offered_seasons, season_named, server_of_organiser
from bot.interactions.league.stats_page import stats_of
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services, server_of
from bot.interactions.table import autocomplete
from bot.interactions.table.permissions import check_permissions
from bot.league.league_checks import ALL_MATCHES
from bot.messages.league.buttons import HistoryPress, StandingsPress
from bot.messages.league.finished_match import finished_match_layout

_NAME = app_commands.Range[str, 1, 200]
_MATCH = app_commands.Range[int, 1, 2**53 - 1]


class StatsCog(commands.Cog):
    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        self._pages = LeaguePages(services)

    @app_commands.command(name="leaderboard", description="The standings of a league, or of this server")
    @app_commands.describe(
        league="Which league; without it, the one of this channel",
        variant="Only matches of this game",
        since="Only matches from this day on, like 2026-03-31",
        season="A season that has ended, by its name or number",
        live="Organisers: post one that redraws itself, at most once a minute",
    )
    async def leaderboard(
        self,
        interaction: Interaction,
        league: _NAME | None = None,
        variant: _NAME | None = None,
        since: _NAME | None = None,
        season: _NAME | None = None,
        live: bool = False,
    ) -> None:
        async def work() -> Reply:
            for other, typed in (("since", since is not None), ("live", live)):
                if season is not None and typed:
                    raise LeagueRefused(OptionsContradict("season", other))
            if season is not None and league == ALL_MATCHES:
                raise LeagueRefused(OptionsContradict("season", f"league:{ALL_MATCHES}"))
            if live:
                return await self._live(interaction, await self._press(interaction, league, variant, since, None))
            return await self._pages.leaderboard(interaction, await self._press(interaction, league, variant, since, season))

        await self._boundary.run(interaction, work())

    async def _live(self, interaction: Interaction, press: StandingsPress) -> Reply:
        server, say = await server_of_organiser(self._services, interaction), self._services.say(interaction)
        check_permissions(interaction, thread=False)
        await self._services.live_standings.post(server, interaction.channel_id or 0, press, interaction.id)
        return Reply(text=say("These standings redraw themselves, at most once a minute, until their message is deleted."))

    async def _press(
        self, interaction: Interaction, league: str | None, variant: str | None, since: str | None, season: str | None
    ) -> StandingsPress:
        leagues, server = self._services.leagues, server_of(interaction)
        stored = None if league == ALL_MATCHES else await meant(self._services, interaction, league)
        if stored is None and season is not None:
            stored = await leagues.find(server)  # there is none: says so
        game = "" if variant is None else (await self._services.variants.find(interaction.guild_id, variant)).name
        counted_by = default_league(server) if stored is None else stored.league
        day = None if since is None else leagues.read_day(counted_by, since)
        number = 0 if stored is None or season is None else (await season_named(self._services, stored, season)).number
        return StandingsPress(0 if stored is None else stored.number, number, 0, day, game)

    @app_commands.command(name="stats", description="What somebody has done here, alone or beside up to three others; ratings")
    @app_commands.describe(person="Who; without it, you", second="Compared with", third="And with", fourth="And with")
    async def stats(
        self,
        interaction: Interaction,
        person: discord.User | None = None,
        second: discord.User | None = None,
        third: discord.User | None = None,
        fourth: discord.User | None = None,
    ) -> None:
        async def work() -> Reply:
            server_of(interaction)
            first = (
                await self._services.person(interaction) if person is None else await known(self._services, interaction, person)
            )
            others = [await known(self._services, interaction, user) for user in (second, third, fourth) if user is not None]
            return await stats_of(self._services, interaction, [one.number for one in (first, *others)])

        await self._boundary.run(interaction, work())

    @app_commands.command(name="history", description="The matches of somebody, the newest first")
    @app_commands.describe(person="Whose; without it, your own")
    async def history(self, interaction: Interaction, person: discord.User | None = None) -> None:
        async def work() -> Reply:
            server_of(interaction)
            who = (
                await self._services.person(interaction) if person is None else await known(self._services, interaction, person)
            )
            return await self._pages.history(interaction, HistoryPress(who.number))

        await self._boundary.run(interaction, work())

    @app_commands.command(name="match", description="A finished match with all its deals and its last hands")
    @app_commands.describe(id="Its number, as /history shows it")
    async def match(self, interaction: Interaction, id: _MATCH) -> None:
        async def work() -> Reply:
            say = self._services.say(interaction)
            found = await self._services.match_history.match(server_of(interaction), id)
            people = {seat.person for seat in found.match.seats if not seat.computer} | {one.by for one in found.corrections}
            names, counts = await self._services.names_of(people, say), eligibility_in_leagues(found.verdicts)
            return Reply(
                view=finished_match_layout(found.match, names, counts, say, played=found.original, made=found.corrections)
            )

        await self._boundary.run(interaction, work())

    @leaderboard.autocomplete("league")
    async def _leagues(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        say = self._services.say(interaction)
        every = say("All matches of this server, by wins")
        found = await offered_leagues(self._services, interaction, typed, archived=True)
        if typed.strip().casefold() not in every.casefold():
            return found
        return [*found[:24], app_commands.Choice(name=every[:100], value=ALL_MATCHES)]

    @leaderboard.autocomplete("season")
    async def _seasons(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_seasons(self._services, interaction, typed)

    @leaderboard.autocomplete("variant")
    async def _variants(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await autocomplete.variants(self._services, interaction, typed)


async def setup(bot: Any, services: Services, boundary: ErrorBoundary) -> None:
    await bot.add_cog(StatsCog(services, boundary))
