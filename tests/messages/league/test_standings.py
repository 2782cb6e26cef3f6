"""The standings stay narrow, whatever the points."""

import pytest

from bot.competition.standings import StandingsTable
from bot.league.league import League
from bot.league.seasons import Season, StoredLeague
from bot.league.standings import Standing
from bot.messages.league.pages import WIDTH, StandingsPress
from bot.messages.league.standings import Leaderboard, leaderboard_layout, standings_table
from bot.messages.names import Names
from bot.messages.text import column_count
from bot.tables.ports import Person
from tests.messages.shown_text import ENGLISH, readable_text

LONG = Names({number: Person(number, number, f"{number} **{'[' * 90}", "en-US", None) for number in range(1, 1000)})


@pytest.mark.parametrize("big", [100_000, 1_000_000])
def test_a_page_of_standings_stays_narrow_with_the_largest_points(big: int) -> None:
    rows = [Standing(1, 1, 1000, 60 * big, 1000, 120), *(Standing(110 + at, at, 50, 2020 + at, 9, 1) for at in range(2, 17))]
    (_, *lines, _), _ = standings_table(rows, LONG, ENGLISH, reader=16, has_own_row=True)
    assert max(map(column_count, lines)) <= WIDTH
    names = [line.split()[1].strip("›…") for line in lines[1:] if line != "…"]
    assert names == [str(row.person) for row in rows], "they can still be told apart"


def _lines(names: list[str], points: list[int], *, change: bool = True) -> tuple[list[str], bool]:
    """Return the table of people with these names and points (in sixtieths), and whether its headings are letters."""
    people = {number: Person(number, number, name, "en-US", None) for number, name in enumerate(names, start=1)}
    before = 1 if change else None
    rows = [Standing(number, number, 3, parts, 1, before) for number, parts in enumerate(points, start=1)]
    (_, *lines, _), legend = standings_table(rows, Names(people), ENGLISH, reader=None, has_own_row=False)
    return lines, any("P points" in line for line in legend)


def test_short_names_leave_room_for_words_as_headings() -> None:
    lines, has_letters = _lines(["Ann", "Bob"], [60 * 7, 60 * 4])
    assert lines[0].split() == ["#", "points", "matches", "wins", "average", "±"]
    assert not has_letters
    assert "±" not in _lines(["Ann", "Bob"], [60 * 7, 60 * 4], change=False)[0][0], "nobody has risen"
    assert _lines(["A" * 20, "Bob"], [60 * 700 + 15, 60 * 4])[0][0].split() == ["#", "pts", "mat.", "wins", "avg", "±"]


def test_decimal_points_are_always_aligned() -> None:
    for most in (50, 500, 5_000, 500_000, 50_000_000):
        lines, _ = _lines(["N" * 30] * 4, [60 * most + 15, 60 * 12 + 20, 60 * 7, 50], change=False)
        assert max(map(column_count, lines)) <= WIDTH
        averages = [row.rstrip("\N{NO-BREAK SPACE} ") for row in lines[1:]]
        assert len({text.rindex(".") for text in averages if "." in text.split()[-1]}) <= 1, lines


def test_figures_are_aligned_behind_names_in_any_script() -> None:
    lines, _ = _lines(["Ann", "牌牌", "שלום", "\U0001f469\u200d\U0001f680" * 20], [60] * 4)
    assert len({column_count(line) for line in lines}) == 1
    assert "\u2068שלום\u2069 " in lines[3], "a name from right to left doesn't turn the figures"


@pytest.mark.parametrize(
    ("name", "typed"), [("Friday Club", "league:Friday Club`"), ("a`b", "league:aˋb`")], ids=["usual", "with a backtick"]
)
def test_an_empty_table_of_a_league_says_how_to_play_a_match_that_counts(name: str, typed: str) -> None:
    league, season = League(server=10, name=name), Season(1, 0)
    table = StandingsTable(league, season, [], 1, StoredLeague(1, league, season, 0))
    text = readable_text(leaderboard_layout(Leaderboard(table, {}, StandingsPress(1), "Server"), ENGLISH))
    assert "To play one: `/league list " + typed in text
    archived = StandingsTable(league, season, [], 1, StoredLeague(1, league, season, 0, archived_at=5))
    text = readable_text(leaderboard_layout(Leaderboard(archived, {}, StandingsPress(1), "Server"), ENGLISH))
    assert "No matches counted." in text
