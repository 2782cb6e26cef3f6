"""Processes on one PostgreSQL share the partitions: each has one owner, also when processes come, go, die or stop."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from time import monotonic

import pytest
from sqlalchemy import Connection
from structlog.testing import capture_logs

from bot.storage import ownership as ownership_module
from bot.storage.ownership import OWNERS, Ownership, SharedOwnership
from bot.storage.postgres_database import take_turn
from bot.storage.store import open_store
from bot.tables.partitions import ALL, PARTITIONS, partition_of
from bot.tables.ports import NotOwnerError
from tests.background.test_deadline_sleeper import until
from tests.databases import execute
from tests.postgres import Postgres

SETTLE = ownership_module._SETTLE
CUT = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{OWNERS}'"


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.new_database()


class Process:
    """A process that shares the partitions, and what it was told."""

    def __init__(self, ownership: Ownership) -> None:
        self.ownership = ownership
        self.said: list[str] = []
        self.at: dict[str, float] = {}
        """When it was told each of these last."""
        self.fails = 0
        self._task = asyncio.create_task(ownership.run(self._taken, self._giving, partial(self._say, "lost")))

    def _say(self, what: str) -> None:
        self.said.append(what)
        self.at[what] = monotonic()

    async def _taken(self, partitions: frozenset[int]) -> None:
        if self.fails:
            self.fails -= 1
            raise ZeroDivisionError
        assert partitions <= self.ownership.partitions
        self._say("taken")

    async def _giving(self, partitions: frozenset[int]) -> None:
        assert partitions <= self.ownership.partitions, "nobody else has them yet"
        self._say("giving")

    async def stop(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task


@asynccontextmanager
async def processes(url: str, number: int) -> AsyncIterator[list[Process]]:
    found = [Process(SharedOwnership(url)) for _ in range(number)]
    try:
        yield found
    finally:
        for process in found:
            await process.stop()


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownership_module, "_LOOK", 0.1)
    monkeypatch.setattr(ownership_module, "_SETTLE", 0.02)


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> list[threading.Timer]:
    """The ends of turns. None comes by itself."""
    timers = list[threading.Timer]()
    monkeypatch.setattr(threading.Timer, "start", lambda timer: timers.append(timer))
    return timers


def is_shared_out(found: list[Process]) -> Callable[[], bool]:
    """Return a function that says whether each partition has one owner, and nobody has more than their share."""

    def holds() -> bool:
        owned = [one.ownership.partitions for one in found]
        most = -(-PARTITIONS // len(found))
        return frozenset().union(*owned) == ALL and sum(map(len, owned)) == PARTITIONS and max(map(len, owned)) <= most

    return holds


def test_a_server_has_the_same_partition_everywhere_and_servers_are_spread() -> None:
    servers = [(made << 22) + 5 for made in range(640)]
    counts = [list(map(partition_of, servers, [0] * 640)).count(one) for one in range(PARTITIONS)]
    assert counts == [10] * PARTITIONS
    assert partition_of(0, 7 << 22) == 7
    assert Ownership().partitions == ALL


@pytest.mark.thorough
async def test_processes_share_the_partitions_and_those_that_stay_take_what_is_left(url: str) -> None:
    async with processes(url, 1) as (first,):
        await until(is_shared_out([first]))
        async with processes(url, 2) as others:
            await until(is_shared_out([first, *others]))
            assert "giving" in first.said
            await others[0].stop()
            await until(is_shared_out([first, others[1]]))
        await until(is_shared_out([first]))
        assert "lost" not in first.said


async def test_a_process_whose_connection_is_cut_has_lost_everything_and_takes_its_share_again(url: str) -> None:
    async with processes(url, 2) as found:
        await until(is_shared_out(found))
        execute(url, f"{CUT} AND pid = (SELECT min(pid) FROM pg_stat_activity WHERE application_name = '{OWNERS}')")
        await until(lambda: any("lost" in one.said for one in found))
        await until(is_shared_out(found))
        assert sum("lost" in one.said for one in found) == 1


@pytest.mark.thorough
async def test_who_is_cut_off_has_stopped_before_another_process_begins(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownership_module, "_SETTLE", SETTLE)
    async with processes(url, 2) as found:
        for _ in range(5):
            await until(is_shared_out(found))
            for one in found:
                one.said.clear()
            pid = execute(url, f"SELECT min(pid) FROM pg_stat_activity WHERE application_name = '{OWNERS}'")[0][0]
            execute(url, f"{CUT} AND pid = {pid}")
            await until(lambda: any("taken" in one.said for one in found))
            order = sorted((at, what) for one in found for what, at in one.at.items() if what in one.said)
            assert order[0][1] == "lost"
            assert order[1][0] - order[0][0] > 0.3, "what it was storing is stored"


@pytest.mark.parametrize("is_stopping", [False, True])
async def test_what_was_begun_before_everything_was_lost_is_not_stored_afterwards(url: str, is_stopping: bool) -> None:
    async with open_store(url) as store:
        process = Process(store.ownership)
        await until(lambda: store.ownership.partitions == ALL)
        began, goes_on = threading.Event(), threading.Event()

        def work(connection: Connection) -> None:
            began.set()
            goes_on.wait(10)
            connection.exec_driver_sql("DELETE FROM heartbeat")

        late = asyncio.create_task(store.people._database.transaction(work))
        await asyncio.to_thread(began.wait, 10)
        if is_stopping:
            await process.stop()
        else:
            execute(url, CUT)
            await until(lambda: "lost" in process.said)
            await until(lambda: store.ownership.partitions == ALL)
        goes_on.set()
        with pytest.raises(NotOwnerError):
            await late
        if not is_stopping:
            await process.stop()


async def test_a_process_that_has_had_no_answer_stores_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownership_module, "_LOOK", 60)
    async with open_store(url) as store:
        process = Process(store.ownership)
        await until(lambda: store.ownership.partitions == ALL)
        await store.people.add_or_update(100, "Ann", "en-US")
        monkeypatch.setattr(ownership_module, "_TRUST", 0)
        assert not store.ownership.is_trusted
        with pytest.raises(NotOwnerError):
            await store.people.add_or_update(200, "Bob", "en-US")
        await process.stop()
        assert execute(url, "SELECT name FROM people") == [("Ann",)]


async def test_an_error_while_taking_over_does_not_end_the_sharing(url: str) -> None:
    async with processes(url, 1) as (only,):
        only.fails = 1
        with capture_logs() as logs:
            await until(lambda: "taken" in only.said)
        assert [one for one in logs if one.get("exc_info")], "the log says where"
        assert "lost" in only.said
        await until(is_shared_out([only]))


async def test_a_process_that_stops_while_it_takes_partitions_lets_no_press_wait_for_them(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownership_module, "_SETTLE", 60)
    async with processes(url, 1) as (only,):
        await until(lambda: only.ownership.coming == ALL)
    assert only.ownership.coming == frozenset()


async def test_processes_take_turns_to_open_a_session(url: str, ends: list[threading.Timer]) -> None:
    await asyncio.to_thread(take_turn, url, 2000, 60)
    assert ends[0].interval == 60
    await asyncio.wait_for(asyncio.to_thread(take_turn, url, 2001, 60), 30)  # a session of another kind needn't wait
    following = asyncio.create_task(asyncio.to_thread(take_turn, url, 2000, 60))
    await asyncio.wait((following,), timeout=0.1)
    assert not following.done()
    ends[0].function()
    await asyncio.wait_for(following, 30)
    for end in ends[1:]:
        end.function()


async def test_a_process_that_stops_during_its_turn_does_not_keep_others_from_theirs(
    url: str, ends: list[threading.Timer]
) -> None:
    await asyncio.to_thread(take_turn, url, 2000, 0.5)
    await asyncio.wait_for(asyncio.to_thread(take_turn, url, 2000, 0.5), 5)
    for end in ends:
        end.function()
