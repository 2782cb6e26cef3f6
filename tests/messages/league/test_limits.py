"""What leagues show keeps within Discord's limits, however many people there are and whatever they are called."""

import gettext
import random
from dataclasses import replace as with_
from functools import partial

import pytest
from discord import ui
from msgspec.structs import replace

from bot.competition.eligibility import LeagueEligibility
from bot.competition.refusals import NoSuchLeague
from bot.competition.standings import StandingsTable, default_league
from bot.league.corrections import Correction, SwapPeople, apply_corrections
from bot.league.eligibility import Voided
from bot.league.history import history_lines
from bot.league.league import OtherGame
from bot.league.seasons import Season
from bot.league.standings import Standing
from bot.messages.league.buttons import HistoryPress, LeaguePress, LogPress, StandingsPress, read_league_press
from bot.messages.league.correction_log import correction_log_layout
from bot.messages.league.eligibility_text import eligibility_lines
from bot.messages.league.finished_match import finished_match_layout
from bot.messages.league.history import history_layout
from bot.messages.league.refusals import league_refusal_sentence
from bot.messages.league.standings import WIDTH, Leaderboard, standings_table
from bot.messages.names import Names
from bot.messages.table.match_end import match_end_text
from bot.messages.table.render_context import WhereItCounts
from bot.messages.text import column_count, cut_to_columns
from bot.messages.words import Words
from bot.rummy.events import DealEnded, EndedBy
from bot.rummy.view import view_for
from bot.tables.ports import Person
from bot.tables.refusals import Refused
from tests.league.random_season import season_of
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.people import parts
from tests.rummy.presets import variant

SAY = Words("en-US", gettext.NullTranslations())
LONG_PEOPLE = {number: Person(number, number, f"{number} **{'[' * 90}", "en-US", None) for number in range(1, 1000)}
LONG = Names(LONG_PEOPLE)


LEAGUES = [LeagueEligibility("_" * 100, why) for why in (None, Voided(), OtherGame(("_" * 100,) * 30)) for _ in range(9)]


def length(view: ui.LayoutView) -> int:
    """Of all that is text: labels do not count."""
    return sum(len(part.get("content", "")) for part in parts(view.to_components()))


def test_a_long_match_is_a_message() -> None:
    match = max(season_of(1, matches=40), key=lambda match: len(match.seats))
    made = [Correction(match.number, SwapPeople(*[seat.person for seat in match.people()][:2]), 3, 1, "*" * 300)] * 31
    (right,) = apply_corrections([match], made)
    for deals in (1, 50):
        view = finished_match_layout(replace(right, deals=match.deals * deals), LONG, LEAGUES, SAY, played=match, made=made)
        assert length(view) <= 4000
        assert "/league log" in str(view.to_components()), "where the rest stands"


def test_a_long_match_that_is_of_many_leagues_ends_with_a_message() -> None:
    points = (-1005, 505, 500)
    ended = DealEnded(EndedBy.BLOCKED, None, False, ((),) * 3, points)
    played = PlayedTable(variant(scoring="payment", match_target="none", match_deals=1), random.Random(1)).seat(3)
    table = played.play(lambda _dice, _match, moves: moves[0], moves=3).table
    assert table.match is not None
    view = replace(view_for(table.match, None), ended_deals=(ended,) * 300, scores=points, placings=(3, 1, 2))
    context = with_(
        context_for(table, SAY),
        names=Names({person: LONG_PEOPLE[person] for person in table.people}, table),
        counts=WhereItCounts(partial(eligibility_lines, LEAGUES)),
    )
    assert len(match_end_text(view, context)) <= 3800


@pytest.mark.parametrize("big", [100_000, 1_000_000])
def test_a_page_of_standings_stays_narrow_with_the_largest_points(big: int) -> None:
    rows = [Standing(1, 1, 1000, 60 * big, 1000, 120), *(Standing(110 + at, at, 50, 2020 + at, 9, 1) for at in range(2, 17))]
    leaderboard = Leaderboard(
        StandingsTable(default_league(10), Season(1, 0), rows, 1), LONG, StandingsPress(0), "x", reader=16
    )
    lines = standings_table(rows[:15], rows[15], leaderboard, SAY)
    assert max(map(column_count, lines)) <= WIDTH
    names = [line.split()[6].strip("›…") for line in lines[1:] if line != "…"]
    assert names == [str(row.person) for row in rows], "they can still be told apart"


def test_whatever_is_listed_stays_a_message() -> None:
    made = [Correction(7, SwapPeople(1, 2), 3, 1, "*" * 300)] * 30
    found = history_lines(season_of(1, matches=200))
    for view in (correction_log_layout(made, LONG, LogPress(1), SAY), history_layout(found, LONG, HistoryPress(0), SAY)):
        assert length(view) <= 4000
    counts = [LeagueEligibility("*" * 100, why) for why in (None, Voided()) for _ in range(100)]
    assert len("\n".join(eligibility_lines(counts, SAY))) <= 1210
    assert len(league_refusal_sentence(NoSuchLeague("*" * 100, ("*" * 100,) * 50), SAY, LONG)) <= 2000


@pytest.mark.parametrize(
    "press", [StandingsPress(3, 2, 1, 20_000, "zia pina's"), StandingsPress(0), HistoryPress(7, 2), LogPress(3, 2)]
)
def test_a_button_says_all_that_it_wants(press: LeaguePress) -> None:
    assert read_league_press(str(press)) == press
    if isinstance(press, StandingsPress):
        assert len(str(with_(press, game="x" * 30))) <= 100


@pytest.mark.parametrize("custom_id", ["l:1", "b:", "b:1:2", "b:x:0:0::", "h:1", "b:1:0:0:x:", "h:9999999999999999999:0"])
def test_a_button_of_another_version_is_refused(custom_id: str) -> None:
    with pytest.raises(Refused):
        read_league_press(custom_id)


HEART, KEYCAP, ASTRONAUT = "\u2764\ufe0f", "1\ufe0f\u20e3", "\U0001f469\u200d\U0001f680"


@pytest.mark.parametrize(
    "name", ["Ann", "牌" * 30, HEART * 20, KEYCAP * 20, ASTRONAUT * 20, "e\u0301" * 40, "`" * 50, "\u202e", ""]
)
def test_a_name_is_cut_to_its_columns(name: str) -> None:
    shown = cut_to_columns(name, 9)
    assert 1 <= column_count(shown) <= 9
    assert all(shown.count(sign[0]) <= 4 for sign in (HEART, KEYCAP, ASTRONAUT, "牌")), "each of these takes two"
    assert "`" not in shown
    assert "\u202e" not in shown
