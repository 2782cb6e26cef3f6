"""The end of a deal and of a match, also early: by leaving, by ending, by cancelling it, for which reason, and by whom."""

import re
from pathlib import Path

import pytest

from bot import app
from bot.rummy.events import DealEnded, MatchBrokenOff, SeatLeft
from bot.tables.table import Phase
from tests.e2e.support.cards import cards_in
from tests.e2e.support.checks import check_dms, check_posted_once, check_seeds
from tests.e2e.support.club import Club, open_club, until
from tests.e2e.support.commands import press_forged
from tests.e2e.support.hand_controls import button_id, newest_with
from tests.e2e.support.league_messages import announced, logged, read
from tests.e2e.support.tables import (
    break_off,
    newest_page,
    play_match,
    play_turn,
    press_ready,
    remove_player,
    start_match,
)
from tests.leagues import create_league
from tests.people import labels, said


async def play_until_pause(club: Club) -> DealEnded:
    while club.table().phase == "deal":
        await play_turn(club)
    match = club.table().match
    return match.ended_deals[-1]


@pytest.mark.usefixtures("short_deals")
async def test_each_hand_has_the_result_of_the_match_once(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=2)
    await play_match(club, {"Ann": "dm", "Bob": "dm"})
    await club.until_sent()
    for name in ("Ann", "Bob"):
        hands = "\n".join(said(message) for message in club[name].dms)
        assert len(re.findall("You win!|wins!|share first place", hands)) == 1
        details = (await club[name].press(club[name].dms[-1], "Details")).message
        assert said(details).count("End of deal 2") == 1


@pytest.mark.journey
@pytest.mark.usefixtures("short_deals")
async def test_the_end_of_a_deal_shows_all_hands_and_the_next_one_starts_when_all_players_are_ready(tmp_path: Path) -> None:
    """The pause takes an hour here, so only **Ready** can end it."""
    async with open_club(tmp_path, "Ann", "Bob", "Finn", deal_pause=3600) as club, club.bot():
        await start_match(club, "Ann", "Bob", deals=2)
        ended = await play_until_pause(club)
        score = newest_page(club)
        assert set().union(*ended.hands) <= cards_in(score)
        assert all(str(points) in said(score) for points in ended.points)
        await check_seeds(club)
        await press_ready(club["Ann"])
        await club.until_sent()
        assert club.table().phase == "pause"
        again = await club["Ann"].press(score, button_id(score, "ready"))
        assert again.outcome == "deferred_update"
        stranger = await club["Finn"].press(score, button_id(score, "ready"))
        assert stranger.message["flags"] & 64
        await press_ready(club["Bob"])
        await club.until_sent()
        assert club.table().phase == "deal"
        assert labels(club["Finn"].now(score)) == ["Check shuffle"]
        check_dms(club, "Ann", "Bob")


@pytest.mark.usefixtures("short_deals")
async def test_ready_works_under_the_hand_and_disappears_there(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Bob", "Finn", deal_pause=3600) as club, club.bot():
        await start_match(club, "Ann", "Bob", deals=2)
        await play_until_pause(club)
        await club.until_sent()
        pressed = await club["Ann"].press(club["Ann"].dms[-1], "Ready")
        assert pressed.outcome == "update"
        assert "Ready" not in labels(pressed.message)
        await club.until_sent()
        assert "1 of 2" in str(labels(newest_page(club)))
        await club["Bob"].press(club["Bob"].dms[-1], "Ready")
        await club.until_sent()
        assert club.table().phase == "deal"


@pytest.mark.usefixtures("short_deals")
async def test_ready_under_a_stale_hand_does_not_count_for_a_later_pause(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Bob", "Finn", deal_pause=3600) as club, club.bot():
        await start_match(club, "Ann", "Bob", deals=3)
        await play_until_pause(club)
        await club.until_sent()
        old, score = (await club["Ann"].slash("hand")).message, newest_page(club)
        for name in ("Ann", "Bob"):
            await club[name].press(score, button_id(score, "ready"))
        await club.until_sent()
        await play_until_pause(club)
        await club.until_sent()
        before = club.event_count()
        pressed = await club["Ann"].press(old, "Ready")
        assert "That button is out of date." in said(pressed.message)
        assert button_id(pressed.message, "ready") == "t:1:2:ready"
        assert club.event_count() == before
        await club["Ann"].press(pressed.message, "Ready")
        assert club.event_count() == before + 1


@pytest.mark.usefixtures("short_deals")
async def test_a_player_who_leaves_the_server_between_deals_leaves_the_match(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", "Cleo", deals=2)
    await play_until_pause(club)
    await club.control("people/Cleo", {"in_guild": False})
    await until(lambda: club.table().phase == "deal")
    await until(lambda: any(isinstance(event, SeatLeft) for event in club.events()))
    await club.until_sent()
    assert {club.person_of(person).name for person in club.table().seated_people()} == {"Ann", "Bob"}
    await play_match(club, {"Ann": "dm", "Bob": "dm"})
    assert club.seats_by_person()[club.person_number("Cleo")]["placing"] == 3
    check_posted_once(club)


@pytest.mark.journey
async def test_a_match_is_broken_off_when_all_players_press_end(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=3)
    await play_turn(club)
    for name in ("Ann", "Bob"):
        shown, before = await club[name].slash("table show"), club.event_count()
        asked = await club[name].press(shown.message, "End the match")
        assert club.event_count() == before, "they are asked first"
        await club[name].press(asked.message, "Yes, end the match")
        await club.until_sent()
        if name == "Ann":
            assert "Ann wants to end the match" in said((await club["Bob"].slash("hand")).message)
            assert "Ann wants to end the match. 1 more player must agree" in said(newest_page(club))
    assert isinstance(club.events()[-1], MatchBrokenOff)
    assert not club.results()
    assert not newest_with(club["Finn"].messages("rummy"), "hand")
    check_posted_once(club)
    await check_seeds(club)


async def test_breaking_off_a_match_names_who_did_it_and_why_in_the_channel_and_in_its_leagues(
    club: Club, bot: app.Bot
) -> None:
    """L5: breaking off one's own match recorded neither a name nor a reason."""
    for name, games in (("Cup", ""), ("Bowl", "cuccu")):
        await create_league(club["Ann"], name, games=games, in_="lounge")
    await start_match(club, "Ann", "Bob", deals=1)
    await break_off(club, "Ann", "I am *losing*")
    await club.until_sent()
    assert club.table().phase == Phase.OVER
    said = "Ann cancelled it: I am \\*losing\\*"
    assert any(said in read(message) for message in club["Finn"].messages("rummy"))
    await bot.league_clock.run_once()
    line = "Ann cancelled table 1 (match `1`): I am \\*losing\\*\n-# **Note: Ann played in this match.**"
    await club["Finn"].until(lambda: announced(club, line) == 1)
    line = line.replace("\n-# ", "\n  - ")
    assert [await logged(club, line, league=name) for name in ("Cup", "Bowl")] == [1, 0]
    assert "Match 1 was cancelled" in read((await club["Bob"].slash("match", match=1)).message)
    assert club.results() == []


async def test_removing_a_player_from_a_match_is_logged_and_announced_in_its_leagues(club: Club, bot: app.Bot) -> None:
    """It gives the player the last place, so it is as public as a correction."""
    await club.appoint("Dan")
    for name, games in (("Cup", ""), ("Bowl", "cuccu")):
        await create_league(club["Ann"], name, games=games, in_="lounge")
    await start_match(club, "Ann", "Bob", "Cleo", deals=1)
    asked = (await club["Dan"].slash("table remove", person=club["Bob"].id, table=1)).message
    await remove_player(club, "Dan", asked, "Bob", "they *cheat*\n@everyone")
    await club.until_sent()
    await bot.league_clock.run_once()
    line, why = "Dan removed Bob from table 1 (match `1`).", "Why: they \\*cheat\\* @\u200beveryone"
    await club["Finn"].until(lambda: announced(club, f"{line}\n{why}") == 1)
    assert [await logged(club, f"{line}\n  - {why}", league=name) for name in ("Cup", "Bowl")] == [1, 0]


async def test_a_removal_without_a_reason_or_by_a_form_that_is_sent_twice_is_logged_once(club: Club, bot: app.Bot) -> None:
    await create_league(club["Ann"], "Cup")
    await start_match(club, "Bob", "Cleo", "Dan", deals=1)
    asked = (await club["Ann"].slash("table remove", person=club["Bob"].id, table=1)).message
    form = await club["Ann"].press(asked, "Yes, remove Bob")
    await club.control("gateway", {"do": "duplicate"})
    await club["Ann"].submit(form.modal, why="\u200b ")
    await club.until_sent()
    assert await logged(club, "Ann removed Bob from table 1 (match `1`).") == 1
    assert await logged(club, "Why:") == 0
    late = await press_forged(club, "Ann", newest_page(club), f"t:1:{club.person_number('Bob')}:yes_remove")
    assert "isn't playing" in read(late["message"])
