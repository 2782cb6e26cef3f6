"""The files of `/league export`: written in threads while the matches are read, some at a time."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.competition.match_export import ExportedMatch
from bot.competition.standings import StandingsTable
from bot.interactions.file_parts import one_part_reply
from bot.interactions.league.card_access import ExportedCards
from bot.interactions.league.find_league import find_league, find_season_number
from bot.interactions.league.organisers import server_of_organiser
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services
from bot.messages.attachments import attachment_limit
from bot.messages.league.export import ExportWriter, file_stems


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
    people = {row.person for row in standings.rows} | await services.match_history.people_in_matches(server)
    stems = file_stems(stored, standings.season, all_seasons=number is None)
    limit, is_corrected = attachment_limit(interaction.filesize_limit), False
    names, cards = await services.names_of(people, say), ExportedCards(services, interaction)
    writer = await asyncio.to_thread(ExportWriter, stems, standings.rows, names, limit=limit, part=part)
    async for matches in services.match_history.export(server, stored, season=number):
        hidden = await cards.hidden_in([one.original for one in matches])
        matches = [replace(one, has_cards=one.original.number not in hidden) for one in matches]
        await asyncio.to_thread(writer.add, matches)
        is_corrected = is_corrected or _corrected_since(standings, matches)
    found = await asyncio.to_thread(writer.finish)
    text = say.many("1 match exported.", "{count} matches exported.", found.matches)
    if is_corrected:
        text += "\n" + say("The standings are as they were when the season ended. The results include later corrections.")
    return one_part_reply(found.files, found.number, found.parts, text, say)


def _corrected_since(standings: StandingsTable, history: Sequence[ExportedMatch]) -> bool:
    """Return True if a match was corrected after its season had ended and its table was stored."""
    end = standings.season.end
    return end is not None and any(correction.at >= end for one in history for correction in one.corrections)
