"""The table of yesterday's deal in the morning: once, where a server wants it and somebody has played; and what a day costs."""

import re
from collections.abc import Awaitable
from dataclasses import dataclass, field
from dataclasses import replace as dataclass_replace
from time import process_time
from typing import Any, cast

import pytest
from discord import ui
from msgspec.structs import replace
from sqlalchemy import insert

from bot.app import read_variants
from bot.background.league_clock import LeagueClock
from bot.delivery.daily_posts import MORNING_MS, DailyPosts
from bot.delivery.discord_api import Undelivered, UndeliveredReason
from bot.delivery.readers import Readers
from bot.league.days import DAY_MS
from bot.messages.words import Languages
from bot.storage.league.posts import Post, PostKind
from bot.storage.schema import attempts, people, tables
from bot.storage.store import Store
from bot.tables.daily import end_of
from bot.tables.ports import Attempt
from tests.tables.days_people import MONDAY
from tests.tables.stores import empty_store, store

__all__ = ["empty_store", "store"]
SERVER, CHANNEL = 10, 20
MORNING = end_of(MONDAY) + MORNING_MS


@dataclass
class Api:
    """Discord's API, as far as these posts need it; `servers` are those that it has."""

    servers: set[int]
    sent: list[tuple[int, str, str]] = field(default_factory=list)
    """The channel, the text and the nonce of each message."""
    refuses: UndeliveredReason | None = None
    operators: frozenset[int] = frozenset()

    def in_server(self, server: int) -> bool:
        return server in self.servers

    def server_locale(self, server: int) -> str:
        return "en-US"

    async def post(self, channel: int, render: Any, nonce: str) -> int:
        if self.refuses:
            raise Undelivered(self.refuses)
        view = await render()
        text = "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))
        self.sent.append((channel, text, nonce))
        return 1000 + len(self.sent)


def posts_of(store: Store, api: Api, now: int = MORNING) -> DailyPosts:
    """Return the posts of a bot that has just started, at this time."""
    discord = cast(Any, api)
    readers = Readers(Languages({}), discord, store.server_settings)
    return DailyPosts(store.posts, store.days, readers, read_variants(), store.people, discord, lambda: now)


async def run(posts: DailyPosts) -> int:
    """Send what is due, and return how many messages that were."""
    due = await posts.due()
    for post in due:
        await posts.show(post)
    return len(due)


async def store_attempts(store: Store, *stored: Attempt) -> None:
    rows = [{name: getattr(one, name) for name in Attempt.__dataclass_fields__} for one in stored]
    about = {"server": SERVER, "channel": CHANNEL, "opened": 1, "closed": 2, "told": 0, "partition": 0}

    def work(connection: Any) -> None:
        connection.execute(insert(tables), [about | {"number": row["table"]} for row in rows])
        connection.execute(insert(attempts), rows)

    await store.days._database.transaction(work)


async def want_posts(store: Store, server: int = SERVER) -> None:
    await store.server_settings.change(server, lambda before: replace(before, daily=(CHANNEL,)))


async def test_each_morning_yesterdays_table_is_posted_once(store: Store) -> None:
    await want_posts(store)
    await store_attempts(store, Attempt(MONDAY, 1, 1, SERVER, 5, 12), Attempt(MONDAY, 2, 2, SERVER, 6, -7))
    api = Api({SERVER})
    posts = posts_of(store, api)
    assert (await run(posts), await run(posts), await run(posts_of(store, api))) == (1, 0, 0), "nor after a restart"
    ((channel, text, _),) = api.sent
    assert channel == CHANNEL
    assert text.index("Ann") < text.index("Ben")
    assert not re.search("[0-9a-f]{32}", text)
    await store_attempts(store, Attempt(MONDAY + 1, 1, 3, SERVER, 5, 1))
    assert await run(posts_of(store, api, MORNING + DAY_MS)) == 1


@pytest.mark.parametrize("now", [end_of(MONDAY) - 1, MORNING - 1])
async def test_nothing_is_posted_before_the_morning(store: Store, now: int) -> None:
    await want_posts(store)
    await store_attempts(store, Attempt(MONDAY, 1, 1, SERVER, 5, 12))
    assert await run(posts_of(store, Api({SERVER}), now)) == 0


async def test_where_nobody_has_played_or_nobody_wants_it_nothing_is_posted(store: Store) -> None:
    for server in (SERVER, 11):
        await want_posts(store, server)
    await store_attempts(
        store,
        Attempt(MONDAY, 1, 1, 12, 5, 12),
        Attempt(MONDAY, 2, 2, 0, 5, 12),
        Attempt(MONDAY, 3, 3, SERVER, 5),
        Attempt(MONDAY - 1, 3, 4, SERVER, 5, 1),
    )
    assert await run(posts_of(store, Api({0, SERVER, 11, 12}))) == 0


async def test_a_post_that_fails_and_one_of_an_absent_server_stay_due(store: Store) -> None:
    await want_posts(store)
    await store_attempts(store, Attempt(MONDAY, 1, 1, SERVER, 5, 12))
    api = Api(set(), refuses=UndeliveredReason.FORBIDDEN)
    posts = posts_of(store, api)
    assert await run(posts) == 0
    api.servers.add(SERVER)
    with pytest.raises(Undelivered):
        await run(posts)
    api.refuses = None
    assert await run(posts) == 1


async def test_a_server_whose_settings_can_not_be_read_stays_due(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await want_posts(store)
    await store_attempts(store, Attempt(MONDAY, 1, 1, SERVER, 5, 12))
    posts = posts_of(store, Api({SERVER}))

    async def fail(server: int) -> None:
        raise OSError("not read")

    with monkeypatch.context() as broken:
        broken.setattr(store.server_settings, "get", fail)
        with pytest.raises(OSError, match="not read"):
            await posts.due()
    assert await run(posts) == 1


async def test_what_another_process_has_posted_is_not_posted_again(store: Store) -> None:
    await want_posts(store)
    await store_attempts(store, Attempt(MONDAY, 1, 1, SERVER, 5, 12))
    api = Api({SERVER})
    one, other = posts_of(store, api), posts_of(store, api)
    (post,) = await other.due()
    assert await run(one) == 1
    await other.show(post)
    assert len(api.sent) == 1
    assert await other.due() == []


async def test_a_refusal_yesterday_does_not_delay_todays_post(store: Store) -> None:
    refused = list[Post]()

    async def refuse(post: Post) -> None:
        refused.append(post)
        raise Undelivered(UndeliveredReason.FORBIDDEN)

    nothing = cast(Any, None)
    clock = LeagueClock(nothing, nothing, nothing, nothing, nothing, nothing, lambda: MORNING)
    first = Post(PostKind.DAILY, 0, str(SERVER), SERVER, CHANNEL, shown=MONDAY)
    later = [first, dataclass_replace(first, shown=MONDAY + 1), dataclass_replace(first, channel=21)]
    for post in (first, *later):
        await clock._show(post, refuse)
    assert refused == later


async def test_a_channel_that_is_gone_is_not_tried_again(store: Store) -> None:
    await want_posts(store)
    await store_attempts(store, Attempt(MONDAY, 1, 1, SERVER, 5, 12))
    api = Api({SERVER}, refuses=UndeliveredReason.CHANNEL_GONE)
    posts = posts_of(store, api)
    assert (await run(posts), await run(posts), await run(posts_of(store, api))) == (1, 0, 0)
    assert (await store.server_settings.get(SERVER)).daily == ()


async def test_a_post_that_was_not_recorded_has_the_same_nonce_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await want_posts(store)
    await store_attempts(store, Attempt(MONDAY, 1, 1, SERVER, 5, 12))
    api = Api({SERVER})

    async def fail(post: object) -> None:
        raise OSError("not stored")

    with monkeypatch.context() as broken:
        broken.setattr(store.posts, "replace", fail)
        with pytest.raises(OSError, match="not stored"):
            await run(posts_of(store, api))
    await run(posts_of(store, api))
    first, second = api.sent
    assert first == second


async def test_to_find_what_is_due_to_a_thousand_people_costs_less_than_to_post_it(empty_store: Store) -> None:
    count, servers = 1_000, range(100, 200)
    rows = [{"number": one, "discord_id": one, "name": f"Person {one}", "locale": "en-US"} for one in range(1, count + 1)]
    await empty_store.days._database.transaction(lambda connection: connection.execute(insert(people), rows) and None)
    await empty_store.people.load()
    for server in servers:
        await want_posts(empty_store, server)
    played = [Attempt(MONDAY, one, one, servers[one % 100], 5, one % 90 - 40) for one in range(1, count + 1)]
    await store_attempts(empty_store, *played)
    api = Api({*servers[1:]})
    posts = posts_of(empty_store, api)

    async def take(work: Awaitable[Any], costs: list[float]) -> Any:
        begun = process_time()
        done = await work
        costs.append(process_time() - begun)
        return done

    looks, shows = list[float](), list[float]()
    while due := await take(posts.due(), looks):
        assert len(due) <= 50
        for post in due:
            await take(posts.show(post), shows)
    print(f"{count} people, {len(servers)} servers: {len(looks)} looks {sum(looks):.3f} s, all posts {sum(shows):.3f} s")
    assert len(api.sent) == len(servers) - 1
    assert sum(looks) < sum(shows)
    await take(posts.due(), looks)
    assert looks[-1] < sum(shows) / len(shows) * 50, "the absent server costs no more than to post for fifty"
