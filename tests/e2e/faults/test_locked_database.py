"""A database that another process locks for a while: nothing is lost, every press is answered, and play goes on."""

import asyncio
import sqlite3

import pytest

from bot.storage import engine
from tests.e2e.support.club import Club, until
from tests.e2e.support.tables import open_table
from tests.people import said


def lock_database(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return False
    return True


async def test_a_locked_database_only_delays_messages_and_refuses_moves(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.1)
    async with club.bot():
        lobby = await open_table(club, "Ann", "Bob")
        await club.until_sent()
        await club.add_fault("POST", "^/channels/[0-9]+/messages", times=1, delay=0.8)
        start = asyncio.create_task(club["Ann"].press(lobby, "Start"))
        await until(lambda: club.table().phase == "deal")
        lock = sqlite3.connect(club.database, isolation_level=None, timeout=0)
        await until(lambda: lock_database(lock))  # the bot in this process must be able to finish its write
        try:
            before = club.event_count()
            person = club.on_turn()
            answer = await person.slash("draw", **{"from": "stock"})
            assert "/hand" in said(answer.message), "the player gets an error as an ephemeral message"
            assert answer.message["flags"] & 64
            assert club.event_count() == before
            await asyncio.sleep(1.5)
        finally:
            lock.execute("ROLLBACK")
            lock.close()
        await start
        await club.until_sent(timeout=15)
        assert any(key.startswith("round") for key in club.surfaces())
        assert all(club[name].dms for name in ("Ann", "Bob"))
        await person.slash("draw", **{"from": "stock"})
        assert club.event_count() == before + 1
