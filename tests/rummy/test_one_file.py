"""A variant that only answers the questions differently is one TOML file: three that nobody asked for, played to their end."""

from pathlib import Path

import pytest

from bot.rummy.match import Question
from bot.rummy.variant.variant_reader import read_variant
from tests.rummy.gauntlet.run import Run
from tests.rummy.presets import NAMES, OURS, preset_text, variant
from tests.rummy.test_scripts import FILES

THREE = ("colonel", "ramino_with_two_packs", "cuccu_for_four")
BOT = Path(__file__).parents[2] / "bot"


def test_the_three_are_all_there_is() -> None:
    assert {file.stem for file in OURS.iterdir()} == set(THREE)


@pytest.mark.parametrize("name", THREE)
def test_its_file_is_all_that_is_known_of_it(name: str) -> None:
    """Read by the parser that reads the shipped ones, and named nowhere in the program."""
    assert read_variant(name, preset_text(name), source=f"{name}.toml").name == name
    title = variant(name).title
    for file in BOT.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert name not in text, file
        assert f'"{title}"' not in text, file


@pytest.mark.parametrize("name", NAMES)
def test_no_rule_asks_for_the_name_of_a_variant(name: str) -> None:
    """Nor of the shipped ones: `bot/rummy` knows answers only."""
    for file in (BOT / "rummy").glob("*.py"):
        assert f'"{name}"' not in file.read_text(encoding="utf-8"), file


@pytest.mark.parametrize("name", [*NAMES, *THREE])
def test_it_has_transcripts_of_its_own(name: str) -> None:
    assert len([file for file in FILES if file.parent.name == name]) >= 3


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("name", "players"),
    [("colonel", 2), ("ramino_with_two_packs", 2), ("ramino_with_two_packs", 6), ("cuccu_for_four", 4)],
)
def test_a_whole_match_is_played_to_its_end(name: str, players: int, seed: int) -> None:
    run = Run(seed, rules=variant(name), players=players, thorough=0.01).play()
    assert run.match is not None
    assert run.match.question == Question.NOTHING
    assert run.counts["matches"] == 1
