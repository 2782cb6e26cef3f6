"""The reply to `/league report`: only organisers get it, and only they see it."""

from bot.interactions.league.organisers import server_of_organiser
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services
from bot.messages.league.report import people_in_report, report_layout


async def report_on_league(services: Services, interaction: Interaction, league: str | None) -> Reply:
    """Return the report on the running season of a league. Raise LeagueRefused."""
    server = await server_of_organiser(services, interaction)
    stored = await services.leagues.find(server, league)
    services.count(Limited.EXPORT, interaction)
    report, say = await services.match_history.report(stored), services.say(interaction)
    names = await services.names_of(people_in_report(report), say)
    return Reply(view=report_layout(stored.name, report, names, say))
