"""`/league void · reinstate · correct · log · season-end`: what organisers put right, and end."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.competition.correction_effects import effects_of
from bot.competition.ports import OrganiserCommand
from bot.competition.refusals import LeagueRefused, OptionsContradict
from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.league.league_pages import LeaguePages
from bot.interactions.league.match_people import offered_people, person_meant
from bot.interactions.league.organisers import offered_leagues, server_of_organiser
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services, server_of
from bot.league.corrections import Change, PutBack, Reinstate, Remove, SwapPeople, Void
from bot.messages.league.buttons import LogPress
from bot.messages.league.corrections import correction_effect_lines, correction_line, people_in_change
from bot.messages.league.leagues import season_table_sentence
from bot.messages.text import clean_line, safe_text

_NAME = app_commands.Range[str, 1, 200]
_MATCH = app_commands.Range[int, 1, 2**53 - 1]
_WHY = app_commands.Range[str, 1, 500]


class LeagueCorrections(commands.Cog):
    """The part of `/league` that corrects matches and ends seasons."""

    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary

    @app_commands.command(name="void", description="A match counts nowhere any more")
    @app_commands.describe(match="Its number, as /history shows it", why="Why; it stands in the log")
    async def void(self, interaction: Interaction, match: _MATCH, why: _WHY) -> None:
        await self._boundary.run(interaction, self._corrected(interaction, match, Void(), why))

    @app_commands.command(name="reinstate", description="A match that was voided counts again")
    @app_commands.describe(match="Its number, as /history shows it", why="Why; it stands in the log")
    async def reinstate(self, interaction: Interaction, match: _MATCH, why: _WHY) -> None:
        await self._boundary.run(interaction, self._corrected(interaction, match, Reinstate(), why))

    @app_commands.command(
        name="correct", description="Two people change places in a match, or one is taken out of it or put back"
    )
    @app_commands.describe(
        match="Its number, as /history shows it",
        change="What is to be put right",
        why="Why; it stands in the log",
        person="Whom it is about",
        other="With whom he swaps",
        player="Instead of person: one of that match, also a former player",
        other_player="Instead of other: one of that match, also a former player",
    )
    async def correct(
        self,
        interaction: Interaction,
        match: _MATCH,
        change: Literal["swap", "remove", "put back"],
        why: _WHY,
        person: discord.User | None = None,
        other: discord.User | None = None,
        player: _NAME | None = None,
        other_player: _NAME | None = None,
    ) -> None:
        async def work() -> Reply:
            services = self._services
            await server_of_organiser(services, interaction)
            first = await person_meant(services, interaction, match, person, player, ("person", "player"))
            two = other is not None or other_player is not None
            if two and change != "swap":
                raise LeagueRefused(OptionsContradict(f"change:{change}", "other" if other is not None else "other_player"))
            if not two:
                return await self._corrected(interaction, match, _change(change, first, first), why)
            second = await person_meant(services, interaction, match, other, other_player, ("other", "other_player"))
            return await self._corrected(interaction, match, _change(change, first, second), why)

        await self._boundary.run(interaction, work())

    async def _corrected(self, interaction: Interaction, match: int, change: Change, why: str) -> Reply:
        services, say = self._services, self._services.say(interaction)
        server = await server_of_organiser(services, interaction)
        by = await services.person(interaction)
        before = await services.match_history.match(server, match)
        made = await services.corrections.correct(server, match, change, by=by.number, why=why)
        line = correction_line(made, await services.names_of((by.number, *people_in_change(change)), say), say)
        reach = effects_of(before, await services.match_history.match(server, match))
        return Reply(text="\n".join((line, *correction_effect_lines(reach, say))))

    @app_commands.command(name="log", description="What organisers have put right: who, when and why")
    @app_commands.describe(league="Only matches of this league")
    async def log(self, interaction: Interaction, league: _NAME | None = None) -> None:
        async def work() -> Reply:
            server = server_of(interaction)
            stored = None if league is None else await self._services.leagues.find(server, league, include_archived=True)
            return await LeaguePages(self._services).log(interaction, LogPress(0 if stored is None else stored.number))

        await self._boundary.run(interaction, work())

    @app_commands.command(name="season-end", description="End the season: its table stays for ever, and the next one begins")
    @app_commands.describe(league="Which league", name="What the season that ends is called")
    async def season_end(self, interaction: Interaction, league: _NAME, name: _NAME | None = None) -> None:
        async def work() -> Reply:
            server = await server_of_organiser(self._services, interaction)
            stored = await self._services.leagues.find(server, league)
            command = OrganiserCommand(interaction.id, interaction.channel_id or 0)
            table = await self._services.season_ends.end_season(server, stored.number, clean_line(name or ""), command=command)
            channel = await self._services.season_table_posts.post_now(stored.number, table.season.number)
            say = self._services.say_to_server(server)
            text = say("The season of {league} is over, and the next one has begun.", league=safe_text(stored.name))
            return Reply(text=f"{text} {season_table_sentence(channel, say)}", public=True)

        await self._boundary.run(interaction, work(), public=True)

    @correct.autocomplete("player")
    @correct.autocomplete("other_player")
    async def _players(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_people(self._services, interaction, typed)

    @season_end.autocomplete("league")
    async def _running(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_leagues(self._services, interaction, typed)

    @log.autocomplete("league")
    async def _ever(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_leagues(self._services, interaction, typed, archived=True)


def _change(name: str, first: int, second: int) -> Change:
    match name:
        case "swap":
            return SwapPeople(first, second)
        case "remove":
            return Remove(first)
        case _:
            return PutBack(first)
