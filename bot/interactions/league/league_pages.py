"""Pages of standings, histories, matches and the log of organisers, by command and by the buttons that turn them."""

from dataclasses import replace
from typing import assert_never

from discord import Member, User

from bot.competition.eligibility import eligibility_in_leagues
from bot.competition.protests import protests_in
from bot.competition.refusals import LeagueRefused, PersonUnknown
from bot.delivery.picture_choices import PictureChoices
from bot.interactions.league.card_access import may_see_cards
from bot.interactions.league.find_person import find_person
from bot.interactions.league.leaderboard_options import LeaderboardOptions, read_ladder, read_standings
from bot.interactions.league.organisers import server_of_organiser
from bot.interactions.league.protest_actions import possible_presses
from bot.interactions.permissions import check_permissions
from bot.interactions.reply import Reply, is_ephemeral
from bot.interactions.services import Interaction, Services, server_of
from bot.messages.league.action_lines import people_in_line
from bot.messages.league.buttons import HistoryPress, LadderPress, LeaguePress, LogPress, StandingsPress
from bot.messages.league.finished_match import finished_match_layout
from bot.messages.league.history import MATCHES_ON_A_PAGE, history_layout
from bot.messages.league.ladder import LadderPage, ladder_layout
from bot.messages.league.organiser_log import LINES_ON_A_PAGE, organiser_log_layout
from bot.messages.league.standings import leaderboard_layout
from bot.messages.names import names_for


class LeaguePages:
    """Every method returns the reply, and raises LeagueRefused, or Refused in a direct message."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def press(self, interaction: Interaction, press: LeaguePress) -> Reply:
        """Return the page that a button names; it replaces the message if only the person sees that."""
        match press:
            case StandingsPress():
                return replace(await self._leaderboard_page(interaction, press), replaces_pressed=is_ephemeral(interaction))
            case HistoryPress():
                return replace(await self._history_page(interaction, press), replaces_pressed=is_ephemeral(interaction))
            case LogPress():
                return replace(await self._log_page(interaction, press), replaces_pressed=is_ephemeral(interaction))
            case LadderPress():
                return replace(await self._ladder_page(interaction, press), replaces_pressed=is_ephemeral(interaction))
            case _:
                assert_never(press)

    async def leaderboard(self, interaction: Interaction, options: LeaderboardOptions) -> Reply:
        """Return the first page of the standings or the ladder that the options mean. Raise Refused(NoSuchVariant) too."""
        if options.are_for_ladder:
            return await self._ladder_page(interaction, read_ladder(options))
        return await self._leaderboard_page(interaction, await read_standings(self._services, interaction, options))

    async def _leaderboard_page(self, interaction: Interaction, press: StandingsPress) -> Reply:
        """Return a page of the standings, with the row of the person who asks."""
        server, say = server_of(interaction), self._services.say(interaction)
        pages = self._services.public_pages
        standings = await pages.standings(server, press)
        own = (await self._services.person(interaction)).number
        leaderboard = await pages.leaderboard(server, standings, press, say, own)
        others = tuple(one.name for one in await self._services.leagues.all(server) if one.number != press.league)
        return Reply(view=leaderboard_layout(replace(leaderboard, other_leagues=others), say))

    async def _ladder_page(self, interaction: Interaction, press: LadderPress) -> Reply:
        """Return a page of the server's ladder, with the row of the person who asks."""
        server, say = server_of(interaction), self._services.say(interaction)
        ladder = await self._services.ladders.ladder(server, press.deck)
        leagues = await self._services.leagues.all(server)
        page = LadderPage(
            ladder,
            names_for({}, say),
            replace(press, deck=ladder.deck),
            self._services.api.server_name(server),
            (await self._services.person(interaction)).number,
            has_rated_league=any(stored.league.rated for stored in leagues),
        )
        return Reply(view=ladder_layout(replace(page, names=await self._services.names_of(page.people(), say)), say))

    async def post_live_standings(self, interaction: Interaction, options: LeaderboardOptions) -> Reply:
        """Post standings in this channel that are kept up to date; only for organisers. Raise Refused(NoSuchVariant) too."""
        press = await read_standings(self._services, interaction, options)
        server, say = await server_of_organiser(self._services, interaction), self._services.say(interaction)
        check_permissions(interaction, thread=False)
        await self._services.live_standings.post(server, interaction.channel_id or 0, press, interaction.id)
        return Reply(text=say("These standings update automatically (at most once a minute) until you delete the message."))

    async def history(self, interaction: Interaction, user: Member | User | None) -> Reply:
        """Return the newest matches of a user; for None, of the person who asks."""
        server_of(interaction)  # refuses direct messages
        person = await find_person(self._services, interaction, user)
        return await self._history_page(interaction, HistoryPress(person.number))

    async def _history_page(self, interaction: Interaction, press: HistoryPress) -> Reply:
        """Return a page of the matches of a person, or of all matches of the server."""
        server, say = server_of(interaction), self._services.say(interaction)
        page = await self._services.match_history.page(server, press.person or None, press.page, size=MATCHES_ON_A_PAGE)
        if not page.total and press.person not in (0, (await self._services.person(interaction)).number):
            raise LeagueRefused(PersonUnknown())  # a history must not reveal people of other servers
        people = {one.person for line in page.lines for one in line.people} | ({press.person} if press.person else set())
        return Reply(view=history_layout(page, await self._services.names_of(people, say), press, say))

    async def match(self, interaction: Interaction, number: int) -> Reply:
        """Return a finished match; its cards only if the person may see them."""
        say = self._services.say(interaction)
        found = await self._services.match_history.match(server_of(interaction), number)
        protests = protests_in(await self._services.organiser_log.of_match(number))
        people = {seat.person for seat in found.match.seats if not seat.computer} | {one.by for one in found.corrections}
        people |= {line.by for one in protests for line in (one.line, one.answer) if line is not None}
        names, counts = await self._services.names_of(people, say), eligibility_in_leagues(found.match, found.verdicts)
        has_cards = await may_see_cards(self._services, interaction, found.original)
        reader = await self._services.person(interaction)
        view = finished_match_layout(
            found.match,
            names,
            counts,
            say,
            has_cards=has_cards,
            played=found.original,
            made=found.corrections,
            protests=protests,
            presses=await possible_presses(self._services, interaction, found, protests),
            pictures=PictureChoices(self._services.api, self._services.server_settings).of_person(reader)["pictures"],
        )
        return Reply(view=view)

    async def log(self, interaction: Interaction, league: str | None) -> Reply:
        """Return what organisers did last in the whole server, or in the league with this name."""
        server, leagues = server_of(interaction), self._services.leagues
        stored = None if league is None else await leagues.find(server, league, include_archived=True)
        return await self._log_page(interaction, LogPress(0 if stored is None else stored.number))

    async def _log_page(self, interaction: Interaction, press: LogPress) -> Reply:
        """Return a page of the log of the whole server, or of a league."""
        server, say = server_of(interaction), self._services.say(interaction)
        stored = await self._services.leagues.get(server, press.league) if press.league else None
        page = await self._services.organiser_log.page(
            server, None if stored is None else stored.number, press.page * LINES_ON_A_PAGE, LINES_ON_A_PAGE
        )
        people = {person for line in page.lines for person in people_in_line(line)}
        return Reply(view=organiser_log_layout(page, await self._services.names_of(people, say), press, say))
