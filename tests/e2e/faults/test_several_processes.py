"""Several processes on one PostgreSQL: one acts at each table. If it dies, stops or is cut off, another one goes on."""

import asyncio
import math
import os
import random
import signal
import statistics
import time
from bisect import bisect
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from functools import partial, reduce
from itertools import pairwise
from pathlib import Path

import pytest

from bot.discord.interaction import ALREADY_ANSWERED, Sender
from bot.interactions.call import Reply
from bot.rummy.cards import face
from bot.rummy.events import CardDiscarded, CardDrawn, DealEnded, MatchEnded
from bot.rummy.view import view_for
from bot.storage.ownership import OWNERS, Ownership, SharedOwnership
from bot.tables.apply_event import apply_event
from bot.tables.events import PACES, Pace, PaceTimes, decode
from bot.tables.seat_events import ClockShifted
from bot.tables.table import Phase, Table
from playground.gateway.session import Connection, Session
from tests.e2e.support.cards import shown_in
from tests.e2e.support.checks import check_deadlines, check_dms, check_no_error, check_posted_once, check_secrecy
from tests.e2e.support.club import Club, Witness, open_club, until
from tests.e2e.support.hand_controls import controls, discard_button, newest_with, offered_moves, table_number
from tests.e2e.support.league_messages import read
from tests.e2e.support.players import Player
from tests.e2e.support.tables import draw_from_stock, play_turn, start_match
from tests.e2e.support.takeovers import Takeovers
from tests.e2e.support.year_events import check_every_table
from tests.leagues import create_league
from tests.message_answers import writers
from tests.people import Json, NotOffered, labels, parts, said
from tests.postgres import Postgres
from tests.processes import Process
from tests.seeded_deals import deal_runs_to_two

SECONDS = int(os.environ.get("SECONDS", "80"))  # some 100 turns
TWELVE = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo", "Ida", "Jon", "Kim", "Leo")
BETWEEN, STOPPED = 5.0, 15.0  # seconds between two harms, and for which a process is stopped
THINKING = 0.4  # seconds before a press: Discord lets the bot show no more than a turn a second at each of two tables of six
ACROSS = 1.0  # seconds after a takeover in which the former owner may still write what was under way
on_postgres = pytest.mark.parametrize("club", ["postgres"], indirect=True)
OWNED = """SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND application_name = ? AND objid < 64 GROUP BY pid"""
CUT_SOME = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < ?"""
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


async def start_bots(club: Club, number: int, **settings: str) -> list[Process]:
    """Start so many processes, and wait until each has its share."""
    bots = [await club.start_bot(**settings) for _ in range(number)]
    await until_shared(club, number)
    return bots


async def until_shared(club: Club, number: int) -> None:
    def is_shared() -> bool:
        owned = [count for (count,) in club.query(OWNED, OWNERS)]
        return len(owned) == number and sum(owned) == 64 and max(owned) <= -(-64 // number)

    await until(is_shared)
    await asyncio.sleep(1)  # who has just taken partitions lets their former owner stop first


async def owner(club: Club, bots: list[Process]) -> Process:
    """Return the process that wrote last."""
    written = [names[-1] for _, names in sorted(writers(await club.requests()).items(), key=lambda one: int(one[0]))]
    return bots[int(written[-1]) - 1]


async def seconds_until_a_press_works(club: Club) -> float:
    """Press **Draw** again and again, as an impatient player does, and return after how many seconds it works."""
    began, person = time.monotonic(), club.on_turn()
    before = club.event_count()
    hand = next(message for message in person.dms if controls(message))
    while club.event_count() == before:
        pressing = asyncio.create_task(draw_from_stock(person, hand))
        await asyncio.wait((pressing,), timeout=0.5)
        pressing.cancel()
        await asyncio.gather(pressing, return_exceptions=True)
    return time.monotonic() - began


@on_postgres
async def test_of_several_processes_one_plays_each_table_and_all_answer_together_once(club: Club) -> None:
    bots = await start_bots(club, 2)
    await start_match(club, "Ann", "Bob")
    for _ in range(4):
        await play_turn(club)
    by_process = writers(await club.requests())
    assert len({name for names in by_process.values() for name in names}) == 1, "one server has one owner"
    check_posted_once(club)
    check_secrecy(club)
    check_no_error(club)
    assert all(bot.is_running for bot in bots)


def hearers(club: Club) -> list[str]:
    """Return the processes that hear what comes without a server while it alternates, one after the other, from now on."""
    gateway, heard = club.pg.simulation.gateway, list[str]()
    next_of = gateway._next_of

    def note(sessions: list[Session]) -> list[Session]:
        chosen = next_of(sessions)
        heard.extend(session.connection.process for session in chosen if session.connection is not None)
        return chosen

    gateway._next_of = note  # type: ignore[method-assign]
    return heard


async def press_at_once(person: Witness, hand: Json, button: str) -> float:
    """Press a button under a hand, and return after how many seconds that was acknowledged."""
    began = time.monotonic()
    reply = await person.press(hand, button)
    assert reply.outcome == "update", reply
    return time.monotonic() - began


async def press_through_a_turn(club: Club) -> list[float]:
    """Draw and discard with one press each, and return their seconds."""
    await club.until_sent()
    person = club.on_turn()
    hand = next(message for message in person.dms if controls(message))
    draw = next(custom_id for custom_id, moves in controls(hand).items() if moves == ["draw stock"])
    return [
        await press_at_once(person, hand, draw),
        await press_at_once(person, hand, discard_button(person.now(hand))),
    ]


@on_postgres
async def test_what_one_process_hears_in_direct_messages_is_answered_once_by_the_owner(club: Club) -> None:
    club.query("COMMENT ON TABLE events IS '0 elsewhere'")  # as if restored: each button has a marker
    await start_bots(club, 2, FORWARD_PRESSES="yes")
    await start_match(club, "Ann", "Bob", clock="none")
    await club.control("gateway", {"do": "alternate"})
    heard, since, seconds = hearers(club), await club.last_request(), list[float]()
    for _ in range(10):
        seconds += await press_through_a_turn(club)
    assert len(heard) == len(seconds)
    await club.until_sent()
    person = club.on_turn()
    await draw_from_stock(person)
    hand = next(message for message in person.dms if controls(message))
    assert all("~" in custom_id for custom_id in controls(hand))
    for _ in range(2):  # three requests: in the second round, each comes to the other process
        assert (await person.slash("hand", in_="dm")).outcome == "message"
        if "Lay other cards …" not in labels(person.now(hand)):
            await person.press(hand, "Other …")
        form = (await person.press(person.now(hand), "Lay other cards …")).modal
        cards = next(it["options"] for it in parts(form["components"]) if it.get("custom_id") == "cards0")
        assert (await person.submit(form, in_="dm", cards0=[cards[0]["value"]])).outcome == "message"
    if "Back" in labels(person.now(hand)):
        await person.press(hand, "Back")  # behind Other … are cards of a meld, too, and their discard asks first
    for _ in range(2):
        assert await person.autocomplete("discard", "card", in_="dm")
    asked = len(heard)
    await club.control("gateway", {"do": "share"})
    await person.press(person.now(hand), discard_button(person.now(hand)))
    asked += 1 + len(await press_through_a_turn(club))
    await club.until_sent()
    answers = [it for it in await club.requests(since) if it["path"].endswith("/callback")]
    assert {it["status"] for it in answers} <= {200, 204}
    assert len({it["path"] for it in answers}) == len(answers) == asked
    (owner,) = {it["process"] for it in answers}
    own, forwarded = (
        [it for it, process in zip(seconds, heard, strict=False) if (process == owner) is is_own] for is_own in (True, False)
    )
    assert own
    assert forwarded
    own_ms, forwarded_ms = (statistics.median(those) * 1000 for those in (own, forwarded))
    print(f"medians: {len(own)} presses heard by the owner {own_ms:.1f} ms, {len(forwarded)} forwarded {forwarded_ms:.1f} ms")
    check_posted_once(club)
    check_secrecy(club)
    check_no_error(club)


async def kill(club: Club, bot: Process) -> None:
    bot.kill()


async def stop_for_a_while(club: Club, bot: Process) -> None:
    os.kill(bot._process.pid or 0, signal.SIGSTOP)


async def cut_all_connections(club: Club, bot: Process) -> None:
    club.query(CUT)


async def late_requests(club: Club, bots: list[Process], stopped: Process) -> list[str]:
    """Let a stopped process go on, whose tables others play; return what it writes and answers all the same."""
    since = await club.last_request()
    os.kill(stopped._process.pid or 0, signal.SIGCONT)
    await asyncio.sleep(3)
    late = [it["path"] for it in await club.requests(since) if it["process"] == str(bots.index(stopped) + 1)]
    return [path for path in late if "/messages" in path or "/callback" in path]


_ask_again = SharedOwnership._ask_again


async def notice_the_end_late(ownership: SharedOwnership, connection: object) -> None:
    """Keep the locks, and hear nothing from PostgreSQL for a while, as behind a cut cable."""
    try:
        await _ask_again(ownership, connection)
    except Exception:
        await asyncio.sleep(5)
        raise


def hear_nothing(_ownership: SharedOwnership) -> bool:
    return False


@on_postgres
@pytest.mark.parametrize("trust", [4.0, 10**6])
async def test_a_stopped_process_that_trusts_its_locks_for_ever_would_do_something_late(club: Club, trust: float) -> None:
    club.changed = {
        "bot.storage.ownership._TRUST": trust,
        "bot.storage.ownership.SharedOwnership._ask_again": notice_the_end_late,
        "bot.storage.ownership.SharedOwnership._has_ended": hear_nothing,
    }
    bots = await start_bots(club, 2)
    await start_match(club, "Ann", "Bob", clock="none")
    await play_turn(club)
    first = await owner(club, bots)
    await stop_for_a_while(club, first)
    await seconds_until_a_press_works(club)
    late = await late_requests(club, bots, first)
    print(f"with trust for {trust} seconds: {len(late)} late requests")
    assert (late != []) == (trust > 4.0)


@on_postgres
@pytest.mark.parametrize(
    ("harm", "most"), [(kill, 4.0), (stop_for_a_while, 10.0), (cut_all_connections, 10.0)], ids=["killed", "stopped", "cut"]
)
async def test_a_press_works_again_soon_after_the_process_is_gone(
    club: Club, harm: Callable[[Club, Process], Awaitable[None]], most: float
) -> None:
    bots = await start_bots(club, 2)
    await start_match(club, "Ann", "Bob", clock="none")
    await play_turn(club)
    first = await owner(club, bots)
    await harm(club, first)
    seconds = await seconds_until_a_press_works(club)
    print(f"{harm.__name__}: the next press works after {seconds:.1f} s")
    assert seconds <= most
    if harm is stop_for_a_while:
        await play_turn(club)
        await club.until_sent()
        await asyncio.sleep(1)  # the new owner stores what it has shown
        before = club.stored_rows("heartbeat")
        assert await late_requests(club, bots, first) == []
        assert club.stored_rows("heartbeat") == before
    for _ in range(3):
        await play_turn(club)
    check_posted_once(club)
    check_secrecy(club)


async def send_slowly(_sender: Sender, _reply: Reply) -> None:
    await asyncio.sleep(1)


@on_postgres
async def test_what_a_stopped_process_had_begun_to_answer_is_not_answered_late(club: Club) -> None:
    club.changed = {"bot.discord.interaction.Sender.prepare_pictures": send_slowly}
    bots = await start_bots(club, 2)
    await start_match(club, "Ann", "Bob", clock="none")
    await play_turn(club)
    first, before = await owner(club, bots), club.event_count()
    pressing = asyncio.create_task(draw_from_stock(club.on_turn()))
    await until(lambda: club.event_count() > before)
    await asyncio.sleep(0.3)  # the table's message has been edited; the answer waits
    await stop_for_a_while(club, first)
    pressing.cancel()
    await asyncio.gather(pressing, return_exceptions=True)
    await until(lambda: club.query(OWNED, OWNERS) == [(64,)])
    await asyncio.sleep(2)
    assert await late_requests(club, bots, first) == []
    await play_turn(club)
    check_posted_once(club)
    check_secrecy(club)


@on_postgres
async def test_a_stopped_process_repeats_no_edit_that_discord_had_not_taken(club: Club) -> None:
    bots = await start_bots(club, 2)
    await start_match(club, "Ann", "Bob", clock="none")
    await play_turn(club)
    await club.until_sent()
    first = await owner(club, bots)
    await club.add_fault("PATCH", "/channels/.*/messages/.*", status=500, times=0)
    playing = asyncio.create_task(play_turn(club))
    await club.until_faults(2)
    await asyncio.sleep(0.3)  # nothing is just being sent: it waits to repeat the edit
    await stop_for_a_while(club, first)
    await club.clear_faults()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await until(lambda: club.query(OWNED, OWNERS) == [(64,)])
    await club.until_sent()
    assert await late_requests(club, bots, first) == []
    check_no_error(club)
    check_posted_once(club)


async def seconds_of_a_turn(club: Club) -> float:
    """Play a turn, and return after how many seconds its first press worked."""
    await until(lambda: club.table().phase == "deal")
    await club.until_sent()
    seconds = await seconds_until_a_press_works(club)
    await club.until_sent()
    if club.table().phase == "deal":
        await play_turn(club)
    return seconds


@on_postgres
async def test_an_upgrade_of_one_process_after_the_other_loses_no_move(club: Club) -> None:
    bots = await start_bots(club, 2)
    async with Takeovers(club).watched() as takeovers:
        await start_match(club, "Ann", "Bob", clock="none", deals=50)
        longest = 0.0
        for old in list(bots):
            bots.append(await club.start_bot())
            stopping = asyncio.create_task(old.stop())
            while not stopping.done():
                longest = max(longest, await seconds_of_a_turn(club))
            assert await stopping == 0
            for _ in range(2):
                longest = max(longest, await seconds_of_a_turn(club))
        await takeovers.check_one_writer(across=ACROSS)
    print(f"upgrade: the longest wait for a press was {longest:.1f} s")
    assert longest <= 4.0
    check_posted_once(club)
    check_secrecy(club)
    events = club.query('SELECT version FROM events WHERE "table" = 1 ORDER BY version')
    assert [version for (version,) in events] == list(range(1, len(events) + 1))


class Harm:
    """What is done to the processes, one after the other, but never to the last healthy one."""

    def __init__(self, club: Club, bots: list[Process], dice: random.Random) -> None:
        self._club, self._bots, self._dice = club, bots, dice
        self._stopped: dict[Process, float] = {}
        self.done: list[str] = []

    async def run(self, seconds: float) -> None:
        """Do harm for so long; then wait until all are healthy again."""
        until_time = time.monotonic() + seconds
        while time.monotonic() < until_time:
            await asyncio.sleep(BETWEEN)
            await self._wake(time.monotonic())
            healthy = [bot for bot in self._bots if bot not in self._stopped]
            kinds = ("cut", "kill", "stop") if len(healthy) > 1 else ("cut",)
            await self._harm(self._dice.choice(kinds), self._dice.choice(healthy))
        await self._wake(math.inf)

    async def _harm(self, kind: str, bot: Process) -> None:
        self.done.append(kind)
        assert bot.is_running, f"it has ended by itself, with {bot._process.exitcode}, after {self.done}"
        if kind == "kill":
            bot.kill()
            self._bots[self._bots.index(bot)] = await self._club.start_bot()
        elif kind == "stop":
            os.kill(bot._process.pid or 0, signal.SIGSTOP)
            self._stopped[bot] = time.monotonic() + STOPPED
        else:
            self._club.query(CUT_SOME, self._dice.random() / 2)

    async def _wake(self, now: float) -> None:
        for bot, until_time in list(self._stopped.items()):
            if until_time <= now:
                os.kill(bot._process.pid or 0, signal.SIGCONT)
                del self._stopped[bot]


async def play_until(club: Club, number: int, ended: asyncio.Event) -> dict[int, str]:
    """Let impatient players play at a table. Return the moves of which the presses were acknowledged, by step."""
    acknowledged, table = dict[int, str](), club.table(number)
    while not ended.is_set():
        table = follow(club, table)
        person = None if table.phase != "deal" else club.person_of(table.person_to_act() or 0)
        hands = [] if person is None else [one for one in person.dms if table_number(one) == number and controls(one)]
        if person is None or not hands:
            await asyncio.sleep(0.2)
            continue
        moves = controls(hands[-1])
        buttons = [it for it in moves if it.startswith("m:")]
        draws, discards = ([it for it in buttons if moves[it][0].startswith(kind)] for kind in ("draw stock", "discard"))
        pressed = next(iter([*draws, *discards[-1:]]), None)
        if pressed is not None:
            acting: Awaitable[object] = person.press(hands[-1], pressed)
        elif others := [move for move in offered_moves(hands[-1]) if move.startswith("discard")]:
            acting = Player(club, person, "dm", table=number).press_move(hands[-1], others[-1])  # each card is in a meld
        else:
            acting = asyncio.sleep(1)
        pressing = asyncio.ensure_future(acting)
        await asyncio.wait((pressing,), timeout=3.5)
        answered = pressing.done() and pressing.exception() is None
        if pressed is not None and answered and pressing.result().outcome == "update" and not asks(pressing.result().message):
            step = int(pressed.split(":")[2])
            [acknowledged[step]] = moves[pressed]
            assert follow(club, table).step > step, "what was acknowledged is stored"
        pressing.cancel()
        await asyncio.gather(pressing, return_exceptions=True)
        await asyncio.sleep(THINKING)
    return acknowledged


def asks(hand: Json) -> bool:
    """Return True if the hand asks whether to discard a card of a meld: the press of its discard has stored nothing."""
    return any(custom_id.startswith("d:") for custom_id in controls(hand))


def follow(club: Club, table: Table) -> Table:
    """Return the table after the events that were stored since."""
    new = 'SELECT event, spelling FROM events WHERE "table" = ? AND version > ? ORDER BY version'
    return reduce(
        partial(apply_event, table.number), (decode(*row) for row in club.query(new, table.number, table.version)), table
    )


def check_moves(club: Club, number: int, acknowledged: dict[int, str]) -> None:
    """Check that the log has no gap, and each acknowledged move once."""
    rows = club.query('SELECT version FROM events WHERE "table" = ? ORDER BY version', number)
    assert [version for (version,) in rows] == list(range(1, len(rows) + 1))
    now, moves = None, list[tuple[int, str]]()
    for event in club.events(number):
        if isinstance(event, CardDrawn | CardDiscarded | DealEnded):  # nobody goes out: a deal ends when the stock is used up
            moves.append((now.step, f"discard {event.card}" if isinstance(event, CardDiscarded) else "draw stock"))
        now = apply_event(number, now, event)
    for step, move in acknowledged.items():
        at, stored = moves[bisect(moves, (step, ""))]
        assert stored == move, f"{move} was acknowledged at step {step}"
        assert at - step <= 1, "the stock may have been replenished before"
    print(f"table {number}: {len(acknowledged)} moves acknowledged of {len(moves)}")
    assert len(acknowledged) > SECONDS / 3, "they could play nearly all the time"


def shows_hands(club: Club, table: Table) -> bool:
    """Return True if each person's direct message shows the cards that they hold: they are its second line."""
    if table.phase != "deal":
        return False
    for person in table.seats.people:
        deal = view_for(table.match, table.seats.seat_of(person)).deal
        messages = [message for message in club.person_of(person).dms if table_number(message) == table.number]
        shown = [message for message in messages if not message["flags"] & 64]  # else a reply under a replaced hand
        if len(shown) != 1:  # a new one has just come, and the old one is deleted
            return False
        if shown_in({"cards": said(shown[0]).splitlines()[1]}) != set(map(face, deal.hand)):
            return False
    return True


async def play_matches(club: Club, ended: asyncio.Event) -> None:
    """Let Ann and Bob play one short match after the other in #cup. At the first turn of each, the time runs out.

    Return when the last one is over.
    """
    ann, bob = club["Ann"], club["Bob"]
    while True:
        number = max(tables_in(club, "cup"), default=0)
        table = club.table(number) if number else None
        lobby = newest_with(ann.messages("cup"), "join")
        with suppress(NotOffered):
            if table is None or table.phase == Phase.OVER:
                if ended.is_set():
                    return
                await ann.slash("table new", in_="cup", thread=False, deals=1, clock="quick")
            elif table.match is not None:
                if table.timing.timeouts and table.person_to_act() is not None:
                    await Player(club, club.on_turn(number), "dm", "cup", number).take_turn()
            elif lobby is not None and table_number(lobby) == number:
                await (ann.press(lobby, "Start") if len(table.seats.people) == 2 else bob.press(lobby, "Join"))
        await asyncio.sleep(0.1)


def tables_in(club: Club, place: str) -> list[int]:
    rows = club.query("SELECT number FROM tables WHERE channel = ? ORDER BY number", int(club["Ann"].channel_id(place)))
    return [number for (number,) in rows]


async def check_matches(club: Club, folder: Path) -> None:
    """Check that each match in #cup has ended once: in the events, in the ledger, in the channel. A recount agrees with all."""
    played = tables_in(club, "cup")
    events = {number: await asyncio.to_thread(club.events, number) for number in played}
    assert {number: of_table for number, of_table in events.items() if not isinstance(of_table[-1], MatchEnded)} == {}
    assert sorted(result["number"] for result in club.results()) == played
    for number in played:
        await club.until_sent(number)
    shown = [message for message in club["Ann"].messages("cup") if not message["flags"] & 64]
    assert sum("End of the match" in read(message) for message in shown) == len(played)
    known = [message for number in played for key, (_, message) in club.surfaces(number).items() if not key.startswith("hand ")]
    assert sorted({message for message in known if message}) == sorted(message["id"] for message in shown)
    kept = sum([await asyncio.to_thread(check_deadlines, club, number) for number in played])
    shifts = [event.by / 1000 for of_table in events.values() for event in of_table if isinstance(event, ClockShifted)]
    print(f"cup: {len(played)} matches, {kept} deadlines; seconds given back: {sorted(shifts)}")
    assert min(len(played), kept) > SECONDS / 20
    await check_every_table(club, folder)


def everything_is_owned(_database: object) -> Ownership:
    return Ownership()


@on_postgres
async def test_without_ownership_two_processes_would_answer_the_same_commands(club: Club) -> None:
    club.changed = {"bot.storage.store._ownership_on": everything_is_owned}
    for _ in range(2):
        await club.start_bot()
    for name in ("Ann", "Bob", "Cleo"):
        await club[name].slash("table new", in_="rummy", thread=False)

    def answers() -> list[int]:
        return [entry.status for entry in club._log if entry.path.endswith("/callback") and entry.status]

    await until(lambda: answers().count(400) == 3)
    assert answers().count(200) == 3
    refused = [it["answer"]["code"] for it in await club.requests() if it["path"].endswith("/callback") and it["status"] == 400]
    assert refused == [ALREADY_ANSWERED] * 3, "each command is answered a second time"


@on_postgres
async def test_three_processes_that_start_at_once_open_their_sessions_one_after_the_other(club: Club) -> None:
    await club.control("limits", {"identifies": [1, 5.0]})
    await asyncio.gather(*(club.start_bot() for _ in range(3)))
    await until(lambda: club.bot_log.count('"connected"') == 3)
    identifies = await club.control("identifies", method="GET")
    assert [one["accepted"] for one in identifies] == [True] * 3
    assert sorted(one["process"] for one in identifies) == ["1", "2", "3"]
    times = [one["at"] for one in identifies]
    assert all(later - before >= 5.0 for before, later in pairwise(times)), times
    await until_shared(club, 3)


async def test_three_processes_lose_and_double_nothing_whatever_happens_to_them(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = int(os.environ.get("SEED", "0"))
    paces = PACES | {Pace.QUICK: PaceTimes(turn=3000, bank=2000, reminders=(0,), idle=600_000)}
    monkeypatch.setattr("bot.tables.events.PACES", paces)
    changed = {"bot.tables.events.PACES": paces, "bot.rummy.decide.deal_cards": deal_runs_to_two}
    opened = open_club(tmp_path, *TWELVE[:6], answer_within=3.0, url=postgres.new_database(), changed=changed)
    async with opened as club, AsyncExitStack() as stack:
        for name in TWELVE[6:]:
            await club.control("people", {"name": name})
        await club.add_people(stack, *TWELVE[6:])
        bots = await start_bots(club, 3)
        for names, place in ((TWELVE[:6], "rummy"), (TWELVE[6:], "lounge")):
            await start_match(club, *names, in_=place, clock="none", target=1000)  # lasts more than an hour
        for name in ("cup", "office"):
            await club.control("channels", {"name": name})
        await club["Ann"].until(lambda: club["Ann"].sees("office"))
        await create_league(club["Ann"], "Cup", in_="office", shortest="one")
        ended = asyncio.Event()
        playing = [asyncio.create_task(play_until(club, table, ended)) for table in (1, 2)]
        matches = asyncio.create_task(play_matches(club, ended))
        harm = Harm(club, bots, random.Random(seed))
        async with Takeovers(club).watched() as takeovers:
            await harm.run(SECONDS)
            await takeovers.check_one_writer(across=ACROSS)
        ended.set()
        acknowledged = await asyncio.gather(*playing)
        await matches
        await until_shared(club, 3)
        print(f"harm: {harm.done}")
        for number, moves in enumerate(acknowledged, start=1):  # in threads: the playground answers meanwhile
            async with asyncio.timeout(60):
                while not shows_hands(club, await asyncio.to_thread(club.table, number)):  # noqa: ASYNC110
                    await asyncio.sleep(0.5)
            await asyncio.to_thread(check_moves, club, number, moves)
        await check_matches(club, tmp_path)
        for number, place in ((1, "rummy"), (2, "lounge")):
            check_posted_once(club, table=number, places=(place,))
        check_dms(club, *TWELVE)


@on_postgres
async def test_a_process_that_discord_does_not_reach_leaves_its_tables_to_others(club: Club) -> None:
    club.changed = {"bot.background.sharing._DEAF": 1.0}
    bots = await start_bots(club, 2)
    await start_match(club, "Ann", "Bob", clock="none")
    await play_turn(club)
    deaf = str(bots.index(await owner(club, bots)) + 1)

    gateway = club.pg.simulation.gateway

    class Unreachable(set[Connection]):
        def add(self, connection: Connection) -> None:
            super().add(connection)
            if connection.process == deaf:
                connection.abort()

    reachable, gateway.connections = gateway.connections, Unreachable()
    for connection in reachable:
        gateway.connections.add(connection)
    seconds = await asyncio.wait_for(seconds_until_a_press_works(club), 60)
    print(f"a process that Discord doesn't reach: the next press works after {seconds:.1f} s")
    for _ in range(3):
        await play_turn(club)
    gateway.connections = set(gateway.connections)
    await until_shared(club, 2)
    await play_turn(club)
    check_posted_once(club)
    check_secrecy(club)
