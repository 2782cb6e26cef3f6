"""Who may organise the leagues of a server."""

from discord import Member

from bot.competition.refusals import LeagueRefused, OnlyOrganisers
from bot.interactions.services import Interaction, Services, server_of


async def server_of_organiser(services: Services, interaction: Interaction) -> int:
    """Return the server if the person has Manage Server or the organisers' role there.

    Raise LeagueRefused(OnlyOrganisers), and Refused(ServerOnly) in a direct message.
    """
    server = server_of(interaction)
    if interaction.permissions.manage_guild:
        return server
    role = await services.league_editor.organiser_role(server)
    user = interaction.user
    if role is not None and isinstance(user, Member) and (role == server or user.get_role(role) is not None):
        return server  # the role with the number of the server is everyone's
    raise LeagueRefused(OnlyOrganisers(role))
