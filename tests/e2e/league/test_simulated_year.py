"""A club of forty plays a year of weekly seasons: no cheating has an unseen effect, and every table can be computed again."""

import os
from pathlib import Path
from typing import get_args

import pytest

from bot.league.organiser_actions import Action
from bot.league.tournament.events import TournamentEvent
from bot.storage.store import open_store
from tests.competition.league_server import LeagueServer
from tests.e2e.support.club import Clock, Club
from tests.e2e.support.year import running_year
from tests.e2e.support.year_events import (
    break_a_match_off,
    cheat_as_a_pair_and_by_deleting_data,
    cheat_by_leaving,
    cheat_by_own_correction,
    cheat_with_a_third_account,
    check_every_table,
    choose_organisers,
    close_a_league,
    correct_in_every_way,
    edit_every_setting,
    protest_ten_times,
)

WEEKS = (
    choose_organisers,
    cheat_by_leaving,
    cheat_as_a_pair_and_by_deleting_data,
    break_a_match_off,
    cheat_with_a_third_account,
    cheat_by_own_correction,
    protest_ten_times,
    correct_in_every_way,
    edit_every_setting,
    close_a_league,
)
SEED = int(os.environ.get("SEED", "13"))
IS_WHOLE = "SEED" in os.environ
"""`make gauntlet` lives through a whole year; `make thorough` through a part of it."""
PEOPLE, A_NIGHT, NIGHTS = 40, 6 if IS_WHOLE else 4, 2 if IS_WHOLE else 1
STORED, MATCHES = (40, 200) if IS_WHOLE else (4, 90)
YEAR = STORED + len(WEEKS) + 2
"""In weeks."""


@pytest.fixture(autouse=True)
def _short() -> None:
    """Leave the deals as they are: the year has seeds of its own."""


async def test_every_table_of_a_year_can_be_computed_again_and_no_cheating_has_an_unseen_effect(
    club: Club, clock: Clock, tmp_path: Path
) -> None:
    async with running_year(club, clock, SEED, STORED) as year:
        for happens in WEEKS:
            for _ in range(NIGHTS):
                await year.play_night(A_NIGHT)
            await happens(year)
            await year.end_week()
        await year.play_night(A_NIGHT)
        await year.end_week()
        await year.play_night(MATCHES - len(year.played))
        await year.end_week()
        assert wire_matches(club, year.stored_matches) == (MATCHES, 1 + PEOPLE)  # one of them has come back as somebody new
        assert ended_weeks(club) == YEAR
        await year.actions.check()
        kinds = {kind for (kind,) in club.query("SELECT entry ->> '$.what.type' FROM ledger WHERE person IS NOT NULL")}
        of_schedules = {"ScheduleMade", "TimeAdded"}  # of earlier versions: tests/storage/test_schedule_migration.py
        of_tournaments = {event.__name__ for event in get_args(TournamentEvent)}  # tests/competition/tournament
        by_nobody = {"TableWaits", "TournamentWaits"}  # tests/e2e/faults, tests/e2e/tournament
        assert kinds == {action.__name__ for action in get_args(Action)} - of_schedules - of_tournaments - by_nobody
        assert await check_every_table(club, tmp_path) > 2 * YEAR
    async with open_store(club.database_url) as store:
        server, services = int(club.pg.world.guild.id), LeagueServer(store, clock())
        assert await services.computed(server)


def wire_matches(club: Club, after: int) -> tuple[int, ...]:
    """Return how many matches have ended after the one with this number, and how many people have played them."""
    results = [result for result in club.results() if result["number"] > after]
    people = {seat["person"] for result in results for seat in result["seats"] if not seat.get("computer")}
    return len(results), len(people)


def ended_weeks(club: Club) -> int:
    """Return how many seasons of Mondays have ended."""
    return sum(term.league.key == "mondays" and term.season.end is not None for term in club.leagues().terms())
