"""The tables of ended seasons: where they are posted, and what happens if Discord refuses them there."""

from collections.abc import AsyncIterator

import structlog

from bot.competition.match_history import MatchHistory
from bot.competition.ports import StoredLeague
from bot.competition.season_end import SeasonEnds
from bot.delivery.discord_api import TEMPORARY_ERRORS, DiscordApi, Undelivered, rendered
from bot.delivery.league.public_pages import PublicPages
from bot.league.seasons.season_table import SeasonTable
from bot.messages.league.buttons import StandingsPress

_log = structlog.get_logger(__name__)


class SeasonTablePosts:
    def __init__(self, season_ends: SeasonEnds, match_history: MatchHistory, pages: PublicPages, api: DiscordApi) -> None:
        self._season_ends = season_ends
        self._match_history = match_history
        self._pages = pages
        self._api = api

    async def post(self, league: int, season: int) -> int | None:
        """Post the table, unless that has been done. Return the channel; None if it had been posted, or no channel takes it.

        Raise a temporary error (`TEMPORARY_ERRORS`); then it counts as not posted.
        """
        return await self._season_ends.post_table(league, season, self._post)

    async def post_now(self, league: int, season: int) -> int | None:
        """Post the table for the person who has just ended the season; return None also if it follows later."""
        try:
            return await self.post(league, season)
        except TEMPORARY_ERRORS as error:
            _log.warning("the table of a season follows later", league=league, season=season, error=str(error))
            return None

    async def _post(self, stored: StoredLeague, table: SeasonTable, ended_in: int | None) -> int | None:
        """Post the table. A repeated call posts nothing: the nonce makes Discord return the first message."""
        about = {"league": stored.number, "season": table.season.number}
        view = await self._pages.leaderboard_layout(stored.league.server, StandingsPress(stored.number, table.season.number))
        nonce, refused = f"season {stored.number} {table.season.number}"[:25], False
        async for channel in self._channels(stored, table, ended_in):
            try:
                await self._api.post(channel, rendered(view), nonce)
            except Undelivered as error:
                refused = True
                _log.warning("the table of a season is not taken here", **about, channel=channel, reason=str(error))
            else:
                return channel
        if refused:
            _log.warning("the table of a season is posted nowhere; /leaderboard shows it", **about)
        return None

    async def _channels(self, stored: StoredLeague, table: SeasonTable, ended_in: int | None) -> AsyncIterator[int]:
        """Yield the channels to try: the league's own, where an organiser ended the season, where its last match was played."""
        server, own, history = stored.league.server, stored.league.channel, self._match_history
        known = [channel for channel in dict.fromkeys((own, ended_in)) if channel is not None]
        for channel in known:
            yield channel
        if own is not None:
            return
        for played in (await history.export(server, stored, season=table.season.number), await history.export(server)):
            if played and (last := played[-1].match.channel) not in known:
                known.append(last)
                yield last
