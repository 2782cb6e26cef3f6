"""The players of a match that an organiser broke off can protest, though it has no result."""

from bot import app
from bot.tables.table import Phase
from tests.e2e.support.clock import Clock
from tests.e2e.support.club import Club
from tests.e2e.support.league.announcements import announced, logged
from tests.e2e.support.league.league_reading import read
from tests.e2e.support.league.questions import newest
from tests.e2e.support.league.schedules import open_fixture, post_schedule
from tests.e2e.support.refusals import check_refused
from tests.e2e.support.tables import break_off, start_match

WEEK = 7 * 24 * 60


async def break_off_a_match(club: Club, *names: str) -> None:
    """Start match 1, and let Ann break it off."""
    await club["Ann"].slash("league create", name="Cup", in_="lounge")
    await start_match(club, *names, deals=1)
    await break_off(club, "Ann", "they play too slowly", table=1)
    await club.until_sent()


async def test_a_protest_against_breaking_off_is_logged_announced_and_answered(club: Club, bot: app.Bot) -> None:
    await break_off_a_match(club, "Bob", "Cleo", "Dan")
    said = read((await club["Bob"].slash("league protest", match=1, why="I was *winning*")).message)
    assert said == "Your protest is in `/league log`, where the organisers read it and answer."
    await club["Cleo"].slash("league protest", match=1, why="so was I")
    await bot.league_clock.run_once()
    line = "Bob protested against match `1`: I was \\*winning\\*"
    await club["Finn"].until(lambda: announced(club, line) == 1)
    assert await logged(club, line, league="Cup") == 1
    await check_refused(club, club["Bob"], "league protest", "already protested", match=1, why="again")
    await check_refused(club, club["Ann"], "league answer", "Bob and Cleo protested", match=1, answer="no")
    offered = await club["Ann"].autocomplete("league answer", "player", "", match=1)
    assert [one["name"] for one in offered] == ["Bob", "Cleo", "Dan"]
    await club["Ann"].slash("league answer", match=1, answer="no", player="Cleo")
    form = await club["Ann"].press(newest(club["Ann"], "lounge"), "Match 1: answer Bob")
    await club["Ann"].submit(form.modal, in_="lounge", answer="play it again")
    assert await logged(club, "Ann answered the protest of Bob against match `1`: play it again") == 1
    assert await logged(club, "Ann answered the protest of Cleo against match `1`: no") == 1
    await check_refused(club, club["Ann"], "league answer", "have been answered", match=1, answer="no")


async def test_only_its_players_protest_and_only_within_a_week(club: Club, clock: Clock, bot: app.Bot) -> None:
    await break_off_a_match(club, "Bob", "Cleo")
    await check_refused(club, club["Dan"], "league protest", "Only the players", match=1, why="x")
    remove = {"match": 1, "change": "remove", "player": "Bob", "why": "x"}
    await check_refused(club, club["Ann"], "league correct", "was broken off", **remove)
    clock.advance(WEEK + 1)
    await check_refused(club, club["Bob"], "league protest", "possible until <t:", match=1, why="x")


async def test_a_match_that_would_not_have_counted_or_that_its_players_ended_has_no_protest(club: Club, bot: app.Bot) -> None:
    async def refusal(match: int) -> str:
        return read((await club["Bob"].slash("league protest", match=match, why="x")).message)

    await start_match(club, "Bob", "Cleo", deals=1)
    await break_off(club, "Ann", "so", table=1)
    await club["Ann"].slash("league create", name="Cup", in_="lounge")
    assert "Match 1 was broken off" in await refusal(1)
    await start_match(club, "Bob", "Cleo", deals=1)
    assert "no finished match 2" in await refusal(2)
    for name in ("Bob", "Cleo"):
        shown = await club[name].slash("table show")
        asked = await club[name].press(shown.message, "End the match")
        await club[name].press(asked.message, "Yes, end the match")
    assert club.table(2).phase == Phase.OVER
    assert "no finished match 2" in await refusal(2)
    assert await logged(club, "protested") == 0


async def test_a_fixture_that_was_broken_off_has_a_protest_even_after_a_restart(club: Club) -> None:
    async with club.bot():
        await post_schedule(club)
        lobby = await open_fixture(club, newest(club["Ann"]), "Ann", "Bob")
        await club["Bob"].press(lobby, "Join")
        await club["Ann"].press(lobby, "Start")
        await break_off(club, "Ann", "so", table=1)
        await club.until_sent()
    async with club.bot():
        await club["Bob"].slash("league protest", match=1, why="it was mine")
        assert await logged(club, "Bob protested against match `1`: it was mine") == 1
