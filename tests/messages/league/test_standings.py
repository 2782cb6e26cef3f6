"""The standings stay narrow, whatever the points."""

import pytest

from bot.competition.standings import StandingsTable, default_league
from bot.league.seasons.seasons import Season
from bot.league.standings.standings import Standing
from bot.messages.league.buttons import StandingsPress
from bot.messages.league.standings import WIDTH, Leaderboard, standings_table
from bot.messages.names import Names
from bot.messages.text import column_count
from bot.tables.ports import Person
from tests.messages.shown_text import ENGLISH

LONG = Names({number: Person(number, number, f"{number} **{'[' * 90}", "en-US", None) for number in range(1, 1000)})


@pytest.mark.parametrize("big", [100_000, 1_000_000])
def test_a_page_of_standings_stays_narrow_with_the_largest_points(big: int) -> None:
    rows = [Standing(1, 1, 1000, 60 * big, 1000, 120), *(Standing(110 + at, at, 50, 2020 + at, 9, 1) for at in range(2, 17))]
    leaderboard = Leaderboard(
        StandingsTable(default_league(10), Season(1, 0), rows, 1), LONG, StandingsPress(0), "x", reader=16
    )
    lines = standings_table(rows[:15], rows[15], leaderboard, ENGLISH).lines
    assert max(map(column_count, lines)) <= WIDTH
    names = [line.split()[6].strip("›…") for line in lines[1:] if line != "…"]
    assert names == [str(row.person) for row in rows], "they can still be told apart"
