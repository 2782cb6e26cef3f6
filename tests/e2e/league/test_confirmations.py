"""Organisers are asked before a season ends or a league is archived, and can undo it."""

import asyncio

import pytest

from bot import app
from bot.interactions import routes
from bot.league.league import League
from tests.e2e.league.test_seasons import season_tables, unposted_seasons
from tests.e2e.support.club import Clock, Club, until
from tests.e2e.support.commands import forged_reply
from tests.e2e.support.league_messages import answer, confirm, logged, newest, read
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
    monkeypatch.setattr(routes, "_REPEATED_WITHIN", -1)
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


async def test_another_organiser_undoes_it_below_the_posted_table(club: Club, stored: None, bot: app.Bot) -> None:
    await club.appoint("Bob")
    done = await confirm(club["Ann"], "league archive", league="cup", in_="lounge")
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
    assert await logged(club, "Bob restored") == await logged(club, "This undoes Ann's action.") == 1
    assert "too late to undo" in read((await club["Ann"].press(done.message, "Undo")).message)


async def test_a_confirmation_of_yesterday_and_a_late_undo_are_refused(
    club: Club, clock: Clock, stored: None, bot: app.Bot
) -> None:
    asked = await club["Ann"].slash("league season-end", league="cup")
    done = await confirm(club["Ann"], "league season-end", league="cup")
    clock.advance(11)
    assert "too late to undo" in read((await club["Ann"].press(done.message, "Undo")).message)
    clock.advance(24 * 60)
    assert "too old" in read((await answer(club["Ann"], asked)).message)


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
