"""The posts of the deal of the day: each morning, yesterday's table, in servers that want it and where somebody has played."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from bot.delivery.discord_api import DiscordApi, Undelivered, rendered
from bot.delivery.readers import Readers
from bot.messages.daily import day_table_layout
from bot.rummy.variant import Variant
from bot.storage.daily import StoredDays
from bot.storage.league.posts import Post, PostKind, Posts
from bot.tables.daily import day_at, game_of
from bot.tables.ports import KnownPeople, PeopleIn

MORNING_MS = 6 * 3_600_000
"""How long after midnight, UTC, the posts come: after the last deal of the day before is over."""
_AT_ONCE = 50
"""How many servers are looked at each time, so that other posts don't wait."""


@dataclass(eq=False)
class DailyPosts:
    """`now` is the time in epoch milliseconds."""

    _posts: Posts
    _days: StoredDays
    _readers: Readers
    _presets: Mapping[str, Variant]
    _people: KnownPeople
    _api: DiscordApi
    _now: Callable[[], int]
    _day: int = -1
    _waiting: deque[int] = field(default_factory=deque)  # the servers where this day's table isn't posted yet

    async def due(self) -> list[Post]:
        """Return some posts of yesterday's tables that `show` would send, other ones each time; `shown` is their day."""
        day = day_at(self._now() - MORNING_MS) - 1
        if day != self._day:
            posted = await self._posts.of_one(PostKind.DAILY, 0)
            done = {post.server for post in posted.values() if post.shown >= day}
            self._day, self._waiting = day, deque(one for one in await self._days.servers(day) if one not in done)
        found = []
        for _ in range(min(_AT_ONCE, len(self._waiting))):
            server = self._waiting[0]
            channels = (await self._readers.server_settings.get(server)).daily  # may fail: then it still waits
            self._waiting.popleft()
            if channels:  # else it wants none of this day
                self._waiting.append(server)
            if self._api.in_server(server):
                found += [Post(PostKind.DAILY, 0, str(server), server, channel, shown=day) for channel in channels]
        return found

    async def show(self, post: Post) -> None:
        """Post the table of a day, unless another process has. A channel that is gone isn't tried again.

        Raise a temporary error (`TEMPORARY_ERRORS`), or Undelivered if Discord refuses it. If it is posted, but not recorded,
        Discord recognises the nonce for some minutes, and returns the first message.
        """
        assert post.channel is not None
        before = await self._posts.find(post.kind, post.of, post.what)
        if before is None or before.shown < post.shown:
            await self._post(post, post.channel)
        if post.server in self._waiting:
            self._waiting.remove(post.server)

    async def _post(self, post: Post, channel: int) -> None:
        day = post.shown
        title, rows = game_of(day, self._presets).variant.title, await self._days.of_server(post.server, day)
        say, people = await self._readers.server(post.server), PeopleIn(self._people, post.server)
        view = day_table_layout(title, day, rows, people, say, operators=self._api.operators)
        try:
            message = await self._api.post(channel, rendered(view), f"{day} {post.server}"[:25])
        except Undelivered as error:
            if not error.is_gone:
                raise
            await self._readers.server_settings.change(post.server, lambda settings: replace(settings, daily=()))
            return
        await self._posts.replace(
            Post(post.kind, post.of, post.what, post.server, post.channel, message, shown=day, at=self._now())
        )
