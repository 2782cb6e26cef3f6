"""Schedules remind people of near fixtures, and keep their newest message up to date."""

import pytest
from msgspec.structs import replace

from bot.competition.schedules import (
    ScheduleEditor,
)
from bot.league.corrections import Void
from bot.league.fixtures import Reminder, StoredSchedule
from bot.league.league import League
from bot.league.seasons import StoredLeague
from bot.storage.league.posts import Post, PostKind
from bot.tables.events import LobbyClosed, Reservation, TableOpened
from bot.tables.ports import Commit
from tests.competition.league_server import LeagueServer
from tests.league.random_season import SERVER
from tests.league.written_matches import played
from tests.rummy.presets import variant
from tests.schedules import store_schedule

MINUTE, HOUR = 60_000, 3_600_000
RAMI = variant("rami")


@pytest.fixture
async def stored(server: LeagueServer) -> StoredLeague:
    return (await server.create([League(server=SERVER, name="Cup")]))[0]


@pytest.fixture
def tournaments(server: LeagueServer) -> ScheduleEditor:
    return ScheduleEditor(server.store.ledgers, server.store.schedules, server.clock)


def wants(found: list[Reminder]) -> set[tuple[int, int]]:
    """Return round and person of each reminder."""
    return {(one.fixture.round, one.person) for one in found}


async def test_a_person_who_wants_reminders_gets_one_for_each_near_fixture(
    server: LeagueServer, tournaments: ScheduleEditor, stored: StoredLeague
) -> None:
    dates = [server.now + 10 * HOUR, server.now + 20 * HOUR, server.now + 30 * HOUR]
    await store_schedule(server.store, stored, 1, RAMI, [1, 2, 3, 4], at=server.now, dates=dates)
    await tournaments.set_reminders(stored, 1, wanted=True)
    for wanted in (True, False):
        await tournaments.set_reminders(stored, 2, wanted=wanted)
    assert [await tournaments.wants_reminders(stored, person) for person in (1, 2)] == [True, False]
    assert await tournaments.due_reminders(9 * HOUR) == []
    near = await tournaments.due_reminders(12 * HOUR)
    assert wants(near) == {(1, 1)}
    assert near[0].league.name == "Cup"
    await tournaments.mark_reminded(near[0])
    assert await tournaments.due_reminders(12 * HOUR) == []
    await tournaments.set_reminders(stored, 3, wanted=True)
    assert wants(await tournaments.due_reminders(12 * HOUR)) == {(1, 3)}, "a later wish includes near fixtures"
    again = ScheduleEditor(server.store.ledgers, server.store.schedules, server.clock)
    assert wants(await again.due_reminders(12 * HOUR)) == {(1, 3)}, "another process does not remind again"
    server.now += 15 * HOUR
    assert wants(await tournaments.due_reminders(12 * HOUR)) == {(2, 1), (2, 3)}, "past fixtures give no reminder"


async def test_open_replaced_and_archived_fixtures_give_no_reminder(
    server: LeagueServer, tournaments: ScheduleEditor, stored: StoredLeague
) -> None:
    async def make() -> StoredSchedule:
        return await store_schedule(server.store, stored, 1, RAMI, [1, 2], at=server.now, dates=[server.now + HOUR])

    await tournaments.set_reminders(stored, 1, wanted=True)
    old, new = await make(), await make()
    (reminder,) = await tournaments.due_reminders(12 * HOUR)
    assert reminder.fixture in new.fixtures
    assert reminder.fixture not in old.fixtures
    rules, seats = await tournaments.prepare_table(stored, reminder.fixture.number, 1)
    opened = TableOpened(SERVER, 20, 1, rules, thread=False, at=server.now, reserved=seats)
    table = await server.store.log.open_table(opened, due=server.now + HOUR)
    assert await tournaments.due_reminders(12 * HOUR) == []
    await server.store.log.commit(Commit(table, 2, (LobbyClosed("cancelled"),), server.now, deadline=None, is_over=True))
    assert await tournaments.due_reminders(12 * HOUR) == [reminder]
    await server.season_ends.end_season(SERVER, stored.number, archive=True)
    assert await tournaments.due_reminders(12 * HOUR) == []


async def stale_posts(server: LeagueServer) -> list[Post]:
    return await server.store.posts.stale(PostKind.SCHEDULE, now=server.now, pause=MINUTE)


async def record_post(server: LeagueServer, cup: StoredSchedule, at: int, message: int) -> None:
    await server.store.posts.replace(Post(PostKind.SCHEDULE, cup.number, "", SERVER, 20, message, cup.revision, at))


async def claim(server: LeagueServer, posted: Post) -> StoredSchedule:
    assert await server.store.posts.claim(posted, at=server.now)
    assert not await server.store.posts.claim(posted, at=server.now), "somebody else has claimed it"
    schedule = await server.store.schedules.find(SERVER, lambda schedules: schedules.get(posted.of))
    assert schedule is not None
    return schedule


async def mark(server: LeagueServer, posted: Post, schedule: StoredSchedule) -> None:
    if schedule.is_replaced:
        await server.store.posts.remove(posted)
    else:
        await server.store.posts.mark(posted, shown=schedule.revision)


async def test_a_posted_schedule_is_stale_after_every_change_of_what_it_shows(
    server: LeagueServer, stored: StoredLeague
) -> None:
    async def stale_messages() -> list[int | None]:
        return [one.message for one in await stale_posts(server)]

    async def update_posts() -> None:
        for posted in await stale_posts(server):
            await mark(server, posted, await claim(server, posted))

    dates = [server.now + day * 24 * HOUR for day in (1, 2, 3)]
    cup = await store_schedule(server.store, stored, 1, RAMI, [1, 2, 3], at=server.now, dates=dates)
    await record_post(server, cup, server.now, 901)
    server.now += 2 * MINUTE
    assert await stale_messages() == [], "nothing has changed"
    seats = Reservation(cup.fixtures[0].number, cup.fixtures[0].people)
    opened = TableOpened(SERVER, 20, 1, RAMI, thread=False, at=server.now, reserved=seats)
    table = await server.store.log.open_table(opened, due=server.now + HOUR)
    assert await stale_messages() == [901]
    await update_posts()
    result = replace(played("Ann 1 9 · Ben 2 3"), number=table, server=SERVER, ended=server.now)
    await server.store.log.commit(Commit(table, 2, (LobbyClosed("cancelled"),), server.now, None, is_over=True, result=result))
    assert await stale_messages() == [], "within the minute"
    server.now += MINUTE
    assert await stale_messages() == [901]
    await update_posts()
    server.now += MINUTE
    await server.corrections.correct(SERVER, table, Void(), by=1, why="a trial")
    assert await stale_messages() == [901]
    await update_posts()
    server.now += 24 * HOUR
    assert await stale_messages() == [901], "a date has passed"
    await update_posts()
    server.now += MINUTE
    assert await stale_messages() == []
    await store_schedule(server.store, stored, 1, RAMI, [1, 2], at=server.now)
    assert await stale_messages() == [901], "a newer one has replaced it"
    await update_posts()
    server.now += 48 * HOUR
    assert await stale_messages() == [], "for the last time"


@pytest.mark.parametrize("moment", ["posted", "updated"])
async def test_a_date_that_passes_during_an_update_makes_the_post_stale_again(
    server: LeagueServer, stored: StoredLeague, moment: str
) -> None:
    cup = await store_schedule(server.store, stored, 1, RAMI, [1, 2], at=server.now, dates=[server.now + HOUR])
    rendered_at, slow = server.now + HOUR - 1, 5_000
    if moment == "posted":
        server.now = rendered_at + slow
        await record_post(server, cup, rendered_at, 901)
    else:
        await record_post(server, cup, server.now, 901)
        server.now = rendered_at
        await server.league_editor.edit(stored.number, League(server=SERVER, name="Bowl"))
        (posted,) = await stale_posts(server)
        schedule = await claim(server, posted)
        server.now += slow
        await mark(server, posted, schedule)
    assert await stale_posts(server) == [], "within the minute"
    server.now += MINUTE
    (posted,) = await stale_posts(server)
    await mark(server, posted, await claim(server, posted))
    server.now += MINUTE
    assert await stale_posts(server) == []


async def test_only_the_newest_message_is_updated_until_it_is_deleted(
    server: LeagueServer, tournaments: ScheduleEditor, stored: StoredLeague
) -> None:
    cup = await store_schedule(server.store, stored, 1, RAMI, [1, 2], at=server.now)
    for message in (901, 903, 902):
        await record_post(server, cup, server.now, message)
    server.now += MINUTE
    seats = Reservation(cup.fixtures[0].number, (1, 2))
    opened = TableOpened(SERVER, 20, 1, RAMI, thread=False, at=server.now, reserved=seats)
    await server.store.log.open_table(opened, due=server.now + HOUR)
    (posted,) = await stale_posts(server)
    assert (posted.message, posted.channel, posted.server) == (903, 20, SERVER)
    await claim(server, posted)
    server.now += MINUTE
    (again,) = await stale_posts(server)
    assert again.message == 903, "the process that claimed it has not updated it"
    await server.store.posts.remove(again)
    assert await stale_posts(server) == []
    now = await tournaments.newest_schedule(stored)
    assert now is not None
    await record_post(server, now, server.now, 902)
    server.now += MINUTE
    assert await stale_posts(server) == [], "another one takes its place, and shows it as it is"
