"""Which table a command means: the numbered one, the channel's, the only one where the person sits; and who may see it."""

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.tables import open_table, start_match
from tests.people import said


async def test_the_channel_s_table_is_meant_before_ones_own_elsewhere(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Bob", "Cleo", in_="rummy")
    await open_table(club, "Ann", "Dan", in_="lounge")
    assert "table 1" in said((await club["Ann"].slash("table show", in_="rummy")).message)
    asked = await club["Ann"].slash("table cancel", in_="rummy")
    assert "table 1" in said(asked.message), "she has Manage Server, and is asked before the match here is broken off"
    assert club.table(2).phase == "lobby", "her own table elsewhere was not meant"
    assert "table 2" in said((await club["Ann"].slash("hand", in_="lounge")).message)
    assert "table 2" in said((await club["Dan"].slash("table leave", in_="dm")).message), "his only one"


async def test_a_table_in_a_channel_that_somebody_does_not_see_is_not_there_for_him(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    assert "table 1" in said((await club["Finn"].slash("table show", in_="lounge", table=1)).message)
    reply = await club["Cleo"].slash("table show", in_="dm", table=1)
    assert "There is no table 1" in said(reply.message)


async def test_a_thread_is_refused_where_none_can_be_made(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", thread=True)
    thread = next(channel for channel in club["Finn"]._channels.values() if channel["type"] == 11)
    before = club.event_count()
    reply = await club["Ann"].slash("table new", in_=thread["id"], thread=True)
    assert "thread" in said(reply.message).lower()
    assert reply.message["flags"] & 64
    assert club.event_count() == before


async def test_what_discord_refuses_for_one_hand_holds_up_nobody_and_is_not_asked_again(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann", "Bob")
    await club.add_fault("POST", "^/channels/[0-9]+/messages", after=1, times=1, status=400)
    await club["Ann"].press(club["Ann"].messages("rummy")[0], "Start")
    await club.until_sent()
    surfaces = club.surfaces()
    assert sum(key.startswith("hand") and message is None for key, (_, message) in surfaces.items()) == 1
    assert any(key.startswith("turn") for key in surfaces), "the turn was opened all the same"
