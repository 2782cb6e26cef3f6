"""Access to a table by its number: in every command, autocomplete and press, for the people at it, members and strangers."""

import asyncio
import re
from typing import Any

import pytest

from bot import app
from bot.delivery import thread_members
from tests.e2e.support.club import Club
from tests.e2e.support.commands import TABLE_COMMANDS, options_for, post_buttons
from tests.e2e.support.tables import PLACES, make_place, open_table
from tests.people import Json, Person, said

NO_TABLE = "There's no table 1"
ANOTHER = "There's no table 2"
"""What a table that does not exist looks like."""
ACTIONS = ("join", "leave", "start", "cancel", "rules", "agree", "hand", "ready", "end", "forfeit", "break_off")
ACTIONS += ("remove", "yes_remove", "take_seat")
ACTIONS += ("close", "one_deal", "short", "full", "thread", "no_thread", "draws", "no_draws")
MOST_BUTTONS = 25
"""The buttons of one message."""
ACTIONS += ("add_easy", "add_normal", "remove_computer")


async def show(club: Club, name: str, in_: str = "lounge") -> str:
    """Return the text that a person gets for `/table show table:1`."""
    return said((await club[name].slash("table show", in_=in_, table=1)).message)


def thread_member_requests(requests: list[Json]) -> list[Json]:
    return [one for one in requests if one["route"].endswith("/thread-members/{user_id}") and one["method"] == "GET"]


@pytest.mark.journey
@pytest.mark.parametrize("kind", PLACES)
async def test_the_people_at_a_table_and_those_who_see_its_place_find_it_from_elsewhere(
    club: Club, bot: app.Bot, kind: str
) -> None:
    place = await make_place(club, kind)
    await open_table(club, "Bob", "Cleo", in_=place)
    for seated in ("Bob", "Cleo"):
        assert "table 1" in await show(club, seated), f"{seated} is at the table"
        assert "table 1" in await show(club, seated, in_="dm"), f"{seated} is at the table"
    assert "table 1" in await show(club, "Eve", in_=place), "Eve asks from the place of the table"
    assert "table 1" in await show(club, "Eve"), "Eve sees the place of the table"
    assert NO_TABLE in await show(club, "Eve", in_="dm"), "a direct message doesn't show what Eve sees in the server"
    assert (NO_TABLE in await show(club, "Finn")) == (kind != "open")
    assert NO_TABLE in await show(club, "Finn", in_="dm")


async def test_for_a_stranger_no_command_knows_the_table(club: Club, bot: app.Bot) -> None:
    place = await make_place(club, "private thread")
    await open_table(club, "Bob", "Cleo", in_=place)
    before = club.event_count()
    finn = club["Finn"]
    for command, stated in TABLE_COMMANDS.items():
        options = options_for(finn, stated)
        hidden = said((await finn.slash(command, in_="lounge", **options, table=1)).message)
        missing = said((await finn.slash(command, in_="lounge", **options, table=2)).message)
        assert hidden == missing.replace(ANOTHER, NO_TABLE), command
        assert NO_TABLE in hidden, command
    assert club.event_count() == before


BOOLEAN = 5


def test_all_commands_with_a_number_of_a_table_are_tested() -> None:
    found = set()

    def search(command: Json, name: str) -> None:
        for option in command.get("options", ()):
            if option["type"] in (1, 2):
                search(option, f"{name} {option['name']}")
            elif option["name"] == "table" and option["type"] != BOOLEAN:  # that of /daily shows a table of results
                found.add(name)

    for command in asyncio.run(app.our_commands()):
        search(command, command["name"])
    assert found == TABLE_COMMANDS.keys()


async def test_for_a_stranger_no_press_reaches_the_table(club: Club, bot: app.Bot) -> None:
    place = await make_place(club, "thread of a hidden channel")
    await open_table(club, "Bob", "Cleo", in_=place)
    custom_ids = [f"t:1:{action}" for action in ACTIONS] + ["t:1:0:join", "t:1:0:start", "m:1:0:draw stock"]
    before = club.event_count()
    for some in (custom_ids[MOST_BUTTONS:], custom_ids[:MOST_BUTTONS]):
        message = await post_buttons(club, "lounge", *some)
        for custom_id in some:
            reply = await club["Finn"].press(message, custom_id)
            assert NO_TABLE in said(reply.message), custom_id
            assert reply.message["flags"] & 64, custom_id
    assert club.event_count() == before
    assert NO_TABLE not in said((await club["Eve"].press(message, "t:1:rules")).message), "Eve sees the place of the table"


async def test_for_a_stranger_no_autocomplete_knows_the_table(club: Club, bot: app.Bot) -> None:
    place = await make_place(club, "hidden")
    await open_table(club, "Bob", "Cleo", in_=place, variant="rami", target=77)

    async def answers(person: Person, table: object) -> list[str]:
        choices = await person.autocomplete("table rule", "answer", in_="lounge", rule="match_target", table=table)
        return [choice["name"] for choice in choices]

    assert any("77" in one for one in await answers(club["Eve"], 1)), "Eve sees the place of the table"
    assert await answers(club["Finn"], 1) == await answers(club["Finn"], 2)
    for command, options in TABLE_COMMANDS.items():
        given = options_for(club["Finn"], options)
        offered = await club["Finn"].autocomplete(command, "table", 1, in_="lounge", **given)
        assert offered == [], command


async def test_a_number_that_no_table_can_have_finds_none_by_a_press(club: Club, bot: app.Bot) -> None:
    message = await post_buttons(club, "lounge", f"t:{2**63}:rules", "t:0:rules", f"m:{10**30}:0:draw stock")
    for row in message["components"]:
        for button in row["components"]:
            reply = await club["Finn"].press(message, button["custom_id"])
            assert re.search("There's no table|earlier version", said(reply.message)), button


async def test_after_its_thread_is_deleted_only_the_people_at_the_table_find_it(club: Club, bot: app.Bot) -> None:
    place = await make_place(club, "private thread")
    await open_table(club, "Bob", "Cleo", in_=place)
    assert "table 1" in await show(club, "Eve")
    await club.control(f"channels/{place}", method="DELETE")
    await club["Eve"].until(lambda: not club["Eve"].sees(place))
    assert NO_TABLE in await show(club, "Eve")
    assert NO_TABLE in await show(club, "Finn")
    assert "table 1" in await show(club, "Cleo")


async def test_a_private_thread_is_refused_until_the_bot_is_added(club: Club, bot: app.Bot) -> None:
    await club.control("channels/rummy/permissions", {"deny": ["manage_threads"]})
    place = await make_place(club, "private thread")
    refused = (await club["Bob"].slash("table new", in_=place)).message
    assert (said(refused), refused["flags"] & 64) == ("Add me to this thread first.", 64)
    await club.control(f"channels/{place}", {"members": ["Bob", "Cleo", "Ramino"]})
    await open_table(club, "Bob", "Cleo", in_=place)


async def test_a_private_thread_that_was_archived_meanwhile_is_not_refused(club: Club, bot: app.Bot) -> None:
    await club.control("channels/rummy/permissions", {"deny": ["manage_threads"]})
    place = await make_place(club, "private thread")
    await club.control(f"channels/{place}", {"members": ["Bob", "Cleo", "Ramino"]})
    for is_archived in (True, False):  # of a thread that is reopened, discord.py doesn't know who is in it
        await club.control(f"channels/{place}", {"archived": is_archived})
    await open_table(club, "Bob", "Cleo", in_=place)


async def test_an_archived_thread_is_judged_like_an_open_one(club: Club, bot: app.Bot) -> None:
    for number, kind in ((1, "private thread"), (2, "thread of a hidden channel")):
        place = await make_place(club, kind)
        await open_table(club, "Bob", in_=place)
        await club.until_sent(number)
        await club.control(f"channels/{place}", {"archived": True})
    for number in (1, 2):
        for name, is_found in (("Bob", True), ("Eve", True), ("Finn", False)):
            text = said((await club[name].slash("table show", in_="lounge", table=number)).message)
            assert (f"There's no table {number}" not in text) == is_found, (number, name)


async def test_a_table_with_a_thread_of_its_own_is_seen_by_those_who_see_the_channel(club: Club, bot: app.Bot) -> None:
    await make_place(club, "hidden")
    await open_table(club, "Bob", "Cleo", in_="den", thread=True)
    await club["Bob"].press(club["Bob"].messages("den")[0], "Start")
    await club.until_sent()
    thread = next(channel for channel in club["Eve"]._channels.values() if channel["type"] == 11)
    assert "table 1" in await show(club, "Eve", in_=thread["id"])
    assert "table 1" in await show(club, "Eve")
    assert NO_TABLE in await show(club, "Finn")


async def test_discord_is_asked_once_in_ten_minutes_whether_somebody_is_in_a_thread(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(thread_members, "monotonic", lambda: now[0])
    place = await make_place(club, "private thread")
    await open_table(club, "Bob", in_=place)
    for name, is_found in (("Eve", True), ("Finn", False)) * 2:
        assert (NO_TABLE not in await show(club, name)) == is_found
    assert len(thread_member_requests(await club.requests())) == 2
    await club.control(f"channels/{place}", {"members": ["Bob", "Finn"]})
    assert NO_TABLE not in await show(club, "Eve"), "the answer is ten minutes old at most"
    assert NO_TABLE not in await show(club, "Finn", in_=place), "Finn asks from the thread itself"
    now[0] += 601
    assert NO_TABLE in await show(club, "Eve")
    assert NO_TABLE not in await show(club, "Finn")
    assert len(thread_member_requests(await club.requests())) == 4


async def test_a_thread_that_the_bot_may_not_see_is_asked_for_once(club: Club, bot: app.Bot) -> None:
    """Discord blocks an address that gets thousands of refusals."""
    place = await make_place(club, "private thread")
    await open_table(club, "Bob", in_=place)
    await club.add_fault("GET", "thread-members", times=0, status=403, code=50001)
    for _ in range(4):
        assert NO_TABLE in await show(club, "Eve")
    assert len(thread_member_requests(await club.requests())) == 1


@pytest.mark.parametrize("do", [{"status": 400}, {"drop": True}, {"delay": 1.5}])
async def test_in_doubt_there_is_no_table_and_discord_is_asked_again(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch, do: dict[str, Any]
) -> None:
    monkeypatch.setattr(thread_members, "_WAIT_SECONDS", 0.5)
    place = await make_place(club, "private thread")
    await open_table(club, "Bob", in_=place)
    await club.add_fault("GET", "thread-members", times=0, **do)
    reply = await club["Eve"].slash("table show", in_="lounge", table=1)
    if reply.outcome == "deferred":
        await club["Eve"].until(lambda: any(NO_TABLE in said(one) for one in club["Eve"].hidden))
    else:
        assert NO_TABLE in said(reply.message)
    await club.clear_faults()
    assert "table 1" in await show(club, "Eve")


async def test_who_lost_the_parent_channel_does_not_see_the_table_of_its_private_thread(club: Club, bot: app.Bot) -> None:
    place = await make_place(club, "private thread")
    await open_table(club, "Bob", in_=place)
    assert "table 1" in await show(club, "Eve")
    await club.control("channels/rummy/permissions", {"for": "Eve", "deny": ["view_channel"]})
    await club["Eve"].until(lambda: not club["Eve"].sees(place))
    assert NO_TABLE in await show(club, "Eve")
