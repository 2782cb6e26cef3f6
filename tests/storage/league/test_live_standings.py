"""Posted standings are stale when the revision of their server has advanced, and are claimed at most once a minute."""

from msgspec.structs import replace

from bot.competition.ports import PostedStandings
from bot.league.league import League
from bot.storage.store import Store
from tests.competition.league_server import LeagueServer
from tests.league.random_season import BEGIN, PEOPLE, SERVER, season_of

MINUTE = 60_000


async def test_posted_standings_are_stale_when_the_revision_has_advanced(store: Store) -> None:
    server = LeagueServer(store, BEGIN - 1)
    await server.meet(PEOPLE)
    (stored,) = await server.create([League(server=SERVER, name="All")])
    ladder = await server.standings.table(SERVER, stored)
    standings = PostedStandings(900, 20, SERVER, stored.number, "rami", 20_514, ladder.revision)
    await store.live_standings.put(standings)
    await store.live_standings.put(PostedStandings(901, 20, 11))
    later = {"now": 10 * MINUTE, "pause": MINUTE}
    assert await store.live_standings.stale_posts(**later) == []
    for match in season_of(1, matches=2):
        await server.finish(match)
    assert await store.live_standings.stale_posts(**later) == [standings]
    now = (await server.standings.table(SERVER, stored)).revision
    await store.live_standings.mark_rendered(900, now, at=5)
    await store.live_standings.mark_rendered(900, now - 1, at=6)
    assert await store.live_standings.stale_posts(**later) == []
    await server.finish(replace(season_of(1, matches=3)[2], ended=server.now + 1))
    assert [(one.revision, one.at) for one in await store.live_standings.stale_posts(**later)] == [(now, 5)]
    now = (await server.standings.table(SERVER, stored)).revision
    await store.live_standings.mark_rendered(900, now, at=5)
    day = 24 * 60 * MINUTE
    for at, behind in ((day + 4, 0), (day + 5, 1)):
        assert (
            len([one for one in await store.live_standings.stale_posts(now=at, pause=MINUTE) if one.message == 900]) == behind
        )
    await store.live_standings.remove(900)
    assert await store.live_standings.stale_posts(**later) == []


async def test_posted_standings_are_claimed_once_a_minute_by_one_process(store: Store) -> None:
    server = LeagueServer(store, BEGIN - 1)
    await server.meet(PEOPLE)
    await server.create([League(server=SERVER, name="All")])
    await store.live_standings.put(PostedStandings(900, 20, SERVER, at=1_000))
    for now, behind in ((1_000, 0), (MINUTE + 999, 0), (MINUTE + 1_000, 1)):
        found = await store.live_standings.stale_posts(now=now, pause=MINUTE)
        assert len(found) == behind
    assert [await store.live_standings.claim(found[0], at=MINUTE + 1_000) for _ in range(2)] == [True, False]
    assert await store.live_standings.stale_posts(now=MINUTE + 1_000, pause=MINUTE) == []
