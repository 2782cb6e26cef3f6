"""The people whom an organiser mentions, looked up among the members of the server: the bot may know others from elsewhere."""

import asyncio
import re

import discord

from bot.competition.refusals import LeagueRefused, NotMembers, NotMentioned, NotScheduled
from bot.interactions.services import Interaction, Services
from bot.league.schedule.schedule import MAX_PEOPLE, TooManyPeople

_MENTION = re.compile(r"<@!?([0-9]{1,19})>")
_BETWEEN = re.compile(r"[,;·–-]|\band\b")


async def people_mentioned(services: Services, interaction: Interaction, text: str) -> list[int]:
    """Their numbers, in the order in which they are named.

    Raises LeagueRefused for more than can play, for no members, and for what is no mention.
    """
    if left := " ".join(_BETWEEN.sub(" ", _MENTION.sub(" ", text)).split()):
        raise LeagueRefused(NotMentioned(left))
    ids = [int(found) for found in _MENTION.findall(text)]
    if len(ids) > MAX_PEOPLE:
        raise LeagueRefused(NotScheduled(TooManyPeople(len(ids), MAX_PEOPLE)))
    named = [one for one in dict.fromkeys(ids) if one != interaction.user.id]
    found = await asyncio.gather(*(_member(interaction, one) for one in named))
    nobody = tuple(one for one, member in zip(named, found, strict=True) if member is None)
    if nobody:
        raise LeagueRefused(NotMembers(nobody))
    locale = services.api.server_locale(interaction.guild_id or 0) or ""
    for member in found:
        assert member is not None
        if await services.people.find(member.id) is None:
            await services.people.add_or_update(member.id, member.display_name, locale)
    met = [await services.people.find(one) for one in ids]
    return [person.number for person in met if person is not None]


async def _member(interaction: Interaction, discord_id: int) -> discord.Member | None:
    """None for who is no member, and for a bot."""
    assert interaction.guild is not None, "schedules are made in servers"
    try:
        member = await interaction.guild.fetch_member(discord_id)
    except discord.NotFound:
        return None
    return None if member.bot else member
