"""A lobby, from /table new to the first card."""

import asyncio
import json
from typing import cast

import pytest
from msgspec.structs import replace

from bot import app
from bot.messages.table.channel.story_pages import LOBBY
from bot.rummy.variant import Variant
from bot.tables.events import LobbyClosed
from tests.e2e.support.checks import check_dms, check_posted_once
from tests.e2e.support.club import Club, open_club, until
from tests.e2e.support.commands import forged_reply
from tests.e2e.support.hand_controls import newest_with, table_number
from tests.e2e.support.tables import cancel_table, open_table, play_match, play_turn, start_match
from tests.people import find, labels, parts, said


async def test_a_lobby_shows_the_game_its_players_and_its_buttons(club: Club, bot: app.Bot) -> None:
    reply = await club["Ann"].slash("table new", variant="ramino", target=80)
    assert reply.outcome == "message"
    assert not reply.message["flags"] & 64, "the lobby is public"
    text = said(reply.message)
    assert all(fact in text for fact in ("Ramino", "80", "Ann", "Waiting for 1 more player"))
    assert [label.split(",")[0] for label in labels(reply.message)] == [
        *("Start", "Join", "✓ 80 points", "One deal", "Short", "Full"),
        *("House rules", "Clock", "✓ Own thread", "Show each draw", "Leave", "Cancel the table"),
    ]
    await club["Bob"].press(reply.message, "Join")
    await club["Cleo"].until(lambda: "Bob" in said(club["Cleo"].now(reply.message)))


async def test_only_the_host_can_start_or_cancel_and_leaving_passes_the_role_on(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", "Cleo")
    for button in ("Start", "Cancel the table", "Show each draw"):
        before = club.event_count()
        reply = await club["Bob"].press(lobby, button)
        assert reply.message["flags"] & 64
        assert "Ann" in said(reply.message)
        assert club.event_count() == before
    await club["Ann"].press(lobby, "Leave")
    await club.until_sent()
    assert (await club["Bob"].press(lobby, "Start")).outcome == "deferred_update"


async def test_a_join_after_leaving_is_refused_if_the_table_is_full_meanwhile(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", variant="wrotham")
    await club["Bob"].press(lobby, "Join")
    await club["Bob"].press(lobby, "Leave")
    await club["Cleo"].press(lobby, "Join")
    refused = await forged_reply(club, "Bob", lobby, find(lobby, "Join")["custom_id"])
    assert "All 2 seats are taken." in said(refused.message)


async def test_a_lobby_closes_when_the_host_cancels_or_the_last_player_leaves(club: Club, bot: app.Bot) -> None:
    first = await open_table(club, "Bob", "Cleo")
    await cancel_table(club, "Bob", first)
    await club.until_sent()
    second = await open_table(club, "Bob")
    await club["Bob"].press(second, "Leave")
    await club.until_sent(2)
    for message in (first, second):
        await club["Dan"].until(lambda message=message: not labels(club["Dan"].now(message)))
    assert [type(club.events(number)[-1]) for number in (1, 2)] == [LobbyClosed, LobbyClosed]


async def test_a_started_lobby_has_no_buttons_but_a_link_to_the_match(club: Club, bot: app.Bot) -> None:
    lobby = await start_match(club, "Ann", "Bob")
    frozen = club["Cleo"].now(lobby)
    links = [it["url"] for it in parts(frozen["components"]) if it.get("url")]
    first = club.surfaces()["deal 1"]
    assert links == [f"https://discord.com/channels/{frozen.get('guild_id') or club.table().server}/{first[0]}/{first[1]}"]
    assert not labels(frozen, enabled=True)


async def test_a_lobby_that_nobody_starts_is_closed_at_its_deadline(tmp_path_factory: pytest.TempPathFactory) -> None:
    about = {"lobby_hours": 0.6 / 3600}
    async with open_club(tmp_path_factory.mktemp("club"), "Ann", "Bob", **about) as club, club.bot():
        lobby = await open_table(club, "Ann", "Bob")
        await club["Bob"].until(lambda: not labels(club["Bob"].now(lobby)))
        assert club.events()[-1] == LobbyClosed("nobody_started")


async def test_a_lobby_that_nobody_starts_is_closed_also_after_a_restart(club: Club) -> None:
    async with club.bot():
        lobby = await open_table(club, "Ann", "Bob")
    opened, due = club.query('SELECT opened, due FROM tables JOIN deadlines ON number = deadlines."table"')[0]
    assert abs(due - opened - 24 * 3_600_000) < 60_000
    club.write_database("UPDATE deadlines SET due = due - 24 * 3600000")
    async with club.bot():
        await club["Bob"].until(lambda: not labels(club["Bob"].now(lobby)))
        assert club.events()[-1] == LobbyClosed("nobody_started")


@pytest.mark.usefixtures("short_deals")
async def test_one_person_can_play_at_two_tables_in_one_channel(club: Club, bot: app.Bot) -> None:
    first = await start_match(club, "Ann", "Bob", deals=1)
    second = await start_match(club, "Ann", "Cleo", deals=1)
    assert (table_number(first), table_number(second)) == (None, None) or first["id"] != second["id"]
    reply = await club["Ann"].slash("hand")
    assert all(number in said(reply.message) for number in ("1", "2")), "the answer asks which table"
    for number in (1, 2):
        shown = await club["Ann"].slash("hand", table=number)
        assert f"table {number}" in said(shown.message)
    assert not (await club["Bob"].slash("hand")).message["content"], "Bob has one table only"
    choices = await club["Ann"].autocomplete("hand", "table")
    assert [choice["value"] for choice in choices] == [1, 2]
    await asyncio.gather(
        play_match(club, {"Ann": "dm", "Bob": "dm"}, table=1), play_match(club, {"Ann": "dm", "Cleo": "dm"}, table=2)
    )
    check_dms(club, "Ann", "Bob", "Cleo")


@pytest.mark.usefixtures("short_deals")
async def test_a_table_can_be_played_in_its_own_thread(club: Club, bot: app.Bot) -> None:
    lobby = await start_match(club, "Ann", "Bob", thread=True, deals=1)
    thread = lobby["id"]
    await club["Ann"].until(lambda: club["Ann"].sees(thread) and newest_with(club["Ann"].messages(thread), "hand"))
    assert len([m for m in club["Ann"].messages("rummy") if m["type"] in (0, 20)]) == 1, "the channel has only the lobby so far"
    shown = await club["Bob"].slash("hand", in_=thread)
    assert "Rami" in said(shown.message)
    await play_match(club, {"Ann": "dm", "Bob": "hand"}, place=thread)
    check_posted_once(club, places=("rummy", thread))


async def test_a_match_is_played_in_the_channel_if_its_thread_cannot_be_created(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", thread=True, deals=1)
    await club.control("channels/rummy/permissions", {"deny": ["create_public_threads"]})
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    for _ in range(3):
        await play_turn(club)
    tried = [entry for entry in await club.requests() if entry["path"].endswith("/threads")]
    assert len(tried) == 1
    assert newest_with(club["Bob"].messages("rummy"), "hand")


async def test_a_table_of_six_can_start_and_play(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
    assert "Finn" in json.dumps(club["Ann"].now(lobby))
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    await play_two_turns(club)


async def test_joining_a_full_table_is_refused_with_the_number_of_seats(club: Club, bot: app.Bot) -> None:
    small = replace(bot.services.variants.presets["rami"], players=(2, 3))
    cast("dict[str, Variant]", bot.services.variants.presets)["rami"] = small
    lobby = await open_table(club, "Ann", "Bob", "Cleo")
    assert "Every seat is taken." in said(club["Dan"].now(lobby))
    before = club.event_count()
    join = find(club["Dan"].now(lobby), "Join")
    assert join["disabled"]
    reply = await club["Dan"].slash("table join")
    assert said(reply.message) == "All 3 seats are taken. Open another table with `/play`."
    assert reply.message["flags"] & 64
    assert club.event_count() == before
    await club["Bob"].press(lobby, "Leave")
    assert "Dan" in said((await club["Dan"].press(lobby, "Join")).message)


async def test_joining_a_match_that_has_just_started_is_refused(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", deals=1)
    await club.add_fault("PATCH", "/channels/", delay=1.0, times=0)  # keeps the buttons of the lobby
    await club["Ann"].press(lobby, "Start")
    await until(lambda: club.table().phase == "deal")
    before = club.event_count()
    reply = await club["Cleo"].press(lobby, "Join")
    assert said(reply.message) == "The match at this table has already started. `/table show` shows it."
    assert reply.message["flags"] & 64
    assert club.event_count() == before
    await club.clear_faults()
    await club.until_sent()
    await play_turn(club)


async def play_two_turns(club: Club) -> None:
    for _ in range(2):
        await play_turn(club)
    check_posted_once(club)
    check_dms(club, "Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")


async def test_a_press_that_comes_too_late_for_a_closed_table_leaves_nothing_in_memory(club: Club, bot: app.Bot) -> None:
    """The press was checked while the table was open, and asks for its promise when everything is shown."""
    lobby = await open_table(club, "Ann", "Bob")
    await cancel_table(club, "Ann", lobby)
    courier = bot.services.courier
    await courier.flush()
    await until(lambda: not courier._deliveries)
    promised = await courier.promise_press(1, LOBBY, int(lobby["id"]))
    assert promised is not None, "it is the lobby's message"
    promised.withdraw()
    (await courier.promise_edit(1, LOBBY)).withdraw()
    assert not courier._deliveries
    assert courier.behind == 0
