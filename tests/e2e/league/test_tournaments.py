"""Tournaments: a schedule whose tables are opened with buttons and reserved for their players."""

import re

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refused
from tests.e2e.support.hand_controls import newest_with
from tests.e2e.support.league_messages import read
from tests.e2e.support.schedules import (
    fixture_button,
    meet_bot,
    open_fixture,
    post_schedule,
    press_fixture,
    press_old_button,
    save_quick_game,
)
from tests.e2e.support.tables import cancel_table, play_match, play_short_match
from tests.leagues import create_league, edit_league
from tests.people import labels

HOUR = 3_600_000


async def test_a_table_of_a_round_robin_can_be_opened_and_played_from_its_button(club: Club, bot: app.Bot) -> None:
    await save_quick_game(club)
    message = await post_schedule(club, variant="Quick")
    assert not message["flags"] & 64
    text = read(message)
    assert all(f"Round {number}" in text for number in (1, 2, 3))
    assert "Press **My matches** to open yours." in text
    assert "Pairs that meet" not in text, "everyone meets everyone once"
    refused = await press_old_button(club, message, "Cleo", "Ann", "Bob")
    assert refused["message"]["flags"] & 64
    reply = await press_fixture(club, message, "Ann", "Bob")
    assert reply.outcome == "update"
    assert "open, table `2`" in read(reply.message)
    assert not any("Ann" in label and "Bob" in label for label in labels(reply.message))
    lobby = await club["Bob"].until(lambda: newest_with(club["Bob"].messages("rummy"), "join"))
    assert "**Cup**, round " in read(lobby)
    assert any(f": {people}\n" in read(lobby) for people in ("Ann – Bob", "Bob – Ann"))
    await club["Bob"].press(lobby, "Join")
    await club["Ann"].press(lobby, "Start")
    await club.until_sent(2)
    await play_match(club, {"Ann": "dm", "Bob": "dm"}, table=2)
    again = read((await club["Eve"].slash("league schedule")).message)
    assert "), match `2`" in again or " tied, match `2`" in again
    assert "1 of 6 played" in again


async def test_a_match_of_the_schedule_counts_whatever_else_was_played_that_day(club: Club, bot: app.Bot) -> None:
    await save_quick_game(club)
    message = await post_schedule(club, variant="Quick")
    await edit_league(club["Ann"], "Cup", rematches=1, shortest="one")
    assert "Points in Cup: " in await play_short_match(club, "Ann", "Bob", table=2)
    await edit_league(club["Ann"], "Cup", house_rules=False, shortest="full")
    lobby = await open_fixture(club, message, "Ann", "Bob")
    assert "Counts in: Cup" in read(lobby)
    await club["Bob"].press(lobby, "Join")
    await club["Ann"].press(lobby, "Start")
    await club.until_sent(3)
    await play_match(club, {"Ann": "dm", "Bob": "dm"}, table=3)
    ann = club["Ann"]
    await ann.until(lambda: any("Points in Cup: " in read(it) for it in ann.messages("rummy")[-2:]))
    assert "Counts in: Cup" in read((await ann.slash("match", id=3)).message)


async def test_the_lobby_of_a_fixture_pings_its_players_and_refuses_others(club: Club, bot: app.Bot) -> None:
    lobby = await open_fixture(club, await post_schedule(club), "Ann", "Bob")
    bob, cleo = club["Bob"], club["Cleo"]
    await club.until_sent()
    assert f"Waiting for <@{bob.id}>" in read(bob.now(lobby))
    assert "2 players" in read(bob.now(lobby))
    assert re.search(r"^\*\*Cup\*\*, round \d: (Ann – Bob|Bob – Ann)$", read(bob.now(lobby)), re.MULTILINE)
    assert [ping["message_id"] for ping in bob.pings] == [lobby["id"]]
    assert not cleo.pings
    sentences = [
        read((await cleo.press(lobby, "Join")).message),
        read((await club["Ann"].slash("table start")).message),
        read((await club["Ann"].slash("table rule", rule="match_deals", answer="1")).message),
    ]
    assert "reserved for Ann and Bob" in sentences[0]
    assert "can't start yet: Bob must join first" in sentences[1]
    assert "schedule" in sentences[2]
    rules = (await club["Ann"].press(lobby, "Rules")).message
    assert not [it for it in rules["components"] if it["type"] == 1], "the rules can be read, but not changed"
    await bob.press(lobby, "Join")
    assert "Waiting for Ann to press" in read(bob.now(lobby))
    await bob.press(lobby, "Leave")
    assert "reserved for Ann and Bob" in read((await cleo.press(lobby, "Join")).message)
    await cancel_table(club, "Ann", lobby)
    again = (await club["Bob"].slash("league schedule")).message
    assert "open" not in read(again)
    assert fixture_button(again, "Ann", "Bob")


async def test_a_schedule_has_a_length_of_its_own_in_a_league_without_house_rules(club: Club, bot: app.Bot) -> None:
    await create_league(club["Ann"], "Cup", house_rules=False, shortest="full")
    people = await meet_bot(club, "Ann", "Bob")
    posted = (await club["Ann"].slash("league schedule", league="Cup", people=people, deals=1)).message
    assert "Counts in: Cup" in read(await open_fixture(club, posted, "Ann", "Bob"))


async def test_each_mistake_about_a_schedule_is_refused_with_its_own_sentence(club: Club, bot: app.Bot) -> None:
    await create_league(club["Ann"], "Cup")
    assert "has no schedule" in read((await club["Ann"].slash("league schedule")).message)
    await edit_league(club["Ann"], "Cup", games="rami", scheme="2: 3 0; 4: 5 3 1 0", zone="Europe/Rome")
    four, ann = await meet_bot(club, "Ann", "Bob", "Cleo", "Dan"), club["Ann"]
    nobody = f"<@404> <@{club.pg.world.bot.id}>"
    command, skipped = "league schedule", "2100-03-28 02:30"
    sentences = [
        await check_refused(club, ann, command, "2", people=f"<@{ann.id}>"),
        await check_refused(club, ann, command, "Bob", people=f"{four} <@{club['Bob'].id}>"),
        await check_refused(club, ann, command, "<@404>", f"<@{club.pg.world.bot.id}>", people=f"{four} {nobody}"),
        await check_refused(club, ann, command, "53", people=four, tables=3, rounds=53),
        await check_refused(club, ann, command, "rounds", people=four, tables=2, rounds=2),
        await check_refused(club, ann, command, "Cleo", people=f"{four}, Cleo"),
        await check_refused(club, ann, command, "0", tables=3) + "nobody",
        await check_refused(club, ann, command, "3", "2", people=four, dates="2100-01-01, 2100-01-02"),
        await check_refused(club, ann, command, "soon", people=four, dates="soon"),
        await check_refused(club, ann, command, "1", people=four, dates="2020-01-01, 2100-01-02, 2100-01-03"),
        await check_refused(club, ann, command, "2100-03-28 02:30", "Europe/Rome", people=four, dates=f"{skipped}, {skipped}"),
        await check_refused(club, ann, command, "whist", people=four, variant="whist"),
        await check_refused(club, club["Bob"], command, "Manage Server", people=four),
        await check_refused(club, ann, command, "Fridays", people=four, league="Fridays"),
        await check_refused(club, ann, command, "Cuccù", "Cup", people=four, variant="cuccu"),
        await check_refused(
            club, ann, command, "3", "No points", people=f"{four} <@{club['Eve'].id}> <@{club['Finn'].id}>", tables=3
        ),
        await check_refused(club, club["Bob"], command, "Manage Server", live=True) + "live",
        await check_refused(club, ann, command, "`people:`", "`live:`", people=four, live=True),
        await check_refused(club, ann, command, "33", people=" ".join(f"<@{number}>" for number in range(500, 533))),
    ]
    assert len(set(sentences)) == len(sentences)
    assert club.query("SELECT * FROM schedules") == []
