"""The people whom an organiser mentions. They must be members of the server: the bot may know others from elsewhere."""

import asyncio
import re
from typing import Annotated

import discord

from bot.interactions.call import Call, server_of
from bot.interactions.services import Services
from bot.league.schedule import MAX_PEOPLE, TooManyPeople
from bot.wording.sentence import Refusal, Refused, Typed

_MENTION = re.compile(r"<@!?([0-9]{1,19})>")
_BETWEEN = re.compile(r"[,;·–-]|\band\b")


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

    Raise Refused for too many people, for people who aren't members, and for text that isn't a mention.
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
