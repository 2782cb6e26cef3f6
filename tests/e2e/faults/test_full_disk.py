"""A disk that is full in the middle of a match: moves are refused and nothing is lost; with space, play goes on by itself."""

import json
from pathlib import Path

from tests.databases import new_database
from tests.e2e.support.checks import check_posted_once
from tests.e2e.support.club import open_club
from tests.e2e.support.tables import play_match, play_turn, start_match
from tests.people import said
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
            if "Something went wrong" in said(answer.message):
                refused += 1
                assert answer.message["flags"] & 64
                assert club.event_count() == before
            if refused == 3:
                break
        assert refused == 3
        filler.unlink()
        await play_match(club, {"Ann": "dm", "Bob": "dm"})
        check_posted_once(club)
        assert len(club.results()) == 1
        errors = [line for line in map(json.loads, club.bot_log.splitlines()) if line["level"] == "error"]
        assert errors
        assert all("full" in line["exception"] for line in errors)
