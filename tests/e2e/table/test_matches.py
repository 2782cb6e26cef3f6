"""Whole matches of rami and ramino from /table new to the standings, in every size and way of playing."""

import asyncio

import pytest

from bot import app
from bot.rummy.events import CardDiscarded
from bot.tables.table import is_computer
from tests.e2e.support.checks import check_all, check_dms, check_match_ended, check_no_error
from tests.e2e.support.club import EVERYONE, Club, until
from tests.e2e.support.tables import open_table, play_match, start_match

SIZES = (2, *(pytest.param(size, marks=pytest.mark.thorough) for size in (4, 6)))


OTHER_GAMES = (
    *(("block", "dm", 6), ("block", "slash", 2), ("block", "hand", 4)),
    *(("cuccu", "dm", 4), ("cuccu", "slash", 2), ("cuccu", "hand", 3)),
    *(("wrotham", "dm", 2), ("wrotham", "slash", 2), ("wrotham", "hand", 2)),
)
"""The games that the tests below don't play in every way, with as many people as they allow."""


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "way", "size"), OTHER_GAMES)
async def test_every_game_can_be_played_in_every_way(club: Club, bot: app.Bot, game: str, way: str, size: int) -> None:
    names = EVERYONE[:size]
    if way == "hand":
        await club.close_dms(*names)
    await start_match(club, *names, variant=game, deals=1)
    await play_match(club, dict.fromkeys(names, way))
    await check_match_ended(club, names, 1)
    await check_all(club, closed=names if way == "hand" else ())


@pytest.mark.parametrize("size", SIZES)
async def test_a_match_can_be_played_with_buttons_in_direct_messages_only(club: Club, bot: app.Bot, size: int) -> None:
    names = EVERYONE[:size]
    await start_match(club, *names, deals=2)
    await play_match(club, dict.fromkeys(names, "dm"))
    await check_match_ended(club, names, 2)
    check_dms(club, *names)
    await check_all(club)


@pytest.mark.parametrize("size", SIZES)
async def test_a_match_can_be_played_with_slash_commands_only(club: Club, bot: app.Bot, size: int) -> None:
    names, deals = EVERYONE[:size], 1 if size == 2 else 2
    await start_match(club, *names, variant="ramino", deals=deals)
    await play_match(club, dict.fromkeys(names, "slash"))
    await check_match_ended(club, names, deals)
    check_dms(club, *names)
    await check_all(club)


@pytest.mark.parametrize("size", SIZES)
async def test_a_match_can_be_played_with_all_direct_messages_closed(club: Club, bot: app.Bot, size: int) -> None:
    names = EVERYONE[:size]
    await club.close_dms(*names)
    deals = 1 if size == 2 else 2
    await start_match(club, *names, variant="ramino" if size == 4 else "rami", deals=deals)
    await play_match(club, dict.fromkeys(names, "hand"))
    await check_match_ended(club, names, deals)
    await check_all(club, closed=names)
    refused = [entry for entry in await club.requests() if entry["status"] == 403]
    assert len(refused) == deals * size, "the bot tries each player's direct messages once a deal"


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
async def test_a_match_goes_on_after_the_bot_is_killed_in_the_middle(club: Club, size: int) -> None:
    names = EVERYONE[:size]
    bot = await club.start_bot()
    await start_match(club, *names, variant="rami" if size == 4 else "ramino", deals=2)
    playing = asyncio.create_task(play_match(club, dict.fromkeys(names, "dm")))
    await until(lambda: club.event_count() >= 40)
    bot.kill()
    before = club.event_count()
    bot = await club.start_bot()
    await playing
    assert club.event_count() > before
    await check_match_ended(club, names, 2)
    check_dms(club, *names)
    await check_all(club)
    assert await bot.stop() == 0
    check_no_error(club)


async def test_a_match_with_computers_posts_each_round_once_and_pings_people_for_their_own_turns_only(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "COMPUTER_SECONDS", (0.05, 0.1))
    async with club.bot():
        lobby = await open_table(club, "Ann", "Bob", deals=2)
        for level in ("add_easy", "add_normal"):
            await club["Ann"].choose(lobby, "q:1", level)
        await club["Bob"].slash("table agree")
        await club["Ann"].press(club["Ann"].now(lobby), "Start")
        await play_match(club, {"Ann": "dm", "Bob": "hand"})
        table = club.table()
        discards = [event.seat for event in club.events() if isinstance(event, CardDiscarded)]
        assert {seat for seat in discards if is_computer(table.occupant(seat))} == set(table.computers_seats())
        await check_all(club)
        check_dms(club, "Ann", "Bob")
        assert club.results() == []
