"""Autocomplete for leagues and their seasons."""

from collections.abc import Sequence

from discord.app_commands import Choice

from bot.competition.ports import StoredLeague
from bot.interactions.call import Call
from bot.interactions.league.find_league import find_league
from bot.interactions.services import Services
from bot.league.league_checks import ALL_MATCHES
from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS
from bot.messages.text import clean_line, cut_to_length
from bot.messages.words import Words
from bot.wording.sentence import Refused

_ARCHIVED_NAME = 70  # characters, so that there is room for the rest of the choice


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
