"""A variant with only other answers is one TOML file: those of the tests are played to their end."""

from pathlib import Path

import pytest

from bot.rummy.match import Awaited
from bot.rummy.variant_reader import read_variant
from tests.rummy.gauntlet.run import Run
from tests.rummy.presets import NAMES, OUR_NAMES, preset_text, variant
from tests.rummy.test_transcripts import FILES

BOT = Path(__file__).parents[2] / "bot"


@pytest.mark.parametrize("name", OUR_NAMES)
def test_a_variant_of_the_tests_is_named_nowhere_in_the_program(name: str) -> None:
    """Its file is read by the parser that reads the shipped ones."""
    assert read_variant(name, preset_text(name), source=f"{name}.toml").name == name
    title = variant(name).title
    for file in BOT.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert name not in text, file
        assert f'"{title}"' not in text, file


@pytest.mark.parametrize("name", NAMES)
def test_no_file_of_the_rules_names_a_variant(name: str) -> None:
    """`bot/rummy` knows only answers."""
    for file in (BOT / "rummy").rglob("*.py"):
        assert f'"{name}"' not in file.read_text(encoding="utf-8"), file


@pytest.mark.parametrize("name", [*NAMES, *OUR_NAMES])
def test_every_variant_has_transcripts_of_its_own(name: str) -> None:
    assert len([file for file in FILES if file.parent.name == name]) >= 3


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (1, 2))])
@pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name in OUR_NAMES for players in sorted(set(variant(name).players))]
)
def test_a_whole_match_of_a_variant_of_the_tests_is_played_to_its_end(name: str, players: int, seed: int) -> None:
    run = Run(seed, rules=variant(name), players=players, thorough=0.01).play()
    assert run.match is not None
    assert run.match.awaits == Awaited.NOTHING
    assert run.counts["matches"] == 1
