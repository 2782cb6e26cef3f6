"""The posts of the deal of the day: each morning, yesterday's table, in servers that want it and where somebody has played."""

from collections.abc import Callable, Mapping

from bot.delivery.discord_api import DiscordApi, rendered
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
        self._posted = -1  # the last day whose tables are posted everywhere

    async def due(self) -> list[Post]:
        """Return the posts of yesterday's tables that `show` would send; `shown` is their day."""
        day = day_at(self._now() - MORNING_MS) - 1
        if day <= self._posted:
            return []
        due = list[Post]()
        for server in await self._days.servers(day):
            for channel in (await self._settings.get(server)).daily:
                before = await self._posts.find(PostKind.DAILY, 0, str(server))
                if before is None or before.shown < day:
                    due.append(Post(PostKind.DAILY, 0, str(server), server, channel, shown=day))
        if not due:
            self._posted = day
        return [post for post in due if self._api.in_server(post.server)]

    async def show(self, post: Post) -> None:
        """Post the table of a day. Raise a temporary error (`TEMPORARY_ERRORS`), or Undelivered if Discord refuses it."""
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
        message = await self._api.post(post.channel, rendered(view), f"{day} {post.server}"[:25])
        await self._posts.replace(
            Post(post.kind, post.of, post.what, post.server, post.channel, message, shown=day, at=self._now())
        )
