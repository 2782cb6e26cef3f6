"""The messages of the rounds in the channel: how many there are, when one is posted anew, and what a refused one leaves."""

import asyncio

import pytest

from bot import app
from bot.delivery import table_delivery
from bot.tables.time_requests import LEAST_LOST, GiveTimeBack
from tests.e2e.support.checks import check_only_newest_has_buttons
from tests.e2e.support.clocks import pass_turn
from tests.e2e.support.club import Club, until
from tests.e2e.support.tables import (
    break_off,
    draw_from_stock,
    legal_discards,
    newest_page,
    play_by_commands,
    play_turn,
    start_match,
    table_messages,
)
from tests.people import labels, said


@pytest.mark.parametrize("waits_before", ["draw", "discard"])
async def test_after_a_long_silence_the_round_is_posted_below_what_others_wrote(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch, waits_before: str
) -> None:
    await start_match(club, "Ann", "Bob")
    monkeypatch.setattr(table_delivery, "_OUT_OF_SIGHT", 1.0)
    old = newest_page(club)
    if waits_before == "discard":
        await draw_from_stock(club.on_turn())
    await asyncio.sleep(1.1)
    if waits_before == "discard":
        await club.on_turn().slash("discard", card=max(legal_discards(club)).removeprefix("discard "))
    else:
        await play_by_commands(club)
    await club.until_sent()
    monkeypatch.setattr(table_delivery, "_OUT_OF_SIGHT", 600.0)
    new = newest_page(club)
    assert int(new["id"]) > int(old["id"])
    assert said(new).count("discarded") == 1
    await until(lambda: old["id"] not in [message["id"] for message in club["Finn"].messages("rummy")])
    await play_turn(club)
    assert newest_page(club)["id"] == new["id"], "it is posted anew once"
    check_only_newest_has_buttons(club)


async def test_two_players_leave_a_message_for_every_four_turns(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    lobby_and_deal = 2
    for turns in range(9):
        assert len(table_messages(club, 1, "rummy")) == lobby_and_deal + 1 + turns // 4
        await pass_turn(club)


async def test_a_round_that_discord_refused_is_posted_with_the_next_move(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    for _ in range(3):
        await play_turn(club)
    old = newest_page(club)
    await club.control("channels/rummy/permissions", {"deny": ["send_messages"]})
    await play_turn(club)
    await bot.services.courier.flush()
    assert newest_page(club)["id"] == old["id"], "the new round was refused"
    await club.control("channels/rummy/permissions", {"deny": []})
    await play_turn(club)
    new = newest_page(club)
    assert new["id"] != old["id"]
    assert "My hand" in labels(new)
    assert said(new).count("discarded") == 1
    check_only_newest_has_buttons(club)


async def test_a_round_in_which_nothing_happened_leaves_no_message(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    for _ in range(3):
        await play_turn(club)
    await club.add_fault("POST", "/messages", delay=1.5, times=0)
    await play_by_commands(club)
    await break_off(club, "Ann")
    await club.clear_faults()
    await club.until_sent()
    assert "broken off" in said(newest_page(club))
    texts = [said(message) for message in table_messages(club, 1, "rummy")]
    assert not [text for text in texts if "'s turn" in text], "no round is left open"
    check_only_newest_has_buttons(club)


async def test_an_event_that_no_message_shows_is_stored_as_shown_whenever_it_comes(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    tables, now = bot.services.tables, bot.services.now()
    for milliseconds in range(46, 62):  # the cursor is stored 50 ms after an event: the second one comes while that is done
        for _ in range(2):
            now += 2 * LEAST_LOST
            await tables.change(1, None, GiveTimeBack(now - LEAST_LOST, now))
            await asyncio.sleep(milliseconds / 1000)
        await club.until_sent(timeout=10)
