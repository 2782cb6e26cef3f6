"""The definition of a league: its stored form, its sizes and faults, and the changes of its settings in the log."""

import msgspec
import pytest
from msgspec import json
from msgspec.structs import replace

from bot.league.league import (
    DayIsOver,
    League,
    LeagueNameTaken,
    Monthly,
    NameMissing,
    NameTooLong,
    NoSuchZone,
    NoSummerTime,
    OnDay,
    check_league,
)
from bot.league.organiser_actions import Action, LeagueEdited, SettingChange, changed_settings
from bot.league.scheme import read_scheme, write_scheme
from bot.wording.sentence import Refusal
from tests.league.leagues import LEAGUES
from tests.league.written_matches import DAY, MONDAY, SERVER
from tests.rummy.presets import variant

OPEN = League(server=SERVER, name="Mondays", zone="Europe/Rome")
TODAY = 20514


@pytest.mark.parametrize("league", [*LEAGUES, replace(OPEN, season_end=OnDay(9)), replace(OPEN, season_end=Monthly())])
def test_a_league_is_decoded_as_it_was_encoded(league: League) -> None:
    assert json.decode(json.encode(league), type=League) == league


def test_the_sizes_of_a_league_are_those_of_its_games() -> None:
    assert OPEN.sizes() == range(2, 7)
    assert OPEN.sizes((variant("cuccu"), variant("wrotham"))) == range(2, 5)
    assert replace(OPEN, games=(variant("wrotham"),)).sizes((variant("rami"),)) == range(2, 3)


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({"name": " \t"}, NameMissing()),
        ({"name": "\u3164 \u200d"}, NameMissing()),
        ({"name": "x" * 101}, NameTooLong(100)),
        ({"name": "CUCCÙ  Club"}, LeagueNameTaken("Cuccù club")),
        ({"name": "Ｃuccù club"}, LeagueNameTaken("Cuccù club")),
        ({"zone": "Mars/Olympus"}, NoSuchZone("Mars/Olympus")),
        ({"zone": "Mars/Olympus", "season_end": OnDay(1)}, NoSuchZone("Mars/Olympus")),
        ({"zone": "EST"}, NoSummerTime("EST", "UTC-05:00", "19:00")),
        ({"zone": "Etc/GMT-8"}, NoSummerTime("Etc/GMT-8", "UTC+08:00", "08:00")),
        ({"season_end": OnDay(TODAY - 1)}, DayIsOver(TODAY - 1)),
    ],
)
def test_an_impossible_league_is_refused_with_the_reason(wrong: dict[str, object], fault: Refusal) -> None:
    others = (replace(OPEN, name="Cuccù club"),)
    assert check_league(replace(OPEN, **wrong), others, now=MONDAY) == [fault]
    assert check_league(replace(OPEN, season_end=OnDay(TODAY)), others, now=MONDAY + DAY // 2) == []


CUP = League(server=1, name="Cup")


def test_an_equal_league_has_no_changes() -> None:
    assert changed_settings(CUP, replace(CUP)) == ()


def test_each_changed_setting_has_its_values_before_and_after() -> None:
    changed = replace(
        CUP,
        name="Bowl",
        scheme=read_scheme("2: 3 0"),
        channel=5,
        games=(variant("rami"),),
        rated=True,
        season_end=Monthly(),
        announcements=7,
    )
    found = {one.setting: (one.before, one.after) for one in changed_settings(CUP, changed)}
    assert found.pop("scheme") == (write_scheme(CUP.scheme), write_scheme(changed.scheme))
    assert found == {
        "name": ("Cup", "Bowl"),
        "channel": (None, 5),
        "games": ("all", variant("rami").title),
        "rated": (False, True),
        "season_end": ("by hand", "monthly"),
        "announcements": (None, 7),
    }
    assert changed_settings(changed, replace(changed, season_end=OnDay(0)))[0].after == "1970-01-01"


def test_every_setting_of_a_league_can_be_stored_and_read_again() -> None:
    for name in League.__struct_fields__:
        other = {"server": 2, "name": "Bowl", "zone": "Europe/Rome"}.get(name)
        value = getattr(CUP, name)
        if other is None:
            other = {bool: not value, int: 9, type(None): 9}.get(type(value), value)
        edited = LeagueEdited("Cup", changed_settings(CUP, replace(CUP, **{name: other})))
        assert msgspec.json.decode(msgspec.json.encode(edited), type=Action) == edited
        assert [one.setting for one in edited.changes] == ([name] if other != value else [])
    assert isinstance(SettingChange("rated", True, False).before, bool)
