"""A table whose event log is damaged: the bot starts without it, and the other tables play on."""

import json

import pytest

from bot.tables.codec import SPELLING
from tests.e2e.support.club import Club
from tests.e2e.support.tables import open_table, play_match, start_match
from tests.people import said

DAMAGES = {
    "torn": 'UPDATE events SET event = substr(event, 1, 9) WHERE "table" = 1 AND version = 1',
    "lost": 'DELETE FROM events WHERE "table" = 1 AND version = 1',
    "newer": f'UPDATE events SET spelling = {SPELLING + 1} WHERE "table" = 1',
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_log_stops_only_its_own_table(club: Club, damage: str) -> None:
    async with club.bot():
        lobby = await open_table(club, "Ann", "Bob", deals=1)
        await start_match(club, "Cleo", "Dan", deals=1)
        waiting = await open_table(club, "Ann")
    club.write_database(DAMAGES[damage])
    club.write_database("UPDATE tables SET told = told - 1")
    bot = await club.start_bot()
    for table in (2, 3):
        await club.until_sent(table)
    for reply in (await club["Eve"].press(lobby, "Join"), await club["Ann"].slash("table show", table=1)):
        assert "Table 1 can't be loaded" in said(reply.message)
        assert reply.message["flags"] & 64
    assert "Eve" in said((await club["Eve"].press(waiting, "Join")).message)
    await play_match(club, {"Cleo": "dm", "Dan": "dm"}, table=2)
    assert await bot.stop() == 0
    wrong = [line for line in map(json.loads, club.bot_log.splitlines()) if line["level"] != "info"]
    assert wrong
    assert {(line["level"], line["table"]) for line in wrong} == {("error", 1)}
    assert "Traceback" not in club.bot_log
