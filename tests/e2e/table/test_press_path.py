"""What a press costs: few files from the command to the service and from there to Discord, and few requests a turn.

A tracer finds which of this project's files a command or press enters. `entered` are all files in which a function ran. A
*path* is a chain of callers, also across tasks: the files that a reader opens to follow the call.
"""

import asyncio
import json
import sys
import threading
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from bot import app
from bot.delivery.budget import Budget, Priority
from bot.rummy.events import CardDiscarded, CardDrawn, MeldLaid
from bot.tables.seat_events import TurnBegun
from tests.e2e.support.club import ARTIFACTS, Club
from tests.e2e.support.hand_controls import offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.tables import draw_from_stock, make_place, open_table, play_turn, stack_deck, start_match
from tests.people import Json

ROOT = Path(__file__).parents[3]
OURS = tuple(f"{ROOT / name}/" for name in ("bot", "cogs"))
RULES = "bot/rummy/"
SERVICE = "bot/tables/service.py"
_SENDS = {("http.py", "request"), ("async_.py", "request")}
"""The functions in which discord.py sends requests to Discord's API, and answers to interactions."""


@dataclass
class Trace:
    """The files that were entered, in order of first entry, and the paths of the calls."""

    entered: list[str] = field(default_factory=list)
    before_service: list[str] = field(default_factory=list)
    to_service: list[str] = field(default_factory=list)
    to_discord: list[list[str]] = field(default_factory=list)
    """For each request that follows a commit: the files from the commit to the request."""


@asynccontextmanager
async def traced() -> AsyncIterator[Trace]:
    """Trace the bot in this process."""
    trace, loop = Trace(), asyncio.get_running_loop()
    seen: set[str] = set()
    started_by: dict[asyncio.Task[Any], list[str]] = {}

    def path(frame: FrameType | None) -> list[str]:
        files = []
        while frame is not None:
            if (name := _ours(frame)) is not None:
                files.append(name)
            frame = frame.f_back
        task = asyncio.current_task(loop) if _in(loop) else None
        return _without_duplicates([*(started_by.get(task, []) if task is not None else []), *reversed(files)])

    def note(frame: FrameType, event: str, _arg: object) -> None:
        if event != "call":
            return
        name = _ours(frame)
        if name is not None and name not in seen:
            seen.add(name)
            trace.entered.append(name)
        code = frame.f_code
        if name == SERVICE and code.co_name == "change" and not trace.to_service:
            trace.to_service = [one for one in path(frame) if one != SERVICE]
            trace.before_service = [one for one in trace.entered if one != SERVICE and not one.startswith(RULES)]
        elif code.co_name == "request" and (Path(code.co_filename).name, "request") in _SENDS and "discord" in code.co_filename:
            files = path(frame)
            if SERVICE in files:
                trace.to_discord.append(files[files.index(SERVICE) + 1 :])

    def start(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **options: Any) -> asyncio.Task[Any]:
        task = asyncio.Task(work, loop=loop, **options)
        started_by[task] = path(sys._getframe(1))
        return task

    loop.set_task_factory(start)
    sys.setprofile(note)
    threading.setprofile(note)
    try:
        yield trace
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        loop.set_task_factory(None)


def _ours(frame: FrameType) -> str | None:
    file = frame.f_code.co_filename
    return str(Path(file).relative_to(ROOT)) if file.startswith(OURS) else None


def _in(loop: asyncio.AbstractEventLoop) -> bool:
    try:
        return asyncio.get_running_loop() is loop
    except RuntimeError:
        return False


def _without_duplicates(files: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(files))


MOST_TO_SERVICE = 4
MOST_TO_DISCORD = 6
DISPATCHER = "bot/discord/client.py"
"""Every event of discord.py passes through it, unchanged: it notes when Discord was heard last."""


async def trace_discard(club: Club, way: str) -> Trace:
    """Trace one discard, from the command or press until the bot has sent everything."""
    await start_match(club, "Ann", "Bob")
    person = club.on_turn()
    drawn = await draw_from_stock(person)
    await club.until_sent()
    move = [move for move in offered_moves(drawn.message) if move.startswith("discard")][-1]
    async with traced() as trace:
        if way == "/discard":
            await person.slash("discard", card=move.split()[1])
        else:
            await Player(club, person, "dm").press_move(drawn.message, move)
        await club.until_sent()
    return trace


@pytest.mark.parametrize("way", ["/discard", "select"])
async def test_a_discard_enters_few_files(club: Club, bot: app.Bot, way: str) -> None:
    trace = await trace_discard(club, way)
    figures = {
        "way": way,
        "files entered": len(trace.entered),
        "besides the rules": len([one for one in trace.entered if not one.startswith(RULES)]),
        "to the service": trace.to_service,
        "entered before the service": trace.before_service,
        "from the commit to Discord": sorted(trace.to_discord, key=len),
        "entered": trace.entered,
    }
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    (ARTIFACTS / f"press path {way.strip('/')}.json").write_text(json.dumps(figures, indent=1))
    assert trace.to_discord, "the bot updates the channel and the hands"
    path = [one for one in trace.to_service if one != DISPATCHER]
    assert len(path) <= MOST_TO_SERVICE, path
    assert max(map(len, trace.to_discord)) <= MOST_TO_DISCORD, trace.to_discord


PLAYERS = ("Ann", "Bob", "Cleo", "Dan")


HANDS = ("5S 6S 7S KC QH 2C 9D", "2S 4S 6C 8C 10C JC 3D", "3S 3C 4D 7C 8D 10H JS", "3H 5H 8H JD QD KS 4C")


async def requests_of_a_turn_with_a_meld(club: Club, way: str) -> list[Json]:
    """Play the first turn, with a draw, a meld and a discard, and return its requests."""
    since, before = await club.last_request(), len(club.events())
    await play_turn(club, way=way)
    done = [type(event) for event in club.events()[before:] if not isinstance(event, TurnBegun)]
    assert done == [CardDrawn, MeldLaid, CardDiscarded]
    return await club.requests(since)


def new_messages(club: Club, requests: list[Json]) -> tuple[int, int]:
    """Return the number of new messages in the channel and in direct messages."""
    channel = club["Ann"].channel_id("rummy")
    posted = [entry["path"] for entry in requests if entry["method"] == "POST" and entry["path"].endswith("/messages")]
    return sum(channel in path for path in posted), sum(channel not in path for path in posted)


@pytest.mark.journey
@pytest.mark.parametrize(("way", "most"), [("dm", 8), ("slash", 10)])
async def test_a_whole_turn_needs_at_most_eight_requests_or_ten_when_typed(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch, way: str, most: int
) -> None:
    stack_deck(monkeypatch, *HANDS, upcard="AD", stock="AH 2D")
    await start_match(club, *PLAYERS, deals=1)
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
        await start_match(club, *PLAYERS, deals=1, thread=True)
        await play_turn(club)
        place = await make_place(club, "private thread")
        await open_table(club, "Ann", in_=place)
        for name in ("Eve", "Finn"):
            await club[name].slash("table show", in_="lounge", table=2)
        await club.until_sent()
        free = ("/interactions/", "/webhooks/")
        sent = [entry for entry in await club.requests(since) if not entry["path"].startswith(free)]
    shown = "\n".join([f"{entry['method']} {entry['route']}" for entry in sent] + ["", *admitted])
    asked = [entry for entry in sent if "thread-members/{user_id}" in entry["route"] and entry["method"] == "GET"]
    assert len(asked) >= 2, shown
    assert len(sent) == len(admitted), shown
