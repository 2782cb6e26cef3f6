"""The channel in which a league's tables are opened."""

from discord import Permissions

from bot.competition.ports import StoredLeague
from bot.interactions.call import Call, server_of
from bot.interactions.permissions import check_permissions
from bot.interactions.services import Services
from bot.wording.sentence import Channel, Refusal, Refused


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
