"""Scores counted a second time, from logs alone (`make gauntlet` counts thousands of deals), and wrong logs are noticed."""

import copy
from collections import Counter
from functools import cache
from itertools import count as numbers
from typing import Any

import pytest

from tests.rummy.presets import NAMES, ONE_OF_EACH_GAME
from tests.rummy.second_count.deal import Event
from tests.rummy.second_count.match_count import count
from tests.rummy.second_count.matches import play

SHORT = 302


@cache
def log_of(game: str) -> list[Event]:
    """Return the first match of a game, from a number where they are short, that has points and ends."""
    for number in numbers(SHORT):
        log = play(game, number) or []
        if any(any(event.get("points", [])) for event in log) and log[-1]["type"] == "MatchEnded":
            return log
    raise AssertionError


@pytest.mark.parametrize("game", ONE_OF_EACH_GAME)
def test_the_second_count_of_a_match_agrees(game: str) -> None:
    counted = count(log_of(game))
    assert not counted.differences
    assert counted.covered["deals"]


@pytest.mark.thorough
@pytest.mark.parametrize("game", NAMES)
def test_the_second_count_of_a_few_matches_with_house_rules_agrees(game: str) -> None:
    covered: Counter[str] = Counter()
    for number in range(100, 200):
        counted = count(play(game, number) or [])
        assert not counted.differences, f"match {number}"
        covered += counted.covered
        if covered["deals"] >= 20:
            return


def test_points_changed_in_a_log_are_noticed() -> None:
    log = copy.deepcopy(log_of("rami"))
    ended = next(event for event in log if event["type"] == "DealEnded" and any(event["points"]))
    ended["points"][0] += 1
    assert "the points" in count(log).differences[0]


@pytest.mark.parametrize(("field", "changed"), [("placings", "the places"), ("stages", "the stages")])
def test_places_and_stages_changed_in_a_log_are_noticed(field: str, changed: str) -> None:
    log = copy.deepcopy(log_of("ten_stages"))
    event: dict[str, Any] = next(event for event in log if event.get(field))
    event[field][0] += 1
    assert changed in count(log).differences[0]


def test_a_meld_that_is_not_of_the_contract_is_noticed() -> None:
    log = copy.deepcopy(log_of("contract"))
    laid = next(event for event in log if event["type"] == "MeldLaid")
    laid["kind"] = "set" if laid["kind"] == "run" else "run"
    assert "no set" in (found := count(log).differences[0]) or "no run" in found
