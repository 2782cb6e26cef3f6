"""The posts of the deal of the day: each morning, yesterday's table, in servers that want it and where somebody has played."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from bot.delivery.discord_api import DiscordApi, Undelivered, rendered
from bot.messages.daily import DayTable, day_table_layout
from bot.messages.words import Languages
from bot.rummy.variant import Variant
from bot.storage.daily import StoredDays
from bot.storage.league.posts import Post, PostKind, Posts
from bot.storage.server_choices import ServerSettingsStore
from bot.tables.daily import day_at, fingerprint_of, game_of, seed_of
from bot.tables.ports import KnownPeople

MORNING_MS = 6 * 3_600_000
"""How long after midnight, UTC, the posts come: after the last deal of the day before is over."""


class DailyPosts:
    """`now` is the time in epoch milliseconds."""

    def __init__(
        self,
        posts: Posts,
        days: StoredDays,
        settings: ServerSettingsStore,
        presets: Mapping[str, Variant],
        people: KnownPeople,
        api: DiscordApi,
        languages: Languages,
        now: Callable[[], int],
    ) -> None:
        self._posts = posts
        self._days = days
        self._settings = settings
        self._presets = presets
        self._people = people
        self._api = api
        self._languages = languages
        self._now = now
        self._day = -1
        self._waiting: list[Post] = []  # of this day; who played it, and where it is wanted, is read once

    async def due(self) -> list[Post]:
        """Return the posts of yesterday's tables that `show` would send; `shown` is their day."""
        day = day_at(self._now() - MORNING_MS) - 1
        if day != self._day:
            self._day, self._waiting = day, await self._wanted(day)
        self._waiting = [post for post in self._waiting if not await self._is_posted(post)]
        return [post for post in self._waiting if self._api.in_server(post.server)]

    async def _wanted(self, day: int) -> list[Post]:
        """Return the posts of a day in all servers that want one and where somebody has played."""
        servers = await self._days.servers(day)
        channels = {server: (await self._settings.get(server)).daily for server in servers}
        return [
            Post(PostKind.DAILY, 0, str(server), server, channel, shown=day)
            for server in servers
            for channel in channels[server]
        ]

    async def _is_posted(self, post: Post) -> bool:
        before = await self._posts.find(post.kind, post.of, post.what)
        return before is not None and before.shown >= post.shown

    async def show(self, post: Post) -> None:
        """Post the table of a day. A channel that is gone isn't tried again.

        Raise a temporary error (`TEMPORARY_ERRORS`), or Undelivered if Discord refuses it. If it is posted, but not recorded,
        Discord recognises the nonce for some minutes, and returns the first message.
        """
        assert post.channel is not None
        day, secret = post.shown, await self._days.secret()
        table = DayTable(
            game_of(day, self._presets).variant.title,
            day,
            await self._days.of_server(post.server, day),
            seed_of(secret, day),
            fingerprint_of(secret, day + 2),
            self._api.operators,
        )
        say = self._languages.for_locale(self._api.server_locale(post.server))
        view = day_table_layout(table, self._people, say)
        try:
            message = await self._api.post(post.channel, rendered(view), f"{day} {post.server}"[:25])
        except Undelivered as error:
            if not error.is_gone:
                raise
            await self._settings.change(post.server, lambda settings: replace(settings, daily=()))
            self._waiting.remove(post)
            return
        await self._posts.replace(
            Post(post.kind, post.of, post.what, post.server, post.channel, message, shown=day, at=self._now())
        )
