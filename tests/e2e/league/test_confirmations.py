"""Organisers are asked before a season ends, a league is archived or a schedule is replaced, and can undo it."""

import asyncio

import pytest
from msgspec.structs import replace

from bot import app
from bot.interactions import routes
from bot.league.league import League, Weekly
from tests.e2e.league.test_seasons import season_tables, unposted_seasons
from tests.e2e.support.club import Clock, Club, until
from tests.e2e.support.commands import forged_reply
from tests.e2e.support.league_messages import YES, answer, confirm, logged, newest, read
from tests.e2e.support.schedules import meet_bot, open_fixture, post_schedule
from tests.e2e.support.seasons import store_season, table_rows
from tests.people import find, labels

CUP = League(server=0, name="Cup")
ASKING = ("league season-end", "league archive")


def seasons(club: Club) -> list[tuple[int, ...]]:
    """Return the number of each season, whether it runs, and whether its league is in use."""
    (stored,) = club.leagues().all()
    return [(season.number, season.end is None, stored.archived_at is None) for season in club.seasons()]


@pytest.fixture
async def stored(club: Club) -> None:
    """A league with twelve matches, stored before a bot starts."""
    await store_season(club, CUP, matches=12, people=6)


@pytest.mark.parametrize("command", ASKING)
async def test_an_undo_reopens_the_season_and_its_posted_table_says_so(
    club: Club, command: str, monkeypatch: pytest.MonkeyPatch, stored: None, bot: app.Bot
) -> None:
    before = table_rows(read((await club["Bob"].slash("leaderboard")).message))
    done = await confirm(club["Ann"], command, league="cup", in_="lounge")
    await club["Finn"].until(lambda: len(season_tables(club, "lounge")) == 1)
    (posted,) = season_tables(club, "lounge")
    undone = await club["Ann"].press(done.message, "Undo")
    assert "Undone" in read(undone.message)
    assert labels(undone.message) == []
    assert seasons(club) == [(1, 1, 1)]
    await club["Finn"].until(lambda: "was undone" in read(club["Finn"].now(posted)))
    assert table_rows(read((await club["Bob"].slash("leaderboard")).message)) == before
    assert await logged(club, "Ann reopened") + await logged(club, "Ann restored") == 1
    monkeypatch.setattr(routes, "_REPEATED_SECONDS", 0)
    again = await forged_reply(club, "Ann", done.message, find(done.message, "Undo")["custom_id"])
    assert "too late to undo" in read(again.message)
    await confirm(club["Ann"], command, league="cup", in_="lounge")
    await club["Finn"].until(lambda: len(season_tables(club, "lounge")) == 1)
    assert unposted_seasons(club) == []


async def test_an_answer_is_refused_if_the_person_no_longer_organises(club: Club, stored: None, bot: app.Bot) -> None:
    await club.appoint("Bob")
    asked = await club["Bob"].slash("league season-end", league="cup")
    await club.control("people/Bob/roles", {"roles": []})
    assert "Manage Server" in read((await answer(club["Bob"], asked)).message)
    assert seasons(club) == [(1, 1, 1)]
    done = await confirm(club["Ann"], "league season-end", league="cup")
    undo = find(done.message, "Undo")["custom_id"]
    assert "Manage Server" in read((await forged_reply(club, "Bob", newest(club["Bob"]), undo)).message)
    await club.control("people/Bob/roles", {"roles": ["Keepers"]})
    assert "Undone" in read((await forged_reply(club, "Bob", newest(club["Bob"]), undo)).message)


@pytest.mark.parametrize("command", ASKING)
async def test_another_organiser_undoes_it_below_the_posted_table(club: Club, command: str, stored: None, bot: app.Bot) -> None:
    await club.appoint("Bob")
    done = await confirm(club["Ann"], command, league="cup", in_="lounge")
    assert "You can undo this here until <t:" in read(done.message)
    await club["Finn"].until(lambda: len(season_tables(club, "lounge")) == 1)
    (posted,) = season_tables(club, "lounge")
    assert "Organisers can undo this until <t:" in read(posted)
    refused = await club["Finn"].press(posted, "Undo")
    assert "Manage Server" in read(refused.message)
    assert refused.message["flags"] & 64
    undone = await club["Bob"].press(posted, "Undo")
    assert "Undone" in read(undone.message)
    assert undone.message["flags"] & 64
    assert seasons(club) == [(1, 1, 1)]
    await club["Finn"].until(lambda: "was undone" in read(club["Finn"].now(posted)))
    assert labels(club["Finn"].now(posted)) == []
    assert (
        await logged(club, "Bob reopened") + await logged(club, "Bob restored")
        == await logged(club, "This undoes Ann's action.")
        == 1
    )
    assert "too late to undo" in read((await club["Ann"].press(done.message, "Undo")).message)


async def test_a_season_that_ends_on_its_day_has_no_undo(club: Club, clock: Clock) -> None:
    await store_season(club, replace(CUP, season_end=Weekly()), matches=12, people=6)
    async with club.bot() as bot:
        clock.advance(8 * 24 * 60)
        await bot.league_clock.run_once()
        await club["Finn"].until(lambda: len(season_tables(club, "rummy")) == 3)
        assert not any("Undo" in labels(one) for one in season_tables(club, "rummy"))


async def test_another_organiser_undoes_a_new_schedule_in_its_message(club: Club, bot: app.Bot) -> None:
    await post_schedule(club)
    await club.appoint("Bob")
    assert "Undo" not in labels(newest(club["Finn"])), "it replaces none"
    people = await meet_bot(club, "Ann", "Bob", "Cleo")
    await confirm(club["Ann"], "league schedule", people=people, replace=True)
    await club["Finn"].until(lambda: "Undo" in labels(newest(club["Finn"])))
    posted = newest(club["Finn"])
    assert "Manage Server" in read((await club["Finn"].press(posted, "Undo")).message)
    undone = await club["Bob"].press(posted, "Undo")
    assert "earlier schedule" in read(undone.message)
    assert undone.message["flags"] & 64
    await club["Finn"].until(lambda: "Dan" in read(newest(club["Finn"])))
    await bot.league_clock.run_once(0)
    await club["Finn"].until(lambda: "Undo" not in labels(club["Finn"].now(posted)))


async def test_a_confirmation_of_yesterday_and_a_late_undo_are_refused(
    club: Club, clock: Clock, stored: None, bot: app.Bot
) -> None:
    asked = await club["Ann"].slash("league season-end", league="cup")
    done = await confirm(club["Ann"], "league season-end", league="cup")
    clock.advance(11)
    assert "too late to undo" in read((await club["Ann"].press(done.message, "Undo")).message)
    clock.advance(24 * 60)
    assert "too old" in read((await answer(club["Ann"], asked)).message)


@pytest.mark.thorough
async def test_a_bot_killed_before_the_table_says_that_it_was_undone_lets_it_say_so_later(club: Club) -> None:
    await store_season(club, CUP, matches=12, people=6)
    bot = await club.start_bot()
    done = await confirm(club["Ann"], "league season-end", league="cup", in_="lounge")
    await club["Finn"].until(lambda: len(season_tables(club, "lounge")) == 1)
    (posted,) = season_tables(club, "lounge")
    await club.add_fault("PATCH", f"/messages/{posted['id']}$", delay=60, applied=False)
    undoing = asyncio.create_task(club["Ann"].press(done.message, "Undo"))
    await until(lambda: seasons(club) == [(1, 1, 1)])
    bot.kill()
    undoing.cancel()
    await asyncio.gather(undoing, return_exceptions=True)
    assert "was undone" not in read(club["Finn"].now(posted))
    await club.clear_faults()
    await club.start_bot()
    await club["Finn"].until(lambda: "was undone" in read(club["Finn"].now(posted)))
    await until(lambda: club.query("SELECT * FROM posts") == [])


async def test_a_replaced_schedule_comes_back_unless_a_table_of_the_new_one_was_opened(club: Club, bot: app.Bot) -> None:
    await post_schedule(club)
    people = await meet_bot(club, "Ann", "Bob", "Cleo")
    replacing = {"people": people, "replace": True}
    asked = await club["Ann"].slash("league schedule", **replacing)
    assert "Old schedule: 0 of 6 played." in read(asked.message)
    archive = await club["Ann"].slash("league archive", league="Cup")
    assert "The schedule has 6 matches left. They can no longer be played." in read(archive.message)
    assert len(club.query("SELECT * FROM schedules")) == 1
    done = await answer(club["Ann"], asked)
    await club["Finn"].until(lambda: "Ann" in read(newest(club["Finn"])) and "Dan" not in read(newest(club["Finn"])))
    yes = find(asked.message, YES[2])["custom_id"]
    twice = await forged_reply(club, "Ann", newest(club["Ann"]), yes)
    assert "has been answered" in read(twice.message)
    undone = await club["Ann"].press(done.message, "Undo")
    assert "earlier schedule" in read(undone.message)
    await club["Finn"].until(lambda: "Dan" in read(newest(club["Finn"])))
    assert "Another schedule" not in read(newest(club["Finn"]))
    done = await confirm(club["Ann"], "league schedule", **replacing)
    await club["Finn"].until(lambda: "Dan" not in read(newest(club["Finn"])))
    await open_fixture(club, newest(club["Ann"]), "Ann", "Bob")
    assert "too late to undo" in read((await club["Ann"].press(done.message, "Undo")).message)
