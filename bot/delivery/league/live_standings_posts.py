"""Standings that update themselves: posted by an organiser, until their message is deleted or their league archived."""

from collections.abc import Callable

from discord import ui

from bot.competition.ports import LiveStandings, PostedStandings
from bot.competition.refusals import LeagueArchived
from bot.competition.standings import Standings, StandingsTable
from bot.delivery.discord_api import DiscordApi, Undelivered, rendered
from bot.messages.league.pages import StandingsPress
from bot.messages.league.standings import Leaderboard, leaderboard_layout
from bot.messages.words import Languages
from bot.tables.ports import KnownPeople
from bot.wording.sentence import Refused


class LiveStandingsPosts:
    """`now` is the time in epoch milliseconds."""

    def __init__(
        self,
        stored: LiveStandings,
        standings: Standings,
        people: KnownPeople,
        api: DiscordApi,
        languages: Languages,
        now: Callable[[], int],
    ) -> None:
        self._stored = stored
        self._standings = standings
        self._people = people
        self._api = api
        self._languages = languages
        self._now = now

    async def post(self, server: int, channel: int, press: StandingsPress, interaction: int) -> None:
        """Post standings that update themselves from now on. Raise Undelivered or Refused.

        `interaction` is the id of the command; it makes the nonce.
        """
        standings = await self._read(server, press)
        if standings.stored_league is not None and _is_over(standings):
            raise Refused(LeagueArchived(standings.stored_league.name))
        view = self._layout(server, standings, press)
        message = await self._api.post(channel, rendered(view), f"live {interaction}"[:25])
        league, variant, now = press.league or None, press.variant or None, self._now()
        await self._stored.put(PostedStandings(message, channel, server, league, variant, press.since, standings.revision, now))

    async def stale(self, pause: int) -> list[PostedStandings]:
        """Return the posted standings that are stale and were last updated at least `pause` ms ago."""
        found = await self._stored.stale_posts(now=self._now(), pause=pause)
        return [posted for posted in found if self._api.in_server(posted.server)]

    async def update(self, posted: PostedStandings) -> None:
        """Render the standings again; for the last time if their league is archived.

        Raise Undelivered if Discord refuses the edit.
        """
        press = StandingsPress(posted.league or 0, since=posted.since, variant=posted.variant or "")
        if not await self._stored.claim(posted, at=self._now()):
            return
        try:
            standings = await self._read(posted.server, press)
            view = self._layout(posted.server, standings, press)
            await self._api.edit(posted.channel, posted.message, rendered(view))
        except (Undelivered, Refused) as error:
            if isinstance(error, Undelivered) and not error.is_gone:
                raise
            await self._stored.remove(posted.message)
            return
        if _is_over(standings):
            await self._stored.remove(posted.message)
        else:
            await self._stored.mark_rendered(posted.message, standings.revision, at=self._now())

    async def _read(self, server: int, press: StandingsPress) -> StandingsTable:
        return await self._standings.of_league(server, press.league, variant=press.variant, since=press.since)

    def _layout(self, server: int, standings: StandingsTable, press: StandingsPress) -> ui.LayoutView:
        """Render the standings, which say that they were updated now, unless they can't change any more."""
        say = self._languages.for_locale(self._api.server_locale(server))
        at = None if _is_over(standings) else self._now()
        page = Leaderboard(standings, self._people, press, self._api.server_name(server), rendered_at=at)
        return leaderboard_layout(page, say)


def _is_over(standings: StandingsTable) -> bool:
    """Return True if these standings cannot change any more."""
    return standings.stored_league is not None and standings.stored_league.archived_at is not None
