"""Each game over the wire, by two people who read different languages: kills, presses of old phases, the clock, and leaving.

A phase is what the match waits for; everything is tried in each phase of a game that a match comes to.
"""

import pytest

from bot import app
from bot.rummy.events import Awaited
from bot.rummy.games import GAMES
from bot.tables.events import Pace
from bot.tables.table import Table
from tests.e2e.support.checks import check_no_error, check_secrecy
from tests.e2e.support.clocks import let_time_run_out, start_timed_match
from tests.e2e.support.club import Clock, Club, Witness
from tests.e2e.support.commands import forged_reply
from tests.e2e.support.hand_controls import controls, offered_moves, table_number
from tests.e2e.support.players import Player
from tests.e2e.support.tables import start_match
from tests.people import Json, labels
from tests.rummy.presets import NAMES, variant

SELDOM = (Awaited.LAY_OFF, Awaited.ANSWER, Awaited.DRAW_REFUSED)
"""Phases that a deal may end without."""
ANN, BOB = "Ann", "Bob"


async def choose_languages(club: Club) -> None:
    await club.control(f"people/{ANN}", {"locale": "de"})
    await club.control(f"people/{BOB}", {"locale": "it"})


async def hand_of(person: Witness, table: int) -> Json:
    """Return the direct message with moves at this table."""

    def found() -> Json | None:
        return next((message for message in person.dms if table_number(message) == table and offered_moves(message)), None)

    return await person.until(found)


async def play_on(club: Club, table: int = 1) -> tuple[Witness, Json, str]:
    """Make one move by a button; return the player, the message before it, and the custom_id of a move that it had."""
    await club.until_sent(table)
    person = club.on_turn(table)
    hand = await hand_of(person, table)
    pressed = next(custom_id for custom_id, moves in controls(hand).items() if moves)
    player, before = Player(club, person, "dm", table=table), club.table(table).version
    while club.table(table).version == before:
        hand = await hand_of(person, table)
        await player.attempt(player.press_move(hand, player.choose_move(offered_moves(hand))))
    return person, hand, pressed


def phase(table: Table) -> Awaited:
    return table.begun_match.awaits


def phases_of(game: str) -> set[Awaited]:
    return {*GAMES[variant(game).game].phases}


@pytest.mark.parametrize("game", NAMES)
async def test_a_kill_in_each_phase_loses_nothing_and_an_old_press_shows_the_current_hand(club: Club, game: str) -> None:
    await choose_languages(club)
    club.pg.simulation.interactions._answer_within = 3.0
    bot = await club.start_bot()
    await start_match(club, ANN, BOB, variant=game)
    seen, old = set[Awaited](), dict[str, tuple[Json, str]]()
    while phases_of(game) - {*SELDOM} - seen and club.table().phase == "deal":
        if (now := phase(club.table())) not in seen:
            await club.until_sent()
            before = club.table()
            bot.kill()
            bot = await club.start_bot()
            assert club.table().match == before.match
            await club.until_sent()
            person, seen = club.on_turn(), seen | {now}
            if person.name in old:
                reply = await forged_reply(club, person.name, *old[person.name])
                assert reply.outcome in ("update", "message", "deferred_update"), reply
                assert club.table().match == before.match, "what an old press asks for isn't possible now"
        person, hand, pressed = await play_on(club)
        old[person.name] = hand, pressed
    assert await bot.stop() == 0
    check_no_error(club)
    check_secrecy(club)


@pytest.mark.parametrize("game", NAMES)
async def test_a_turn_is_played_for_somebody_absent_in_each_phase(club: Club, clock: Clock, bot: app.Bot, game: str) -> None:
    await choose_languages(club)
    await start_timed_match(club, bot, Pace.LIVE, ANN, BOB, variant=game)
    seen = set[Awaited]()
    while phases_of(game) - {*SELDOM} - seen and club.table().phase == "deal":
        if (now := phase(club.table())) not in seen:
            seen.add(now)
            seen.add(now)
            absent = club.on_turn()
            await let_time_run_out(club, clock)
            assert club.table().timing.paused_for is None
            await absent.slash("hand")  # whatever they do brings them back
        elif club.table().phase == "deal":
            await play_on(club)
    check_no_error(club)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("game", NAMES)
async def test_whoever_stays_wins_if_the_other_one_leaves_in_any_phase(club: Club, game: str) -> None:
    await choose_languages(club)
    for number, wanted in enumerate(sorted(phases_of(game) - {*SELDOM}), start=1):
        await start_match(club, ANN, BOB, variant=game)
        while phase(club.table(number)) != wanted:
            await play_on(club, number)
        leaver = club.on_turn(number)
        asked = await leaver.slash("table leave")
        await leaver.press(asked.message, labels(asked.message)[0])
        await club.until_sent(number)
        assert club.table(number).phase == "over"
    check_no_error(club)
