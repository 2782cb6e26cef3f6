"""Messages that people delete, and the messages that the bot remembers during a long match."""

import asyncio

import pytest

from bot import app
from bot.discord import error_boundary
from bot.tables.table import Phase
from tests.e2e.support.checks import check_no_error
from tests.e2e.support.club import Club, until
from tests.e2e.support.hand_controls import discard_button, offered_moves
from tests.e2e.support.league_messages import delete_message
from tests.e2e.support.tables import newest_page, open_table, play_turn, start_match
from tests.people import said


async def test_a_message_that_is_deleted_twice_is_posted_again_once(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    opened = newest_page(club)
    key = next(key for key, (_, message) in club.surfaces().items() if message == opened["id"])
    await delete_message(club, opened)
    posted = len(club["Finn"].messages("rummy"))
    await play_turn(club)
    again = await club["Finn"].until(lambda: next(iter(club["Finn"].messages("rummy")[posted:]), None))
    assert club.surfaces()[key][1] == again["id"] != opened["id"]
    await delete_message(club, again)
    await play_turn(club)
    await club.until_sent()
    assert club.surfaces()[key][1] is None
    assert len(club["Finn"].messages("rummy")) == posted, "it is not posted a third time"
    for _ in range(2):
        await play_turn(club)
    await club["Finn"].until(lambda: club.on_turn().name in said(newest_page(club)))
    assert len(club["Finn"].messages("rummy")) == posted + 1, "the next round has a message of its own"


@pytest.mark.parametrize("deferred", [False, True], ids=["at_once", "deferred"])
async def test_a_press_on_a_hand_that_is_deleted_meanwhile_brings_a_new_hand(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch, *, deferred: bool
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    if deferred:
        monkeypatch.setattr(error_boundary, "_DEFER_AFTER", 0)
    person = club.on_turn()
    for what in ("draw", "discard"):
        hand = next(message for message in reversed(person.dms) if offered_moves(message))
        await club.add_fault(*(("PATCH", "/webhooks/") if deferred else ("POST", "/callback$")), delay=0.3)
        button = "Draw from the stock" if what == "draw" else discard_button(hand)
        pressing = asyncio.create_task(person.press(hand, button))
        await asyncio.sleep(0.15)
        await club.control("forget", {"channel_id": hand["channel_id"], "message_id": hand["id"]})
        assert (await pressing).outcome == ("deferred_update" if deferred else "message")
        await until(lambda: bot.boundary.under_way == 0)
        await club.until_sent()
        assert hand["id"] != person.dms[-1]["id"], "there is a new one"
    assert club.on_turn() is not person
    monkeypatch.undo()
    for _ in range(3):
        await play_turn(club)
    assert len([message for message in person.dms if "Your turn" in said(message)]) == 1, "one hand is kept up to date"
    check_no_error(club)


async def test_a_press_under_a_deleted_lobby_posts_the_lobby_again(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann")
    await club.add_fault("POST", "/callback$", delay=0.3)
    joining = asyncio.create_task(club["Bob"].press(lobby, "Join"))
    await asyncio.sleep(0.1)
    await delete_message(club, lobby)
    answered = await joining
    assert answered.outcome == "message"
    await club.until_sent()
    again = newest_page(club)
    assert again["id"] == answered.message["id"]
    await club["Ann"].press(again, "Start")
    await club.until_sent()
    assert club.table().phase == Phase.DEAL


async def test_the_bot_remembers_few_messages_during_a_long_match(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=3)
    remembered = []
    for _ in range(20):
        await until(lambda: club.table().person_to_act() is not None)  # the next deal begins after a pause
        await play_turn(club)
        messages = bot.services.courier._deliveries[1]._messages
        assert messages is not None
        remembered.append(len(messages.posted.stored.surfaces))
    assert len(club.surfaces()) > 8
    assert max(remembered) <= 6, "the lobby, the place, the first deal, a round and two hands"
