"""Finding what a command of a league names: a league, a season, a channel; people, also those who have left Discord.

Beside each is what is offered while it is typed.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated

from discord import Member, Permissions, User, ui
from discord.app_commands import Choice

from bot.competition.refusals import PersonUnknown
from bot.competition.standings import named_league
from bot.interactions.call import Call, CommonServices, LeagueServices, server_of
from bot.interactions.permissions import check_place
from bot.league.league import ALL_MATCHES
from bot.league.match_facts import history_line
from bot.league.seasons import Season, StoredLeague
from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS
from bot.messages.league.export import all_matches_name
from bot.messages.names import names_of
from bot.messages.text import clean_line, cut_to_length
from bot.messages.words import Words
from bot.tables.ports import Person
from bot.wording.sentence import Channel, NumberCode, People, Refusal, Refused, Typed

PUT_BACK = "put back"
_ARCHIVED_NAME = 70  # characters, so that there is room for the rest of the choice


async def find_league(
    services: LeagueServices, call: Call, name: str | None, *, must_exist: bool = False
) -> StoredLeague | None:
    """Return the league that `choose_league` chooses. Raise Refused."""
    found = await services.leagues.all(server_of(call), include_archived=True)
    return choose_league(found, call, name, must_exist=must_exist)


def choose_league(found: Sequence[StoredLeague], call: Call, name: str | None, *, must_exist: bool) -> StoredLeague | None:
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


async def find_season_number(services: LeagueServices, stored: StoredLeague | None, typed: str | None) -> int | None:
    """Return the number of the season with this name or number; None without a league or a text.

    Raise Refused(NoSuchSeason).
    """
    if stored is None or typed is None:
        return None
    return (await services.leagues.find_season(stored, clean_line(typed))).number


async def league_choices(services: LeagueServices, call: Call, typed: str, *, archived: bool = False) -> list[Choice[str]]:
    """Return this server's leagues whose names contain what was typed; with `archived`, the archived ones, too."""
    if call.server is None:
        return []
    text, say = typed.strip().casefold(), services.say(call)
    found = await services.leagues.all(call.server, include_archived=archived)
    return _league_choices([stored for stored in found if text in stored.name.casefold()][:MOST_OPTIONS], say)


async def leaderboard_choices(services: LeagueServices, call: Call, typed: str) -> list[Choice[str]]:
    """Return all leagues, archived ones too, and a choice for all matches of the server."""
    label = all_matches_name(services.say(call))
    leagues = await league_choices(services, call, typed, archived=True)
    if typed.strip().casefold() not in label.casefold():
        return leagues
    return [*leagues[: MOST_OPTIONS - 1], Choice(name=label[:LONGEST_OPTION], value=ALL_MATCHES)]


async def season_choices(services: LeagueServices, call: Call, typed: str) -> list[Choice[str]]:
    """Return the seasons of the league in the option `league`, the newest first; the value is the season's number."""
    if call.server is None:
        return []
    try:
        stored = await find_league(services, call, call.options.get("league"))
    except Refused:  # there is no such league; perhaps its name is still being typed
        return []
    text, seasons = clean_line(typed).casefold(), [] if stored is None else await services.leagues.seasons(stored)
    labels = {season.number: _season_label(season, services.say(call)) for season in seasons}
    matching = [(number, label) for number, label in labels.items() if text in label.casefold()]
    return [Choice(name=label[:LONGEST_OPTION], value=str(number)) for number, label in matching[:MOST_OPTIONS]]


def _season_label(season: Season, say: Words) -> str:
    if season.end is None:
        return say("{season} (running)", season=season.number)
    return f"{season.number}: {season.name}" if season.name else str(season.number)


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
    channel: Channel
    sentence = "This league plays in {channel}, but I can't post there. Ask an organiser."
    if_empty = "channel", "The channel of this league was deleted. Ask an organiser to choose another one."


def without_gone(services: CommonServices, call: Call, view: ui.LayoutView) -> ui.LayoutView:
    """Return the layout, which says of channels and roles that they have been deleted."""
    say, lacks = services.say(call), services.api.lacks
    for text in [item for item in view.walk_children() if isinstance(item, ui.TextDisplay)]:
        for kind, named in re.findall("<(#|@&)([0-9]+)>", text.content):
            if lacks(server_of(call), int(named)):
                gone = say("a deleted channel") if kind == "#" else say("a deleted role")
                text.content = text.content.replace(f"<{kind}{named}>", gone)
    return view


async def channel_to_play(services: CommonServices, call: Call, stored: StoredLeague) -> int:
    """Return the league's channel; if it has none, this one. Raise Refused, also if the bot can't post there."""
    channel = stored.league.channel
    if channel is None or channel == call.channel:
        await check_place(services, call, thread=False)
        return call.channel
    server = services.api.find_server(server_of(call))
    found = None if server is None else server.get_channel(channel)
    may = Permissions() if server is None or found is None else found.permissions_for(server.me)
    if not (may.view_channel and may.send_messages):
        raise Refused(LeagueChannelGone(0 if services.api.lacks(server_of(call), channel) else channel))
    return channel


class NotInMatch(Refusal):
    """The text names none, or several, of these people of the match."""

    text: Typed
    match: NumberCode
    names: People
    sentence = "“{text}” didn't play match {match}. Choose one of its players: {names}."


async def find_person(services: LeagueServices, call: Call, user: Member | User | None) -> Person:
    """Return the person for a Discord user; for None, the person who asks.

    Raise Refused(PersonUnknown) for a user whom the bot doesn't know, and for one who has left and never played here.
    """
    if user is None:
        return await services.person(call)
    person = services.people.find(user.id)
    if person is None or not (
        isinstance(user, Member) or await services.match_history.has_played(server_of(call), person.number)
    ):
        raise Refused(PersonUnknown())
    return person


async def match_person_choices(services: LeagueServices, call: Call, typed: str) -> list[Choice[str]]:
    """Return the people of the match in the option `match`, as `2. Bob`, if their labels contain what was typed.

    If they are to be put back, return only people who were removed; for another change, only the others.
    """
    number, change = call.options.get("match"), call.options.get("change")
    if call.server is None or not isinstance(number, int):
        return []
    try:
        labels, removed = await _labels(services, call, number)
    except Refused:  # there is no such match; perhaps its number is still being typed
        return []
    wanted = [person for person in labels if not change or (change == PUT_BACK) == (person in removed)]
    text = clean_line(typed).casefold()
    matching = [person for person in wanted if text in labels[person].casefold()]
    return [Choice(name=labels[person][:LONGEST_OPTION], value=f"#{person}") for person in matching][:MOST_OPTIONS]


async def find_match_person(services: LeagueServices, call: Call, match: int, typed: str) -> int:
    """Return the number of the person for the label of someone in this match, chosen or typed. Raise Refused."""
    labels, _ = await _labels(services, call, match)
    if (found := person_labelled(labels, typed)) is None:
        raise Refused(NotInMatch(typed, match, tuple(labels)))
    return found


def person_labelled(labels: Mapping[int, str], typed: str) -> int | None:
    """Return the person with this number or label, or with the only label that contains the text; None for no single one."""
    text = clean_line(typed).casefold()
    found = [one for one, label in labels.items() if text in (f"#{one}", label.casefold())]
    found = found or [one for one, label in labels.items() if text and text in label.casefold()]
    return found[0] if len(found) == 1 else None


async def _labels(services: LeagueServices, call: Call, match: int) -> tuple[dict[int, str], set[int]]:
    """Return labels by person: first everyone in the match, with their places, then those who were removed; and the latter.

    Raise Refused.
    """
    server, say = server_of(call), services.say(call)
    record = await services.match_history.match(server, match)
    names = names_of(services.people_in(call), record.players, say)
    labels = {one.person: f"{one.place}. {names.plain(one.person)}" for one in history_line(record.match).people}
    removed = [person for person in record.players if person not in labels]
    return labels | {person: say("{name} (removed)", name=names.plain(person)) for person in removed}, set(removed)


class NotMembers(Refusal):
    """These Discord ids are bots or not members of the server."""

    people: Annotated[tuple[int, ...], "<@{}>"]
    sentence = "Only members of this server can play. Not members, or bots: {people}."


async def find_chosen_people(
    services: CommonServices, call: Call, field_id: str, *, left_out: Collection[int] = ()
) -> list[int]:
    """Return the numbers of those who were chosen in this field of a form. People who are new to the bot get one.

    Raise Refused for nobody, and for bots and people who aren't members of the server, unless these Discord ids are `left_out`.
    """
    members = {one: member for one, member in call.members(field_id).items() if one not in left_out}
    if unknown := tuple(one for one, member in members.items() if member is None):
        raise Refused(NotMembers(unknown))
    locale = services.api.server_locale(call.server or 0) or ""
    for member in members.values():
        if member is not None and services.people.find(member.id) is None:
            names = {"username": member.username, "nickname": member.nickname}
            await services.people.add_or_update(member.id, member.name, locale, server=call.server or 0, **names)
    people = [services.people.find(one) for one in members]
    return [person.number for person in people if person is not None]
