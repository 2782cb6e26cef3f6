"""When a season ends, and what is kept of it."""

import pytest
from msgspec import json
from msgspec.structs import replace

from bot.league.days import start_of_day
from bot.league.league import League, Monthly, OnDay, SeasonEnd
from bot.league.league_checks import (
    DayIsOver,
    LeagueFault,
    LeagueNameTaken,
    NameMissing,
    NameTooLong,
    NoSuchZone,
    NumberOutOfRange,
    check_league,
)
from bot.league.seasons import FinalTable, Season, end_season, final_table, matches_in_season, scheduled_end
from bot.league.standings import compute_standings
from bot.league.totals import compute_totals
from tests.league.leagues import LEAGUES
from tests.league.written_matches import DAY, MONDAY, SERVER, played
from tests.rummy.presets import variant

OPEN = League(server=SERVER, name="Mondays", zone="Europe/Rome")
TODAY = 20514
SEASON = Season(3, MONDAY, name="Spring")


@pytest.mark.parametrize(
    ("season_end", "end"),
    [
        (OPEN.season_end, None),
        (OnDay(TODAY), start_of_day(TODAY + 1, "Europe/Rome")),
        (OnDay(TODAY - 1), None),
        (Monthly(), start_of_day(TODAY + 30, "Europe/Rome")),
    ],
)
def test_a_season_ends_by_itself_or_by_hand(season_end: SeasonEnd, end: int | None) -> None:
    assert scheduled_end(replace(OPEN, season_end=season_end), SEASON) == end


def test_a_match_is_of_the_season_in_which_it_ended() -> None:
    over, following = end_season(SEASON, at=MONDAY + 9, name=" Spring   2026 ")
    assert over == Season(3, MONDAY, MONDAY + 9, "Spring 2026")
    assert following == Season(4, MONDAY + 9)
    assert end_season(SEASON, at=MONDAY + 9)[0].name == "Spring"
    matches = [played("Ann 1 · Ben 2", number, ended=MONDAY + number) for number in (-1, 0, 8, 9)]
    assert [match.number for match in matches_in_season(over, matches)] == [0, 8]
    assert [match.number for match in matches_in_season(following, matches)] == [9]


def test_a_final_table_keeps_every_row_and_how_it_was_counted() -> None:
    found = compute_totals(OPEN, [played("Ann 1 · Ben 2 · Cem 2", ended=MONDAY), played("Dee 1 · Ben 2", 2, ended=MONDAY)])
    rows = compute_standings(found, OPEN.scheme.ties, least=2, week=0)
    table = final_table(replace(OPEN, least=2), SEASON, rows)
    assert (table.league, table.season, table.scheme, table.least) == ("Mondays", SEASON, OPEN.scheme, 2)
    assert [(row.position, row.person, row.matches, row.parts, row.wins) for row in table.rows] == [
        (row.position, row.person, row.matches, row.parts, row.wins) for row in rows
    ]
    assert json.decode(json.encode(table), type=FinalTable) == table


@pytest.mark.parametrize("league", [*LEAGUES, replace(OPEN, season_end=OnDay(9)), replace(OPEN, season_end=Monthly())])
def test_a_league_is_read_as_it_was_written(league: League) -> None:
    assert json.decode(json.encode(league), type=League) == league


def test_a_league_says_how_many_people_its_matches_can_have() -> None:
    assert OPEN.sizes() == range(2, 7)
    assert OPEN.sizes((variant("cuccu"), variant("wrotham"))) == range(2, 5)
    assert replace(OPEN, games=(variant("wrotham"),)).sizes((variant("rami"),)) == range(2, 3)


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({"name": " \t"}, NameMissing()),
        ({"name": "x" * 101}, NameTooLong(100)),
        ({"name": "CUCCÙ  Club"}, LeagueNameTaken("Cuccù club")),
        ({"zone": "Mars/Olympus"}, NoSuchZone("Mars/Olympus")),
        ({"zone": "Mars/Olympus", "season_end": OnDay(1)}, NoSuchZone("Mars/Olympus")),
        ({"season_end": OnDay(TODAY - 1)}, DayIsOver(TODAY - 1)),
        ({"least": 0}, NumberOutOfRange("least", 0, 1, 1000)),
        ({"rematches": 1001}, NumberOutOfRange("rematches", 1001, 1, 1000)),
    ],
)
def test_a_league_that_cannot_be_is_refused(wrong: dict[str, object], fault: LeagueFault) -> None:
    others = (replace(OPEN, name="Cuccù club"),)
    assert check_league(replace(OPEN, **wrong), others, now=MONDAY) == [fault]
    assert check_league(replace(OPEN, season_end=OnDay(TODAY)), others, now=MONDAY + DAY // 2) == []
