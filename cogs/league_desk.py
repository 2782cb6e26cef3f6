"""What the commands of the league ask alike: is he an organiser, which league is meant, whom does this Discord id stand for."""

from discord import Member, User
from discord.app_commands import Choice

from bot.messages.words import Words
from bot.tables.league_ports import StoredLeague
from bot.tables.league_refusals import NeverSeen, OnlyOrganisers, RecordRefused
from bot.tables.ports import Person
from cogs.choosing import MOST
from cogs.desk import Desk, Interaction, server_of


async def server_of_organiser(desk: Desk, interaction: Interaction) -> int:
    """Manage Server, or the role of the organisers. Raises RecordRefused(OnlyOrganisers) and Refused(ServerOnly)."""
    server = server_of(interaction)
    if interaction.permissions.manage_guild:
        return server
    role = await desk.organising.organisers(server)
    user = interaction.user
    if role is not None and isinstance(user, Member) and (role == server or user.get_role(role) is not None):
        return server  # the role of everybody has the number of the server
    raise RecordRefused(OnlyOrganisers(role))


async def known(desk: Desk, user: Member | User) -> Person:
    """Raises RecordRefused(NeverSeen) for somebody whom the bot has never met."""
    found = await desk.people.known(user.id)
    if found is None:
        raise RecordRefused(NeverSeen())
    return found


async def offered_leagues(desk: Desk, interaction: Interaction, typed: str, *, archived: bool = False) -> list[Choice[str]]:
    """The names of this server's leagues that say this."""
    if interaction.guild_id is None:
        return []
    text, say = typed.strip().casefold(), desk.say(interaction)
    stored = await desk.records.leagues(interaction.guild_id, archived=archived)
    return [_choice(one, say) for one in stored if text in one.name.casefold()][:MOST]


def _choice(stored: StoredLeague, say: Words) -> Choice[str]:
    """An archived league is chosen by its number: another one may have its name by now."""
    if stored.archived is None:
        return Choice(name=stored.name[:100], value=stored.name[:100])
    number = f"#{stored.number}"
    return Choice(name=say("{league} (archived, {number})", league=stored.name[:70], number=number)[:100], value=number)


async def meant(desk: Desk, interaction: Interaction, name: str | None) -> StoredLeague | None:
    """The named one; without a name that of this channel, else the oldest one, first of those that are open in all channels;
    None where there is none.
    """
    server = server_of(interaction)
    if name is not None:
        return await desk.records.league(server, name, archived=True)
    places = [interaction.channel_id, getattr(interaction.channel, "parent_id", None) or interaction.channel_id, None]

    def farness(one: StoredLeague) -> tuple[int, int]:
        channel = one.league.channel
        return (places.index(channel) if channel in places else len(places)), one.number

    return min(await desk.records.leagues(server), key=farness, default=None)
