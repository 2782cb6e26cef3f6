"""The messages of the league: live standings, season tables, announcements.

A post is a row of `bot.storage.league.posts`, which says what its message shows. Each kind says which posts are stale; `show`
brings one up to date, whatever it is:

    posted, and edited again and again     live standings, until their league is archived
    posted once                            the table of an ended season (edited if the end is undone), and that which is final;
                                           announcements

A repeated post after an interruption shows nothing twice: the nonce makes Discord return the first message.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from weakref import WeakValueDictionary

import structlog
from discord import ui

from bot.competition.match_history import MatchHistory
from bot.competition.refusals import LeagueArchived
from bot.competition.standings import LeagueDirectory, Standings, StandingsTable
from bot.delivery.discord_api import TEMPORARY_ERRORS, DiscordApi, Undelivered, rendered
from bot.delivery.readers import Readers
from bot.league.seasons import UNDO_TIME, Season, StoredLeague
from bot.messages.league.confirmations import withdrawn_table_layout
from bot.messages.league.organiser_log import announced_together, announcement_layout
from bot.messages.league.pages import StandingsPress, UndoPress
from bot.messages.league.standings import Leaderboard, leaderboard_layout
from bot.storage.league.ledgers import StoredLedgers
from bot.storage.league.posts import Post, PostKind, Posts, season_post
from bot.tables.ports import KnownPeople, PeopleIn
from bot.wording.sentence import Refused

_log = structlog.get_logger(__name__)
_MOST_LINES = 20  # in one announcement, if there is room
_Rendered = tuple[ui.LayoutView, int | None]
"""What a message shows now, and the revision of it; None if that is the last time."""


@dataclass(eq=False)
class LeaguePosts:
    """`now` is the time in epoch milliseconds."""

    _posts: Posts
    _ledgers: StoredLedgers
    _leagues: LeagueDirectory
    _standings: Standings
    _match_history: MatchHistory
    _people: KnownPeople
    _api: DiscordApi
    _readers: Readers
    _now: Callable[[], int]

    def __post_init__(self) -> None:
        self._posting: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # by the number of a season's post
        self._kinds: dict[PostKind, Callable[[Post], Awaitable[object]]] = {
            PostKind.WITHDRAWN: partial(self._edit, self._render_withdrawn),
            PostKind.SEASON: self._post_season,
            PostKind.LINE: self._announce,
            PostKind.STANDINGS: partial(self._edit, self._render_standings),
        }

    @property
    def kinds(self) -> tuple[PostKind, ...]:
        """The kinds of posts that may be stale, in the order in which they are shown."""
        return tuple(self._kinds)

    async def stale(self, kind: PostKind, pause: int) -> list[Post]:
        """Return the posts of a kind that `show` would change; of live ones those last updated at least `pause` ms ago."""
        found = await self._posts.stale(kind, now=self._now(), pause=pause)
        return [post for post in found if self._api.in_server(post.server)]

    async def show(self, post: Post) -> None:
        """Post it, or bring its message up to date.

        Raise a temporary error (`TEMPORARY_ERRORS`), or Undelivered if Discord refuses an edit: then it stays stale.
        """
        await self._kinds[post.kind](post)

    async def _edit(self, render: Callable[[Post], Awaitable[_Rendered]], post: Post) -> None:
        """Edit a message; for the last time if it can't change any more, or is gone."""
        assert post.channel is not None
        assert post.message is not None
        if not await self._posts.claim(post, at=self._now()):
            return
        try:
            view, shown = await render(post)
            await self._api.edit(post.channel, post.message, rendered(view))
        except Refused:
            shown = None
        except Undelivered as error:
            if not error.is_gone:
                raise
            shown = None
        if shown is None:
            await self._posts.remove(post)
        else:
            await self._posts.mark(post, shown=shown)

    # Live standings

    async def post_standings(self, server: int, channel: int, press: StandingsPress, interaction: int) -> None:
        """Post standings that update themselves from now on. Raise Undelivered or Refused.

        `interaction` is the id of the command; it makes the nonce.
        """
        standings = await self._read_standings(server, press)
        if standings.stored_league is not None and _is_over(standings):
            raise Refused(LeagueArchived(standings.stored_league.name))
        view = await self._standings_layout(server, standings, press)
        message = await self._api.post(channel, rendered(view), f"live {interaction}"[:25])
        what = f"{'' if press.since is None else press.since} {press.variant}"
        shown, at = standings.revision, self._now()
        await self._posts.add(Post(PostKind.STANDINGS, press.league, what, server, channel, message, shown, at))

    async def _render_standings(self, post: Post) -> _Rendered:
        since, _, variant = post.what.partition(" ")
        press = StandingsPress(post.of, since=int(since) if since else None, variant=variant)
        standings = await self._read_standings(post.server, press)
        view = await self._standings_layout(post.server, standings, press)
        return view, None if _is_over(standings) else standings.revision

    async def _read_standings(self, server: int, press: StandingsPress) -> StandingsTable:
        stored = await self._leagues.get(server, press.league) if press.league else None
        return await self._standings.table(server, stored, variant=press.variant, since=press.since)

    async def _standings_layout(self, server: int, standings: StandingsTable, press: StandingsPress) -> ui.LayoutView:
        """Render the standings, which say that they were updated now, unless they can't change any more."""
        at = None if _is_over(standings) else self._now()
        page = Leaderboard(standings, PeopleIn(self._people, server), press, self._api.server_name(server), rendered_at=at)
        return leaderboard_layout(page, await self._readers.server(server))

    # Tables of ended seasons

    async def post_season_now(self, league: int, season: int) -> int | None:
        """Post the table for the person who has just ended the season, and return the channel.

        Return None if it had been posted, if no channel takes it, and also if it follows later.
        """
        post = await self._posts.find(PostKind.SEASON, league, season_post(season, is_second=False))
        try:
            return None if post is None else await self._post_season(post)
        except TEMPORARY_ERRORS as error:
            _log.warning("the table of a season follows later", league=league, season=season, error=str(error))
            return None

    async def withdraw_now(self) -> None:
        """Withdraw posted tables for the person who has just undone the end of a season; what fails is done later."""
        for post in await self._posts.stale(PostKind.WITHDRAWN, now=self._now(), pause=0):
            try:
                await self.show(post)
            except (Undelivered, *TEMPORARY_ERRORS) as error:
                _log.warning("the table of a season is withdrawn later", message=post.message, error=str(error))

    async def _render_withdrawn(self, post: Post) -> _Rendered:
        stored = await self._leagues.get(post.server, post.of)
        return withdrawn_table_layout(stored.name, int(post.what.split()[0]), await self._readers.server(post.server)), None

    async def _post_season(self, post: Post) -> int | None:
        """Post a table where a channel takes it, and return the channel. Simultaneous calls post it once."""
        async with self._posting.setdefault(post.number, asyncio.Lock()):
            current = await self._posts.find(post.kind, post.of, post.what)
            if current is None or current.message is not None:
                return None
            stored = await self._leagues.get(post.server, post.of)
            season = next(one for one in await self._leagues.seasons(stored) if one.number == int(post.what.split()[0]))
            return await self._try_channels(post, stored, season)

    async def _try_channels(self, post: Post, stored: StoredLeague, season: Season) -> int | None:
        about = {"league": stored.number, "season": season.number}
        is_first = post.what == season_post(season.number, is_second=False)
        view = await self._season_layout(stored, season, is_by_organiser=is_first and post.channel is not None)
        nonce, refused = f"{stored.number} {post.what} {season.end}"[-25:], False
        async for channel in self._channels(stored, season, post.channel):
            try:
                message = await self._api.post(channel, rendered(view), nonce)
            except Undelivered as error:
                refused = True
                _log.warning("the table of a season is not taken here", **about, channel=channel, reason=str(error))
            else:
                await self._posts.place(post, channel, message)
                return channel
        if refused:
            _log.warning("the table of a season is posted nowhere; /leaderboard shows it", **about)
        await self._posts.remove(post)
        return None

    async def _season_layout(self, stored: StoredLeague, season: Season, *, is_by_organiser: bool) -> ui.LayoutView:
        """Render the table; for ten minutes after an organiser has ended the season, with **Undo**."""
        server, end = stored.league.server, season.end or 0
        undo = None
        if is_by_organiser and self._now() <= end + UNDO_TIME:
            is_last = stored.archived_at is not None and stored.season.number == season.number
            undo = UndoPress("archive" if is_last else "season", stored.number, season.number, end)
        page = Leaderboard(
            await self._standings.table(server, stored, season=season.number),
            PeopleIn(self._people, server),
            StandingsPress(stored.number, season.number),
            self._api.server_name(server),
            undo=undo,
            undo_until=end + UNDO_TIME,
        )
        return leaderboard_layout(page, await self._readers.server(server))

    async def _channels(self, stored: StoredLeague, season: Season, ended_in: int | None) -> AsyncIterator[int]:
        """Yield the channels to try: the league's own, where an organiser ended the season, where its last match was played."""
        server, own = stored.league.server, stored.league.channel
        known = [channel for channel in dict.fromkeys((own, ended_in)) if channel is not None]
        for channel in known:
            yield channel
        if own is not None:
            return
        async for last in self._match_history.last_channel(server, stored, season):
            if last not in known:
                known.append(last)
                yield last

    # Announcements of what organisers did

    async def _announce(self, oldest: Post) -> None:
        """Post the lines that wait in a channel, as many as fit into a message; the log says so if Discord refuses them.

        What happens within a few seconds is one message, so a thousand changes in a minute don't flood a channel.
        """
        channel = oldest.channel
        assert channel is not None
        waiting = await self._posts.waiting_lines(channel, _MOST_LINES)
        if not waiting:
            return
        say, batch = await self._readers.server(oldest.server), waiting[0].shown
        waiting = [post for post in waiting if post.shown == batch]
        lines = (await self._ledgers.lines(oldest.server, [post.of for post in waiting]))[::-1]
        people = PeopleIn(self._people, oldest.server)
        if not batch:
            batch, fitting = waiting[0].of, announced_together(lines, people, say)
            waiting, lines = waiting[:fitting], lines[:fitting]
            await self._posts.mark(*waiting, shown=batch)
        view = announcement_layout(lines, people, say)
        try:
            await self._api.post(channel, rendered(view), f"log {batch} {channel % 10**9}"[:25])
        except Undelivered as error:
            _log.warning("an announcement is not taken", channel=channel, batch=batch, reason=str(error))
            await self._posts.refuse(*waiting)
        else:
            await self._posts.remove(*waiting)


def _is_over(standings: StandingsTable) -> bool:
    """Return True if these standings cannot change any more."""
    stored = standings.stored_league
    return stored is not None and stored.archived_at is not None and not standings.season.awaits
