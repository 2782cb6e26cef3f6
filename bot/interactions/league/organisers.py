"""What the commands of the league ask alike: is he an organiser, which league is meant, whom does this Discord id stand for."""

from discord import Member, User
from discord.app_commands import Choice

from bot.competition.ports import StoredLeague
from bot.competition.refusals import LeagueRefused, OnlyOrganisers, PersonUnknown
from bot.interactions.services import Interaction, Services, server_of
from bot.interactions.table.autocomplete import MOST
from bot.league.seasons.seasons import Season
from bot.messages.text import clean_line
from bot.messages.words import Words
from bot.tables.ports import Person


async def server_of_organiser(services: Services, interaction: Interaction) -> int:
    """Manage Server, or the role of the organisers. Raises LeagueRefused(OnlyOrganisers) and Refused(ServerOnly)."""
    server = server_of(interaction)
    if interaction.permissions.manage_guild:
        return server
    role = await services.league_editor.organiser_role(server)
    user = interaction.user
    if role is not None and isinstance(user, Member) and (role == server or user.get_role(role) is not None):
        return server  # the role of everybody has the number of the server
    raise LeagueRefused(OnlyOrganisers(role))


async def known(services: Services, interaction: Interaction, user: Member | User) -> Person:
    """A member of this server, or who has played here.

    Raises LeagueRefused(PersonUnknown) for somebody whom the bot has never met, or only elsewhere.
    """
    found = await services.people.find(user.id)
    if found is None or not (
        isinstance(user, Member) or await services.match_history.lines(server_of(interaction), found.number)
    ):
        raise LeagueRefused(PersonUnknown())
    return found


async def offered_leagues(
    services: Services, interaction: Interaction, typed: str, *, archived: bool = False
) -> list[Choice[str]]:
    """The names of this server's leagues that say this."""
    if interaction.guild_id is None:
        return []
    text, say = typed.strip().casefold(), services.say(interaction)
    stored = await services.leagues.all(interaction.guild_id, include_archived=archived)
    return [_choice(one, say) for one in stored if text in one.name.casefold()][:MOST]


async def offered_seasons(services: Services, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The seasons that say this, of the league that is named or meant; the newest first, each chosen by its number."""
    if interaction.guild_id is None:
        return []
    try:
        stored = await meant(services, interaction, getattr(interaction.namespace, "league", None))
    except LeagueRefused:  # there is no such league (yet: he may still be typing)
        return []
    text, seasons = clean_line(typed).casefold(), [] if stored is None else await services.leagues.seasons(stored)
    labels = {season.number: f"{season.number}: {season.name}" if season.name else f"{season.number}" for season in seasons}
    return [Choice(name=label[:100], value=str(number)) for number, label in labels.items() if text in label.casefold()][:MOST]


async def season_named(services: Services, stored: StoredLeague, typed: str) -> Season:
    """By its name, as it is cleaned before it is kept, or its number. Raises LeagueRefused(NoSuchSeason)."""
    return await services.leagues.find_season(stored, clean_line(typed))


def _choice(stored: StoredLeague, say: Words) -> Choice[str]:
    """An archived league is chosen by its number: another one may have its name by now."""
    if stored.archived_at is None:
        return Choice(name=stored.name[:100], value=stored.name[:100])
    number = f"#{stored.number}"
    return Choice(name=say("{league} (archived, {number})", league=stored.name[:70], number=number)[:100], value=number)


async def meant(services: Services, interaction: Interaction, name: str | None) -> StoredLeague | None:
    """The named one; without a name that of this channel, else the oldest one, first of those that are open in all channels;
    None where there is none.
    """
    server = server_of(interaction)
    if name is not None:
        return await services.leagues.find(server, name, include_archived=True)
    places = [interaction.channel_id, getattr(interaction.channel, "parent_id", None) or interaction.channel_id, None]

    def farness(one: StoredLeague) -> tuple[int, int]:
        channel = one.league.channel
        return (places.index(channel) if channel in places else len(places)), one.number

    return min(await services.leagues.all(server), key=farness, default=None)
