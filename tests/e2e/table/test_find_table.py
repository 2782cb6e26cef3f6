"""The table that a command means: the one with the number, the channel's, or the person's only one; and its visibility."""

import pytest

from bot import app
from bot.rummy.events import CardDiscarded
from tests.e2e.support.club import Club
from tests.e2e.support.hand_controls import offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.quick_matches import settle
from tests.e2e.support.tables import open_table, start_match
from tests.people import said


async def play_now(club: Club, name: str, *, in_: str = "rummy") -> None:
    """Start a match of this person alone."""
    assert offered_moves((await club[name].slash("play", computers=1, in_=in_)).message)


async def test_a_table_in_an_invisible_channel_does_not_exist_for_that_person(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    assert "table 1" in said((await club["Finn"].slash("table show", in_="lounge", table=1)).message)
    reply = await club["Cleo"].slash("table show", in_="dm", table=1)
    assert "There's no table 1" in said(reply.message)


async def test_a_table_with_a_thread_is_refused_inside_a_thread(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", thread=True)
    thread = next(channel for channel in club["Finn"]._channels.values() if channel["type"] == 11)
    before = club.event_count()
    reply = await club["Ann"].slash("table new", in_=thread["id"], thread=True)
    assert "thread" in said(reply.message).lower()
    assert reply.message["flags"] & 64
    assert club.event_count() == before


async def test_a_hand_that_discord_refuses_is_given_up_and_the_turn_is_still_posted(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann", "Bob")
    await club.add_fault("POST", f"^/channels/{club['Ann'].channel_id('dm')}/messages", times=1, status=400)
    await club["Ann"].press(club["Ann"].messages("rummy")[0], "Start")
    await club.until_sent()
    surfaces = club.surfaces()
    assert sum(key.startswith("hand") and message is None for key, (_, message) in surfaces.items()) == 1
    assert any(key.startswith("round") for key in surfaces), "the message of the turn is posted"


@pytest.mark.journey
async def test_a_move_is_played_where_it_is_ones_turn_and_a_hand_is_that_of_the_channel(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", thread=True)
    await club["Ann"].press(lobby, "Start")
    await settle(club, bot, 1)
    while club.on_turn(1) is not club["Ann"]:
        await Player(club, club["Bob"], "dm", table=1).take_turn()
        await settle(club, bot, 1)
    bob, shared = club["Bob"], len(club.moves(1))
    thread = next(channel["id"] for channel in bob._channels.values() if channel["type"] == 11)
    await play_now(club, "Bob")
    for in_, number in (("rummy", 1), (thread, 1), ("lounge", 2), ("dm", 2)):
        assert f"Rami, table {number}" in said((await bob.slash("hand", in_=in_)).message), in_
    assert "Wait for yours." in said((await bob.slash("draw", in_=thread, **{"from": "stock"})).message)
    assert "you drew" in said((await bob.slash("draw", in_="rummy", **{"from": "stock"})).message)
    choices = await bob.autocomplete("discard", "card", in_="rummy")
    assert choices
    await bob.slash("discard", in_="rummy", card=choices[0]["value"])
    assert len(club.moves(1)) == shared
    assert any(isinstance(event, CardDiscarded) for event in club.events(2))
