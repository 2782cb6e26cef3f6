"""A whole match by commands alone: `/table join · agree · start · ready`; and where commands are offered."""

from collections.abc import Iterator

import pytest

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.commands import IN_DMS, ONLY_IN_SERVERS, options_for
from tests.e2e.support.players import Player
from tests.e2e.support.tables import cancel_table, open_table
from tests.people import Json, NotOffered, Person, said


async def text(person: Person, command: str, **options: object) -> str:
    return said((await person.slash(command, **options)).message)


@pytest.mark.usefixtures("short_deals")
async def test_a_match_is_played_by_commands_alone(club: Club, bot: app.Bot) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await ann.slash("table new", deals=2, thread=False)
    assert "Bob" in await text(bob, "table join")
    assert "Bob" in await text(ann, "table show"), "the lobby knows Bob"
    await ann.slash("table rule", rule="jokers", answer="2")
    assert "Agree" in await text(ann, "table start"), "Bob hasn't agreed yet"
    assert club.table().match is None
    assert "Agree" not in await text(bob, "table agree")
    await text(ann, "table start")
    await club.until_sent()
    lobby = next(message for message in ann.messages("rummy") if not message["flags"] & 64)
    assert "The match has started" in said(ann.now(lobby)), "everyone sees it in the lobby's message"
    players = {name: Player(club, club[name], "slash") for name in ("Ann", "Bob")}
    for deal in (1, 2):
        while club.table().phase == "deal":
            await players[club.on_turn().name].take_turn()
        if deal == 1:
            assert club.table().phase == "pause"
            reply = await bob.slash("table ready")
            assert reply.outcome == "message", reply
            assert reply.message["flags"] & 64
            assert "already marked as ready" in await text(bob, "table ready")
            await text(ann, "table ready")
            assert club.table().phase == "deal", "nobody waits for the end of the pause"
    assert club.table().phase == "over"


@pytest.mark.parametrize("deal_pause", [60])
async def test_a_typed_request_is_refused_for_the_same_reasons_as_a_press(club: Club, bot: app.Bot, deal_pause: int) -> None:
    ann, bob, cleo = club["Ann"], club["Bob"], club["Cleo"]
    assert "not at a table" in await text(bob, "table join")
    assert "not at a table" in await text(bob, "table start")
    await ann.slash("table new", deals=1, thread=False)
    assert "already at this table" in await text(ann, "table join")
    assert "least 2" in await text(ann, "table start")
    assert "You're not at this table." in await text(bob, "table agree")
    assert "already agreed to everything" in await text(ann, "table agree")
    await bob.slash("table join")
    assert "Only the host" in await text(bob, "table start")
    assert "pause between two deals" in await text(bob, "table ready") or "hasn't started" in await text(bob, "table ready")
    await ann.slash("table start")
    assert "has already started" in await text(cleo, "table join", table=1)


async def test_a_typed_start_answers_with_the_thread_of_the_match(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", thread=True, deals=1)
    await club.add_fault("POST", "/threads$", delay=0.5)
    reply = await club["Ann"].slash("table start")
    shown = said(reply.message)
    assert f"<#{lobby['id']}>" in shown, shown
    assert f"<#{club['Ann'].channel_id('rummy')}>" not in shown


async def test_a_typed_start_answers_also_if_the_thread_cannot_be_created(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann", "Bob", thread=True, deals=1)
    await club.add_fault("POST", "/threads$", status=403, code=50013, times=0)
    reply = await club["Ann"].slash("table start")
    assert f"<#{club['Ann'].channel_id('rummy')}>" in said(reply.message)


async def test_a_table_that_was_cancelled_is_not_said_to_have_had_a_match(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann", "Bob")
    await cancel_table(club, "Ann", table=1)
    for command in ("start", "join", "agree", "rule"):
        options = {"rule": "match_target", "answer": "80"} if command == "rule" else {}
        reply = await club["Ann"].slash(f"table {command}", table=1, **options)
        assert "This table was closed before its match started. Open another one with `/play`." in said(reply.message), command


async def test_joining_without_a_number_means_the_lobby_that_one_has_not_joined(club: Club, bot: app.Bot) -> None:
    await club["Ann"].slash("table new")
    await club["Bob"].slash("table new")
    assert "table 2" in await text(club["Ann"], "table join")
    assert club.table(2).people == tuple(club.person_number(name) for name in ("Bob", "Ann"))
    which = await text(club["Cleo"], "table join")
    assert "1" in which
    assert "2" in which
    assert "table 1" in await text(club["Cleo"], "table join", table=1)


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
