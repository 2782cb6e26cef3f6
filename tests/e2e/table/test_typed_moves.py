"""A move that is typed, or pressed in **My hand**, changes the hand in the direct messages too."""

import asyncio

import pytest

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.hand_controls import newest_with, offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.tables import draw_from_stock, open_table, play_turn, press_ready
from tests.e2e.support.witness import Witness
from tests.people import Json, said

NAMES = ("Ann", "Bob")


async def begin(club: Club) -> None:
    """A match in which much is melded, and jokers are swapped."""
    lobby = await open_table(club, *NAMES, deals=50)
    for rule, answer in (("jokers", "12"), ("wild_swap", "on_turn"), ("melds_per_turn", "unlimited"), ("hand_size", "15")):
        await club["Ann"].slash("table rule", rule=rule, answer=answer)
    await club.until_sent()
    await club["Bob"].press(club["Bob"].now(lobby), "Agree")
    await club["Ann"].press(club["Ann"].now(lobby), "Start")
    await club.until_sent()


async def until_offered(club: Club, kind: str) -> tuple[Witness, Json, str]:
    """Who is on turn, his hand after the draw, and such a move."""
    while True:
        person = club.on_turn()
        hand = (await draw_from_stock(person)).message
        await club.until_sent()
        if found := next((move for move in offered_moves(hand) if move.startswith(kind)), None):
            return person, hand, found
        await play_turn(club)
        if club.table().phase == "pause":
            await asyncio.gather(*(press_ready(club[name]) for name in NAMES))
            await club.until_sent()


async def check_the_same(club: Club, person: Witness, answer: Json) -> None:
    """His direct message shows what he was answered."""
    await club.until_sent()
    assert said(person.dms[-1]) == said(answer)
    assert offered_moves(person.dms[-1]) == offered_moves(answer)


async def test_a_swap_that_is_typed_is_in_the_direct_message(club: Club, bot: app.Bot) -> None:
    await begin(club)
    person, _, swap = await until_offered(club, "swap")
    before = said(person.dms[-1])
    answer = (await Player(club, person, "slash").type_move(swap)).message
    await check_the_same(club, person, answer)
    assert said(person.dms[-1]) != before


@pytest.mark.parametrize("pressed", [False, True])
async def test_what_is_taken_back_elsewhere_is_back_in_the_direct_message(club: Club, bot: app.Bot, pressed: bool) -> None:
    await begin(club)
    person, hand, meld = await until_offered(club, "meld")
    player = Player(club, person, "dm")
    await player.press_move(hand, meld)
    await club.until_sent()
    before = said(person.dms[-1])
    if pressed:
        message = newest_with(person.messages("rummy"), "hand")
        assert message is not None
        answer = (await player.press_move((await person.press(message, "My hand")).message, "take back")).message
    else:
        answer = (await player.type_move("take back")).message
    await check_the_same(club, person, answer)
    assert said(person.dms[-1]) != before
