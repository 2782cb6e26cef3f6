"""Reminders by direct message, sent once and a day before, to players who want them."""

from pathlib import Path

import pytest

from bot import app
from tests.e2e.support.club import START, Clock, Club, until
from tests.e2e.support.league_messages import read
from tests.e2e.support.schedules import post_dated_schedule, reminders, turn_reminders_on
from tests.messages.catalogue_files import entry, write_catalogue
from tests.people import Json, parts

DAY = 24 * 60


def links(message: Json) -> list[str]:
    return [it["url"] for it in parts(message["components"]) if "url" in it]


async def test_a_player_who_wants_it_is_reminded_once_a_day_before_also_over_a_restart(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        posted = await post_dated_schedule(club, 30, 60, 100)
        await turn_reminders_on(club, "Bob", "Cleo")
        await club["Cleo"].slash("league remind", wanted=False)
        await bot.league_clock.run_once()
        assert reminders(club, "Bob") == [], "more than a day is left"
        clock.advance(7 * 60)
        await bot.league_clock.run_once()
        await club["Bob"].until(lambda: reminders(club, "Bob"))
    async with club.bot() as bot:
        for _ in range(3):
            clock.advance(1)
            await bot.league_clock.run_once()
        (text,) = reminders(club, "Bob")
        assert "**Cup**" in text
        assert ":R>" in text
        channel = club["Bob"].channel_id("rummy")
        assert links(club["Bob"].dms[-1])[0].endswith(f"/{channel}/{posted['id']}")
        assert not any(club[name].dms for name in ("Ann", "Cleo", "Dan"))
        clock.advance(30 * 60)
        await bot.league_clock.run_once()
        assert len(reminders(club, "Bob")) == 2, "the reminder of the second round"


async def test_a_schedule_for_today_reminds_its_players_immediately(club: Club, bot: app.Bot) -> None:
    await post_dated_schedule(club, 3, 40, 80)
    await bot.league_clock.run_once()
    await turn_reminders_on(club, "Dan")
    await bot.league_clock.run_once()
    await club["Dan"].until(lambda: reminders(club, "Dan"))
    assert len(reminders(club, "Dan")) == 1


async def test_closed_direct_messages_of_some_players_do_not_stop_other_reminders(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await post_dated_schedule(club, 3, 40, 80)
        await turn_reminders_on(club, "Ann", "Bob", "Cleo", "Dan")
        await club.close_dms("Ann", "Cleo")
        since = await club.last_request()
        for _ in range(5):
            clock.advance(DAY / 24 / 20)
            await bot.league_clock.run_once()
        assert [len(reminders(club, name)) for name in ("Ann", "Bob", "Cleo", "Dan")] == [0, 1, 0, 1]
        refused = [one for one in await club.requests(since) if one["status"] == 403]
        assert len(refused) == 2, "players with closed direct messages are tried only once"


async def test_a_reminder_is_retried_after_a_temporary_fault(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await post_dated_schedule(club, 3, 40, 80)
        await turn_reminders_on(club, "Bob")
        await club.add_fault("POST", "/users/@me/channels|/messages$", times=0, status=400, code=40003)
        await bot.league_clock.run_once()
        await club.clear_faults()
        assert reminders(club, "Bob") == []
        clock.advance(1.1)
        await bot.league_clock.run_once()
        await club["Bob"].until(lambda: reminders(club, "Bob"))


@pytest.mark.thorough
async def test_a_bot_killed_after_sending_a_reminder_does_not_send_it_again(club: Club) -> None:
    async with club.bot() as announcing:
        await post_dated_schedule(club, 3, 40, 80)
        await announcing.league_clock.run_once()
        await turn_reminders_on(club, "Bob")
    await club.add_fault("POST", "/messages$", times=0, delay=60, applied=True)
    bot = await club.start_bot()
    await until(lambda: reminders(club, "Bob"), START)
    bot.kill()
    assert club.query("SELECT * FROM reminded") == []
    await club.clear_faults()
    async with club.bot() as again:
        await again.league_clock.run_once()
        await until(lambda: club.query("SELECT count(*) FROM reminded") == [(1,)])
        await club.until_sent()
        assert len(reminders(club, "Bob")) == 1


async def test_a_reminder_is_in_the_language_of_its_reader(club: Club, tmp_path: Path) -> None:
    text = "**{league}**: play your match with {people} by {date} ({left})."
    words = entry(text, "**{league}**: il tuo tavolo con {people} va giocato entro {date}, {left}.")
    async with club.bot(write_catalogue(tmp_path / "locales", "it", words)) as bot:
        await post_dated_schedule(club, 3, 40, 80)
        await club.control("people/Bob", {"locale": "it"})
        await turn_reminders_on(club, "Ann", "Bob")
        await bot.league_clock.run_once()
        await club["Ann"].until(lambda: reminders(club, "Ann"))
        bob = club["Bob"]
        await bob.until(lambda: any("il tuo tavolo con" in read(it) for it in bob.dms))
