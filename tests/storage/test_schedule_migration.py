"""Migration 0022: schedules become lines; a running one goes on."""

import json
from functools import partial

import msgspec
from sqlalchemy import Connection

from bot.competition.schedules import ScheduleEditor
from bot.league.fixtures import Fixture, FixtureState
from bot.storage.sqlite_database import SqliteDatabase, open_engine
from bot.storage.store import open_store
from tests.competition.league_server import LeagueServer
from tests.rummy.presets import variant
from tests.schedules import store_schedule
from tests.storage.old_schema import add_row, make_old_schema
from tests.storage.sqlite_files import url

__all__ = ["url"]

SERVER, NOW, HOUR = 10, 1_000_000, 3_600_000
ANN, BEN, CEM = 1, 2, 3


def _fill(connection: Connection) -> None:
    """Add three schedules of a league, of which the third was undone."""
    make_old_schema(connection, "0021")
    add = partial(add_row, connection)
    for person in (ANN, BEN, CEM):
        add("people", number=person, discord_id=1000 + person, name=f"P{person}", locale="en-US")
    add("leagues", number=7, server=SERVER)
    league = {"number": 7, "league": {"server": SERVER, "name": "Cup"}, "season": {"number": 1, "begin": 1}, "created_at": 1}
    line = {"at": 1, "by": ANN, "what": {"type": "LeagueCreated", "league": "Cup"}, "leagues": [7], "made": league}
    add("ledger", server=SERVER, number=1, at=1, person=ANN, kind="league", entry=json.dumps(line))
    add("tables", number=50, server=SERVER, channel=20, opened=5, told=0)
    about = {"league": 7, "author": BEN, "variant": msgspec.json.encode(variant("rami")).decode(), "revision": 4}
    for number, withdrawn in ((1, False), (2, False), (3, True)):
        add("schedules", number=number, at=NOW - 60_000 + number, byes=f"[[{CEM}],[]]", withdrawn=withdrawn, **about)
        for nth, people in enumerate(([ANN, BEN], [BEN, CEM]), start=1):
            table = 50 if (number, nth) == (1, 2) else None
            where = {"number": 10 * number + nth, "schedule": number, "round": nth, "table": table}
            add("fixtures", people=json.dumps(people), due=NOW + nth * HOUR, **where)
        for person in (ANN, BEN, CEM):
            add("scheduled", person=person, schedule=number)
    add("posts", kind="schedule", of=2, what="", server=SERVER, channel=22, message=903, shown=4, at=NOW)
    add("reminders", league=7, person=BEN)


async def test_the_schedules_of_an_old_database_go_on_as_lines(url: str) -> None:
    database = SqliteDatabase(open_engine(url, synchronous="NORMAL"))
    try:
        await database.transaction(_fill)
    finally:
        await database.close()
    async with open_store(url, synchronous="NORMAL") as store:
        server = LeagueServer(store, NOW)
        tournaments = ScheduleEditor(store.ledgers, store.schedules, server.clock)
        (stored,) = await server.leagues.all(SERVER)
        newest = await tournaments.newest_schedule(stored)
        assert newest is not None
        assert (newest.number, newest.author, newest.revision) == (2, BEN, 4)
        assert (newest.variant, newest.byes) == (variant("rami"), ((CEM,), ()))
        waiting = (Fixture(21, 1, (ANN, BEN), NOW + HOUR), Fixture(22, 2, (BEN, CEM), NOW + 2 * HOUR))
        assert newest.fixtures == waiting
        undone = await tournaments.get_schedule(SERVER, 3)
        assert undone is not None
        assert undone.is_replaced
        assert [one.fixture for one in await tournaments.due_reminders(3 * HOUR)] == list(waiting)
        assert (await server.log_page()).total == 1, "the log has only what was in it"
        first = await tournaments.get_schedule(SERVER, 1)
        assert first is not None
        assert [(one.number, one.state, one.table) for one in first.fixtures] == [
            (11, FixtureState.WAITING, None),
            (12, FixtureState.OPEN, 50),
        ]
        again = await store_schedule(store, stored, ANN, variant("rami"), [ANN, BEN], at=server.now)
        assert (again.number, again.fixtures[0].number) == (4, 33), "numbers go on"
