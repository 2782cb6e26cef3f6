"""The table that a command means where a person is at several: that of the channel, or where it is their turn."""

import pytest

from bot import app
from bot.interactions import routes
from bot.tables.table import Phase
from tests.desk import Asker, Desk
from tests.e2e.support.hand_controls import offered_moves
from tests.interactions.table.lobbies import pass_turn, sit_down, start_match, table_of, until_turn_of
from tests.people import find, labels, said


async def play_now(desk: Desk, name: str, *, in_: str = "rummy") -> None:
    """Start a match of this person alone."""
    assert offered_moves((await desk[name].slash("play", computers=1, in_=in_)).message)


async def told(asker: Asker, command: str, *, in_: str = "rummy", **options: object) -> str:
    return said((await asker.slash(command, in_=in_, **options)).message)


async def draw(person: Asker, *, in_: str) -> str:
    return await told(person, "draw", in_=in_, **{"from": "stock"})


async def test_a_command_means_the_channels_table_before_ones_own_table_elsewhere(desk: Desk) -> None:
    ann, dan = desk["Ann"], desk["Dan"]
    await start_match(desk, "Bob", "Cleo")
    await ann.slash("table new", in_="lounge")
    await sit_down(desk, "Dan", 2)
    for command in ("table show", "table cancel"):
        assert "table 1" in await told(ann, command), "Ann has Manage Server, and is asked whether to break off the match"
    assert table_of(desk, 2).phase == Phase.LOBBY, "her own table in another channel is unchanged"
    assert "table 2" in await told(ann, "hand", in_="lounge")
    assert "table 2" in await told(dan, "table leave", in_="dm"), "Dan's only table"


async def test_every_command_means_the_channels_table_before_ones_own_match_against_computers(desk: Desk) -> None:
    ann, number = desk["Ann"], 1
    await start_match(desk, "Ann", "Bob")
    await until_turn_of(desk, "Ann")
    await play_now(desk, "Ann")
    alone, turn = table_of(desk, 2).version, table_of(desk).current_turn
    for command in ("hand", "table show", "table leave", "table cancel"):
        assert "Rami, table 1" in await told(ann, command), command
    assert "you drew" in await draw(ann, in_="rummy")
    for command in ("meld", "layoff"):
        assert await told(ann, command, cards="2H 5C 9S"), "refused, or played at that table"
    for card in table_of(desk).match.deal.hands[table_of(desk).match.deal.turn.seat]:
        if table_of(desk).current_turn == turn:
            await told(ann, "discard", card=card)
    assert table_of(desk).current_turn != turn, "the turn is over"
    assert "You're playing this match" in await told(ann, "table remove", person=desk["Bob"].id)
    shown = (await ann.slash("table show")).message
    await ann.press((await ann.press(shown, "End the match")).message, "Yes, end the match")
    assert len(table_of(desk).end_requests) == number
    while table_of(desk).phase == Phase.DEAL:
        await pass_turn(desk)
    await told(ann, "table ready")
    assert len(table_of(desk).ready_people) == number
    assert table_of(desk, 2).version == alone, "Ann's own match is as it was"


async def test_in_direct_messages_a_command_means_the_match_where_it_is_ones_turn_and_otherwise_asks(desk: Desk) -> None:
    ann, bob, cleo = desk["Ann"], desk["Bob"], desk["Cleo"]
    await start_match(desk, "Ann", "Bob", "Cleo")
    await until_turn_of(desk, "Cleo")
    await play_now(desk, "Ann", in_="dm")
    await play_now(desk, "Bob")
    for turn_of in ("Cleo", "Bob"):
        await until_turn_of(desk, turn_of)
        for command in ("hand", "table show"):
            assert "Rami, table 2" in await told(ann, command, in_="dm")
            assert "Rami, table 1" in await told(ann, command)
            shown = (await bob.slash(command, in_="dm")).message
            if turn_of == "Bob":
                assert labels(shown) == ["Rami, table 1", "Rami, table 3"]
            else:
                assert "Rami, table 3" in said(shown), "his turn"
            assert "Rami, table 1" in await told(cleo, command, in_="dm")
    ended = await told(ann, "table leave", in_="dm")
    assert "End this match? You can't continue it later." in ended, "their own match, which nobody else plays"


async def test_at_two_tables_a_command_means_the_one_where_it_is_ones_turn(desk: Desk) -> None:
    await start_match(desk, "Ann", "Bob")
    await until_turn_of(desk, "Ann")
    await play_now(desk, "Ann")
    await play_now(desk, "Bob")
    shared, bob = table_of(desk).version, desk["Bob"]
    assert "Rami, table 3" in await told(bob, "hand", in_="dm")
    assert "you drew" in await draw(bob, in_="dm")
    assert table_of(desk).version == shared
    assert "Which table?" in await told(bob, "table leave", in_="dm"), "it can't be undone"
    await desk["Ann"].slash("table new", in_="lounge")
    started = await told(desk["Ann"], "table start", in_="dm")
    assert "at least 2 players" in started, "the only one that hasn't started yet"


async def test_a_press_carries_out_the_command_at_that_table_as_it_was_given_and_only_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = app.now()
    monkeypatch.setattr(app, "now", lambda: at)  # the second press comes at once, however busy the machine is
    await start_match(desk, "Ann", "Bob")
    await until_turn_of(desk, "Ann")
    await play_now(desk, "Ann")
    ann = desk["Ann"]
    prompt = (await ann.slash("draw", in_="dm", **{"from": "stock"})).message
    assert labels(prompt) == ["Rami, table 1", "Rami, table 2"]
    first, second = ({"custom_id": find(prompt, label)["custom_id"]} for label in labels(prompt))
    drawn = await ann.press(prompt, "Rami, table 1")
    assert (drawn.outcome, drawn.message["id"]) == ("update", prompt["id"]), "the hand replaces the prompt"
    assert "you drew" in said(drawn.message)
    before, alone = table_of(desk).version, table_of(desk, 2).version
    assert "in the meantime" not in said((await ann.press(prompt, "Rami, table 1")).message), "a double press"
    monkeypatch.setattr(routes, "_REPEATED_WITHIN", -1)
    assert "has changed in the meantime" in said((await ann.forge(first)).message)
    assert (table_of(desk).version, table_of(desk, 2).version) == (before, alone)
    await ann.forge(second)
    assert table_of(desk, 2).version == alone + 1
