"""Kills of the bot at every kind of moment, also while computers play. Nothing is lost, and nothing is played or sent twice."""

import asyncio
import os
import random
import re
from enum import Enum

import pytest

from bot.rummy.events import CardDiscarded, CardDrawn, CardsDealt, DiscardTaken
from bot.tables.events import Event
from bot.tables.table import is_computer
from tests.e2e.support.checks import (
    check_dms,
    check_no_error,
    check_only_newest_has_buttons,
    check_pings,
    check_posted_once,
    check_secrecy,
)
from tests.e2e.support.club import START, WAIT, Club, Witness, on_both, until
from tests.e2e.support.hand_controls import controls, newest_with, offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.tables import draw_from_stock, open_table, play_match, play_turn, start_match, start_match_with_computers
from tests.people import Json, labels
from tests.processes import Process

arrived_or_not = pytest.mark.parametrize(
    ("club", "applied"), [("sqlite", True), ("postgres", False)], indirect=["club"], ids=["arrived", "not_arrived"]
)
ROUNDS = int(os.environ.get("ROUNDS", "1"))
TURN = 7
"""The requests of a turn without a meld: two answers, two edits, a new turn message, a new hand, and a deleted old hand."""


async def kill_during_request(club: Club, *, after: int, applied: bool) -> None:
    """Play turns with buttons, kill the bot during its request number `after`, and start it again."""
    bot = club._bots[-1]
    since = await club.last_request()  # before the fault: the bot may still be sending what it found at its start
    await club.add_fault("", "/channels|/interactions", after=after, delay=60, applied=applied)
    playing = asyncio.create_task(play_turns(club))
    async with asyncio.timeout(WAIT):
        while not any(entry["fault"] is not None for entry in await club.requests(since)):
            await asyncio.sleep(0.02)
            if playing.done():
                playing.result()  # raises what stopped them
    await asyncio.sleep(0.05)
    bot.kill()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await club.clear_faults()
    before = club.events()
    await club.start_bot()
    await club.until_sent()
    assert club.events()[: len(before)] == before
    await until(lambda: club.table().phase == "deal")
    await club.until_sent()


async def play_turns(club: Club) -> None:
    while True:
        await until(lambda: club.table().phase == "deal")
        await play_turn(club)


def check_turn_restored(club: Club, *names: str) -> None:
    """Check that messages, hands and pings match the events, and that only the player on turn has buttons."""
    check_posted_once(club)
    check_only_newest_has_buttons(club)
    check_dms(club, *names)
    check_pings(club)
    person = club.on_turn()
    assert any(controls(message) for message in person.dms), person
    for other in names:
        if other != person.name:
            assert not any(controls(message) for message in club[other].dms), other


@arrived_or_not
async def test_a_bot_killed_while_sending_sends_the_rest_and_no_duplicates(club: Club, applied: bool) -> None:
    await club.start_bot()
    await start_match(club, "Ann", "Bob", "Cleo", deals=50)
    for request in range(TURN * ROUNDS):
        await kill_during_request(club, after=request % TURN, applied=applied)
        check_turn_restored(club, "Ann", "Bob", "Cleo")
    check_secrecy(club)
    check_no_error(club)


async def test_a_bot_killed_between_commit_and_sending_sends_the_move_after_its_start(club: Club) -> None:
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob")
    person = club.on_turn()
    await club.add_fault("", "/channels|/interactions", times=0, delay=60)
    hand = next(message for message in person.dms if controls(message))
    pressing = asyncio.create_task(draw_from_stock(person, hand))
    before = club.event_count()
    await until(lambda: club.event_count() > before)
    bot.kill()
    await asyncio.gather(pressing, return_exceptions=True)
    await club.clear_faults()
    await club.start_bot()
    await club.until_sent()
    check_turn_restored(club, "Ann", "Bob")
    assert club.event_count() == before + 1
    await person.until(lambda: any(move.startswith("discard") for message in person.dms for move in offered_moves(message)))


async def test_a_hand_that_was_only_edited_at_its_turn_is_posted_anew_after_a_kill(club: Club) -> None:
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob")
    person = await play_turn(club)
    (before,), pings = person.dms, len(person.pings)
    await play_turn(club)
    assert (club.on_turn(), person.dms[0]["id"], len(person.pings)) == (person, before["id"], pings)
    bot.kill()
    await club.start_bot()
    await club.until_sent()
    assert (person.dms[0]["id"] != before["id"], len(person.pings)) == (True, pings + 1)
    check_turn_restored(club, "Ann", "Bob")


@arrived_or_not
async def test_a_bot_killed_while_opening_a_table_posts_its_lobby_once(club: Club, applied: bool) -> None:
    bot = await club.start_bot()
    await club.add_fault("POST", "/callback$", delay=60, applied=applied)
    opening = asyncio.create_task(club["Ann"].slash("table new", thread=False))
    await until(lambda: club.query("SELECT number FROM tables") and (club["Bob"].messages("rummy") or not applied))
    bot.kill()
    await asyncio.gather(opening, return_exceptions=True)
    await club.clear_faults()
    await club.start_bot()
    await club.until_sent()
    assert len(club["Bob"].messages("rummy")) == 1, club["Bob"]
    lobby = club["Bob"].messages("rummy")[0]
    assert (await club["Bob"].press(lobby, "Join")).outcome == "update"
    assert (await club["Ann"].press(lobby, "Start")).outcome == "deferred_update"
    await club.until_sent()
    check_turn_restored(club, "Ann", "Bob")


async def test_a_bot_killed_while_dealing_sends_each_player_one_hand(club: Club) -> None:
    bot = await club.start_bot()
    lobby = await open_table(club, "Ann", "Bob", "Cleo", "Dan")
    await club.add_fault("POST", "/messages$", after=2, delay=60, applied=True)  # after the deal and the first hand
    await club["Ann"].press(lobby, "Start")
    await until(lambda: sum(len(club[name].dms) for name in ("Ann", "Bob", "Cleo", "Dan")) >= 2)
    bot.kill()
    await club.clear_faults()
    await club.start_bot()
    await club.until_sent()
    check_turn_restored(club, "Ann", "Bob", "Cleo", "Dan")


async def test_a_bot_killed_in_the_pause_deals_at_the_end_of_the_pause(club: Club) -> None:
    bot = await club.start_bot(DEAL_PAUSE_SECONDS="2")
    await start_match(club, "Ann", "Bob", deals=2)
    while club.table().phase != "pause":
        await play_turn(club)
    bot.kill()
    await club.start_bot()
    await until(lambda: club.table().phase == "deal")
    await club.until_sent()
    check_turn_restored(club, "Ann", "Bob")


async def test_a_bot_that_must_stop_finishes_the_current_move_and_exits_without_an_error(club: Club) -> None:
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob")
    person = club.on_turn()
    hand = next(message for message in person.dms if controls(message))
    await club.add_fault("POST", "/callback$", delay=0.7)
    pressing = asyncio.create_task(draw_from_stock(person, hand))
    before = club.event_count()
    await until(lambda: club.event_count() > before)
    assert await bot.stop() == 0
    reply = await pressing
    assert reply.outcome == "update", reply
    check_posted_once(club)
    assert club.query("SELECT told FROM tables") == [(len(club.events()),)]
    check_no_error(club)
    await club.start_bot()
    await play_turn(club)
    check_turn_restored(club, "Ann", "Bob")


@on_both
async def test_all_buttons_work_after_a_restart(club: Club) -> None:
    bot = await club.start_bot()
    lobby = await open_table(club, "Ann", "Bob")
    bot.kill()
    bot = await club.start_bot()
    assert (await club["Cleo"].press(lobby, "Join")).outcome == "update"
    assert (await club["Cleo"].press(lobby, "Leave")).outcome == "update"
    assert (await club["Ann"].press(lobby, "Start")).outcome == "deferred_update"
    await club.until_sent()
    table = club.table()
    bot.kill()
    bot = await club.start_bot()
    assert club.table().match == table.match
    message = newest_with(club["Bob"].messages("rummy"), "hand")
    for name in ("Ann", "Bob"):
        own = await club[name].press(message, "My hand")
        assert own.outcome == "message"
        assert bool(controls(own.message)) == (club.on_turn() is club[name])
    shown = await club["Ann"].slash("table show")
    bot.kill()
    await club.start_bot()
    assert (await club["Ann"].press(shown.message, "My hand")).outcome == "message"
    assert (await club["Ann"].press(shown.message, "End the match")).outcome in ("update", "message")
    asked = await club["Bob"].slash("table leave")
    assert labels(asked.message)
    await end_match_by_leaving(club)


async def end_match_by_leaving(club: Club) -> None:
    asked = await club["Bob"].slash("table leave")
    assert (await club["Bob"].press(asked.message, labels(asked.message)[0])).outcome == "update"
    await club.until_sent()
    match = club.table().match
    assert match.placings is not None


async def test_a_second_bot_on_the_same_database_is_refused_and_the_first_one_plays_on(club: Club) -> None:
    """Its database refuses a second write of the same version, too: `tests/storage/test_database_lock.py`."""
    bot = await club.start_bot()
    with pytest.raises(AssertionError, match="The bot did not start"):
        await club.start_bot()
    assert re.search(r"^A bot \(process \d+\) is using .*ramino\.db\. Stop it first\.$", club.bot_log, re.MULTILINE)
    await start_match(club, "Ann", "Bob", deals=1)
    await play_match(club, {"Ann": "dm", "Bob": "dm"})
    check_posted_once(club)
    check_secrecy(club)
    assert len(club.results()) == 1
    bot.kill()
    await club.start_bot()  # a killed bot releases its database
    assert "Traceback" not in club.bot_log


async def test_a_turn_played_while_the_bot_is_starting_is_shown_correctly(club: Club) -> None:
    """The bot is killed before it hears that a round's message was posted, and a turn is played before it can look."""
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob")
    for _ in range(3):
        await play_turn(club)
    channel = club["Ann"].channel_id("rummy")
    await club.add_fault("POST", f"/channels/{channel}/messages", delay=60, applied=True)
    playing = asyncio.create_task(play_turn(club))
    count = len(club["Ann"].messages("rummy"))
    await club["Ann"].until(lambda: len(club["Ann"].messages("rummy")) > count)
    await until(lambda: any(controls(message) for message in club.on_turn().dms))
    bot.kill()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await club.clear_faults()
    await club["Ann"].until(lambda: not any(club[name].bot_is_online for name in ("Ann", "Bob")))
    person, before = club.on_turn(), club.event_count()
    hand = next(message for message in person.dms if controls(message))
    starting = asyncio.create_task(club.start_bot())
    await person.until(lambda: person.bot_is_online, START)
    await play_turn_immediately(club, person, hand)
    await starting
    assert club.event_count() > before
    await club.until_sent()
    check_turn_restored(club, "Ann", "Bob")


async def play_turn_immediately(club: Club, person: Witness, hand: Json) -> None:
    """Play a whole turn as soon as the bot receives presses, and before it is ready to send."""
    player = Player(club, person, "dm")
    while club.on_turn() is person:
        there = person.now(hand)
        await player.attempt(player.press_move(there, player.choose_move(offered_moves(there))))


KILLS = 3  # of each kind, in every round
PAUSE = 2.5
"""Seconds until the turns of computers have been played and shown."""


class Moment(Enum):
    """When the bot is killed: a computer is to act; its turn has just been stored; any other time."""

    BEFORE = 0
    STORED = 1
    ANY = 2


async def kill(club: Club, bot: Process, moment: Moment, pause: float) -> bool:
    """Let everyone play on, kill the bot at this moment, and start it again. Return whether a computer was to act."""
    playing = asyncio.create_task(play_as_ann(club))
    match moment:
        case Moment.BEFORE:
            await until(lambda: club.table().plays_by_itself())
        case Moment.STORED:
            count = computer_discards(club)
            await until(lambda: computer_discards(club) > count)
        case Moment.ANY:
            await asyncio.sleep(pause)
    bot.kill()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    before, is_computers_turn = club.events(), club.table().plays_by_itself()
    await club.start_bot()
    assert club.events()[: len(before)] == before, "what was stored stays stored"
    return is_computers_turn


async def play_as_ann(club: Club) -> None:
    """Play Ann's turns whenever it is hers and everything is shown, until cancelled."""
    while True:
        await until(lambda: is_anns_turn(club))
        await club.until_sent()  # nobody presses a button within the milliseconds in which its message is recorded
        await play_turn(club)


def is_anns_turn(club: Club) -> bool:
    table = club.table()
    return table.phase == "deal" and table.person_to_act() is not None


def computer_discards(club: Club) -> int:
    table = club.table()
    return sum(isinstance(event, CardDiscarded) and is_computer(table.seats.occupants[event.seat]) for event in club.events())


def check_each_seat_plays_in_turn(events: list[Event]) -> None:
    """Check that each seat has drawn once in each of its turns, and discarded before the next seat's turn."""
    seat: int | None = None
    has_drawn = False
    for event in events:
        match event:
            case CardsDealt():
                seat, has_drawn = None, False
            case CardDrawn() | DiscardTaken():
                assert not has_drawn, f"{event} after a draw of seat {seat}"
                assert seat is None or event.seat == (seat + 1) % 4, f"{event} after the turn of seat {seat}"
                seat, has_drawn = event.seat, True
            case CardDiscarded():
                assert (event.seat, has_drawn) == (seat, True), f"{event} in the turn of seat {seat}"
                has_drawn = False
            case _:
                pass


async def test_computers_play_on_after_every_kill_and_no_turn_is_lost_or_played_twice(club: Club) -> None:
    dice = random.Random(1)
    await club.start_bot()
    await start_match_with_computers(club, deals=50)
    computers_turns = 0
    for number in range(len(Moment) * KILLS * ROUNDS):
        moment = Moment(number % len(Moment))
        computers_turns += await kill(club, club._bots[-1], moment, dice.uniform(0, PAUSE))
    assert computers_turns >= KILLS * ROUNDS, "starts with a computer to act are among them"
    await until(lambda: is_anns_turn(club))
    await club.until_sent()
    check_each_seat_plays_in_turn(club.events())
    assert computer_discards(club) >= 2 * KILLS * ROUNDS, "the computers went on"
    check_posted_once(club)
    check_only_newest_has_buttons(club)
    check_dms(club, "Ann")
    check_pings(club)
    assert any(controls(message) for message in club["Ann"].dms)
    check_secrecy(club)
    check_no_error(club)
