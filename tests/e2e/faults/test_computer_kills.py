"""Kills of the bot while the computers of a public table play: nothing is lost, and nothing is played or shown twice."""

import asyncio
import os
import random
from enum import Enum

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
from tests.e2e.support.club import Club, until
from tests.e2e.support.hand_controls import controls
from tests.e2e.support.tables import play_turn, start_match_with_computers
from tests.processes import Process

ROUNDS = int(os.environ.get("ROUNDS", "1"))
KILLS = 7  # of each kind, in every round
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
        await until(lambda: is_anns_turn(club), 20)
        await club.until_sent()  # nobody presses a button within the milliseconds in which its message is recorded
        await play_turn(club)


def is_anns_turn(club: Club) -> bool:
    table = club.table()
    return table.phase == "deal" and table.person_to_act() is not None


def computer_discards(club: Club) -> int:
    table = club.table()
    return sum(isinstance(event, CardDiscarded) and is_computer(table.occupants[event.seat]) for event in club.events())


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
    await until(lambda: is_anns_turn(club), 20)
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
