"""The table that a command means: the one with the number, the channel's, or the person's only one; and its visibility."""

import pytest

from bot import app
from bot.interactions import routes
from bot.rummy.events import CardDiscarded
from tests.e2e.support.club import Club
from tests.e2e.support.commands import forged_reply
from tests.e2e.support.hand_controls import offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.quick_matches import play_to_pause, settle, start
from tests.e2e.support.tables import open_table, start_match
from tests.people import find, labels, said


async def test_a_command_means_the_channels_table_before_ones_own_table_elsewhere(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Bob", "Cleo", in_="rummy")
    await open_table(club, "Ann", "Dan", in_="lounge")
    assert "table 1" in said((await club["Ann"].slash("table show", in_="rummy")).message)
    asked = await club["Ann"].slash("table cancel", in_="rummy")
    assert "table 1" in said(asked.message), (
        "Ann has Manage Server, and is asked whether to break off the match in this channel"
    )
    assert club.table(2).phase == "lobby", "her own table in another channel is unchanged"
    assert "table 2" in said((await club["Ann"].slash("hand", in_="lounge")).message)
    assert "table 2" in said((await club["Dan"].slash("table leave", in_="dm")).message), "Dan's only table"


async def play_now(club: Club, name: str, *, in_: str = "rummy") -> None:
    """Start a match of this person alone."""
    assert offered_moves((await club[name].slash("play", computers=1, in_=in_)).message)


async def test_every_command_means_the_channels_table_before_ones_own_match_against_computers(club: Club) -> None:
    club.deal_pause = 60
    async with club.bot() as bot:
        await play_now(club, "Ann")
        alone = club.events(1)
        await start(club, bot, "Ann", "Bob", computer=True)
        await settle(club, bot, 2)
        while club.on_turn(2) is not club["Ann"]:
            await Player(club, club["Bob"], "dm", table=2).take_turn()
            await settle(club, bot, 2)

        async def told(command: str, **options: object) -> str:
            return said((await club["Ann"].slash(command, **options)).message)

        for command in ("hand", "table show", "table leave", "table cancel"):
            assert "Rami, table 2" in await told(command), command
        turn = club.table(2).current_turn
        assert "you drew" in await told("draw", **{"from": "stock"})
        for command in ("meld", "layoff"):
            assert await told(command, cards="2H 5C 9S"), "refused, or played at that table"
        match = club.table(2).match
        held = match.deal.hands[match.deal.turn.seat]
        for card in held:
            if club.table(2).current_turn == turn:
                await told("discard", card=card)
        assert club.table(2).current_turn != turn, "the turn is over"
        assert "You're playing this match" in await told("table remove", person=club["Bob"].id)
        await play_now(club, "Cleo")
        await settle(club, bot, 2)
        await play_to_pause(club, bot, 2)
        await told("table ready")
        assert club.table(2).ready_people == {club.person_number("Ann")}
        taken = said((await club["Cleo"].slash("table seat")).message)
        assert "The seat is yours from now on." in taken
        assert club.person_number("Cleo") in club.table(2).seated_people()
        shown = (await club["Ann"].slash("table show")).message
        asked = (await club["Ann"].press(shown, "End the match")).message
        await club["Ann"].press(asked, "Yes, end the match")
        assert club.table(2).end_requests == {club.person_number("Ann")}
        assert club.events(1) == alone, "Ann's own match is as it was"


async def test_in_direct_messages_a_command_means_the_match_where_it_is_ones_turn_and_otherwise_asks(
    club: Club, bot: app.Bot
) -> None:
    await start_match(club, "Ann", "Bob", "Cleo")
    await play_now(club, "Ann", in_="dm")
    await play_now(club, "Bob", in_="rummy")
    for command in ("hand", "table show"):
        assert "Rami, table 2" in said((await club["Ann"].slash(command, in_="dm")).message)
        assert "Rami, table 1" in said((await club["Ann"].slash(command, in_="rummy")).message)
        shown = (await club["Bob"].slash(command, in_="dm")).message
        if club.on_turn(1) is club["Bob"]:
            assert labels(shown) == ["Rami, table 1", "Rami, table 3"]
        else:
            assert "Rami, table 3" in said(shown), "his turn"
        assert "Rami, table 1" in said((await club["Cleo"].slash(command, in_="dm")).message)
    ended = said((await club["Ann"].slash("table leave", in_="dm")).message)
    assert "End this match? You can't continue it later." in ended, "their own match, which nobody else plays"


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


async def at_two_turns(club: Club, bot: app.Bot) -> None:
    """Let it be Ann's turn at table 1, and start table 2, where she is alone."""
    await start_match(club, "Ann", "Bob")
    while club.on_turn(1) is not club["Ann"]:
        await Player(club, club.on_turn(1), "dm", table=1).take_turn()
        await settle(club, bot, 1)
    await play_now(club, "Ann")


async def test_at_two_tables_a_command_means_the_one_where_it_is_ones_turn(club: Club, bot: app.Bot) -> None:
    await at_two_turns(club, bot)
    await play_now(club, "Bob")
    shared = len(club.moves(1))
    assert "Rami, table 3" in said((await club["Bob"].slash("hand", in_="dm")).message)
    assert "you drew" in said((await club["Bob"].slash("draw", in_="dm", **{"from": "stock"})).message)
    assert len(club.moves(1)) == shared
    asked = said((await club["Bob"].slash("table leave", in_="dm")).message)
    assert "Which table?" in asked, "it can't be undone"
    await open_table(club, "Ann", in_="lounge")
    started = said((await club["Ann"].slash("table start", in_="dm")).message)
    assert "at least 2 players" in started, "the only one that hasn't started yet"


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


async def test_a_press_carries_out_the_command_at_that_table_as_it_was_given_and_only_once(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await at_two_turns(club, bot)
    ann, alone = club["Ann"], len(club.moves(2))
    prompt = (await ann.slash("draw", in_="dm", **{"from": "stock"})).message
    assert labels(prompt) == ["Rami, table 1", "Rami, table 2"]
    first, second = (find(prompt, label)["custom_id"] for label in labels(prompt))
    drawn = await ann.press(prompt, "Rami, table 1")
    assert drawn.outcome == "update", "the hand replaces the prompt"
    assert "you drew" in said(drawn.message)
    before = len(club.moves(1))
    assert (await forged_reply(club, "Ann", drawn.message, first)).outcome == "deferred_update", "a double press"
    monkeypatch.setattr(routes, "_REPEATED_WITHIN", -1)
    old = await forged_reply(club, "Ann", drawn.message, first)
    assert "has changed in the meantime" in said(old.message)
    assert len(club.moves(1)) == before
    assert len(club.moves(2)) == alone
    await forged_reply(club, "Ann", drawn.message, second)
    assert len(club.moves(2)) == alone + 1
