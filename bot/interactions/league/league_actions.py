"""The commands that show leagues, and choose their organisers."""

from bot.competition.refusals import OptionsContradict
from bot.interactions.call import Call, server_of
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.messages.league.league_card import league_layout
from bot.messages.league.leagues import leagues_layout, organisers_text
from bot.messages.text import clean_line
from bot.wording.sentence import Code, Refusal, Refused


class OnlyManagersChoose(Refusal):
    """The person may organise, but only a member with Manage Server chooses the role of the organisers."""

    sentence = "You need the Manage Server permission to choose the organisers."


class NoRoleChosen(Refusal):
    """There is a reason for another role, but neither a role nor that there is none."""

    role: Code = "role:"
    nobody: Code = "nobody:True"
    sentence = "Choose the organiser role with {role}, or {nobody} for none."


async def show(services: Services, call: Call, name: str) -> Reply:
    """Show a league, or an archived one, with all its settings."""
    stored = await services.leagues.find(server_of(call), name, include_archived=True)
    return Reply(view=league_layout(stored, services.say(call)))


async def show_all(services: Services, call: Call) -> Reply:
    """List the leagues of this server."""
    found = await services.leagues.all(server_of(call))
    leagues = [(stored.league, stored.season) for stored in found]
    return Reply(view=leagues_layout(leagues, services.say(call)))


async def choose_organisers(services: Services, call: Call, role: int | None, *, nobody: bool, why: str) -> Reply:
    """Let a role organise the leagues, or `nobody` but those with Manage Server; without either, only show the choice.

    The reason may be empty.
    """
    server = server_of(call)
    if role is not None or nobody:
        if role is not None and nobody:
            raise Refused(OptionsContradict("role", "nobody"))
        if not call.caller.is_manager:
            raise Refused(OnlyManagersChoose())
        by = await services.person(call)
        await services.league_editor.set_organiser_role(server, role, by=by.number, why=clean_line(why))
    elif why:
        raise Refused(NoRoleChosen())
    chosen = await services.league_editor.organiser_role(server)
    return Reply(text=organisers_text(server, chosen, services.say(call)))
