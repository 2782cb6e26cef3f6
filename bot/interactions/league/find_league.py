"""Finding the league, the season or the channel that a command means, and what is offered while it is typed."""

from collections.abc import Sequence

from discord import Permissions
from discord.app_commands import Choice

from bot.competition.refusals import WhichLeague
from bot.competition.standings import named_league
from bot.interactions.call import Call, Services, server_of
from bot.interactions.permissions import check_permissions
from bot.league.league import ALL_MATCHES
from bot.league.seasons import StoredLeague
from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS
from bot.messages.text import clean_line, cut_to_length
from bot.messages.words import Words
from bot.wording.sentence import Channel, Refusal, Refused

_ARCHIVED_NAME = 70  # characters, so that there is room for the rest of the choice


async def find_league(services: Services, call: Call, name: str | None, *, must_exist: bool = False) -> StoredLeague | None:
    """Return the league that `choose_league` chooses. Raise Refused."""
    found = await services.leagues.all(server_of(call), include_archived=True)
    return choose_league(found, call, name, must_exist=must_exist)


def choose_league(
    found: Sequence[StoredLeague], call: Call, name: str | None, *, must_exist: bool = False
) -> StoredLeague | None:
    """Return the league of this name. Without a name, return the league of this channel, else the oldest league that is open
    in all channels, else the oldest of all.

    `found` are all leagues of the server. If none is in use, return None, or raise Refused if one `must_exist`.
    """
    if name is not None:
        return named_league(found, name, include_archived=True)
    places = [call.channel, call.parent or call.channel, None]

    def distance(stored: StoredLeague) -> tuple[int, int]:
        channel = stored.league.channel
        return (places.index(channel) if channel in places else len(places)), stored.number

    chosen = min((one for one in found if one.archived_at is None), key=distance, default=None)
    return named_league(found) if chosen is None and must_exist else chosen


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


async def league_choices(services: Services, call: Call, typed: str, *, archived: bool = False) -> list[Choice[str]]:
    """Return this server's leagues whose names contain what was typed; with `archived`, the archived ones, too."""
    if call.server is None:
        return []
    text, say = typed.strip().casefold(), services.say(call)
    found = await services.leagues.all(call.server, include_archived=archived)
    return _league_choices([stored for stored in found if text in stored.name.casefold()][:MOST_OPTIONS], say)


async def leaderboard_choices(services: Services, call: Call, typed: str) -> list[Choice[str]]:
    """Return all leagues, archived ones too, and a choice for all matches of the server."""
    say = services.say(call)
    label = say("All matches in this server, by wins")
    leagues = await league_choices(services, call, typed, archived=True)
    if typed.strip().casefold() not in label.casefold():
        return leagues
    return [*leagues[: MOST_OPTIONS - 1], Choice(name=label[:LONGEST_OPTION], value=ALL_MATCHES)]


async def season_choices(services: Services, call: Call, typed: str) -> list[Choice[str]]:
    """Return the seasons of the league in the option `league`, the newest first; the value is the season's number."""
    if call.server is None:
        return []
    try:
        stored = await find_league(services, call, call.options.get("league"))
    except Refused:  # there is no such league; perhaps its name is still being typed
        return []
    text, seasons = clean_line(typed).casefold(), [] if stored is None else await services.leagues.seasons(stored)
    labels = {season.number: f"{season.number}: {season.name}" if season.name else f"{season.number}" for season in seasons}
    matching = [(number, label) for number, label in labels.items() if text in label.casefold()]
    return [Choice(name=label[:LONGEST_OPTION], value=str(number)) for number, label in matching[:MOST_OPTIONS]]


def _league_choices(leagues: Sequence[StoredLeague], say: Words) -> list[Choice[str]]:
    """Return the choices of leagues; an archived one is identified by number, because a newer league may have its name."""
    choices = []
    for stored in leagues:
        label = value = stored.name[:LONGEST_OPTION]
        if stored.archived_at is not None:
            value = f"#{stored.number}"
            name = cut_to_length(stored.name, _ARCHIVED_NAME)
            label = say("{league} (archived, {number})", league=name, number=value)[:LONGEST_OPTION]
        choices.append(Choice(name=label, value=value))
    return choices


class LeagueChannelGone(Refusal):
    """The league's only channel has been deleted, or the bot cannot use it."""

    channel: Channel
    sentence = "The tables of this league are opened in {channel}, but I can't post there. Ask an organiser."


def channel_to_play(services: Services, call: Call, stored: StoredLeague) -> int:
    """Return the league's channel; if it has none, this one. Raise Refused, also if the bot can't post there."""
    channel = stored.league.channel
    if channel is None or channel == call.channel:
        check_permissions(call, thread=False)
        return call.channel
    server = services.api.find_server(server_of(call))
    found = None if server is None else server.get_channel(channel)
    if server is None or found is None or not _may_post(found.permissions_for(server.me)):
        raise Refused(LeagueChannelGone(channel))
    return channel


def _may_post(permissions: Permissions) -> bool:
    return permissions.view_channel and permissions.send_messages
