"""What is typed: a whole match by commands alone, moves that update the hand elsewhere, and refusals that change nothing."""

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
    stack_deck,
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
    lobby = await open_table(club, *NAMES, deals=1)
    for rule, answer in (("jokers", "2"), ("wild_swap", "on_turn"), ("melds_per_turn", "unlimited"), ("hand_size", "10")):
        await club["Ann"].slash("table rule", rule=rule, answer=answer)
    await club.until_sent()
    await club["Bob"].press(club["Bob"].now(lobby), "Agree")
    await club["Ann"].press(club["Ann"].now(lobby), "Start")
    await club.until_sent()


async def check_same_hand(bot: app.Bot, person: Witness, answer: Json, before: str) -> None:
    """Check that the person's direct message has changed and shows the same hand as this answer."""
    await bot.services.courier.flush()
    await person.until(lambda: said(person.dms[-1]) == said(answer))
    assert said(person.dms[-1]) == said(answer) != before
    assert offered_moves(person.dms[-1]) == offered_moves(answer)


async def test_moves_outside_the_direct_message_update_it(club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = ("5S 6S 7S 2H 3H 4H JK1 KC QD 9C", "2S 3D 4C 6C 8H 10H QS KD 9H 7C")
    stack_deck(monkeypatch, *hands, upcard="AD", stock="8C JC")
    await start_match_with_many_melds(club)
    person = club.on_turn()
    pressing, typing = Player(club, person, "dm"), Player(club, person, "slash")
    await draw_from_stock(person)
    for is_pressed in (True, False):
        await bot.services.courier.flush()
        await typing.type_move("meld 5S 6S 7S")
        await bot.services.courier.flush()
        before = said(person.dms[-1])
        if is_pressed:
            shown = await person.press(newest_with(person.messages("rummy"), "hand"), "My hand")
            answer = await pressing.press_move(shown.message, "take back")
        else:
            answer = await typing.type_move("take back")
        await check_same_hand(bot, person, answer.message, before)
    for move in ("meld 2H JK1=3H 4H", "swap 3H 1"):
        before = said(person.dms[-1])
        await check_same_hand(bot, person, (await typing.type_move(move)).message, before)
