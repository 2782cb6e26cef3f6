"""A disk on which each commit takes long: a press is answered, and stored after one commit before its own."""

import asyncio
import time

import pytest

from bot.rummy.events import CardDrawn
from tests.e2e.support.club import Club, until
from tests.e2e.support.hand_controls import controls, offered_moves
from tests.e2e.support.tables import open_table
from tests.slow_disk import slow_disk

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
        assert hand is not None
        table = next(n for n in TABLES if f"m:{n}:" in str(controls(hand)))
        began = time.monotonic()
        button = next(id_ for id_, moves in controls(hand).items() if moves == ["draw stock"])
        assert (await person.press(hand, button)).outcome in ("update", "deferred_update")
        await until(lambda: isinstance(club.events(table)[-1], CardDrawn), 60)
        assert time.monotonic() - began < 2 * COMMIT + 1.5
        disk.seconds = 0
        await asyncio.gather(*starts)
        await person.until(lambda: any(move.startswith("discard") for move in offered_moves(person.now(hand))))
