"""The number of requests to Discord for a whole turn of four players; which requests pass the budget."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot import app
from bot.delivery.budget import Budget, Priority
from bot.rummy.events import CardDrawn, DiscardTaken, MeldLaid
from bot.tables.seat_events import TurnBegun
from tests.e2e.support.club import Club, until
from tests.e2e.support.tables import make_place, open_table, play_turn, start_match
from tests.leagues import create_league
from tests.people import Json

PLAYERS = ("Ann", "Bob", "Cleo", "Dan")


async def requests_of_a_turn_with_a_meld(club: Club, way: str) -> list[Json]:
    """Play until a turn is exactly draw, meld and discard, and return the requests of that turn."""
    for _ in range(200):
        await until(lambda: club.table().phase == "deal")  # the deal may have ended without a meld
        since, before = await club.last_request(), len(club.events())
        await play_turn(club, way=way)
        done = [type(event) for event in club.events()[before:] if not isinstance(event, TurnBegun)]
        if len(done) == 3 and done[0] in (CardDrawn, DiscardTaken) and done[1] is MeldLaid:
            return await club.requests(since)
    raise AssertionError("nobody ever melded")


def new_messages(club: Club, requests: list[Json]) -> tuple[int, int]:
    """Return the number of new messages in the channel and in direct messages."""
    channel = club["Ann"].channel_id("rummy")
    posted = [entry["path"] for entry in requests if entry["method"] == "POST" and entry["path"].endswith("/messages")]
    return sum(channel in path for path in posted), sum(channel not in path for path in posted)


@pytest.mark.parametrize(("way", "most"), [("dm", 8), ("slash", 10)])
async def test_a_whole_turn_needs_at_most_eight_requests_or_ten_when_typed(
    club: Club, bot: app.Bot, way: str, most: int
) -> None:
    await start_match(club, *PLAYERS, deals=50)
    requests = await requests_of_a_turn_with_a_meld(club, way)
    slash_hand = [entry for entry in requests if entry["path"].endswith("/callback")][:1] if way == "slash" else []
    shown = "\n".join(f"{entry['method']} {entry['route']}" for entry in requests)
    assert len(requests) - len(slash_hand) <= most, shown  # the /hand with which this player began is not part of the turn
    in_channel, direct = new_messages(club, requests)
    assert (in_channel in (0, 1), direct) == (True, 1), f"a new message in the channel only for a new round:\n{shown}"


async def test_all_requests_but_the_answers_pass_the_budget(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    admitted = list[str]()

    class RecordingBudget(Budget):
        @asynccontextmanager
        async def request(self, priority: Priority, route: str) -> AsyncIterator[None]:
            async with super().request(priority, route):
                admitted.append(route)
                yield

    monkeypatch.setattr(app, "Budget", RecordingBudget)
    async with club.bot():
        assert admitted.pop() == "GET emojis", "the last request of a bot that connects"
        since = await club.last_request()
        await start_match(club, *PLAYERS, deals=50, thread=True)
        await requests_of_a_turn_with_a_meld(club, "dm")
        place = await make_place(club, "private thread")
        await open_table(club, "Ann", in_=place)
        for name in ("Eve", "Finn"):
            await club[name].slash("table show", in_="lounge", table=2)
        await create_league(club["Ann"], "Azzurro")
        people = " ".join(f"<@{club[name].id}>" for name in PLAYERS)
        await club["Ann"].slash("league schedule", league="Azzurro", people=people)
        await club.until_sent()
        free = ("/interactions/", "/webhooks/")
        sent = [entry for entry in await club.requests(since) if not entry["path"].startswith(free)]
    shown = "\n".join([f"{entry['method']} {entry['route']}" for entry in sent] + ["", *admitted])
    for part, least in (("thread-members/{user_id}", 2), ("/guilds/{guild_id}/members/", 3)):
        assert sum(part in entry["route"] and entry["method"] == "GET" for entry in sent) >= least, shown
    assert len(sent) == len(admitted), shown
