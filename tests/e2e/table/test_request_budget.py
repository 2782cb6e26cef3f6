"""How many requests a turn costs at Discord: counted, with all that four players are shown of it."""

import pytest

from bot import app
from bot.rummy.events import CardDrawn, DiscardTaken, MeldLaid
from tests.e2e.support.club import Club, until
from tests.e2e.support.tables import play_turn, start_match
from tests.people import Json

PLAYERS = ("Ann", "Bob", "Cleo", "Dan")


async def a_turn_with_a_meld(club: Club, way: str) -> list[Json]:
    """The requests of the first whole turn in which somebody draws, melds and discards, and no more."""
    for _ in range(200):
        await until(lambda: club.table().phase == "deal")  # a deal may have ended before anybody melded
        since, before = await club.last_request(), len(club.events())
        await play_turn(club, way=way)
        done = [type(event) for event in club.events()[before:]]
        if len(done) == 3 and done[0] in (CardDrawn, DiscardTaken) and done[1] is MeldLaid:
            return await club.requests(since)
    raise AssertionError("nobody ever melded")


def new_messages(club: Club, requests: list[Json]) -> tuple[int, int]:
    """In the channel, and in direct messages."""
    channel = club["Ann"].channel_id("rummy")
    posted = [entry["path"] for entry in requests if entry["method"] == "POST" and entry["path"].endswith("/messages")]
    return sum(channel in path for path in posted), sum(channel not in path for path in posted)


@pytest.mark.parametrize(("way", "most"), [("dm", 9), ("slash", 12)])
async def test_a_whole_turn_stays_within_its_requests(club: Club, bot: app.Bot, way: str, most: int) -> None:
    await start_match(club, *PLAYERS, deals=50)
    requests = await a_turn_with_a_meld(club, way)
    slash_hand = [entry for entry in requests if entry["path"].endswith("/callback")][:1] if way == "slash" else []
    shown = "\n".join(f"{entry['method']} {entry['route']}" for entry in requests)
    assert len(requests) - len(slash_hand) <= most, shown  # the /hand by which this player began is no part of the turn
    assert new_messages(club, requests) == (1, 1), shown
