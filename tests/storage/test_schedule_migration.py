"""Migrations 0022 and 0029: leagues have no schedules any more, but what was done to them and played stays as it was."""

import json
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, inspect

from bot.competition.personal_data import PersonalData
from bot.league.corrections import Void
from bot.league.organiser_actions import Corrected, ScheduleMade, TimeAdded, Undone
from bot.messages.league.organiser_log import announcement_layout
from bot.storage.sqlite_database import SqliteDatabase, open_engine
from bot.storage.store import Store, open_store
from bot.tables.events import NO_CLOCK
from bot.tables.lobby_requests import Join, SeatsReserved, Start, StillAwaited
from bot.tables.match_requests import Forfeit
from bot.tables.refusals import RulesFixedByTournament
from bot.tables.rule_requests import ChangeClock, ChangeRule
from bot.tables.table import Phase
from tests.competition.league_server import LeagueServer
from tests.competition.test_eligibility_of_tables import NAMES, where_it_counts
from tests.competition.test_recount_script import exported, recounted
from tests.league.random_season import SERVER
from tests.messages.league.exported_files import read_export
from tests.messages.shown_text import ENGLISH, readable_text
from tests.rummy.presets import variant
from tests.storage.old_schema import add_row, make_old_schema
from tests.storage.sqlite_files import url
from tests.tables.table_service import ANN, BEN, CEM, DEE, TableService, refused

__all__ = ["url"]

OLD = Path(__file__).with_name("schedules_0028.sql")
"""The rows of a database of schema 0028, as the version with it wrote them. The first schedule of the league Cup is a line of
nobody, and the third was undone. The second one got more time, which was undone, and then less of it. Of its matches, all in
another channel than the league's, 1 was voided and 2 counts; 4 is being played, and table 5 waits for Cem. Match 3 is of no
schedule. The events of tables that are over are missing, but for the first one.
"""
OLD_EXPORT = OLD.with_suffix(".zip")
"""The export of that server by that version."""
NOW = 1_767_001_080_000
LATER = {
    **{"knock_limit": 10, "gin_scores": "modern", "spades_double": False, "games_at_once": 1, "growing_hands": False},
    **{"wild_max": "unlimited", "wild_adjacent": True, "first_meld_waived": False, "discard_from": "start"},
    **{"elimination": False, "re_entries": 0, "challenge": False, "contracts": "none"},
}
"""What the games that are newer than this database ask."""


async def fill(url: str, work: Callable[[Connection], None]) -> None:
    database = SqliteDatabase(open_engine(url, synchronous="NORMAL"))
    try:
        await database.transaction(work)
    finally:
        await database.close()


def add_recorded_rows(connection: Connection) -> None:
    make_old_schema(connection, "0028")
    for statement in OLD.read_text("utf-8").rstrip(";\n").split(";\n"):
        connection.exec_driver_sql(statement)


def add_schedules(connection: Connection) -> None:
    """Add three schedules of a league to a database of schema 0021; the third was undone."""
    make_old_schema(connection, "0021")
    add = partial(add_row, connection)
    for person in (ANN, BEN, CEM):
        add("people", number=person, discord_id=1000 + person, name=f"P{person}", locale="en-US")
    add("leagues", number=7, server=SERVER)
    league = {"number": 7, "league": {"server": SERVER, "name": "Cup"}, "season": {"number": 1, "begin": 1}, "created_at": 1}
    line = {"at": 1, "by": ANN, "what": {"type": "LeagueCreated", "league": "Cup"}, "leagues": [7], "made": league}
    add("ledger", server=SERVER, number=1, at=1, person=ANN, kind="league", entry=json.dumps(line))
    about = {"league": 7, "author": BEN, "variant": msgspec.json.encode(variant("rami")).decode(), "revision": 4}
    for number, withdrawn in ((1, False), (2, False), (3, True)):
        add("schedules", number=number, at=NOW, byes=f"[[{CEM}],[]]", withdrawn=withdrawn, **about)
        add("fixtures", number=number, schedule=number, round=1, people=json.dumps([ANN, BEN]), due=NOW)
        add("scheduled", person=ANN, schedule=number)
    add("posts", kind="schedule", of=2, what="", server=SERVER, channel=22, message=903, shown=4, at=NOW)
    add("reminders", league=7, person=BEN)


@pytest.fixture
async def service(url: str) -> AsyncIterator[TableService]:
    """The tables of the recorded database, after the upgrade."""
    await fill(url, add_recorded_rows)
    async with open_store(url, synchronous="NORMAL") as store:
        service = TableService(store, now=NOW)
        await service.tables.load()
        yield service


async def stored_texts(store: Store) -> set[str]:
    """Return what is stored of schedules: names of database tables, kinds of lines and posts, and entries with a schedule."""

    def read(connection: Connection) -> set[str]:
        rows = "SELECT kind FROM ledger UNION SELECT kind FROM posts UNION SELECT entry FROM ledger"
        return {*inspect(connection).get_table_names(), *connection.exec_driver_sql(rows).scalars()}

    texts = await store.log._database.transaction(read)
    return {one for one in texts if one.startswith(("schedule", "fixture", "remind")) or '"schedule":' in one}


@pytest.mark.parametrize(("work", "lines"), [(add_schedules, 1), (add_recorded_rows, 7)])
async def test_of_schedules_only_the_log_stays(url: str, work: Callable[[Connection], None], lines: int) -> None:
    await fill(url, work)
    async with open_store(url, synchronous="NORMAL") as store:
        assert await stored_texts(store) == set()
        server = LeagueServer(store, NOW)
        assert (await server.log_page()).total == lines
        assert await server.computed()


async def test_the_log_says_what_was_done_to_schedules(service: TableService) -> None:
    third, more = ScheduleMade("Cup", 4, replaces=True), TimeAdded("Cup", 2, 3)
    server = LeagueServer(service.store, NOW)
    lines = (await server.log_page()).lines
    assert [(line.number, line.by, line.what, line.why, line.is_own) for line in lines] == [
        (11, CEM, Corrected(1, Void()), "Ann was not there", False),
        (8, ANN, TimeAdded("Cup", 3, 2), "it was meant for the last", True),
        (7, BEN, Undone(6, more, ANN), "", True),
        (6, ANN, more, "the hall is closed", True),
        (5, BEN, Undone(4, third, ANN), "", False),
        (4, ANN, third, "", True),
        (3, BEN, ScheduleMade("Cup", 3, replaces=True), "", True),
    ]
    assert await server.waiting_lines() == {21: 7}


async def test_matches_of_a_schedule_count_as_they_did_and_the_old_export_passes_the_recount(
    service: TableService, tmp_path: Path
) -> None:
    before, now = OLD_EXPORT.read_bytes(), await exported(LeagueServer(service.store, NOW), None)
    old = read_export(before)
    for row in old["standings"]:
        row["league_name"] = row["league_name"] or "All matches in this server, by wins"  # the server's rows had no name
    for match in old["matches"]:
        for facts in filter(None, (match["match"], match.get("played"))):
            facts["variant"] |= LATER | {"game": "rummy"}  # there was no other
            for deal in facts["deals"]:
                deal |= {"shown": [], "parts": [], "out": [], "back": [], "stages": []}  # all melds were laid on the table
    assert read_export(now) == old
    verdicts = [[one["why_not"] for one in match["verdicts"]] for match in read_export(now)["matches"]]
    assert verdicts == [["voided", "voided"], [None, None], [None, "other_channel"]]
    assert "Everything agrees" in recounted(tmp_path / "before", before).stdout


async def test_an_open_table_of_a_schedule_and_one_in_play_are_played_to_their_end_and_count(service: TableService) -> None:
    lobby, change = await service.tables.get(5), service.tables.change
    assert (await where_it_counts(service, lobby)).lines(ENGLISH, NAMES)[0] == "Counts for: Cup"
    assert await refused(change(5, DEE, Join())) == SeatsReserved((BEN, CEM))
    assert await refused(change(5, BEN, Start())) == StillAwaited((CEM,))
    for request in (ChangeRule("scoring", "penalty"), ChangeClock(NO_CLOCK)):
        assert await refused(change(5, BEN, request)) == RulesFixedByTournament()
    await change(5, CEM, Join())
    for table in (await change(5, BEN, Start()), await service.tables.get(4)):
        assert (await service.play(table)).phase == Phase.OVER
        lines = (await where_it_counts(service, await service.tables.get(table.number))).lines(ENGLISH, NAMES)
        assert lines[0].startswith("**Points in Cup: ")
    server = LeagueServer(service.store, service.now)
    rows = (await server.standings.table(SERVER, await server.leagues.get(SERVER, 1))).rows
    assert {row.person: row.matches for row in rows} == {ANN: 2, BEN: 2, CEM: 2}


async def test_deleted_people_are_named_in_no_line_and_a_table_that_waits_for_them_is_closed(service: TableService) -> None:
    personal_data = PersonalData(service.store.privacy, service.tables, service.clock)
    await service.tables.change(4, CEM, Forfeit())
    organised = msgspec.to_builtins((await personal_data.read(ANN))["organised"])
    assert [one["what"]["type"] for one in organised] == ["ScheduleMade", "TimeAdded", "TimeAdded"]
    for person in (ANN, CEM):
        await personal_data.delete(person)
    assert (await service.tables.get(5)).lobby.closing_reason == "cancelled"
    lines = (await LeagueServer(service.store, NOW).log_page()).lines
    text = readable_text(announcement_layout(lines, service.store.people, ENGLISH))
    assert "an organiser gave Cup 2 more days from round 3 on." in text
    assert "Person 2 brought back the earlier schedule of Cup." in text
    assert "Person 1" not in text
