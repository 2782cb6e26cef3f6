"""The end of a match for each of its readers, and **Play again**: one table, one ping, kept seats, and old buttons."""

import asyncio
import re

import pytest

from bot import app
from tests.e2e.support.club import Clock, Club, until
from tests.e2e.support.commands import check_refusal
from tests.e2e.support.forms import choose_setting
from tests.e2e.support.hand_controls import button_id, newest_with
from tests.e2e.support.tables import (
    make_place,
    newest_page,
    one_turn_deals,
    play_match,
    play_short_match,
    play_turn,
    start_match,
)
from tests.people import Json, find, labels, said

TRIO = ("Ann", "Bob", "Cleo")


async def played_match(club: Club, *names: str, **options: object) -> Json:
    """Play a match of one deal, in which the first turn goes out, and return the message of its end."""
    await play_short_match(club, *names, **options)
    return newest_page(club)


async def lobby_of(club: Club, table: int) -> Json:
    """Return the lobby of a table once it is posted."""

    def find() -> Json | None:
        found = newest_with(club["Finn"].messages("rummy"), "join")
        return found if found is not None and button_id(found, "join").startswith(f"t:{table}:") else None

    return await club["Finn"].until(find)


def pings(club: Club, message: Json) -> set[str]:
    """Return who was pinged by a message, and check that nobody was pinged twice."""
    found = [name for name, person in club.members.items() for ping in person.pings if ping["message_id"] == message["id"]]
    assert len(found) == len(set(found))
    return set(found)


@pytest.mark.journey
async def test_the_winner_reads_you_win_and_the_others_how_close_it_was(club: Club, bot: app.Bot) -> None:
    end = await played_match(club, *TRIO)
    match = club.table().match
    best = match.placings.index(1)
    winner = club.person_of(club.table().seats.occupants[best]).name
    assert f"{winner} wins!" in said(end)
    assert labels(end) == ["Play again", "Details", "Replay"]
    rows = re.sub("[①②③] ", "", said(end)).partition("```\n")[2].splitlines()[:3]
    assert rows[0].split()[:2] == ["1.", winner], "names are left of the scores"
    assert f"Server standings: {winner}\N{NO-BREAK SPACE}+1" in said(end)
    for seat, place in enumerate(match.placings):
        person = club.person_of(club.table().seats.occupants[seat])
        hand = said(person.dms[-1])
        if place == 1:
            assert "You win!" in hand
        else:
            behind = match.scores[best] - match.scores[seat]
            assert f"{behind} point{'' if behind == 1 else 's'} behind {winner}." in hand
        assert labels(person.dms[-1]) == ["Play again", "Details", "Replay"]


@pytest.mark.journey
async def test_two_people_who_press_at_the_same_time_open_one_table_that_pings_the_others_once(
    club: Club, bot: app.Bot
) -> None:
    end = await played_match(club, *TRIO)
    first = club.table()
    replies = await asyncio.gather(*(club[name].press(end, "Play again") for name in ("Ann", "Bob", "Bob", "Ann")))
    answers = [reply for reply in replies if reply.outcome != "deferred_update"]
    assert len(answers) >= 2, "at least one for each of them"
    assert all(reply.message["flags"] & 64 and "at table 2" in said(reply.message) for reply in answers)
    assert club.query("SELECT count(*) FROM tables") == [(2,)]
    lobby = await lobby_of(club, 2)
    await club.until_sent(2)
    assert pings(club, lobby) <= {"Bob", "Cleo"} | {"Ann"}
    assert "Cleo" in pings(club, lobby)
    offered = labels(club["Finn"].now(lobby))
    assert offered == ["Start", "Join", "Not this time", "More"]
    host = club.person_of(club.table(2).seats.people[0])
    assert find(host.now(lobby), "Start")["disabled"]
    refused = await host.slash("table start")
    assert "Cleo" in said(refused.message)
    assert "<t:" in said(refused.message)
    await club["Cleo"].press(end, "Play again")
    await club.until_sent(2)
    await host.press(lobby, "Start")
    await until(lambda: club.table(2).match is not None)
    again = club.table(2)
    assert [again.seats.occupants[seat] for seat in range(3)] == [first.seats.occupants[seat] for seat in range(3)]
    assert pings(club, lobby) == pings(club, club["Finn"].now(lobby)), "an edit pings nobody"


async def test_play_again_under_the_hand_works_in_a_direct_message(club: Club, bot: app.Bot) -> None:
    await played_match(club, "Ann", "Bob")
    reply = await club["Bob"].press(club["Bob"].dms[-1], "Play again")
    assert "table 2" in said(reply.message)
    lobby = await lobby_of(club, 2)
    assert pings(club, lobby) == {"Ann"}
    await club["Ann"].press(lobby, "Not this time")
    await club.until_sent(2)
    assert "1 more player needed" in said(club["Finn"].now(lobby))


async def test_only_people_who_see_the_channel_and_may_open_a_table_play_again_there(club: Club, bot: app.Bot) -> None:
    end = await played_match(club, "Ann", "Bob")
    hand, lounge = club["Bob"].dms[-1], club["Ann"].channel_id("lounge")
    await choose_setting(club, "channels", lounge)
    for message in (end, hand):
        await check_refusal(club, club["Bob"].press(message, "Play again"), f"<#{lounge}>")
    await choose_setting(club, "channels")
    await club.control("channels/rummy/permissions", {"for": "Bob", "deny": ["view_channel"]})
    await check_refusal(club, club["Bob"].press(hand, "Play again"), "can't see this match's channel")
    await club.control("channels/rummy/permissions", {"for": "Bob", "deny": []})
    await club.add_fault("GET", "/members/", status=403, times=0)
    await check_refusal(club, club["Bob"].press(hand, "Play again"), "Discord didn't answer")
    await club.clear_faults()
    await club.control("people/Bob", {"in_guild": False})
    await check_refusal(club, club["Bob"].press(hand, "Play again"), "can't see this match's channel")
    await club["Ann"].press(end, "Play again")
    await lobby_of(club, 2)
    await check_refusal(club, club["Bob"].press(hand, "Play again"), "can't see this match's channel")


async def test_play_again_in_a_private_thread_asks_for_the_bot_that_was_removed_from_it(club: Club, bot: app.Bot) -> None:
    await club.control("channels/rummy/permissions", {"deny": ["manage_threads"]})
    place, people = await make_place(club, "private thread"), ["Bob", "Cleo"]
    await club.control(f"channels/{place}", {"members": [*people, "Ramino"]})
    with one_turn_deals():
        await start_match(club, *people, in_=place, deals=1)
        await play_match(club, dict.fromkeys(people, "dm"))
    hand = club["Bob"].dms[-1]
    await club.control(f"channels/{place}", {"members": people})
    await check_refusal(club, club["Bob"].press(hand, "Play again"), "Add me to this thread first.")
    await club.control(f"channels/{place}", {"members": [*people, "Ramino"]})
    assert "table 2" in said((await club["Bob"].press(hand, "Play again")).message)


async def test_after_ten_minutes_the_seats_are_free_also_if_the_bot_was_down(club: Club, clock: Clock) -> None:
    async with club.bot():
        end = await played_match(club, "Ann", "Bob")
        await club["Ann"].press(end, "Play again")
        lobby = await lobby_of(club, 2)
        kept = await club["Cleo"].press(lobby, "Join")
        assert "reserved for Bob until" in said(kept.message)
        await club.until_sent(2)
    clock.advance(11)
    async with club.bot():
        await club["Finn"].until(lambda: "Not this time" not in labels(club["Finn"].now(lobby)))
        await club["Cleo"].press(lobby, "Join")
        await club["Ann"].press(lobby, "Start")
        await until(lambda: club.table(2).match is not None)
        refused = await club["Bob"].press(end, "Play again")
        assert "The rematch is being played at table 2" in said(refused.message)


async def test_a_bot_that_was_killed_before_the_lobby_was_posted_posts_it_once(club: Club) -> None:
    async with club.bot() as bot:
        end = await played_match(club, "Ann", "Bob")
        bot.services.courier._is_ready = False  # as if the process ended right after the commit
        await club["Ann"].press(end, "Play again")
        assert newest_with(club["Finn"].messages("rummy"), "join") is None
    async with club.bot():
        lobby = await lobby_of(club, 2)
        await club.until_sent(2)
        assert pings(club, lobby) == {"Bob"}
        again = await club["Ann"].press(end, "Play again")
        assert "You're already in the rematch at table 2" in said(again.message)


@pytest.mark.usefixtures("short_deals")
async def test_public_buttons_show_an_onlooker_the_table(club: Club) -> None:
    club.deal_pause = 3600
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=2)
        shown = (await club["Eve"].press(newest_page(club), "My hand")).message
        assert "You aren't playing this match." in said(shown)
        assert labels(shown) == ["Rules", "Check shuffle"]
        await play_until_pause(club)
        score = newest_page(club)
        assert labels(score) == ["Ready (0 of 2)", "Table", "Check shuffle"]
        assert labels((await club["Eve"].press(score, button_id(score, "ready"))).message)[-2:] == ["Rules", "Check shuffle"]
        for name in ("Ann", "Bob"):
            await club[name].press(score, button_id(score, "ready"))
        await until(lambda: club.table().phase == "deal")
        await play_match(club, dict.fromkeys(("Ann", "Bob"), "dm"))
        end = newest_page(club)
        before = club.event_count()
        told = (await club["Eve"].press(end, "Play again")).message
        assert "You didn't play this match." in said(told)
        assert labels(told) == ["Details", "Replay"]
        assert club.event_count() == before


async def play_until_pause(club: Club) -> None:
    while club.table().phase == "deal":
        await play_turn(club)
    await club.until_sent()
