"""The tables of ended seasons: where they are posted, and what happens if Discord refuses them there."""

from collections.abc import AsyncIterator, Callable

import structlog
from discord import ui

from bot.competition.match_history import MatchHistory
from bot.competition.ports import StoredLeague, WithdrawnPost
from bot.competition.season_end import SeasonEnds
from bot.competition.standings import Standings
from bot.competition.undo import UNDO_TIME
from bot.delivery.discord_api import TEMPORARY_ERRORS, DiscordApi, Undelivered, rendered
from bot.league.seasons import Season, SeasonTable
from bot.messages.league.pages import StandingsPress, UndoPress
from bot.messages.league.questions import withdrawn_table_layout
from bot.messages.league.standings import Leaderboard, leaderboard_layout
from bot.messages.words import Languages
from bot.tables.ports import KnownPeople

_log = structlog.get_logger(__name__)


class SeasonTablePosts:
    """`now` is the time in epoch milliseconds."""

    def __init__(
        self,
        season_ends: SeasonEnds,
        match_history: MatchHistory,
        standings: Standings,
        people: KnownPeople,
        api: DiscordApi,
        languages: Languages,
        now: Callable[[], int],
    ) -> None:
        self._season_ends = season_ends
        self._match_history = match_history
        self._standings = standings
        self._people = people
        self._api = api
        self._languages = languages
        self._now = now

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

    async def withdrawn(self) -> list[WithdrawnPost]:
        """Return the posted tables of seasons whose end was undone, and which don't say so yet."""
        return await self._season_ends.withdrawn_posts()

    async def withdraw(self, post: WithdrawnPost) -> None:
        """Let a posted table say that the end of its season was undone, unless Discord refuses. Raise a temporary error."""
        say = self._languages.for_locale(self._api.server_locale(post.server))
        try:
            await self._api.edit(post.channel, post.message, rendered(withdrawn_table_layout(post.league, post.season, say)))
        except Undelivered as error:
            _log.warning("the table of a season can't be withdrawn", channel=post.channel, reason=str(error))
        await self._season_ends.forget_post(post)

    async def withdraw_now(self) -> None:
        """Withdraw posted tables for the person who has just undone the end of a season; what fails is done later."""
        for post in await self.withdrawn():
            try:
                await self.withdraw(post)
            except TEMPORARY_ERRORS as error:
                _log.warning("the table of a season is withdrawn later", message=post.message, error=str(error))

    async def _post(self, stored: StoredLeague, table: SeasonTable, ended_in: int | None) -> tuple[int, int] | None:
        """Post the table. A repeated call posts nothing: the nonce makes Discord return the first message."""
        about = {"league": stored.number, "season": table.season.number}
        view = await self._layout(stored, table.season, is_by_organiser=ended_in is not None)
        nonce, refused = f"{stored.number} {table.season.number} {table.season.end}"[-25:], False
        async for channel in self._channels(stored, table, ended_in):
            try:
                message = await self._api.post(channel, rendered(view), nonce)
            except Undelivered as error:
                refused = True
                _log.warning("the table of a season is not taken here", **about, channel=channel, reason=str(error))
            else:
                return channel, message
        if refused:
            _log.warning("the table of a season is posted nowhere; /leaderboard shows it", **about)
        return None

    async def _layout(self, stored: StoredLeague, season: Season, *, is_by_organiser: bool) -> ui.LayoutView:
        """Render the table; for ten minutes after an organiser has ended the season, with **Undo**."""
        server, end = stored.league.server, season.end or 0
        undo = None
        if is_by_organiser and self._now() <= end + UNDO_TIME:
            is_last = stored.archived_at is not None and stored.season.number == season.number
            undo = UndoPress("archive" if is_last else "season", stored.number, season.number, end)
        page = Leaderboard(
            await self._standings.table(server, stored, season=season.number),
            self._people,
            StandingsPress(stored.number, season.number),
            self._api.server_name(server),
            undo=undo,
            undo_until=end + UNDO_TIME,
        )
        return leaderboard_layout(page, self._languages.for_locale(self._api.server_locale(server)))

    async def _channels(self, stored: StoredLeague, table: SeasonTable, ended_in: int | None) -> AsyncIterator[int]:
        """Yield the channels to try: the league's own, where an organiser ended the season, where its last match was played."""
        server, own, history = stored.league.server, stored.league.channel, self._match_history
        known = [channel for channel in dict.fromkeys((own, ended_in)) if channel is not None]
        for channel in known:
            yield channel
        if own is not None:
            return
        async for last in history.last_channel(server, stored, table.season):
            if last not in known:
                known.append(last)
                yield last
