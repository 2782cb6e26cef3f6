"""Several processes on one PostgreSQL: one acts at each table. If it dies, stops or is cut off, another one goes on."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable

import pytest

from bot.storage.ownership import OWNERS
from tests.e2e.support.checks import check_no_error, check_posted_once, check_secrecy
from tests.e2e.support.club import Club, until
from tests.e2e.support.hand_controls import controls
from tests.e2e.support.tables import draw_from_stock, play_turn, start_match
from tests.message_answers import writers
from tests.processes import Process

on_postgres = pytest.mark.parametrize("club", ["postgres"], indirect=True)
OWNED = """SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND application_name = ? AND objid < 64 GROUP BY pid"""
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


async def start_bots(club: Club, number: int) -> list[Process]:
    """Start so many processes, and wait until each has its share."""
    bots = [await club.start_bot() for _ in range(number)]
    await until_shared(club, number)
    return bots


async def until_shared(club: Club, number: int) -> None:
    def is_shared() -> bool:
        owned = [count for (count,) in club.query(OWNED, OWNERS)]
        return len(owned) == number and sum(owned) == 64 and max(owned) <= -(-64 // number)

    await until(is_shared)


async def owner(club: Club, bots: list[Process]) -> Process:
    """Return the process that wrote last."""
    written = [names[-1] for _, names in sorted(writers(await club.requests()).items(), key=lambda one: int(one[0]))]
    return bots[int(written[-1]) - 1]


async def seconds_until_a_press_works(club: Club) -> float:
    """Press **Draw** again and again, as an impatient player does, and return after how many seconds it works."""
    began, person = time.monotonic(), club.on_turn()
    before = club.event_count()
    hand = next(message for message in person.dms if controls(message))
    while club.event_count() == before:
        pressing = asyncio.create_task(draw_from_stock(person, hand))
        await asyncio.wait((pressing,), timeout=0.5)
        pressing.cancel()
        await asyncio.gather(pressing, return_exceptions=True)
    return time.monotonic() - began


@on_postgres
async def test_of_several_processes_one_plays_each_table_and_all_answer_together_once(club: Club) -> None:
    bots = await start_bots(club, 2)
    await start_match(club, "Ann", "Bob")
    for _ in range(4):
        await play_turn(club)
    by_process = writers(await club.requests())
    assert len({name for names in by_process.values() for name in names}) == 1, "one server has one owner"
    check_posted_once(club)
    check_secrecy(club)
    check_no_error(club)
    assert all(bot.is_running for bot in bots)


async def kill(club: Club, bot: Process) -> None:
    bot.kill()


async def stop_for_a_while(club: Club, bot: Process) -> None:
    os.kill(bot._process.pid or 0, signal.SIGSTOP)


async def cut_all_connections(club: Club, bot: Process) -> None:
    club.query(CUT)


@on_postgres
@pytest.mark.parametrize(
    ("harm", "most"), [(kill, 4.0), (stop_for_a_while, 10.0), (cut_all_connections, 10.0)], ids=["killed", "stopped", "cut"]
)
async def test_a_press_works_again_soon_after_the_process_is_gone(
    club: Club, harm: Callable[[Club, Process], Awaitable[None]], most: float
) -> None:
    bots = await start_bots(club, 2)
    await start_match(club, "Ann", "Bob", clock="none")
    await play_turn(club)
    first = await owner(club, bots)
    await harm(club, first)
    seconds = await seconds_until_a_press_works(club)
    print(f"{harm.__name__}: the next press works after {seconds:.1f} s")
    assert seconds <= most
    if harm is stop_for_a_while:
        since = await club.last_request()
        before = club.stored_rows()
        os.kill(first._process.pid or 0, signal.SIGCONT)
        await asyncio.sleep(3)
        late = [it for it in await club.requests(since) if it["process"] == str(bots.index(first) + 1)]
        assert [it["path"] for it in late if "/messages" in it["path"] or "/callback" in it["path"]] == []
        assert club.stored_rows("heartbeat") == {name: rows for name, rows in before.items() if name != "heartbeat"}
    for _ in range(3):
        await play_turn(club)
    check_posted_once(club)
    check_secrecy(club)
