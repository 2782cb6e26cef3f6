"""A disk that is full or slow, and a database that is locked: a press is refused or answered late, and nothing is lost."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot import run
from bot.discord import error_boundary
from bot.rummy.events import CardDrawn
from bot.storage import sqlite_database
from bot.storage.sqlite_database import SqliteDatabase
from tests.databases import new_database
from tests.e2e.support.checks import check_posted_once
from tests.e2e.support.club import Club, Witness, open_club, until
from tests.e2e.support.hand_controls import controls, offered_moves
from tests.e2e.support.tables import draw_from_stock, open_table, play_match, play_turn, start_match
from tests.people import said
from tests.slow_disk import slow_disk
from tests.small_disk import fill, small_disk

__all__ = ["small_disk"]


async def test_a_full_disk_refuses_moves_and_play_goes_on_when_there_is_space(tmp_path: Path, small_disk: Path) -> None:
    database = small_disk / "ramino.db"
    new_database(database)
    async with open_club(tmp_path, "Ann", "Bob", shared=database) as club:
        await club.start_bot()
        await start_match(club, "Ann", "Bob", deals=1)
        await play_turn(club)
        await club.until_sent()
        filler = fill(small_disk)
        person, refused = club.on_turn(), 0
        for _ in range(20):  # the journal has some room before it must grow
            before = club.event_count()
            answer = await person.slash("table new")
            assert answer.outcome in ("message", "deferred"), answer
            if said(answer.message) == "Not stored: Ramino's disk is full. Try again later.":
                refused += 1
                assert answer.message["flags"] & 64
                assert club.event_count() == before
            if refused == 3:
                break
        assert refused == 3
        before = club.event_count()
        for draw in (draw_from_stock(person), person.slash("draw", **{"from": "stock"})):
            assert said((await draw).message) == "Not stored: Ramino's disk is full. Try again later."
        assert club.event_count() == before
        filler.unlink()
        await play_match(club, {"Ann": "dm", "Bob": "dm"})
        check_posted_once(club)
        assert len(club.results()) == 1
        errors = [line for line in map(json.loads, club.bot_log.splitlines()) if line["level"] == "error"]
        assert [(line["event"], line["why"]) for line in errors] == [("nothing can be stored; moves are refused", "disk full")]
        assert "Traceback" not in club.bot_log


async def test_who_asks_for_something_that_is_stored_only_in_part_is_not_told_that_nothing_is_stored(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with club.bot() as bot:
        menu = (await club["Ann"].slash("play")).message
        choice = (await club["Ann"].choose(menu, "Another game", "rami")).message
        log, change = bot.services.tables._log, bot.services.tables.change
        assert isinstance(log._database, SqliteDatabase)
        engine = log._database.engine

        def set_pragma(pragma: str) -> None:
            connection = engine.raw_connection()
            connection.cursor().execute(f"PRAGMA {pragma}")
            connection.close()

        async def change_nothing(*request: Any) -> Any:
            set_pragma("query_only = ON")
            return await change(*request)

        monkeypatch.setattr(bot.services.tables, "change", change_nothing)
        answer = await club["Ann"].press(choice, "3 easy")
        assert club.event_count() == 1, "the table is open, without its computers"
        assert said(answer.message) == "Perhaps only part of this is stored. Check before you try again."
        answer = await club["Ann"].press(choice, "2 easy")
        assert said(answer.message) == "Not stored: Ramino's database is read-only. Try again later."
        monkeypatch.undo()
        set_pragma("query_only = OFF")
        begun = await club["Ann"].press(choice, "3 easy")
        assert begun.outcome in ("update", "deferred_update")


COMMIT = 2.0  # seconds: longer than the bot waits before it defers its reply
TABLES = (1, 2, 3, 4)


async def test_a_press_is_stored_soon_although_other_tables_write_too(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = slow_disk(monkeypatch)
    async with club.bot():
        lobbies = [await open_table(club, "Ann", "Bob", deals=1) for _ in TABLES]
        for table in TABLES:
            await club.until_sent(table)
        disk.seconds = COMMIT
        starts = [asyncio.create_task(club["Ann"].press(lobby, "Start")) for lobby in lobbies]
        await until(lambda: club.table(1).match, 30)
        person = club.on_turn(1)
        hand = await person.until(lambda: next((one for one in person.dms if "draw stock" in offered_moves(one)), None), 30)
        table = next(n for n in TABLES if f"m:{n}:" in str(controls(hand)))
        commits = disk.commits
        button = next(id_ for id_, moves in controls(hand).items() if moves == ["draw stock"])
        assert (await person.press(hand, button)).outcome in ("update", "deferred_update")
        await until(lambda: isinstance(club.events(table)[-1], CardDrawn), 60)
        assert disk.commits - commits <= 2, "its own, after the one that was under way, and perhaps the next"
        disk.seconds = 0
        await asyncio.gather(*starts)
        await person.until(lambda: any(move.startswith("discard") for move in offered_moves(person.now(hand))))


SLOW = "Your move isn't stored yet."
LOG = ["another program locks the database; moves wait until it is free", "the wait for the database is over"]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What the bot logs. It waits in shorter steps than for players."""
    for name, value in (("_DEFER_AFTER", 0.3), ("_NOTICE_AFTER", 0.5), ("_SLOW_SAVING", 0.1)):
        monkeypatch.setattr(error_boundary, name, value)
    monkeypatch.setattr(sqlite_database, "BUSY_SECONDS", 0.1)
    with capture_logs() as entries:
        yield entries


@asynccontextmanager
async def locked(club: Club) -> AsyncIterator[None]:
    """Lock the database for the block. The bot in this process must be able to finish its write before."""
    connection = sqlite3.connect(club.database, isolation_level=None, timeout=0)

    def lock() -> bool:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return False
        return True

    await until(lock)
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


def unusual(log: list[Any]) -> list[str]:
    return [entry["event"] for entry in log if entry["log_level"] not in ("debug", "info")]


def texts(person: Witness) -> list[str]:
    return [said(message) for message in person.hidden]


@pytest.mark.parametrize("how", ["press", "command"])
async def test_a_move_waits_for_a_locked_database_and_its_player_is_told(club: Club, log: list[Any], how: str) -> None:
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=1)
        person, before = club.on_turn(), club.event_count()
        async with locked(club):
            moving = draw_from_stock(person) if how == "press" else person.slash("draw", **{"from": "stock"})
            assert (await moving).outcome == ("deferred_update" if how == "press" else "deferred")
            await person.until(lambda: any(SLOW in text for text in texts(person)))
            assert club.event_count() == before
        await person.until(lambda: not any(SLOW in text for text in texts(person)))
        await club.until_sent()
        assert club.event_count() == before + 1
        assert ("Saving works again." in texts(person)) == (how == "press")
        hands = [*person.dms, *person.hidden]
        assert any(move.startswith("discard") for message in hands for move in offered_moves(message))
        await play_turn(club)
    assert unusual(log) == LOG


async def test_the_messages_of_a_table_wait_for_a_locked_database_without_a_traceback(club: Club, log: list[Any]) -> None:
    async with club.bot():
        lobby = await open_table(club, "Ann", "Bob")
        await club.until_sent()
        await club.add_fault("POST", "^/channels/[0-9]+/messages", times=1, delay=0.8)
        start = asyncio.create_task(club["Ann"].press(lobby, "Start"))
        await until(lambda: club.table().phase == "deal")
        async with locked(club):
            await asyncio.sleep(1.5)
        await start
        await club.until_sent()
        assert any(key.startswith("round") for key in club.surfaces())
        assert all(club[name].dms for name in ("Ann", "Bob"))
        await play_turn(club)
    assert unusual(log) == LOG


async def test_a_move_that_could_not_be_saved_is_not_said_to_be(
    club: Club, log: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=1)
        person, before = club.on_turn(), club.event_count()
        async with locked(club):
            await draw_from_stock(person)
            await person.until(lambda: any(SLOW in text for text in texts(person)))
            monkeypatch.setattr(sqlite_database, "_is_locked", lambda _: False)  # another error
            await person.until(lambda: "Saving failed. Your move isn't stored." in texts(person))
        assert any("Something went wrong" in text for text in texts(person))
        assert club.event_count() == before
    assert unusual(log) == [*LOG, "a request failed"]


async def test_a_bot_that_ends_while_its_database_is_locked_logs_no_traceback(
    club: Club, log: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "_CLOSE_SECONDS", 0.5)
    async with AsyncExitStack() as lock:
        async with club.bot():
            await start_match(club, "Ann", "Bob", deals=1)
            person, before = club.on_turn(), club.event_count()
            await lock.enter_async_context(locked(club))
            await draw_from_stock(person)
            await person.until(lambda: any(SLOW in text for text in texts(person)))
        assert club.event_count() == before
    assert unusual(log) == [LOG[0], "some replies were not finished", LOG[1], "a reply did not arrive"]
    assert not any(entry.get("exc_info") for entry in log)
