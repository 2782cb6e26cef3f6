"""The end of a deal and of a match, also early by leaving, ending or cancelling."""

from pathlib import Path

import pytest

from bot import app
from bot.rummy.events import DealEnded, MatchBrokenOff, MatchEnded, SeatLeft
from tests.e2e.support.cards import cards_in
from tests.e2e.support.checks import check_dms, check_posted_once, check_secrecy, check_seeds
from tests.e2e.support.club import Club, open_club, until
from tests.e2e.support.hand_controls import button_id, newest_with
from tests.e2e.support.tables import break_off, newest_page, open_table, play_match, play_turn, press_ready, start_match
from tests.people import Reply, labels, said


async def play_until_pause(club: Club) -> DealEnded:
    while club.table().phase == "deal":
        await play_turn(club)
    match = club.table().match
    assert match is not None
    return match.ended_deals[-1]


async def test_the_end_of_a_deal_shows_all_hands_the_points_and_fairness(club: Club, bot: app.Bot) -> None:
    club.deal_pause = 60
    await start_match(club, "Ann", "Bob", "Cleo", deals=2)
    ended = await play_until_pause(club)
    score = newest_page(club)
    assert set().union(*ended.hands) <= cards_in(score)
    for points in ended.points:
        assert str(points) in said(score)
    await check_seeds(club)


@pytest.mark.usefixtures("short_deals")
async def test_the_next_deal_starts_immediately_when_all_players_are_ready(tmp_path: Path) -> None:
    """The pause takes an hour here, so only **Ready** can end it."""
    async with open_club(tmp_path, "Ann", "Bob", "Finn", deal_pause=3600) as club, club.bot():
        await start_match(club, "Ann", "Bob", deals=2)
        await play_until_pause(club)
        await press_ready(club["Ann"])
        await club.until_sent()
        assert club.table().phase == "pause"
        score = newest_page(club)
        again = await club["Ann"].press(score, button_id(score, "ready"))
        assert again.outcome == "deferred_update"
        stranger = await club["Finn"].press(score, button_id(score, "ready"))
        assert stranger.message["flags"] & 64
        await press_ready(club["Bob"])
        await club.until_sent()
        assert club.table().phase == "deal"
        assert labels(club["Finn"].now(score)) == ["Fairness"]
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


async def test_the_channel_names_the_player_who_asks_to_end_the_match(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    shown = await club["Ann"].slash("table show")
    before = club.event_count()
    asked = await club["Ann"].press(shown.message, "End the match")
    assert club.event_count() == before, "they are asked first"
    await club["Ann"].press(asked.message, "Yes, end the match")
    await club.until_sent()
    assert "Ann wants to end the match" in said((await club["Bob"].slash("hand")).message)
    assert "Ann wants to end the match. 1 more player must agree" in said(newest_page(club))


@pytest.mark.usefixtures("short_deals")
async def test_the_next_deal_starts_automatically_after_the_pause(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=2)
    await play_until_pause(club)
    await until(lambda: club.table().phase == "deal")


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


async def use_and_confirm(club: Club, name: str, command: str, **options: object) -> Reply:
    """Use a command that asks for confirmation, and press its button."""
    asked = await club[name].slash(command, **options)
    assert asked.message["flags"] & 64
    before = club.event_count()
    button, *_ = labels(asked.message)
    assert club.event_count() == before, "nothing happens before the button is pressed"
    return await club[name].press(asked.message, button)


async def test_leaving_forfeits_after_a_confirmation_and_the_others_play_on(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", "Cleo", deals=1)
    await play_turn(club)
    leaver = club.on_turn()
    staying = [name for name in ("Ann", "Bob", "Cleo") if name != leaver.name]
    await use_and_confirm(club, leaver.name, "table leave")
    await club.until_sent()
    assert any(isinstance(event, SeatLeft) for event in club.events())
    assert club.on_turn().name in staying
    refused = await leaver.slash("draw", **{"from": "stock"})
    assert refused.message["flags"] & 64
    await play_match(club, dict.fromkeys(staying, "dm"))
    assert club.seats_by_person()[club.person_number(leaver.name)]["placing"] == 3
    check_posted_once(club)
    check_secrecy(club)


async def test_the_last_player_who_stays_wins(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=3)
    await play_turn(club)
    await use_and_confirm(club, "Ann", "table leave")
    await club.until_sent()
    assert isinstance(club.events()[-1], MatchEnded)
    assert club.seats_by_person()[club.person_number("Bob")]["placing"] == 1
    assert "Bob" in said(newest_page(club))
    check_posted_once(club)


async def test_a_match_is_broken_off_when_all_players_press_end(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=3)
    await play_turn(club)
    for name in ("Ann", "Bob"):
        shown = await club[name].slash("table show")
        button = next(label for label in labels(shown.message) if "End" in label)
        asked = await club[name].press(shown.message, button)
        await club[name].press(asked.message, "Yes, end the match")
    await club.until_sent()
    assert isinstance(club.events()[-1], MatchBrokenOff)
    await check_broken_off(club)


async def test_only_a_member_with_manage_server_can_break_off_a_match(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Bob", "Cleo", deals=3)
    await play_turn(club)
    before = club.event_count()
    refused = await club["Bob"].slash("table cancel")
    assert "Manage Server" in said(refused.message)
    assert club.event_count() == before
    await break_off(club, "Ann", table=1)
    await club.until_sent()
    assert isinstance(club.events()[-1], MatchBrokenOff)
    await check_broken_off(club)


async def test_a_manager_of_another_server_cannot_cancel_a_table_of_this_one(club: Club) -> None:
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=3)
        asked = await club["Ann"].slash("table cancel", table=1)
    club.write_database("""UPDATE events SET event = json_set(event, '$.server', 77) WHERE version = 1""")
    async with club.bot():
        before = club.event_count()
        refused = (
            await club["Ann"].slash("table cancel", table=1),
            await club["Ann"].slash("table cancel", in_="dm", table=1),
            await club["Ann"].press(asked.message, labels(asked.message)[0]),
        )
        for reply in refused:
            assert "You need the Manage Server permission" in said(reply.message)
        assert club.event_count() == before


async def check_broken_off(club: Club) -> None:
    """Check that there is no winner and no result, and that the seed of the deal is public."""
    assert not club.results()
    assert not newest_with(club["Finn"].messages("rummy"), "hand")
    check_posted_once(club)
    await check_seeds(club)


@pytest.mark.usefixtures("short_deals")
async def test_a_match_to_a_target_ends_when_a_player_reaches_it(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", target=15)
    await play_match(club, {"Ann": "dm", "Bob": "hand"})
    match = club.table().match
    assert match is not None
    assert max(match.scores) >= 15
    shown = await club["Finn"].slash("leaderboard")
    assert "Ann" in said(shown.message)
    assert "Bob" in said(shown.message)


async def test_rules_and_help_are_short_ephemeral_messages(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann", variant="ramino")
    for options, fact in (({}, "Ramino"), ({"variant": "rami"}, "Rami"), ({"table": 1}, "Ramino")):
        rules = await club["Bob"].slash("rules", **options)
        assert rules.message["flags"] & 64
        assert fact in said(rules.message)
    help_ = await club["Bob"].slash("help")
    assert help_.message["flags"] & 64
    assert all(word in said(help_.message) for word in ("/play", "/meld", "/takeback", "/leaderboard", "/privacy my-data"))
    assert len(said(help_.message)) < 700
