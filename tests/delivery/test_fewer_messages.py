"""A turn begins with an edit of the hand for somebody who is there, and always with a new message before their time is up.

The courier, the tables and the database are real. Only what it asks of Discord is noted instead.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

import pytest

from bot import app
from bot.delivery import hand_messages
from bot.delivery.budget import Priority
from bot.delivery.courier import Courier
from bot.delivery.discord_api import DiscordApi, Render
from bot.rummy.legal_moves import legal_moves
from bot.tables.events import Clock, Pace
from bot.tables.lobby_requests import Join, Start
from bot.tables.match_requests import Play
from bot.tables.partitions import ALL
from bot.tables.ports import NewMessage, Pictures
from bot.tables.seat_events import TurnPlayedFor
from bot.tables.table import Phase, Table
from bot.tables.time_requests import GiveTimeBack, TimeIsUp, next_deadline, reminder_at
from tests.desk import Desk, open_desk
from tests.e2e.support.club import Clock as MovableClock
from tests.e2e.support.club import until
from tests.e2e.support.tables import one_turn_deals
from tests.rummy.presets import variant
from tests.tables.opening import open_table
from tests.tables.table_service import Policy, eager, idle

ANN, BOB = 1, 2
UNTOUCHED = hand_messages._UNTOUCHED
DMS = {ANN: 501, BOB: 502}


class NotedApi(DiscordApi):
    """Notes what would be posted, edited and deleted. `ids` are those of the messages."""

    def __init__(self, api: DiscordApi, ids: "count[int]") -> None:
        vars(self).update(vars(api))
        self.newest = {}
        self.ids = ids
        self.there: dict[int, list[int]] = {}
        """The messages in each channel."""
        self.posted: list[int] = []
        """The channel of each post."""
        self.edited: list[int] = []
        """The message of each edit."""

    def in_server(self, server: int) -> bool:
        return True

    async def post(self, channel: int, render: Render, nonce: str, *_: object, is_private: bool = False, **__: object) -> int:
        await render()
        message = next(self.ids)
        self.there.setdefault(channel, []).append(message)
        self.posted.append(channel)
        if is_private:
            self.note_direct(channel, message)
        return message

    async def edit(
        self, channel: int, message: int, render: Render, priority: Priority = Priority.LEAGUE, *, is_private: bool = False
    ) -> None:
        await render()
        self.edited.append(message)

    async def delete(self, channel: int, message: int) -> None:
        self.there[channel].remove(message)

    async def find_reply(self, channel: int, asked_at: int) -> int | None:
        return None

    async def own_messages(self, channel: int, since: int) -> "list[object]":  # type: ignore[override]
        return []


@dataclass
class MatchOfTwo:
    """A match of Ann and Bob at table 1, who have had a turn each, but `waiting`, who has their hand."""

    desk: Desk
    clock: MovableClock
    ids: "count[int]" = field(default_factory=lambda: count(1000))
    courier: Courier = field(init=False)
    api: NotedApi = field(init=False)
    waiting: int = field(init=False)

    async def start(self, pace: Pace) -> None:
        services = self.desk.bot.services
        for person, name in ((ANN, "Ann"), (BOB, "Bob")):
            await services.people.add_or_update(100 + person, name, "en-US")
            await services.people.set_dm_channel(person, DMS[person])
        await self.start_courier()
        await open_table(services.tables, 1, 11, ANN, variant("rami"), thread=False, clock=Clock(pace))
        await services.tables.change(1, BOB, Join())
        table = await services.tables.change(1, ANN, Start())
        self.waiting = ANN + BOB - (table.person_to_act() or 0)
        await self.shown()

    async def start_courier(self) -> None:
        """Start the courier of a process, which shows what isn't shown."""
        self.api = NotedApi(self.desk.bot.services.api, self.ids)
        self.courier = Courier(replace(self.desk.bot.services.courier._sources, api=self.api))
        await self.courier.resume()

    async def kill(self, *, takes_over: bool = False) -> None:
        """Stop the courier as a kill does. That of another process starts, or takes the table over."""
        there = self.api.there
        self.courier._is_ready = False
        self.courier.drop([1])
        if takes_over:
            self.api = NotedApi(self.desk.bot.services.api, self.ids)
            self.courier = Courier(replace(self.desk.bot.services.courier._sources, api=self.api))
            await self.courier.resume(partitions=frozenset)
            await self.courier.take_over(ALL)
            await self.courier.resume_next()
        else:
            await self.start_courier()
        self.api.there = there
        await self.shown()

    async def shown(self) -> None:
        async with asyncio.timeout(10):
            await self.courier.idle()

    @property
    def hand(self) -> int:
        """The only message that the waiting person has."""
        (message,) = self.api.there[DMS[self.waiting]]
        return message

    @property
    def posts(self) -> int:
        """How many messages this process has posted for the waiting person."""
        return self.api.posted.count(DMS[self.waiting])

    async def table(self) -> Table:
        return await self.desk.bot.services.tables.get(1)

    async def press(self) -> None:
        """Let the waiting person press on their hand, without a move."""
        promised = await self.courier.promise_press(1, f"hand {self.waiting}", self.hand)
        assert promised is not None
        promised.withdraw()

    async def move(self, policy: Policy = idle) -> Table:
        table = await self.table()
        assert table.match is not None
        move = policy(legal_moves(table.match, table.match.seat_to_act() or 0))
        return await self.desk.bot.services.tables.change(1, table.person_to_act(), Play(move))

    async def play_turn(self) -> None:
        """Let the person on turn draw and discard."""
        turn = (await self.table()).current_turn
        while (await self.move()).current_turn == turn:
            pass
        await self.shown()

    async def pass_deadline(self) -> Table:
        """Let the time pass until the next deadline, and what it does be shown."""
        table = await self.table()
        self.clock.forward += max(0, (next_deadline(table) or 0) - self.clock())
        table = await self.desk.bot.services.tables.change(1, None, TimeIsUp(table.step, self.clock()))
        await self.shown()
        return table

    async def pass_seconds(self) -> None:
        """Let 15 s pass, and 10 s more on the clock of the table."""
        self.clock.forward += 25_000
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(hand_messages, "_UNTOUCHED", 0.0)
            self.courier._deliveries[1]._want_hand(self.waiting)
            await self.shown()

    async def behind(self) -> list[int]:
        return await self.desk.bot.services.courier._sources.surfaces.tables_behind()


@pytest.fixture
async def match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[MatchOfTwo]:
    clock = MovableClock()
    monkeypatch.setattr(app, "now", clock)
    monkeypatch.setattr(hand_messages, "_UNTOUCHED", 60.0)
    async with open_desk(tmp_path) as desk:
        match = MatchOfTwo(desk, clock)
        yield match
        await match.courier.close(1.0)


async def test_somebody_who_has_just_pressed_on_their_hand_and_plays_on_gets_an_edit(match: MatchOfTwo) -> None:
    await match.start(Pace.LIVE)
    hand = match.hand
    await match.press()
    await match.play_turn()
    assert match.api.edited[-1] == hand
    await match.move()
    await match.pass_seconds()
    await match.play_turn()
    assert (match.hand, match.posts) == (hand, 1)


@pytest.mark.parametrize("why", ["no press", "long ago", "another below", "closed", "always", "text only", "text only away"])
async def test_anybody_else_gets_a_new_message(match: MatchOfTwo, monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    await match.start(Pace.LIVE)
    hand, people = match.hand, match.desk.bot.services.people
    if why != "no press":
        await match.press()
    match why:
        case "long ago":
            monkeypatch.setattr(hand_messages, "_PRESENT", 0.0)
        case "another below":
            match.api.note_direct(DMS[match.waiting], next(match.ids))
        case "always":
            await people.change_settings(match.waiting, new_message=NewMessage.ALWAYS)
        case "text only":
            await people.change_settings(match.waiting, pictures=Pictures.TEXT)
        case "closed":
            messages = match.courier._deliveries[1]._messages
            assert messages is not None
            hands, key = messages.posted, f"hand {match.waiting}"
            hands.put(replace(hands.stored.surfaces[key], state=hand_messages.CLOSED))
        case "text only away":
            await people.change_settings(match.waiting, pictures=Pictures.TEXT, new_message=NewMessage.AWAY)
    await match.play_turn()
    is_new = why != "text only away"
    assert (match.hand > hand, match.posts) == (is_new, 1 + is_new)


async def test_a_press_on_the_message_before_counts_for_nothing(match: MatchOfTwo) -> None:
    await match.start(Pace.LIVE)
    match.courier._deliveries[1].note_press(match.hand - 1)
    await match.play_turn()
    assert match.posts == 2


async def test_a_new_deal_is_a_new_message(match: MatchOfTwo) -> None:
    with one_turn_deals():
        await match.start(Pace.NONE)
        await match.press()
        while (await match.move(eager)).phase == Phase.DEAL:
            pass
        await match.pass_deadline()
        assert match.posts == 2


async def test_an_edited_hand_that_nobody_touches_is_posted_anew_once(
    match: MatchOfTwo, monkeypatch: pytest.MonkeyPatch
) -> None:
    await match.start(Pace.LIVE)
    hand = match.hand
    await match.press()
    monkeypatch.setattr(hand_messages, "_UNTOUCHED", 0.3)
    await match.play_turn()
    await until(lambda: match.posts == 2)
    await match.shown()
    assert match.hand > hand
    await match.pass_seconds()
    assert match.posts == 2
    await match.courier.flush()
    assert not await match.behind(), "a start doesn't read it again"


async def test_a_reminder_of_the_clock_takes_the_place_of_the_new_message(match: MatchOfTwo) -> None:
    await match.start(Pace.LIVE)
    await match.press()
    await match.play_turn()
    await match.pass_deadline()
    assert match.posts == 2
    await match.pass_seconds()
    assert match.posts == 2


@pytest.mark.parametrize(("seconds", "is_edited"), [(19, True), (21, False)])
async def test_a_press_counts_for_20_seconds(match: MatchOfTwo, seconds: int, is_edited: bool) -> None:
    await match.start(Pace.LIVE)
    await match.press()
    pressed = match.courier._deliveries[1]._messages.hands.pressed  # type: ignore[union-attr]
    assert match.hand in pressed
    pressed[match.hand] -= seconds
    await match.play_turn()
    assert match.posts == 1 + (not is_edited)


@pytest.mark.parametrize(("seconds", "is_anew"), [(14, False), (16, True)])
async def test_an_untouched_edit_is_posted_anew_after_15_seconds(
    match: MatchOfTwo, monkeypatch: pytest.MonkeyPatch, seconds: int, is_anew: bool
) -> None:
    monkeypatch.setattr(hand_messages, "_UNTOUCHED", UNTOUCHED)
    await match.start(Pace.NONE)
    await match.press()
    await match.play_turn()
    hands = match.courier._deliveries[1]._messages.hands  # type: ignore[union-attr]
    at, step = hands._edited[match.waiting]
    hands.pressed[match.hand] -= seconds
    hands._edited[match.waiting] = at - seconds, step
    match.courier._deliveries[1]._want_hand(match.waiting)
    await match.shown()
    assert match.posts == 1 + is_anew


@pytest.mark.parametrize("is_killed", [False, True], ids=["", "killed"])
@pytest.mark.parametrize("touch", ["nothing", "press", "move"])
@pytest.mark.parametrize("pace", [Pace.LIVE, Pace.QUICK, Pace.SLOW])
async def test_nobodys_clock_runs_out_without_a_new_message(match: MatchOfTwo, pace: Pace, touch: str, is_killed: bool) -> None:
    await match.start(pace)
    hand = match.hand
    await match.press()
    await match.play_turn()
    assert match.hand == hand
    if touch == "press":
        await match.press()
    elif touch == "move":
        await match.move()
    if is_killed:
        await match.kill()
    await match.pass_seconds()
    assert match.posts == 1 + (touch == "nothing" or pace == Pace.QUICK) or is_killed
    while reminder_at(await match.table()) is not None:
        await match.pass_deadline()
    assert match.hand > hand
    await match.pass_deadline()
    events = await match.desk.bot.services.courier._sources.log.read_events(1)
    assert any(isinstance(event, TurnPlayedFor) and event.person == match.waiting for event in events)


async def test_a_hand_whose_edit_came_late_is_posted_anew_before_its_time_is_up(match: MatchOfTwo) -> None:
    await match.start(Pace.QUICK)
    await match.press()
    await match.play_turn()
    clock = (await match.table()).timing.turn_clock
    assert clock is not None
    assert clock.until is not None
    match.clock.forward += clock.until - match.clock() - 11_000
    assert match.posts == 1
    match.clock.forward += 2000
    match.courier._deliveries[1]._want_hand(match.waiting)  # nobody touched it, and 15 s aren't over
    await match.shown()
    assert match.posts == 2


async def test_a_hand_that_was_touched_is_left_to_the_reminder(match: MatchOfTwo) -> None:
    await match.start(Pace.LIVE)
    await match.press()
    await match.play_turn()
    await match.press()
    match.clock.forward += 30_000
    await match.pass_seconds()
    assert match.posts == 1


async def test_the_next_process_leaves_a_hand_that_was_touched(match: MatchOfTwo) -> None:
    await match.start(Pace.NONE)
    await match.press()
    await match.play_turn()
    await match.move()
    await match.courier.flush()
    await match.kill()
    match.clock.advance(120)
    now = match.clock()
    await match.desk.bot.services.tables.change(1, None, GiveTimeBack(now - 7_200_000, now))
    await match.shown()
    assert match.posts == 0


@pytest.mark.parametrize("takes_over", [False, True], ids=["start", "takeover"])
async def test_the_next_process_posts_an_edited_hand_anew_once(match: MatchOfTwo, takes_over: bool) -> None:
    await match.start(Pace.NONE)
    await match.press()
    await match.play_turn()
    await match.kill(takes_over=takes_over)
    assert match.posts == 1
    await match.pass_seconds()
    await match.kill(takes_over=takes_over)
    assert match.posts == 0


async def test_an_edited_hand_holds_up_no_stop(match: MatchOfTwo) -> None:
    await match.start(Pace.NONE)
    await match.press()
    await match.play_turn()
    async with asyncio.timeout(10):
        await match.courier.flush()
    assert (match.posts, await match.behind()) == (1, [1])
