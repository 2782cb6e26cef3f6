"""The changes of a league's settings, as the log stores them."""

import msgspec
from msgspec.structs import replace

from bot.league.league import League, Monthly, OnDay
from bot.league.organiser_actions import Action, LeagueEdited, SettingChange, changed_settings
from bot.league.scheme import read_scheme, write_scheme
from tests.rummy.presets import variant

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
