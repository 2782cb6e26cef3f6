"""What leagues show keeps within Discord's limits, however many people there are and whatever they are called."""

import gettext
from dataclasses import replace as with_

import pytest
from discord import ui
from msgspec.structs import replace

from bot.league.corrections import Correction, Swap, corrected
from bot.league.counting import Voided
from bot.league.history import lines
from bot.messages.counting import Counts, where_it_counts
from bot.messages.history import history_layout, match_layout
from bot.messages.league_buttons import BoardPress, HistoryPress, LeaguePress, LogPress, read_league_press
from bot.messages.league_log import log_layout
from bot.messages.league_refusals import league_sentence
from bot.messages.names import Names, columns, fitted
from bot.messages.words import Words
from bot.tables.league_refusals import NoSuchLeague
from bot.tables.ports import Person
from bot.tables.refusals import Refused
from tests.league.season import season_of
from tests.people import parts

SAY = Words("en-US", gettext.NullTranslations())
LONG = Names({number: Person(number, number, f"{number} **{'[' * 90}", "en-US", None) for number in range(1, 1000)})


def length(view: ui.LayoutView) -> int:
    """Of all that is text: labels do not count."""
    return sum(len(part.get("content", "")) for part in parts(view.to_components()))


def test_a_long_match_is_a_message() -> None:
    match = max(season_of(1, matches=40), key=lambda match: len(match.seats))
    made = [Correction(match.number, Swap(*[seat.person for seat in match.people()][:2]), 3, 1, "*" * 300)] * 31
    (right,) = corrected([match], made)
    for deals in (1, 50):
        view = match_layout(replace(right, deals=match.deals * deals), LONG, [], SAY, played=match, made=made)
        assert length(view) <= 4000
        assert "/league log" in str(view.to_components()), "where the rest stands"


def test_whatever_is_listed_stays_a_message() -> None:
    made = [Correction(7, Swap(1, 2), 3, 1, "*" * 300)] * 30
    found = lines(season_of(1, matches=200))
    for view in (log_layout(made, LONG, LogPress(1), SAY), history_layout(found, LONG, HistoryPress(0), SAY)):
        assert length(view) <= 4000
    counts = [Counts("*" * 100, why) for why in (None, Voided()) for _ in range(100)]
    assert len("\n".join(where_it_counts(counts, SAY))) < 2600
    assert len(league_sentence(NoSuchLeague("*" * 100, ("*" * 100,) * 50), SAY, LONG)) <= 2000


@pytest.mark.parametrize(
    "press", [BoardPress(3, 2, 1, 20_000, "zia pina's"), BoardPress(0), HistoryPress(7, 2), LogPress(3, 2)]
)
def test_a_button_says_all_that_it_wants(press: LeaguePress) -> None:
    assert read_league_press(str(press)) == press
    if isinstance(press, BoardPress):
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
    shown = fitted(name, 9)
    assert 1 <= columns(shown) <= 9
    assert all(shown.count(sign[0]) <= 4 for sign in (HEART, KEYCAP, ASTRONAUT, "牌")), "each of these takes two"
    assert "`" not in shown
    assert "\u202e" not in shown
