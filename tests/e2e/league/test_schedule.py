"""The schedule of a tournament for its players: tables that are opened with buttons and reserved for them, and their points."""

import re

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refused
from tests.e2e.support.forms import press_more
from tests.e2e.support.hand_controls import newest_with
from tests.e2e.support.league_messages import read
from tests.e2e.support.schedules import (
    fixture_button,
    meet_bot,
    open_buttons,
    open_fixture,
    own_page,
    post_schedule,
    press_fixture,
    press_old_button,
    private_page,
    save_quick_game,
    show_schedule,
    store_fixtures,
)
from tests.e2e.support.seasons import table_rows
from tests.e2e.support.tables import cancel_table, play_match, play_short_match
from tests.leagues import create_league, edit_league
from tests.people import labels


async def test_a_table_of_a_round_robin_can_be_opened_and_played_from_its_button(club: Club, bot: app.Bot) -> None:
    await save_quick_game(club)
    message = await post_schedule(club, variant="Quick")
    assert not message["flags"] & 64
    text = read(message)
    assert all(f"Round {number}" in text for number in (1, 2, 3))
    assert "Press **My matches** to play yours." in text
    assert "Pairs of players who" not in text, "everyone meets everyone once"
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
    assert "Counts for: Cup" in read(lobby)
    await club["Bob"].press(lobby, "Join")
    await club["Ann"].press(lobby, "Start")
    await club.until_sent(3)
    await play_match(club, {"Ann": "dm", "Bob": "dm"}, table=3)
    ann = club["Ann"]
    await ann.until(lambda: any("Points in Cup: " in read(it) for it in ann.messages("rummy")[-2:]))
    assert "Counts for: Cup" in read((await ann.slash("match", match=3)).message)


async def test_the_lobby_of_a_fixture_pings_its_players_and_refuses_others(club: Club, bot: app.Bot) -> None:
    lobby = await open_fixture(club, await post_schedule(club), "Ann", "Bob")
    bob, cleo = club["Bob"], club["Cleo"]
    await club.until_sent()
    assert f"2. <@{bob.id}> (seat kept)" in read(bob.now(lobby))
    assert "Waiting for 1 player to press **Join**." in read(bob.now(lobby))
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
    assert "The rules of this table are set." in sentences[2]
    rules = (await press_more(club["Ann"], lobby, "Rules")).message
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
    await meet_bot(club, "Ann", "Bob")
    await store_fixtures(club, "Ann", "Bob", deals=1)
    assert "Counts for: Cup" in read(await open_fixture(club, await show_schedule(club), "Ann", "Bob"))


async def test_each_mistake_about_a_schedule_is_refused_with_its_own_sentence(club: Club, bot: app.Bot) -> None:
    ann, bob, command = club["Ann"], club["Bob"], "league schedule"
    sentences = [await check_refused(club, ann, command, "There's no schedule here", "`/tournament`", "a week for each round")]
    await create_league(ann, "Cup")
    sentences += [
        await check_refused(club, ann, "league remind", "There's no schedule here", "`/tournament`") + "remind",
        await check_refused(club, ann, command, "Cup has no schedule", "`/tournament`", "a week for each round", league="Cup"),
        await check_refused(club, ann, command, "Fridays", league="Fridays"),
        await check_refused(club, bob, command, "Manage Server", live=True),
        await check_refused(club, ann, command, "`person:`", "`live:`", person=bob.id, live=True),
    ]
    assert len(set(sentences)) == len(sentences)


async def test_my_tables_lists_a_players_own_tables_and_opens_them(club: Club, bot: app.Bot) -> None:
    posted = await post_schedule(club)
    mine = await private_page(club["Bob"], posted, "My matches")
    assert "Bob: 0 of 3 played" in read(mine)
    assert len(open_buttons(mine)) == 3
    assert all("Bob" in label for label in open_buttons(mine))
    reply = await club["Bob"].press(mine, fixture_button(mine, "Bob", "Cleo"))
    assert reply.outcome == "update"
    assert f"open, table `1` in <#{club['Bob'].channel_id('rummy')}>" in read(reply.message)
    assert "Bob: 0 of 3 played" in read(reply.message), "this is still Bob's own page"
    assert len(open_buttons(reply.message)) == 2
    assert "table `1`" in read((await club["Ann"].slash("league schedule", person=club["Cleo"].id)).message)
    looked = (await club["Ann"].slash("league schedule", person=club["Cleo"].id)).message
    assert "Cleo: 0 of 3 played" in read(looked)
    assert len(open_buttons(looked)) == 1, "of Cleo's tables, Ann can open only the one that is hers too"
    none = await private_page(club["Eve"], posted, "My matches")
    assert "You're not in this schedule" in read(none)
    stranger = (await club["Ann"].slash("league schedule", person=club["Finn"].id)).message
    assert "I haven't met this person" in read(stranger)


async def test_a_scheduled_player_who_has_left_the_server_is_found(club: Club, bot: app.Bot) -> None:
    await post_schedule(club)
    await club["Finn"].slash("leaderboard")
    for name in ("Bob", "Finn"):
        await club.control(f"people/{name}", {"in_guild": False})
    looked = (await club["Ann"].slash("league schedule", person=club["Bob"].id)).message
    assert "Bob: 0 of 3 played" in read(looked)
    for name in ("Finn", "Eve"):
        stranger = (await club["Ann"].slash("league schedule", person=club[name].id)).message
        assert "I haven't met this person" in read(stranger)


async def test_a_replaced_schedule_opens_no_tables(club: Club, bot: app.Bot) -> None:
    old = await post_schedule(club)
    own = await own_page(club, old, "Ann")
    await store_fixtures(club, "Ann", "Bob", "Cleo")
    reply = await club["Ann"].press(own, fixture_button(own, "Ann", "Bob"))
    assert "was replaced" in read(reply.message)
    assert club.query("SELECT * FROM tables") == []
    mine = await private_page(club["Ann"], old, "My matches")
    assert "Ann: 0 of 2 played" in read(mine), "of the newest schedule"
    assert (await club["Ann"].press(mine, fixture_button(mine, "Ann", "Bob"))).outcome == "update"


async def test_without_a_name_the_schedule_command_means_the_channels_league_or_the_scheduled_one(
    club: Club, bot: app.Bot
) -> None:
    await post_schedule(club)
    await create_league(club["Ann"], "Aaa", channel=club["Ann"].channel_id("rummy"))
    assert "Cup" in read((await club["Bob"].slash("league schedule")).message), "the other league has no schedule"
    assert "of Cup have no dates" in read((await club["Bob"].slash("league remind", wanted=True)).message)
    await store_fixtures(club, "Ann", "Bob", league="Aaa")
    assert "Aaa" in read((await club["Bob"].slash("league schedule")).message)
    assert "several leagues" in read((await club["Bob"].slash("league schedule", in_="lounge")).message)


async def test_scheduled_tables_open_in_the_leagues_channel_if_the_bot_may_write_there(club: Club, bot: app.Bot) -> None:
    posted, lounge = await post_schedule(club), club["Ann"].channel_id("lounge")
    await edit_league(club["Ann"], "Cup", channel=lounge)
    for denied in ("view_channel", "send_messages"):
        await club.control("channels/lounge/permissions", {"deny": [denied]})
        reply = await press_fixture(club, posted, "Ann", "Bob")
        assert f"<#{lounge}>, but I can't post there" in read(reply.message)
    assert club.query("SELECT * FROM tables") == []
    await club.control("channels/lounge/permissions", {"deny": []})
    reply = await press_fixture(club, posted, "Ann", "Bob")
    assert f"open, table `1` in <#{lounge}>" in read(reply.message)
    await club["Bob"].until(lambda: newest_with(club["Bob"].messages("lounge"), "join"))


async def test_a_schedule_has_a_table_of_its_own_matches(club: Club, bot: app.Bot) -> None:
    await save_quick_game(club)
    posted = await post_schedule(club, variant="Quick")
    empty = table_rows(read(await private_page(club["Eve"], posted, "Standings")))
    assert [row.split() for row in empty] == [["1.", name, "0", "0", "0"] for name in ("Ann", "Bob", "Cleo", "Dan")]
    lobby = await open_fixture(club, posted, "Ann", "Bob")
    await club["Bob"].press(lobby, "Join")
    await club["Ann"].press(lobby, "Start")
    await club.until_sent(2)
    await play_match(club, {"Ann": "dm", "Bob": "dm"}, table=2)
    await play_short_match(club, "Cleo", "Dan", table=3)
    match = club.table(2).match
    page = await private_page(club["Bob"], posted, "Standings")
    rows = {row.split()[1].strip("›"): row.split()[2:] for row in table_rows(read(page))}
    assert {name: row[0] for name, row in rows.items()} == {"Ann": "1", "Bob": "1", "Cleo": "0", "Dan": "0"}
    for person in ("Ann", "Bob"):
        number = club.table(2).seats.seat_of(club.person_number(person))
        assert rows[person][1:] == [str(int(match.placings[number] == 1)), str(match.scores[number])]
    assert "›Bob" in read(page)
    back = await club["Bob"].press(page, "All rounds")
    assert back.outcome == "update"
    assert "Round 1" in read(back.message)
    await club["Ann"].slash("league void", match=2, why="only a trial")
    after = table_rows(read(await private_page(club["Bob"], posted, "Standings")))
    assert all(row.split()[2] == "0" for row in after)
