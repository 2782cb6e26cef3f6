"""Who may organise the leagues of a server."""

from bot.interactions.call import Call, server_of
from bot.interactions.permissions import is_organiser
from bot.interactions.services import Services
from bot.wording.sentence import Refusal, Refused, Role


class OnlyOrganisers(Refusal):
    """The role of the organisers (a Discord id); None if only members with Manage Server organise."""

    role: Role
    sentence = "You need the role {role} or the Manage Server permission for that."
    if_empty = (
        "role",
        "You need the Manage Server permission (or the organiser role, see `/league organisers`) for that.",
    )


async def server_of_organiser(services: Services, call: Call) -> int:
    """Return the server if the person has Manage Server or the organisers' role there.

    Raise Refused(OnlyOrganisers), and Refused(ServerOnly) in a direct message.
    """
    server = server_of(call)
    if await is_organiser(services, call, server):
        return server
    raise Refused(OnlyOrganisers(await services.league_editor.organiser_role(server)))
