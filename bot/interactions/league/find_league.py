"""Finding the league, or the season, that a command means."""

from bot.competition.ports import StoredLeague
from bot.competition.refusals import WhichLeague
from bot.interactions.call import Call, server_of
from bot.interactions.services import Services
from bot.messages.text import clean_line
from bot.wording.sentence import Refused


async def find_league(services: Services, call: Call, name: str | None, *, must_exist: bool = False) -> StoredLeague | None:
    """Return the league of this name. Without a name, return the league of this channel, else the oldest league that is open
    in all channels, else the oldest of all.

    If the server has no league, return None, or raise Refused if one `must_exist`.
    """
    server = server_of(call)
    if name is not None:
        return await services.leagues.find(server, name, include_archived=True)
    places = [call.channel, call.parent or call.channel, None]

    def distance(stored: StoredLeague) -> tuple[int, int]:
        channel = stored.league.channel
        return (places.index(channel) if channel in places else len(places)), stored.number

    found = min(await services.leagues.all(server), key=distance, default=None)
    return await services.leagues.find(server) if found is None and must_exist else found


async def find_scheduled_league(
    services: Services, call: Call, name: str | None, *, needs_schedule: bool = True
) -> StoredLeague:
    """Return the league of this name. Without a name, return the server's only league, else the only one of this channel, else
    (if it `needs_schedule`) the only one with a schedule. Raise Refused.
    """
    server = server_of(call)
    in_use = await services.leagues.all(server)
    if name is not None or len(in_use) < 2:
        return await services.leagues.find(server, name)
    here = {call.channel, call.parent} - {None}
    found = [stored for stored in in_use if stored.league.channel in here]
    if len(found) != 1 and needs_schedule:
        found = [stored for stored in in_use if await services.tournaments.newest_schedule(stored) is not None]
    if len(found) != 1:
        raise Refused(WhichLeague(tuple(stored.name for stored in in_use)))
    return found[0]


async def find_season_number(services: Services, stored: StoredLeague | None, typed: str | None) -> int | None:
    """Return the number of the season with this name or number; None without a league or a text.

    Raise Refused(NoSuchSeason).
    """
    if stored is None or typed is None:
        return None
    return (await services.leagues.find_season(stored, clean_line(typed))).number
