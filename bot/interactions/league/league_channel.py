"""The channel in which a league's tables are opened."""

from discord import Permissions

from bot.competition.ports import StoredLeague
from bot.competition.refusals import LeagueChannelGone, LeagueRefused
from bot.interactions.permissions import check_permissions
from bot.interactions.services import Interaction


def channel_to_play(interaction: Interaction, stored: StoredLeague) -> int:
    """Return the league's channel; if it has none, this one. Raise LeagueRefused or Refused if the bot can't post there."""
    channel, guild = stored.league.channel, interaction.guild
    if channel is None or channel == interaction.channel_id:
        check_permissions(interaction, thread=False)
        return interaction.channel_id or 0
    found = None if guild is None else guild.get_channel(channel)
    if guild is None or found is None or not _may_post(found.permissions_for(guild.me)):
        raise LeagueRefused(LeagueChannelGone(channel))
    return channel


def _may_post(permissions: Permissions) -> bool:
    return permissions.view_channel and permissions.send_messages
