"""Finding the people that a command means: Discord users, players of a match (who may have left Discord), and mentions."""

import asyncio
import re
from typing import Annotated

import discord
from discord import Member, User
from discord.app_commands import Choice

from bot.competition.refusals import OptionsContradict, PersonUnknown
from bot.interactions.call import Call, Services, server_of
from bot.league.match_facts import history_line
from bot.league.schedule import MAX_PEOPLE, TooManyPeople
from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS
from bot.messages.names import names_of
from bot.messages.text import clean_line
from bot.tables.ports import Person
from bot.wording.sentence import NumberCode, Option, People, Refusal, Refused, Typed

PUT_BACK = "put back"
_MENTION = re.compile(r"<@!?([0-9]{1,19})>")
_BETWEEN = re.compile(r"[,;·–-]|\band\b")


class NobodyNamed(Refusal):
    """The command needs one of these two options: a Discord user, or a player of the match."""

    user: Option
    player: Option
    sentence = "Name the player with {user}, or with {player} for someone who has left Discord."


class NotInMatch(Refusal):
    """The text names none, or several, of these people of the match."""

    text: Typed
    match: NumberCode
    names: People
    sentence = "“{text}” isn't one of the players of match {match}: {names}. Choose one from the list as you type."


async def find_person(services: Services, call: Call, user: Member | User | None) -> Person:
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


async def match_person_choices(services: Services, call: Call, typed: str) -> list[Choice[str]]:
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


async def find_match_person(
    services: Services,
    call: Call,
    match: int,
    user: Member | User | None,
    typed: str | None,
    options: tuple[str, str],
) -> int:
    """Return the number of the person for a Discord user, or for the label of someone in this match, chosen or typed.

    `options` are the names of the options for user and label. Raise Refused.
    """
    if user is not None and typed is not None:
        raise Refused(OptionsContradict(*options))
    if user is not None:
        return (await find_person(services, call, user)).number
    if typed is None:
        raise Refused(NobodyNamed(*options))
    labels, _ = await _labels(services, call, match)
    text = clean_line(typed).casefold()
    found = [one for one in labels if text == f"#{one}"] or [one for one in labels if text and text in labels[one].casefold()]
    if len(found) != 1:
        raise Refused(NotInMatch(typed, match, tuple(labels)))
    return found[0]


async def _labels(services: Services, call: Call, match: int) -> tuple[dict[int, str], set[int]]:
    """Return labels by person: first everyone in the match, with their places, then those who were removed; and the latter.

    Raise Refused.
    """
    server, say = server_of(call), services.say(call)
    record = await services.match_history.match(server, match)
    names = names_of(services.people, record.players, say)
    labels = {one.person: f"{one.place}. {names.plain(one.person)}" for one in history_line(record.match).people}
    removed = [person for person in record.players if person not in labels]
    return labels | {person: say("{name} (removed)", name=names.plain(person)) for person in removed}, set(removed)


class NotMembers(Refusal):
    """These Discord ids are bots or not members of the server."""

    people: Annotated[tuple[int, ...], "<@{}>"]
    sentence = "Only members of this server can play. These people aren't members, or they're bots: {people}."


class NotMentioned(Refusal):
    """This text is not a mention of a person."""

    text: Typed
    sentence = "“{text}” isn't a mention. Type @ and choose each player from Discord's list."


async def find_mentioned_people(services: Services, call: Call, text: str) -> list[int]:
    """Return the numbers of the mentioned people, in the order of the mentions. People who are new to the bot get one.

    Raise Refused for too many people, for text that isn't a mention, and for people who aren't members of the server: the bot
    may know them from elsewhere.
    """
    if left := " ".join(_BETWEEN.sub(" ", _MENTION.sub(" ", text)).split()):
        raise Refused(NotMentioned(left))
    ids = [int(found) for found in _MENTION.findall(text)]
    if len(ids) > MAX_PEOPLE:
        raise Refused(TooManyPeople(len(ids), MAX_PEOPLE))
    others = [one for one in dict.fromkeys(ids) if one != call.caller.id]
    members = await asyncio.gather(*(_find_member(services, call, one) for one in others))
    unknown = tuple(one for one, member in zip(others, members, strict=True) if member is None)
    if unknown:
        raise Refused(NotMembers(unknown))
    locale = services.api.server_locale(call.server or 0) or ""
    for member in members:
        assert member is not None
        if services.people.find(member.id) is None:
            await services.people.add_or_update(member.id, member.display_name, locale, username=str(member))
    people = [services.people.find(one) for one in ids]
    return [person.number for person in people if person is not None]


async def _find_member(services: Services, call: Call, discord_id: int) -> discord.Member | None:
    """Return the member; None for a bot, and for someone who isn't a member."""
    server = services.api.find_server(server_of(call))
    member = None if server is None else await services.api.find_member(server, discord_id)
    return None if member is None or member.bot else member
