"""A table whose match began with the first version of the bot, which posted one message for each turn."""

import sqlite3
from contextlib import closing

from tests.e2e.support.club import Club
from tests.e2e.support.tables import newest_page, play_turn, start_match
from tests.people import labels, said


async def test_the_message_of_the_turn_that_is_played_becomes_one_of_the_round(club: Club) -> None:
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=1)
        await play_turn(club, way="slash")
        await club.until_sent()
        old = newest_page(club)
    with closing(sqlite3.connect(club.database)) as connection, connection:
        changed = connection.execute("UPDATE surfaces SET key = 'turn 1.2' WHERE key LIKE 'round 1.%'")
        assert changed.rowcount == 1
    async with club.bot():
        person = club["Finn"]
        assert newest_page(club)["id"] == old["id"], "its button works, so it stays until the next move"
        await play_turn(club, way="slash")
        await person.until(lambda: old["id"] not in {message["id"] for message in person.messages("rummy")})
        await club.until_sent()
        page = newest_page(club)
        assert f"{club.on_turn().name}'s turn" in said(page)
        assert labels(page) == ["My hand", "Table"]
        assert club.query("SELECT key FROM surfaces WHERE key LIKE 'turn%' OR key LIKE 'replaced%'") == []
