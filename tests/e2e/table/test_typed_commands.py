"""What is typed: a whole match by commands alone, moves that update the hand elsewhere, and refusals that change nothing."""

import asyncio
from collections.abc import Iterator

import pytest

from bot import app
from tests.e2e.support.club import Club, Witness
from tests.e2e.support.commands import IN_DMS, ONLY_IN_SERVERS, check_refused, check_refused_in_dm, options_for
from tests.e2e.support.hand_controls import newest_with, offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.tables import (
    draw_from_stock,
    open_table,
    play_turn,
    press_ready,
    start_match,
)
from tests.people import Json, NotOffered, said


async def test_direct_messages_refuse_commands_that_need_a_server_and_accept_moves(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person = club.on_turn()
    await check_refused(club, person, "table new", in_="dm")
    await check_refused_in_dm(club, person, "leaderboard")
    reply = await person.slash("draw", in_="dm", **{"from": "stock"})
    assert any(move.startswith("discard") for move in offered_moves(reply.message))
    card = next(move.split()[1] for move in offered_moves(reply.message) if move.startswith("discard"))
    await person.slash("discard", in_="dm", card=card)
    await club.until_sent()
    assert club.on_turn() is not person


async def test_opening_a_table_names_the_permission_that_the_bot_lacks(club: Club, bot: app.Bot) -> None:
    await club.control("channels/rummy/permissions", {"deny": ["send_messages"]})
    await check_refused(club, club["Ann"], "table new", "Send Messages")
    await club.control("channels/rummy/permissions", {"deny": ["create_public_threads"]})
    await check_refused(club, club["Ann"], "table new", "Create Public Threads", thread=True)
    reply = await club["Ann"].slash("table new")
    assert not reply.message["flags"] & 64


@pytest.mark.parametrize("fault", [{"delay": 0.5}, {"status": 403, "code": 50013, "times": 0}], ids=["slow", "refused"])
async def test_a_typed_start_answers_with_the_place_of_the_match(club: Club, bot: app.Bot, fault: dict[str, object]) -> None:
    lobby = await open_table(club, "Ann", "Bob", thread=True, deals=1)
    await club.add_fault("POST", "/threads$", **fault)
    shown = said((await club["Ann"].slash("table start")).message)
    places = (lobby["id"], club["Ann"].channel_id("rummy"))
    assert [f"<#{place}>" in shown for place in places] == ([True, False] if "delay" in fault else [False, True]), shown


async def test_commands_that_need_a_server_are_not_offered_in_direct_messages(club: Club, bot: app.Bot) -> None:
    offered = set()
    for command, stated in (IN_DMS | ONLY_IN_SERVERS).items():
        options = options_for(club["Finn"], stated)
        try:
            reply = await club["Finn"].slash(command, in_="dm", **options)
        except NotOffered:
            continue
        offered.add(command)
        assert "only in a server" not in said(reply.message), command
        assert (await club["Finn"].slash(command, in_="rummy", **options)).outcome != "failed"
    assert offered == IN_DMS.keys()
    assert "only in a server" in said((await club["Finn"].slash("table new", in_="dm")).message), (
        "a part of /table can't be hidden"
    )


def leaves_of(command: Json, name: str) -> Iterator[str]:
    """Yield the names of the commands under this one that a person can use, or its own."""
    parts = [option for option in command.get("options", ()) if option["type"] in (1, 2)]
    if not parts:
        yield name
    for part in parts:
        yield from leaves_of(part, f"{name} {part['name']}")


async def test_all_commands_are_known_to_the_test_of_direct_messages() -> None:
    leaves = set()
    for command in await app.our_commands():
        leaves |= set(leaves_of(command, command["name"]))
        assert command["integration_types"] == [0], "the bot is installed in servers, not by people"
    assert leaves == IN_DMS.keys() | ONLY_IN_SERVERS.keys() | {"table new"}


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
        answer = (await player.press_move((await person.press(message, "My hand")).message, "take back")).message
    else:
        answer = (await player.type_move("take back")).message
    await check_same_hand(club, person, answer)
    assert said(person.dms[-1]) != before
