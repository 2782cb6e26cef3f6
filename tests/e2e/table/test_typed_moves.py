"""Moves that are typed, or made in **My hand**, which must update the hand in the direct messages too."""

import asyncio

import pytest

from bot import app
from tests.e2e.support.club import Club, Witness
from tests.e2e.support.hand_controls import newest_with, offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.tables import draw_from_stock, open_table, play_turn, press_ready
from tests.people import Json, said

NAMES = ("Ann", "Bob")


async def start_match_with_many_melds(club: Club) -> None:
    """Start a match whose house rules allow many melds and joker swaps."""
    lobby = await open_table(club, *NAMES, deals=50)
    for rule, answer in (("jokers", "6"), ("wild_swap", "on_turn"), ("melds_per_turn", "unlimited"), ("hand_size", "14")):
        await club["Ann"].slash("table rule", rule=rule, answer=answer)
    await club.until_sent()
    await club["Bob"].press(club["Bob"].now(lobby), "Agree")
    await club["Ann"].press(club["Ann"].now(lobby), "Start")
    await club.until_sent()


async def play_until_offered(club: Club, kind: str) -> tuple[Witness, Json, str]:
    """Play until a move of this kind is offered, and return the player, their hand after the draw, and the move."""
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


async def check_same_hand(club: Club, person: Witness, answer: Json) -> None:
    """Check that the person's direct message shows the same hand as this answer."""
    await club.until_sent()
    assert said(person.dms[-1]) == said(answer)
    assert offered_moves(person.dms[-1]) == offered_moves(answer)


async def test_a_typed_swap_updates_the_direct_message(club: Club, bot: app.Bot) -> None:
    await start_match_with_many_melds(club)
    person, _, swap = await play_until_offered(club, "swap")
    before = said(person.dms[-1])
    answer = (await Player(club, person, "slash").type_move(swap)).message
    await check_same_hand(club, person, answer)
    assert said(person.dms[-1]) != before


@pytest.mark.parametrize("pressed", [False, True])
async def test_taking_back_outside_the_direct_message_updates_it(club: Club, bot: app.Bot, pressed: bool) -> None:
    await start_match_with_many_melds(club)
    person, hand, meld = await play_until_offered(club, "meld")
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
    await check_same_hand(club, person, answer)
    assert said(person.dms[-1]) != before
