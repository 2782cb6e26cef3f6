"""Whole matches, from /table new to the standings: every size, every way of playing, both games."""

import asyncio

import pytest

from bot import app
from bot.rummy.events import DealEnded, MatchEnded
from tests.e2e.support.checks import check_all, check_dms, check_leaderboard, check_no_error
from tests.e2e.support.club import Club, until
from tests.e2e.support.players import play_match, start_match
from tests.people import said

PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
SIZES = (2, 4, 6)


async def check_ended(club: Club, names: tuple[str, ...], deals: int) -> None:
    """The match has run its deals, its result is stored, and the standings know it."""
    events = club.events()
    assert sum(isinstance(event, DealEnded) for event in events) == deals
    assert isinstance(events[-1], MatchEnded)
    stored = club.query("SELECT ended FROM results")
    assert stored == [(club.timed_events()[-1][0],)], "the result is stored with the last event"
    assert len(club.query("SELECT seat FROM result_seats")) == len(names)
    reply = await club["Ann"].slash("leaderboard")
    check_leaderboard(club, club["Ann"], reply.message)
    end = club["Ann"].messages("rummy")[-2]  # the last but her own standings
    match = club.table().match
    assert match is not None
    for number in club.table().people:
        seat = club.table().seat_of(number)
        assert seat is not None
        assert str(match.scores[seat]) in said(end)
        assert club.person_of(number).name in said(end)


@pytest.mark.parametrize("size", SIZES)
async def test_a_match_is_played_by_the_buttons_of_the_direct_messages_alone(club: Club, bot: app.Bot, size: int) -> None:
    names = PLAYERS[:size]
    await start_match(club, *names, deals=2)
    await play_match(club, dict.fromkeys(names, "dm"))
    await check_ended(club, names, 2)
    check_dms(club, *names)
    await check_all(club)


@pytest.mark.parametrize("size", SIZES)
async def test_a_match_is_played_by_slash_commands_alone(club: Club, bot: app.Bot, size: int) -> None:
    names = PLAYERS[:size]
    await start_match(club, *names, variant="ramino", deals=2)
    await play_match(club, dict.fromkeys(names, "slash"))
    await check_ended(club, names, 2)
    check_dms(club, *names)
    await check_all(club)


@pytest.mark.parametrize("size", SIZES)
async def test_a_match_is_played_with_all_direct_messages_closed(club: Club, bot: app.Bot, size: int) -> None:
    names = PLAYERS[:size]
    await club.close_dms(*names)
    await start_match(club, *names, variant="ramino" if size == 4 else "rami", deals=2)
    await play_match(club, dict.fromkeys(names, "hand"))
    await check_ended(club, names, 2)
    await check_all(club, closed=names)
    refused = [entry for entry in await club.requests() if entry["status"] == 403]
    assert len(refused) == size, "everybody's direct messages are tried once"


@pytest.mark.parametrize("size", SIZES)
async def test_a_match_by_buttons_survives_the_bot_being_killed_in_the_middle(club: Club, size: int) -> None:
    names = PLAYERS[:size]
    bot = await club.start_bot()
    await start_match(club, *names, variant="rami" if size == 4 else "ramino", deals=2)
    playing = asyncio.create_task(play_match(club, dict.fromkeys(names, "dm")))
    await until(lambda: club.count() >= 40)
    bot.kill()
    before = club.count()
    bot = await club.start_bot()
    await playing
    assert club.count() > before
    await check_ended(club, names, 2)
    check_dms(club, *names)
    await check_all(club)
    assert await bot.stop() == 0
    check_no_error(club)
