"""The files of `/league export` and of `export:True`: written in threads while the matches are read, some at a time."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace

from discord import Member, User
from msgspec.structs import replace as replace_field

from bot.competition.match_export import ExportedMatch, Wanted
from bot.competition.ports import StoredLeague
from bot.competition.standings import StandingsTable
from bot.interactions.file_parts import one_part_reply
from bot.interactions.league.card_access import ExportedCards
from bot.interactions.league.find_league import find_league, find_season_number
from bot.interactions.league.find_person import find_person
from bot.interactions.league.leaderboard_options import LeaderboardOptions, read_standings
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services, server_of
from bot.messages.attachments import attachment_limit
from bot.messages.league.export import ExportWriter, file_stems, standings_files
from bot.messages.league.export_numbers import ExportNumbers
from bot.messages.league.export_text import export_text
from bot.messages.names import Names, names_for
from bot.messages.words import Words

_MOST_TRIES = 5
"""How often the standings are read again if a match has ended or was corrected meanwhile."""


async def export_league(
    services: Services, interaction: Interaction, league: str | None, season: str | None, part: int
) -> Reply:
    """Return a part of the files of a league, or of all matches of the server. Raise LeagueRefused."""
    server = server_of(interaction)
    stored = None
    if league is not None or season is not None:
        stored = await find_league(services, interaction, league, must_exist=season is not None)
    number = await find_season_number(services, stored, season)
    return await _export(services, interaction, server, stored, number, part)


async def export_leaderboard(services: Services, interaction: Interaction, options: LeaderboardOptions) -> Reply:
    """Return the standings that `/leaderboard` shows, as files. Raise LeagueRefused and Refused(NoSuchVariant)."""
    press, server = await read_standings(services, interaction, options), server_of(interaction)
    services.count(Limited.EXPORT, interaction)
    standings, say = await services.public_pages.standings(server, press), services.say(interaction)
    people = {row.person for row in standings.rows}
    numbers = ExportNumbers(people)
    names = await _names(services, numbers, people, say)
    stems = file_stems(standings.stored_league, standings.season, all_seasons=False)
    rows = [numbers.standing(row) for row in standings.rows]
    files = await asyncio.to_thread(standings_files, stems, rows, names)
    return Reply(text=say("These are the standings. `/league export` also has the matches."), files=files)


async def export_match(services: Services, interaction: Interaction, number: int) -> Reply:
    """Return the files of one match. Raise LeagueRefused(NoSuchMatch)."""
    server = server_of(interaction)
    found = await services.match_history.match(server, number)
    return await _export(services, interaction, server, wanted=lambda match: match.number == found.match.number)


async def export_history(services: Services, interaction: Interaction, user: Member | User | None, part: int) -> Reply:
    """Return a part of the files of all matches in which a person had a seat; for None, of the person who asks."""
    server = server_of(interaction)
    person = (await find_person(services, interaction, user)).number
    return await _export(
        services, interaction, server, part=part, wanted=lambda match: any(seat.person == person for seat in match.seats)
    )


async def _export(
    services: Services,
    interaction: Interaction,
    server: int,
    stored: StoredLeague | None = None,
    season: int | None = None,
    part: int = 1,
    *,
    wanted: Wanted = lambda _: True,
) -> Reply:
    services.count(Limited.EXPORT, interaction)
    async with services.match_history.exporting(server):
        return await _write(services, interaction, server, stored, season, part, wanted)


async def _write(
    services: Services,
    interaction: Interaction,
    server: int,
    stored: StoredLeague | None,
    season: int | None,
    part: int,
    wanted: Wanted,
) -> Reply:
    say, history = services.say(interaction), services.match_history
    for _ in range(_MOST_TRIES):
        revision = await history.revision(server)
        standings = await services.standings.table(server, stored, season=season)
        people = {row.person for row in standings.rows} | await history.people_in_matches(server)
        numbers, export = ExportNumbers(people), await history.export(server, stored, season=season)
        ratings = None if stored is not None else await history.ratings(server, people)
        if revision == await history.revision(server):
            break  # all of it is as of the same time
    stems = file_stems(stored, standings.season, all_seasons=season is None)
    writer = await asyncio.to_thread(
        ExportWriter,
        stems,
        [numbers.standing(row) for row in standings.rows],
        await _names(services, numbers, people, say),
        limit=attachment_limit(interaction.filesize_limit),
        part=part,
        terms=[replace_field(term, league=numbers.league(term.league)) for term in export.terms],
        ratings=ratings and {(deck, numbers.person(person)): rating for (deck, person), rating in ratings.items()},
    )
    cards, is_corrected = ExportedCards(services, interaction), False
    async for matches in history.exported_pages(server, export, wanted):
        hidden = await cards.hidden_in([one.original for one in matches])
        matches = [replace(one, has_cards=one.original.number not in hidden) for one in matches]
        await asyncio.to_thread(lambda matches: writer.add([numbers.exported(one) for one in matches]), matches)
        is_corrected = is_corrected or _corrected_since(standings, matches)
    found = await asyncio.to_thread(writer.finish)
    table = f"{stems.standings}-standings.csv"
    text = export_text(found, table, say, has_ratings=ratings is not None)
    if is_corrected:
        text += "\n" + say("The standings are as they were when the season ended. The results include later corrections.")
    return one_part_reply(found.files, found.number, found.parts, text, say)


async def _names(services: Services, numbers: ExportNumbers, people: Iterable[int], say: Words) -> Names:
    """Return the names of people by their numbers in the export."""
    found = {numbers.person(person): await services.people.get(person) for person in people}
    return await asyncio.to_thread(names_for, found, say)


def _corrected_since(standings: StandingsTable, history: Sequence[ExportedMatch]) -> bool:
    """Return True if a match was corrected after its season had ended and its table was stored."""
    end = standings.season.end
    return end is not None and any(correction.at >= end for one in history for correction in one.corrections)
