"""Each game over the wire, by two people who read different languages: kills, presses of old phases, the clock, and leaving.

A phase is what the match waits for; everything is tried in each phase of a game that a match comes to.
"""

import pytest

from bot.rummy.events import Awaited
from bot.rummy.games import GAMES
from bot.tables.table import Table
from tests.e2e.support.checks import check_no_error, check_secrecy
from tests.e2e.support.clocks import let_time_run_out
from tests.e2e.support.club import Clock, Club, Witness
from tests.e2e.support.commands import forged_reply
from tests.e2e.support.hand_controls import controls, offered_moves, table_number
from tests.e2e.support.players import Player
from tests.e2e.support.tables import open_table
from tests.people import Json, labels
from tests.rummy.presets import NAMES, variant

ANN, BOB = "Ann", "Bob"


async def choose_languages(club: Club) -> None:
    await club.control(f"people/{ANN}", {"locale": "de"})
    await club.control(f"people/{BOB}", {"locale": "it"})


async def hand_of(person: Witness, table: int) -> Json:
    """Return the direct message with moves at this table."""

    def found() -> Json | None:
        return next((message for message in person.dms if table_number(message) == table and offered_moves(message)), None)

    return await person.until(found)


async def start(club: Club, game: str, pace: str | None = None) -> None:
    """Start a match of this game, perhaps with a clock; of Colonel with challenges."""
    lobby = await open_table(club, ANN, variant=game)
    if game == "colonel":
        await club[ANN].slash("table rule", rule="challenge", answer="yes")
    if pace is not None:
        await club[ANN].slash("table clock", pace=pace)
    for name, label in ((BOB, "Join"), (ANN, "Start")):
        await club.until_sent(table_number(lobby))
        await club[name].until(lambda name=name, label=label: label in labels(club[name].now(lobby), enabled=True))
        await club[name].press(lobby, label)
    await club.until_sent(table_number(lobby))


async def play_on(club: Club, table: int = 1) -> tuple[Witness, Json, str]:
    """Make one move by a button; return the player, the message before it, and the custom_id of a move that it had."""
    while club.table(table).phase == "pause":
        for name in (ANN, BOB):
            await club[name].slash("table ready", table=table)
    await club.until_sent(table)
    person = club.on_turn(table)
    hand = await hand_of(person, table)
    pressed = next(custom_id for custom_id, moves in controls(hand).items() if moves)
    player, before = Player(club, person, "dm", table=table), club.table(table).version
    while club.table(table).version == before:
        hand = await hand_of(person, table)
        moves = offered_moves(hand)
        move = next((one for one in ("challenge", "refuse") if one in moves), None) or player.choose_move(moves)
        await player.attempt(player.press_move(hand, move))
    return person, hand, pressed


def phase(table: Table) -> Awaited:
    return table.begun_match.awaits


def phases_of(game: str) -> set[Awaited]:
    """Return the phases to try. Of the games of gin, all but one leave out laying off after a knock: it comes in few deals."""
    return {*GAMES[variant(game).game].phases}.difference(() if game == "gin" else (Awaited.LAY_OFF,))


@pytest.mark.parametrize("game", NAMES)
async def test_a_kill_in_each_phase_loses_nothing_and_an_old_press_shows_the_current_hand(club: Club, game: str) -> None:
    await choose_languages(club)
    club.pg.simulation.interactions._answer_within = 3.0
    bot = await club.start_bot()
    await start(club, game)
    seen, old = set[Awaited](), dict[str, tuple[Json, str]]()
    while phases_of(game) - seen:
        if club.table().phase == "deal" and (now := phase(club.table())) not in seen:
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


@pytest.mark.usefixtures("clock", "bot")
@pytest.mark.parametrize("game", NAMES)
async def test_a_turn_is_played_for_somebody_absent_in_each_phase(club: Club, clock: Clock, game: str) -> None:
    await choose_languages(club)
    await start(club, game, pace="live")
    seen = set[Awaited]()
    while phases_of(game) - seen:
        if club.table().phase == "deal" and (now := phase(club.table())) not in seen:
            seen.add(now)
            absent = club.on_turn()
            await let_time_run_out(club, clock)
            assert club.table().timing.paused_for is None
            await absent.slash("hand")  # whatever they do brings them back
        else:
            await play_on(club)
    check_no_error(club)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("game", NAMES)
async def test_whoever_stays_wins_if_the_other_one_leaves_in_any_phase(club: Club, game: str) -> None:
    await choose_languages(club)
    for number, wanted in enumerate(sorted(phases_of(game)), start=1):
        await start(club, game)
        while club.table(number).phase != "deal" or phase(club.table(number)) != wanted:
            await play_on(club, number)
        leaver = club.on_turn(number)
        asked = await leaver.slash("table leave")
        await leaver.press(asked.message, labels(asked.message)[0])
        await club.until_sent(number)
        assert club.table(number).phase == "over"
    check_no_error(club)
