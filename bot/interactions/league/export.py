"""The zip of `/league export`: written in threads to the disk while the matches are read, some at a time."""

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from tempfile import TemporaryFile

from bot.interactions.call import Call, LeagueServices, Reply, server_of
from bot.interactions.league.find_named import find_league, find_season_number
from bot.interactions.league.matches import had_seat
from bot.interactions.rate_limits import Limited
from bot.league.match_facts import MatchResult
from bot.league.seasons import StoredLeague
from bot.messages.attachments import attachment_limit
from bot.messages.league.export import ExportWriter
from bot.messages.names import names_of
from bot.messages.words import ENGLISH
from bot.wording.sentence import Refusal, Refused

_MOST_TRIES = 5
"""How often the standings are read again if a match has ended or was corrected meanwhile."""


class ChangedMeanwhile(Refusal):
    sentence = "The standings changed while I read them. Try again in a minute."


async def export_league(services: LeagueServices, call: Call, league: str | None, season: str | None) -> Reply:
    """Return the zip of a league or of one of its seasons, or of the whole server. Raise Refused."""
    server = server_of(call)
    stored = None
    if league is not None or season is not None:
        stored = await find_league(services, call, league, must_exist=season is not None)
    number = await find_season_number(services, stored, season)
    services.count(Limited.EXPORT, call)
    async with services.match_history.exporting(server):
        return await _write(services, call, server, stored, number)


async def _write(services: LeagueServices, call: Call, server: int, stored: StoredLeague | None, season: int | None) -> Reply:
    say, history, limit = services.say(call), services.match_history, attachment_limit(call.most_bytes)
    for _ in range(_MOST_TRIES):
        revision = await services.ledgers.revision(server)
        export, people = await history.export(server, stored, season=season), await history.people_in_matches(server)
        rows = await services.standings.season_rows(server, stored)
        ratings = None if stored is not None else await history.ratings(server, people)
        tournaments = [] if stored is not None else await services.tournaments.all_with_results(server)
        if revision == await services.ledgers.revision(server):
            break  # all of it is as of the same time
    else:
        raise Refused(ChangedMeanwhile())
    tables = [(term, rows.get(term.key, ())) for term in export.terms]
    people |= {row.person for _, table in tables for row in table}
    people |= {person for one, _ in tournaments for person in one.everyone}
    names = await asyncio.to_thread(names_of, services.people_in(call), people, ENGLISH)
    sees, count = cache(call.caller.sees), 0
    with TemporaryFile() as file:
        with await asyncio.to_thread(ExportWriter, file, tables, people, names, say, tournaments) as writer:
            async for matches in history.exported_pages(export):
                hidden = await _hidden_cards(services, call, [one.original for one in matches], sees)
                await asyncio.to_thread(writer.add, matches, hidden)
                count += len(matches)
                if file.tell() > limit:
                    break
            await asyncio.to_thread(writer.finish, ratings)
        if file.tell() > limit:
            return Reply(text=say("That's too much for one file on Discord. Export less with `league:` or `season:`."))
        file.seek(0)
        data = await asyncio.to_thread(file.read)
    text = say.many("1 match exported.", "{count} matches exported.", count)
    return Reply(text=f"{text} {say('Unzip the file, and start with `README.md`.')}", files=(("ramino-export.zip", data),))


async def _hidden_cards(
    services: LeagueServices, call: Call, played: Sequence[MatchResult], sees: Callable[[int], bool]
) -> frozenset[int]:
    """Return the numbers of the matches whose cards must not be exported. `played` are matches without corrections.

    Discord isn't asked, because there may be thousands of threads. So the cards of private and archived threads are exported
    only if the reader had a seat. `sees` tells whether they surely see a place.
    """
    person = (await services.person(call)).number
    places = await services.ledgers.places([match.number for match in played])
    unseen = frozenset(
        match.number for match in played if not had_seat(match, person) and not sees(places.get(match.number, 0))
    )
    server = played[0].server if played else 0
    return unseen | await services.tournaments.hides_cards(server, [match.number for match in played])
