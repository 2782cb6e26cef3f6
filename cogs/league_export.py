"""`/league export`: standings, results and corrections as files, for organisers."""

import asyncio
from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot.competition.match_export import ExportedMatch
from bot.competition.standings import StandingsTable
from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.file_parts import PART, handed_out
from bot.interactions.league.organisers import meant, offered_leagues, offered_seasons, season_named, server_of_organiser
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services
from bot.messages.attachments import attachment_limit
from bot.messages.league.corrections import people_in_change
from bot.messages.league.export import export_files, file_stems

_NAME = app_commands.Range[str, 1, 200]


class LeagueExport(commands.Cog):
    """The part of `/league` that hands out files."""

    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary

    @app_commands.command(name="export", description="Standings, results and corrections as files: CSV and JSON")
    @app_commands.describe(
        league="Which league; without it, all matches of this server",
        season="By its name or number; without it, the results of all seasons, and the newest standings",
        part="Which part, where they are too large for one message",
    )
    async def export(
        self, interaction: Interaction, league: _NAME | None = None, season: _NAME | None = None, part: PART = 1
    ) -> None:
        async def work() -> Reply:
            services, say = self._services, self._services.say(interaction)
            server = await server_of_organiser(services, interaction)
            stored = None if league is None and season is None else await meant(services, interaction, league)
            if stored is None and season is not None:
                stored = await services.leagues.find(server)  # there is none: says so
            number = None if stored is None or season is None else (await season_named(services, stored, season)).number
            ladder = await services.standings.table(server, stored, season=number)
            history = await services.match_history.export(server, stored, season=number)
            names = await services.names_of(_people(ladder, history), say)
            about, limit = (
                file_stems(stored, ladder.season, all_seasons=number is None),
                attachment_limit(interaction.filesize_limit),
            )
            found = await asyncio.to_thread(export_files, about, ladder.rows, history, names, limit=limit)
            text = say.many("One match.", "{count} matches.", len(history))
            if _corrected_since(ladder, history):
                text += "\n" + say("The table is the one that was kept when the season ended; results are as corrected since.")
            return handed_out(found, part, text, say)

        await self._boundary.run(interaction, work())

    @export.autocomplete("league")
    async def _exported_leagues(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_leagues(self._services, interaction, typed, archived=True)

    @export.autocomplete("season")
    async def _exported_seasons(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_seasons(self._services, interaction, typed)


def _people(ladder: StandingsTable, history: Sequence[ExportedMatch]) -> set[int]:
    """Everybody whom the files name."""
    made = [correction for one in history for correction in one.corrections]
    people = {row.person for row in ladder.rows} | {one.by for one in made}
    people |= {person for one in made for person in people_in_change(one.change)}
    return people | {seat.person for one in history for seat in one.match.seats if not seat.computer}


def _corrected_since(ladder: StandingsTable, history: Sequence[ExportedMatch]) -> bool:
    """Whether something was put right in a season after its table was kept."""
    end = ladder.season.end
    return end is not None and any(correction.at >= end for one in history for correction in one.corrections)
