"""Who may organise the leagues of a server."""

from bot.competition.refusals import OnlyOrganisers
from bot.interactions.call import Call, server_of
from bot.interactions.permissions import is_organiser
from bot.interactions.services import Services
from bot.wording.sentence import Refused


async def server_of_organiser(services: Services, call: Call) -> int:
    """Return the server if the person has Manage Server or the organisers' role there.

    Raise Refused(OnlyOrganisers), and Refused(ServerOnly) in a direct message.
    """
    server = server_of(call)
    if await is_organiser(services, call, server):
        return server
    raise Refused(OnlyOrganisers(await services.league_editor.organiser_role(server)))
