"""An evening of 26 people over the wire, with a bot that is restarted and killed in the middle of a round."""

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot import app
from bot.rummy.legal_moves import legal_moves
from bot.tables.match_requests import Play, Ready
from bot.tables.table import Phase
from tests.competition.tournament.club_evening import running
from tests.competition.tournament.naive_scores import naive_scores
from tests.e2e.support.club import Clock, Club, open_club
from tests.e2e.support.league_messages import read
from tests.e2e.tournament.test_tournament import find_round, managed, set_up, the_round, the_tables
from tests.people import Json
from tests.tables.table_service import eager

pytestmark = pytest.mark.usefixtures("short_deals")

GUESTS = tuple(f"Guest {number}" for number in range(2, 27))
"""With Ann more people than a select offers, so that organisers choose from all members."""
LATE = "Late Lou"


async def press_all(club: Club, message: Json, button: str, *names: str) -> None:
    """Let all these people press a button at the same moment."""
    answers = await asyncio.gather(*(club[name].press(message, button) for name in names))
    for answer in answers:
        assert answer.outcome in ("message", "update", "deferred", "deferred_update"), answer
        assert not answer.message or "went wrong" not in read(answer.message), "it comes later if the bot is busy"


async def play_all(bot: app.Bot) -> None:
    """Play all tables to their end, without pressing buttons."""
    tables = bot.services.tables
    for number in [table.number for table in tables.in_play]:
        while (table := await tables.get(number)).phase in (Phase.DEAL, Phase.PAUSE):
            person = table.person_to_act()
            if table.match is None or person is None:
                await tables.change(number, table.seats.people[0], Ready())
            else:
                await tables.change(number, person, Play(eager(legal_moves(table.match, table.match.seat_to_act() or 0))))
    await bot.services.courier.flush()
    await bot.league_clock.run_once(0)


def posted(club: Club, text: str) -> int:
    """Return how many messages of the channel have this text."""
    return sum(text in read(one) for one in club["Ann"].messages("rummy") if not one["flags"] & 64)


async def test_26_people_play_on_after_a_restart_and_a_kill_in_the_middle_of_a_round(tmp_path: Path, clock: Clock) -> None:
    async with open_club(tmp_path, "Ann") as club, AsyncExitStack() as stack:
        for name in (*GUESTS, LATE):
            await club.control("people", {"name": name})
        await club.add_people(stack, *GUESTS, LATE)
        everyone = ("Ann", *GUESTS)
        async with club.bot() as bot:
            card = await set_up(club, kind="swiss:3")
            await press_all(club, card, "Join", *everyone)
            await managed(club, card, "Open the check-in")
            first = await the_round(club["Ann"], 1)
            await press_all(club, first, "I'm here", *everyone[:-1])
            await managed(club, first, "Begin round 1 now")
            first = await the_tables(club["Ann"], 1)
            await press_all(club, first, "Play", *everyone[:-3])
            clock.advance(11)
            await bot.league_clock.run_once(0)
            await play_all(bot)
            second = await the_round(club["Ann"], 2)
            await press_all(club, second, "I'm here", *everyone, LATE)
            second = await the_tables(club["Ann"], 2)
            await press_all(club, second, "Play", *everyone[:16])
            before = len((await running(bot.services.tournaments, int(club.pg.world.guild.id)))[0].rounds[1].opened)
            assert before >= 4
        process = await club.start_bot()
        await press_all(club, second, "Play", *everyone[14:20])
        process.kill()
        async with club.bot() as bot:
            await bot.league_clock.run_once(0)
            await press_all(club, second, "Play", *everyone[16:], LATE)
            awarded = await managed(club, second, "Award a match", who=first_of(club, second), why="spilt coffee")
            assert read(awarded.message).startswith("**Ann gave ")
            await play_all(bot)
            assert (posted(club, "### Round 2 of Club evening"), posted(club, "### Club evening")) == (1, 1)
            third = await the_round(club["Ann"], 3)
            assert "(awarded)" in read(club["Ann"].now(second))
            await press_all(club, third, "I'm here", *everyone, LATE)
            third = await the_tables(club["Ann"], 3)
            await press_all(club, third, "Play", *everyone, LATE)
            await play_all(bot)
            await club["Ann"].until(lambda: "Winner: " in read(club["Ann"].now(card)))
            over, results = await bot.services.tournaments.with_results(int(club.pg.world.guild.id), 1)
            scores = naive_scores(over, results)
            shown = read(club["Ann"].now(card)).partition("Winner: ")[2].partition("\n")[0]
            best = [person for person, score in scores.items() if score == max(scores.values())]
            assert shown.rstrip("*") in {bot.services.people[person].name for person in best}
            assert [posted(club, f"### Round {number} of Club evening") for number in (1, 2, 3, 4)] == [1, 1, 1, 0]
            assert find_round(club["Ann"], 4) is None


def first_of(club: Club, message: Json) -> str:
    """Return the name of somebody at the first table of a round, as its message mentions them."""
    found = re.search(r"<@(\d+)>", read(club["Ann"].now(message)))
    assert found is not None
    return next(name for name in ("Ann", *GUESTS, LATE) if club[name].id == found[1])
