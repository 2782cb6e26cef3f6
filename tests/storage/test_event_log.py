"""The log stores all events of a transaction or none, also if its process is killed; a table has at most one deadline."""

import asyncio
import re
from pathlib import Path

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.league.league import League
from bot.rummy.events import MatchBrokenOff, MatchEnded
from bot.storage.league import ledgers
from bot.storage.store import Store, open_database, open_store
from bot.storage.tables import _OPENED, Surface
from bot.tables.apply_event import fold
from bot.tables.events import Clock, LobbyClosed, Pace, SatDown, StoodUp
from bot.tables.match_requests import Forfeit
from bot.tables.ports import UNCHANGED, Commit, Deadline, VersionTakenError
from tests.competition.league_server import LeagueServer
from tests.conftest import ROOT
from tests.databases import without_scans
from tests.processes import Process
from tests.storage.small_matches import LOBBY_ENDS, meet_three, open_table, opened, result
from tests.tables.table_service import TableService


async def test_a_new_table_has_its_first_event_and_the_deadline_of_its_lobby(store: Store) -> None:
    number = await open_table(store, at=7)
    assert await store.log.read_events(number) == [opened(at=7)]
    assert await store.log.tables_in_play() == [number]
    assert await store.deadlines.earliest() == Deadline(number, step=0, due=7 + LOBBY_ENDS)


async def test_an_unknown_table_has_no_events(store: Store) -> None:
    assert await store.log.read_events(404) == []


async def test_events_are_returned_in_order_for_each_table(store: Store) -> None:
    first, second = await open_table(store), await open_table(store)
    await store.log.commit(Commit(first, 2, (SatDown(2), SatDown(3)), at=1, deadline=UNCHANGED))
    await store.log.commit(Commit(second, 2, (SatDown(9),), at=2, deadline=UNCHANGED))
    await store.log.commit(Commit(first, 4, (StoodUp(2),), at=3, deadline=UNCHANGED))
    assert await store.log.read_events(first) == [opened(), SatDown(2), SatDown(3), StoodUp(2)]
    assert await store.log.read_events(second) == [opened(), SatDown(9)]


async def test_events_and_deadline_survive_a_restart(url: str) -> None:
    async with open_store(url) as store:
        number = await open_table(store)
        await store.log.commit(Commit(number, 2, (SatDown(2),), at=1, deadline=Deadline(number, 3, 50)))
    async with open_store(url) as store:
        assert await store.log.read_events(number) == [opened(), SatDown(2)]
        assert await store.deadlines.earliest() == Deadline(number, 3, 50)


async def test_a_number_is_never_used_twice(store: Store) -> None:
    numbers = [await open_table(store) for _ in range(3)]
    assert numbers == sorted(set(numbers))


async def test_a_closed_table_is_not_open_but_keeps_its_log(store: Store) -> None:
    closed, still_open = await open_table(store), await open_table(store)
    await store.log.commit(Commit(closed, 2, (LobbyClosed("cancelled"),), at=1, deadline=None, is_over=True))
    assert await store.log.tables_in_play() == [still_open]
    assert await store.log.read_events(closed) == [opened(), LobbyClosed("cancelled")]


async def test_a_second_commit_of_a_version_is_refused_and_writes_nothing(store: Store) -> None:
    people = await meet_three(store)
    number = await open_table(store)
    await store.log.commit(Commit(number, 2, (SatDown(2),), at=1, deadline=UNCHANGED))
    late = Commit(number, 2, (SatDown(3), MatchEnded((1,))), at=2, deadline=None, is_over=True, result=result(people))
    with pytest.raises(VersionTakenError):
        await store.log.commit(late)
    await _assert_as_before(store, number)


async def test_a_second_process_cannot_write_a_version_that_the_first_has_written(url: str) -> None:
    async with open_store(url) as first, open_store(url) as second:
        number = await open_table(first)
        await first.log.commit(Commit(number, 2, (SatDown(2),), at=1, deadline=UNCHANGED))
        with pytest.raises(VersionTakenError):
            await second.log.commit(Commit(number, 2, (SatDown(3),), at=1, deadline=None, is_over=True))
        await _assert_as_before(second, number)


async def test_a_commit_whose_result_cannot_be_stored_stores_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    number, people = await open_table(store), await meet_three(store)
    await store.log.commit(Commit(number, 2, (SatDown(2),), at=1, deadline=UNCHANGED))
    ended = Commit(number, 3, (MatchEnded((1, 2, 3)),), at=2, deadline=None, is_over=True, result=result(people))
    monkeypatch.setattr(ledgers, "advance_revision", lambda *_: 1 / 0)  # the last write
    with pytest.raises(ZeroDivisionError):
        await store.log.commit(ended)
    await _assert_as_before(store, number)


async def test_a_table_that_was_never_opened_has_no_log_to_write_to(store: Store) -> None:
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        await store.log.commit(Commit(404, 1, (MatchBrokenOff(),), at=1, deadline=UNCHANGED))


async def _assert_as_before(store: Store, number: int) -> None:
    assert await store.log.read_events(number) == [opened(), SatDown(2)]
    assert await store.log.tables_in_play() == [number]
    assert await store.deadlines.earliest() == Deadline(number, step=0, due=LOBBY_ENDS)
    assert await store.ledgers.with_deals([number]) == {}


async def test_there_is_no_deadline_without_tables(store: Store) -> None:
    assert await store.deadlines.earliest() is None


async def test_the_earliest_deadline_comes_first(store: Store) -> None:
    await open_table(store, at=10)
    early = await open_table(store, at=5)
    assert await store.deadlines.earliest() == Deadline(early, 0, 5 + LOBBY_ENDS)


async def test_a_commit_replaces_removes_or_keeps_the_deadline(store: Store) -> None:
    number = await open_table(store)
    await store.log.commit(Commit(number, 2, (SatDown(2),), at=1, deadline=Deadline(number, 4, 60)))
    assert await store.deadlines.earliest() == Deadline(number, 4, 60)
    await store.log.commit(Commit(number, 3, (SatDown(3),), at=2, deadline=UNCHANGED))
    assert await store.deadlines.earliest() == Deadline(number, 4, 60)
    await store.log.commit(Commit(number, 4, (SatDown(4),), at=3, deadline=None))
    assert await store.deadlines.earliest() is None
    await store.log.commit(Commit(number, 5, (SatDown(5),), at=4, deadline=Deadline(number, 5, 70)))
    assert await store.deadlines.earliest() == Deadline(number, 5, 70)


async def test_a_deadline_that_was_replaced_meanwhile_is_not_removed(store: Store) -> None:
    number = await open_table(store)
    old = Deadline(number, 0, LOBBY_ENDS)
    new = Deadline(number, 4, 60)
    await store.log.commit(Commit(number, 2, (SatDown(2),), at=1, deadline=new))
    await store.deadlines.replace(old, None)
    assert await store.deadlines.earliest() == new
    await store.deadlines.replace(new, None)
    assert await store.deadlines.earliest() is None


@pytest.mark.thorough
async def test_a_killed_process_leaves_all_its_commits_and_no_partial_one(url: str, tmp_path: Path) -> None:
    for moment in (0.01, 0.05, 0.1, 0.13, 0.2):
        number, committed = await _killed_after(url, tmp_path / f"{moment}.log", moment)
        async with open_store(url) as store:
            events = await store.log.read_events(number)
        table = fold(number, events)
        assert table.version == len(events) >= committed
        assert (len(events) - 1) % 4 == 0, "four events are committed at a time"
        assert table.seats.people == (1,), "whoever sat down stood up again in the same commit"


async def _killed_after(url: str, log: Path, seconds: float) -> tuple[int, int]:
    """Return the number of the writer's table, and the last version that it reported as committed."""
    writer = Process("tests.storage.processes", "store-forever", url, folder=ROOT, log=log)
    await writer.wrote(2)
    await asyncio.sleep(seconds)
    writer.kill()
    number, *_, last = map(int, writer.lines)
    return number, last


async def test_an_opening_reads_only_tables_of_its_host(url: str) -> None:
    """On PostgreSQL, two openings that read each other's table are refused and run again."""
    database, about = open_database(url, synchronous="NORMAL"), {"of_host": 5, "of_opened": 5}

    def plan(connection: Connection) -> str:
        is_sqlite = database.dialect == "sqlite"
        if not is_sqlite:  # for tables with so few rows it would choose to scan them
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        asked = str(_OPENED.params(about).compile(connection, compile_kwargs={"literal_binds": True}))
        return "\n".join(str(row[-1]) for row in connection.exec_driver_sql(f"EXPLAIN {'QUERY PLAN ' * is_sqlite}{asked}"))

    found = await database.transaction(plan)
    await database.close()
    assert not re.search(r"SCAN|Seq Scan", found), found
    assert re.search(r"SEARCH seatings USING PRIMARY KEY \(person=\?\)|pk_seatings", found), found


async def test_a_process_reads_what_waits_in_its_own_partitions(url: str) -> None:
    async with open_store(url, synchronous="NORMAL") as store:
        await meet_three(store)
        theirs = await store.log.open_table(opened(server=1 << 22), due=5)
        ours = await store.log.open_table(opened(server=2 << 22), due=6)
        assert await store.log.tables_in_play({2}) == [ours]
        assert await store.surfaces.tables_behind(partitions={2}) == [ours]
        assert await store.deadlines.earliest(partitions={2}) == Deadline(ours, 0, 6)
        assert await store.deadlines.earliest() == Deadline(theirs, 0, 5)


async def test_a_match_from_its_opening_to_the_standings_reads_no_whole_table(url: str) -> None:
    async with open_store(url, synchronous="NORMAL") as store:
        await meet_three(store)
        service, server = TableService(store), LeagueServer(store, 0)
        (league,) = await server.create([League(server=10, name="Cup")])
        with without_scans(url):
            table = await service.start_match(2, 3, clock=Clock(Pace.LIVE))
            await store.surfaces.save(table.number, 1, [Surface("deal 1", 20, 5)], ["lobby"])
            await store.surfaces.load(table.number)
            await store.surfaces.tables_behind(partitions={0})
            await store.deadlines.earliest(partitions={0})
            await store.heartbeat.beat(1, {0})
            await store.log.tables_of_person(2)
            await store.log.partitions_of_person(2)
            await service.play(table, turns=5)
            await service.tables.change(table.number, 2, Forfeit())
            await service.tables.change(table.number, 3, Forfeit())
            assert await service.result(table.number)
            await server.standings.table(10, league)
