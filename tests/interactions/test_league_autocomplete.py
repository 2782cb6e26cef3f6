"""Autocomplete answers from memory what does not change."""

import os
from pathlib import Path

import pytest

from bot.interactions.league.league_autocomplete import time_zone_choices


def test_time_zones_are_read_from_the_disk_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert time_zone_choices("europe/ro")[0].value == "Europe/Rome"

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("a keystroke reads the disk")

    for owner, name in ((os, "walk"), (os, "listdir"), (os, "scandir"), (Path, "open")):
        monkeypatch.setattr(owner, name, fail)
    assert time_zone_choices("rome")[0].value == "Europe/Rome"
