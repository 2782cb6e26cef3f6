"""A post is stale when what it shows has changed, and is claimed by one process at a time, at most once a minute."""

from msgspec.structs import replace

from bot.league.league import League
from bot.storage.league.posts import Post, PostKind
from bot.storage.store import Store
from tests.competition.league_server import LeagueServer
from tests.league.random_season import BEGIN, PEOPLE, SERVER, season_of

MINUTE = 60_000


async def stale(store: Store, now: int = 10 * MINUTE) -> list[Post]:
    return await store.posts.stale(PostKind.STANDINGS, now=now, pause=MINUTE)


async def test_posted_standings_are_stale_when_the_revision_has_advanced(store: Store) -> None:
    server = LeagueServer(store, BEGIN - 1)
    await server.meet(PEOPLE)
    (stored,) = await server.create([League(server=SERVER, name="All")])
    ladder = await server.standings.table(SERVER, stored)
    await store.posts.add(Post(PostKind.STANDINGS, stored.number, "20514 rami", SERVER, 20, 900, ladder.revision))
    await store.posts.add(Post(PostKind.STANDINGS, 0, " ", 11, 20, 901))
    assert await stale(store) == []
    for match in season_of(1, matches=2):
        await server.finish(match)
    (posted,) = await stale(store)
    assert (posted.message, posted.of, posted.what) == (900, stored.number, "20514 rami")
    now = (await server.standings.table(SERVER, stored)).revision
    await store.posts.mark(posted, shown=now)
    await store.posts.mark(posted, shown=now - 1)
    assert await stale(store) == []
    await server.finish(replace(season_of(1, matches=3)[2], ended=server.now + 1))
    assert [one.shown for one in await stale(store)] == [now]
    await store.posts.mark(posted, shown=now + 1)
    day = 24 * 60 * MINUTE
    assert [len(await stale(store, now)) for now in (day - 1, day)] == [0, 1]
    await store.posts.remove(posted)
    assert await stale(store, day) == []


async def test_a_post_is_claimed_once_a_minute_by_one_process_and_stays_stale_until_it_is_rendered(store: Store) -> None:
    server = LeagueServer(store, BEGIN - 1)
    await server.meet(PEOPLE)
    await server.create([League(server=SERVER, name="All")])
    await store.posts.add(Post(PostKind.STANDINGS, 0, " ", SERVER, 20, 900, at=1_000))
    for now, behind in ((1_000, 0), (MINUTE + 999, 0), (MINUTE + 1_000, 1)):
        found = await stale(store, now)
        assert len(found) == behind
    assert [await store.posts.claim(found[0], at=MINUTE + 1_000) for _ in range(2)] == [True, False]
    assert await stale(store, MINUTE + 1_000) == []
    assert len(await stale(store, 2 * MINUTE + 1_000)) == 1
