"""The table that a command means: the one with the number, the channel's, or the person's only one; and its visibility."""

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.tables import open_table, start_match
from tests.people import said


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


async def test_a_table_in_an_invisible_channel_does_not_exist_for_that_person(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    assert "table 1" in said((await club["Finn"].slash("table show", in_="lounge", table=1)).message)
    reply = await club["Cleo"].slash("table show", in_="dm", table=1)
    assert "There is no table 1" in said(reply.message)


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
