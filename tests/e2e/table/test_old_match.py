"""A database from the middle of a match, left by the oldest version that is upgraded: it goes on, and so does its league."""

import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from tests.e2e.support.club import Club
from tests.people import said

STORED = Path(__file__).with_name("old_match.sql")
"""Ids are written as the names of what they belong to: §Ann§, §rummy§, §dm-Ann§. Its times are those of a day in 2030."""
LEFT = 1_903_089_600_000
"""When the match was left, in epoch milliseconds."""
STANDINGS = """\
#       points matches wins average
1.  Bob       1       2    1     0.5
2.  Ann       1       2    1     0.5
3.  Cleo      0       1    0     0.0"""


def load(club: Club, *, minutes_ago: int) -> None:
    """Put the stored database in the place of the club's, with the ids of its world."""
    world, later = club.pg.world, int(time.time() * 1000) - minutes_ago * 60_000 - LEFT
    people = {name: one.id for name, one in club.members.items()}
    named = {channel.name: channel.id for channel in world.channels.values() if channel.name}
    ids = {"server": world.guild.id, **named, **people, **{f"dm-{name}": world.dm_of(id_).id for name, id_ in people.items()}}
    text = re.sub("§(.+?)§", lambda found: str(ids[found[1]]), STORED.read_text("utf-8"))
    text = re.sub(r"\b1903\d{9}\b", lambda found: str(int(found[0]) + later), text)
    club.database.unlink()
    with closing(sqlite3.connect(club.database)) as connection:
        connection.executescript(text)


async def test_a_match_of_an_old_version_goes_on_and_its_league_stays_as_it_was(club: Club) -> None:
    load(club, minutes_ago=60)
    async with club.bot():
        hand = said((await club["Bob"].slash("hand")).message)
        assert "2♠ 5♠ 8♠ 8♥" in " ".join(hand.split()), hand
        standings = said((await club["Finn"].slash("leaderboard", league="Cup")).message)
        assert STANDINGS in re.sub(r" [±=]$", "", standings, flags=re.MULTILINE), "early on a Monday, with what has changed"
        ratings = said((await club["Finn"].slash("leaderboard", by="rating")).message)
        assert re.findall(r"(\w+) +(\d+ ± \d+)", ratings) == [("Bob", "1517 ± 80"), ("Ann", "1498 ± 80"), ("Cleo", "1484 ± 81")]
        await club["Bob"].slash("draw", **{"from": "stock", "table": 4})
        await club["Bob"].slash("discard", card="8H", table=4)
        assert club.on_turn(4).name == "Ann"
