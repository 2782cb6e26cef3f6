"""Tournaments at Discord with deleted messages and channels, people who don't come, and a bot without rights."""

import pytest

from bot import app
from bot.interactions.tournament.decisions import Extend
from tests.competition.tournament.club_evening import running
from tests.e2e.support.club import Clock, Club
from tests.e2e.support.commands import check_refused
from tests.e2e.support.league_messages import ask, delete_message, read
from tests.e2e.tournament.test_tournament import check_in, find_round, managed, play_everywhere, set_up, the_round, the_tables
from tests.people import Json, labels

pytestmark = pytest.mark.usefixtures("short_deals")

THREE = ("Ann", "Bob", "Cleo")


async def begin(club: Club, *names: str, **plan: str) -> tuple[Json, Json]:
    """Return the card of a tournament, and the message of its first round, which these people play now."""
    card = await set_up(club, **plan)
    first = await check_in(club, card, *names)
    await managed(club, first, "Begin round 1 now")
    return card, await the_tables(club["Bob"], 1)


async def test_a_deleted_card_or_round_is_posted_again_once_and_serves_on(club: Club, bot: app.Bot) -> None:
    card, first = await begin(club, *THREE)
    await delete_message(club, first)
    await managed(club, card, "More time", typed="5", why="somebody deleted the round")
    again = await the_tables(club["Bob"], 1)
    assert again["id"] != first["id"]
    await delete_message(club, card)
    await club["Ann"].press(again, "Manage")
    new_card = await club["Bob"].until(
        lambda: next((it for it in club["Bob"].messages("rummy") if "My match" in labels(it) and it["id"] != card["id"]), None)
    )
    await play_everywhere(club, bot, again, *THREE)
    assert await the_round(club["Bob"], 2)
    assert "Round 2" in read(club["Bob"].now(new_card))
    assert sum("### Round 1 of Club evening" in read(it) for it in club["Bob"].messages("rummy")) == 1


async def test_a_lobby_offers_only_what_works_at_a_tournament_and_refuses_the_rest(club: Club, bot: app.Bot) -> None:
    _, first = await begin(club, *THREE)
    for name in ("Cleo", "Bob"):
        await club[name].press(first, "Play")
    lobby = await club["Bob"].until(lambda: next((it for it in club["Bob"].messages("rummy") if "More" in labels(it)), None))
    assert labels(lobby) == ["Join", "Leave", "More"]
    assert "Cancel the table" not in labels((await club["Cleo"].press(lobby, "More")).message)
    assert "Cancel the table" in labels((await club["Ann"].press(lobby, "More")).message), "she manages the server"
    await check_refused(club, club["Cleo"], "table start", "Ann must join first")
    for command, options in (("table clock", {"pace": "quick"}), ("table rule", {"rule": "ace", "answer": "high"})):
        sentence = "The rules of this table are set. You can't change them."
        assert await check_refused(club, club["Cleo"], command, **options) == sentence
    reserved = "The seats at this table are reserved."
    await check_refused(club, club["Cleo"], "table computer add", reserved, level="easy")
    await club["Cleo"].press(lobby, "Leave")
    await club["Bob"].until(lambda: "Waiting for 2 players." in read(club["Bob"].now(lobby)))
    assert f"<@{club['Cleo'].id}> (seat kept)" in read(club["Bob"].now(lobby))


async def test_a_round_that_nobody_plays_ends_it_and_keeps_only_the_link_to_the_card(
    clock: Clock, club: Club, bot: app.Bot
) -> None:
    card, first = await begin(club, *THREE)
    clock.advance(11)
    await bot.league_clock.run_once(0)
    second = await the_round(club["Bob"], 2)
    clock.advance(16)
    await bot.league_clock.run_once(0)
    await club["Bob"].until(lambda: "It isn't played." in read(club["Bob"].now(second)))
    assert labels(club["Bob"].now(second)) == labels(club["Bob"].now(first)) == ["Tournament"]
    assert labels(club["Bob"].now(card)) == ["Manage", "Rounds"]
    assert "Winner" not in read(club["Bob"].now(card))


async def test_a_tournament_whose_channel_is_deleted_waits_until_organisers_end_it(
    clock: Clock, club: Club, bot: app.Bot
) -> None:
    await begin(club, *THREE)
    await club.control(f"channels/{club['Ann'].channel_id('rummy')}", method="DELETE")
    for minutes in (0, *(9,) * 4, 24 * 60):
        clock.advance(minutes)
        await bot.league_clock.run_once(0)
    (one,) = await running(bot.services.tournaments, int(club.pg.world.guild.id))
    assert not one.rounds[-1].absent, "nobody has lost a match"
    log = await ask(club["Ann"], "league log", in_="lounge")
    assert read(log).count("Club evening waits: Ramino can't post in a deleted channel.") == 2, "again after a day"
    managing = await club["Ann"].press(log, "Manage Club evening")
    ending = await club["Ann"].press(managing.message, "End it")
    await club["Ann"].submit(ending.modal, in_="lounge")
    await bot.league_clock.run_once(0)
    assert club.query("SELECT count(*) FROM tournaments WHERE due IS NOT NULL") == [(0,)]


async def test_no_check_in_ends_that_nobody_could_see(clock: Clock, club: Club, bot: app.Bot) -> None:
    card = await set_up(club)
    for name in THREE:
        await club[name].press(card, "Join")
    await club.control("channels/rummy/permissions", {"deny": ["send_messages"]})
    await managed(club, card, "Open the check-in")
    for _ in range(4):
        clock.advance(9)
        await bot.league_clock.run_once(0)
    assert "It waits: I can't post in" in read(club["Bob"].now(card))
    await club.control("channels/rummy/permissions", {})
    clock.advance(11)
    await bot.league_clock.run_once(0)
    first = await the_round(club["Bob"], 1)
    await bot.league_clock.run_once(0)
    assert "It waits" not in read(club["Bob"].now(card))
    clock.advance(9)
    await bot.league_clock.run_once(0)
    for name in THREE:
        assert (await club[name].press(first, "I'm here")).outcome == "update"
    clock.advance(21)
    await bot.league_clock.run_once(0)
    await the_tables(club["Bob"], 1)


async def test_an_organiser_who_looks_has_a_refused_round_posted_at_once(club: Club, bot: app.Bot) -> None:
    card = await set_up(club)
    for name in THREE:
        await club[name].press(card, "Join")
    channel = club["Ann"].channel_id("rummy")
    await club.add_fault(
        "POST", f"/channels/{channel}/messages", times=0, status=403, code=50013, message="Missing Permissions"
    )
    await managed(club, card, "Open the check-in")
    await club.clear_faults()
    await bot.league_clock.run_once(0)
    assert find_round(club["Bob"], 1) is None, "not before a minute is over"
    await club["Ann"].press(card, "Manage")
    await the_round(club["Bob"], 1)


async def test_a_deleted_channel_is_tried_again_ever_less_often_and_with_each_change(
    clock: Clock, club: Club, bot: app.Bot, capsys: pytest.CaptureFixture[str]
) -> None:
    await begin(club, *THREE, kind="swiss:3")
    await bot.league_clock.run_once(0)
    channel = club["Ann"].channel_id("rummy")
    await club.control(f"channels/{channel}", method="DELETE")
    bot.services.tournament_posts.forget_shown(1)
    capsys.readouterr()

    async def tries(minutes: float = 0) -> int:
        """Return how many messages the bot tries to post there while it looks every ten seconds."""
        number = await club.last_request()
        await bot.league_clock.run_once(0)
        for _ in range(round(minutes * 6)):
            clock.advance(1 / 6)
            await bot.league_clock.run_once(0)
        requests = await club.requests(number)
        return sum(one["method"] == "POST" and f"/channels/{channel}/" in one["path"] for one in requests)

    assert await tries() == 1
    assert await tries(9) == 3, "after 1, 2 and 4 minutes"
    await bot.services.tournaments.decide(int(club.pg.world.guild.id), 1, Extend("300").decide, by=1, why="no channel")
    assert await tries() == 1, "it has changed"
    assert await tries(20) == 2, "every ten minutes"
    assert capsys.readouterr().out.count("Discord doesn't let a tournament be shown") == 1
