"""When a season ends, and what its final table keeps."""

import pytest
from msgspec import json
from msgspec.structs import replace

from bot.league.days import start_of_day
from bot.league.league import League, Monthly, OnDay, SeasonEnd
from bot.league.seasons.season_table import SeasonTable, build_season_table
from bot.league.seasons.seasons import Season, end_season, matches_in_season, scheduled_end
from bot.league.standings.standings import compute_standings
from bot.league.standings.totals import compute_totals
from tests.league.written_matches import MONDAY, SERVER, played

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
def test_a_season_ends_automatically_or_by_hand(season_end: SeasonEnd, end: int | None) -> None:
    assert scheduled_end(replace(OPEN, season_end=season_end), SEASON) == end


def test_a_match_belongs_to_the_season_in_which_it_ended() -> None:
    over, following = end_season(SEASON, at=MONDAY + 9, name=" Spring   2026 ")
    assert over == Season(3, MONDAY, MONDAY + 9, "Spring 2026")
    assert following == Season(4, MONDAY + 9)
    assert end_season(SEASON, at=MONDAY + 9)[0].name == "Spring"
    matches = [played("Ann 1 · Ben 2", number, ended=MONDAY + number) for number in (-1, 0, 8, 9)]
    assert [match.number for match in matches_in_season(over, matches)] == [0, 8]
    assert [match.number for match in matches_in_season(following, matches)] == [9]


def test_a_final_table_keeps_every_row_and_the_scheme() -> None:
    found = compute_totals(OPEN, [played("Ann 1 · Ben 2 · Cem 2", ended=MONDAY), played("Dee 1 · Ben 2", 2, ended=MONDAY)])
    rows = compute_standings(found, OPEN.scheme.ties, least=2, week=0)
    table = build_season_table(replace(OPEN, least=2), SEASON, rows)
    assert (table.league, table.season, table.scheme, table.least) == ("Mondays", SEASON, OPEN.scheme, 2)
    assert [(row.position, row.person, row.matches, row.parts, row.wins) for row in table.rows] == [
        (row.position, row.person, row.matches, row.parts, row.wins) for row in rows
    ]
    assert json.decode(json.encode(table), type=SeasonTable) == table
