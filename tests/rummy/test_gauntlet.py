"""The gauntlet from a fixed list of seeds: both presets with every number of players, and house rules drawn at random."""

from collections import Counter

import pytest

from tests.rummy.gauntlet import Run, run
from tests.rummy.presets import NAMES, variant


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("name", NAMES)
def test_every_preset_runs_the_gauntlet_with_every_number_of_players(name: str, players: int) -> None:
    assert Run(players, rules=variant(name), players=players).play().counts["matches"] == 1


@pytest.mark.parametrize("seed", range(100, 200, 10))
def test_random_house_rules_run_the_gauntlet(seed: int) -> None:
    assert run(deals=20, seed=seed, thorough=0.03)["deals"] >= 20


def test_the_gauntlet_meets_every_way_to_end() -> None:
    wanted = ("discard", "meld", "layoff", "blocked", "rummy", "left", "matches")
    met: Counter[str] = Counter()
    for seed in range(2119, 2219):
        met += Run(seed, thorough=0.0).play().counts
        if all(met[how] for how in wanted):
            return
    pytest.fail(f"not met: {[how for how in wanted if not met[how]]}")


def test_the_gauntlet_is_the_same_for_the_same_seed() -> None:
    assert Run(7).play().events == Run(7, thorough=0.02).play().events
