"""The files of `/league export`: the facts gathered, and the files written in a thread."""

import asyncio
from collections.abc import Sequence

from bot.competition.match_export import ExportedMatch
from bot.competition.standings import StandingsTable
from bot.interactions.file_parts import file_part_reply
from bot.interactions.league.find_league import find_league, find_season_number
from bot.interactions.league.organisers import server_of_organiser
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services
from bot.messages.attachments import attachment_limit
from bot.messages.league.corrections import people_in_change
from bot.messages.league.export import export_files, file_stems


async def export_league(
    services: Services, interaction: Interaction, league: str | None, season: str | None, part: int
) -> Reply:
    """Return a part of the files of a league, or of all matches of the server. Raise LeagueRefused."""
    say = services.say(interaction)
    server = await server_of_organiser(services, interaction)
    services.count(Limited.EXPORT, interaction)
    stored = None
    if league is not None or season is not None:
        stored = await find_league(services, interaction, league, must_exist=season is not None)
    number = await find_season_number(services, stored, season)
    standings = await services.standings.table(server, stored, season=number)
    history = await services.match_history.export(server, stored, season=number)
    names = await services.names_of(_people(standings, history), say)
    stems = file_stems(stored, standings.season, all_seasons=number is None)
    limit = attachment_limit(interaction.filesize_limit)
    parts = await asyncio.to_thread(export_files, stems, standings.rows, history, names, limit=limit)
    text = say.many("One match.", "{count} matches.", len(history))
    if _corrected_since(standings, history):
        text += "\n" + say("The table is the one that was kept when the season ended; results are as corrected since.")
    return file_part_reply(parts, part, text, say)


def _people(standings: StandingsTable, history: Sequence[ExportedMatch]) -> set[int]:
    """Return everyone whom the files name."""
    corrections = [correction for one in history for correction in one.corrections]
    people = {row.person for row in standings.rows} | {one.by for one in corrections}
    people |= {person for one in corrections for person in people_in_change(one.change)}
    return people | {seat.person for one in history for seat in one.match.seats if not seat.computer}


def _corrected_since(standings: StandingsTable, history: Sequence[ExportedMatch]) -> bool:
    """Return True if a match was corrected after its season had ended and its table was stored."""
    end = standings.season.end
    return end is not None and any(correction.at >= end for one in history for correction in one.corrections)
