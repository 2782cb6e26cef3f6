"""Pages of standings, histories and corrections for one person, as commands ask for them and their buttons turn them."""

from dataclasses import replace
from typing import assert_never

from bot.competition.refusals import LeagueRefused, PersonUnknown
from bot.interactions.reply import Reply, is_ephemeral
from bot.interactions.services import Interaction, Services, server_of
from bot.messages.league.buttons import HistoryPress, LeaguePress, LogPress, StandingsPress
from bot.messages.league.correction_log import correction_log_layout
from bot.messages.league.corrections import people_in_change
from bot.messages.league.history import MATCHES_ON_A_PAGE, history_layout
from bot.messages.league.standings import leaderboard_layout


class LeaguePages:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def press(self, interaction: Interaction, press: LeaguePress) -> Reply:
        """Turn to the page that a button names; in place if the message is the person's own."""
        match press:
            case StandingsPress():
                return replace(await self.leaderboard(interaction, press), redraw=is_ephemeral(interaction))
            case HistoryPress():
                return replace(await self.history(interaction, press), redraw=is_ephemeral(interaction))
            case LogPress():
                return replace(await self.log(interaction, press), redraw=is_ephemeral(interaction))
            case _:
                assert_never(press)

    async def leaderboard(self, interaction: Interaction, press: StandingsPress) -> Reply:
        """Return the page, with the row of the person who asks."""
        server, say = server_of(interaction), self._services.say(interaction)
        pages = self._services.public_pages
        standings = await pages.standings(server, press)
        own = (await self._services.person(interaction)).number
        leaderboard = await pages.leaderboard(server, standings, press, say, own)
        others = tuple(one.name for one in await self._services.leagues.all(server) if one.number != press.league)
        return Reply(view=leaderboard_layout(replace(leaderboard, other_leagues=others), say))

    async def history(self, interaction: Interaction, press: HistoryPress) -> Reply:
        server, say = server_of(interaction), self._services.say(interaction)
        lines = await self._services.match_history.lines(server, press.person or None)
        if not lines and press.person not in (0, (await self._services.person(interaction)).number):
            raise LeagueRefused(PersonUnknown())  # not here: people of another server are nobody's business
        page = max(0, min(press.page, (len(lines) - 1) // MATCHES_ON_A_PAGE))
        shown = lines[page * MATCHES_ON_A_PAGE : (page + 1) * MATCHES_ON_A_PAGE]
        people = {one.person for line in shown for one in line.people} | ({press.person} if press.person else set())
        return Reply(view=history_layout(lines, await self._services.names_of(people, say), press, say))

    async def log(self, interaction: Interaction, press: LogPress) -> Reply:
        """Return the corrections in the whole server, or in the matches of a league."""
        server, say = server_of(interaction), self._services.say(interaction)
        stored = await self._services.leagues.get(server, press.league) if press.league else None
        made = await self._services.match_history.correction_log(server, stored)
        people = {person for one in made for person in (one.by, *people_in_change(one.change))}
        return Reply(view=correction_log_layout(made, await self._services.names_of(people, say), press, say))
