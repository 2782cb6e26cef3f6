"""What leagues show keeps within Discord's limits, however many people there are and whatever they are called."""

import gettext
from dataclasses import replace as with_
from itertools import combinations

import pytest
from discord import ui
from msgspec.structs import replace

from bot.league.corrections import Correction, Swap
from bot.league.counting import Voided
from bot.league.history import lines
from bot.league.schedule import how_often, round_robin, rounds
from bot.messages.counting import Counts, has_counted, will_count
from bot.messages.history import history_layout, match_layout
from bot.messages.league_buttons import BoardPress, FixturePress, HistoryPress, LeaguePress, LogPress, read_league_press
from bot.messages.league_log import log_layout
from bot.messages.league_refusals import league_sentence
from bot.messages.names import Names, columns, fitted
from bot.messages.schedule import schedule_layout
from bot.messages.words import Words
from bot.tables.league_refusals import NoSuchLeague
from bot.tables.ports import Person
from bot.tables.refusals import Refused
from bot.tables.schedule_ports import Fixture, FixtureState, StoredSchedule
from tests.league.season import season_of
from tests.people import parts
from tests.rummy.presets import variant

SAY = Words("en-US", gettext.NullTranslations())
LONG = Names({number: Person(number, number, f"{number} **{'[' * 90}", "en-US", None) for number in range(1, 1000)})


def length(view: ui.LayoutView) -> int:
    """Of all that is text: labels do not count."""
    return sum(len(part.get("content", "")) for part in parts(view.to_components()))


@pytest.mark.parametrize(("people", "size"), [(2, 2), (32, 2), (31, 2), (32, 3), (32, 4), (5, 4)])
def test_a_schedule_of_any_size_is_a_message(people: int, size: int) -> None:
    numbers = range(1, people + 1)
    made = round_robin(numbers) if size == 2 else rounds(numbers, size, 12, "0" * 64)
    tables = [(nth, group) for nth, each in enumerate(made, start=1) for group in each.tables]
    fixtures = tuple(Fixture(at, 1, 1, nth, group, 1, FixtureState.WAITING, None) for at, (nth, group) in enumerate(tables, 1))
    whole = StoredSchedule(1, 1, 1, 1, variant(), tuple(each.byes for each in made), fixtures)
    view = schedule_layout("x" * 100, whole, how_often(made), LONG, SAY)
    assert length(view) <= 4000
    assert len(list(parts(view.to_components()))) <= 40
    first = sum(one.round == 1 for one in fixtures)
    shown = [it for it in parts(view.to_components()) if it["type"] == 2]
    assert len(shown) >= min(first, 16), "all tables of the first round can be opened"
    assert len(list(combinations(numbers, 2))) == sum(how_often(made).values())


def test_a_long_match_is_a_message() -> None:
    match = max(season_of(1, matches=40), key=lambda match: len(match.seats))
    view = match_layout(replace(match, deals=match.deals * 50), LONG, [], SAY)
    assert length(view) <= 4000


def test_whatever_is_listed_stays_a_message() -> None:
    made = [Correction(7, Swap(1, 2), 3, 1, "*" * 300)] * 30
    found = lines(season_of(1, matches=200))
    for view in (log_layout(made, LONG, LogPress(1), SAY), history_layout(found, LONG, HistoryPress(0), SAY)):
        assert length(view) <= 4000
    counts = [Counts("*" * 100, why) for why in (None, Voided()) for _ in range(100)]
    assert len(will_count(counts, SAY)) < 1200
    assert len("\n".join(has_counted(counts, SAY))) < 2600
    assert len(league_sentence(NoSuchLeague("*" * 100, ("*" * 100,) * 50), SAY, LONG)) <= 2000


@pytest.mark.parametrize(
    "press", [BoardPress(3, 2, 1, 20_000, "zia pina's"), BoardPress(0), HistoryPress(7, 2), LogPress(3, 2), FixturePress(5)]
)
def test_a_button_says_all_that_it_wants(press: LeaguePress) -> None:
    assert read_league_press(str(press)) == press
    if isinstance(press, BoardPress):
        assert len(str(with_(press, game="x" * 30))) <= 100


@pytest.mark.parametrize(
    "custom_id", ["l:1", "b:", "b:1:2", "b:x:0:0::", "h:1", "f:", "f:-1", "b:1:0:0:x:", "h:9999999999999999999:0"]
)
def test_a_button_of_another_version_is_refused(custom_id: str) -> None:
    with pytest.raises(Refused):
        read_league_press(custom_id)


@pytest.mark.parametrize("name", ["Ann", "牌" * 30, "\U0001f469\u200d\U0001f680" * 20, "e\u0301" * 40, "`" * 50, "\u202e", ""])
def test_a_name_is_cut_to_its_columns(name: str) -> None:
    shown = fitted(name, 9)
    assert 1 <= columns(shown) <= 9
    assert "`" not in shown
    assert "\u202e" not in shown
