"""The shipped variants and those of the tests, with and without house rules, all read by the reader that the bot uses."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import pytest

from bot.rummy.games import lays_melds
from bot.rummy.variant import Variant
from bot.rummy.variant_reader import read_variant
from bot.tables.rules.house_rules import Question

FOLDER = Path(__file__).parents[2] / "data" / "variants"
OURS = Path(__file__).parent / "variants"
OUR_NAMES = tuple(sorted(file.stem for file in OURS.glob("*.toml")))
"""Variants of the tests alone, which the bot doesn't ship."""
NAMES = tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))
"""The shipped presets: every TOML file in the folder. A new file is tested by every test of all presets."""


@lru_cache
def preset_text(name: str) -> str:
    file = FOLDER / f"{name}.toml"
    return (file if file.exists() else OURS / file.name).read_text(encoding="utf-8")


@lru_cache(maxsize=500, typed=True)
def variant(name: str = "rami", **house_rules: str | int | bool) -> Variant:
    """Return a preset with these answers in place of its own; a text that is a TOML list or table stays as it is.

    The last 500 are kept: reading them again for each match of a season took half of the time of the tests of leagues.
    """
    kept = [line for line in preset_text(name).splitlines() if line.partition("=")[0].strip() not in house_rules]
    changed = [f"{question} = {toml(answer)}" for question, answer in house_rules.items()]
    return read_variant(name, "\n".join(kept + changed), source=f"{name} with {house_rules}")


NAME_OF_EACH_GAME = ("rami", "wrotham", *{variant(name).game: name for name in NAMES if variant(name).game != "rummy"}.values())
"""One preset of each game, and two of basic rummy."""


def one_of_each_game(cases: Iterable[str | tuple[object, ...]]) -> list[object]:
    """Return parameters that are a preset or begin with one: those of one preset of each game, and in `make thorough` all."""
    with_name = [(case, case if isinstance(case, str) else case[0]) for case in cases]
    return [
        pytest.param(
            *([case] if isinstance(case, str) else case), marks=() if name in NAME_OF_EACH_GAME else pytest.mark.thorough
        )
        for case, name in with_name
    ]


ONE_OF_EACH_GAME = one_of_each_game(NAMES)
"""The presets as parameters: `NAME_OF_EACH_GAME`, and in `make thorough` all."""
WITH_TABLE_MELDS = tuple(name for name in NAMES if lays_melds(variant(name).game))
"""The presets in which melds are laid on the table."""


def asked_by(rule: Question) -> Variant:
    """Return a preset whose game asks this question: Rami, if it does."""
    return next(one for one in map(variant, ("rami", *NAMES)) if rule.is_asked(one))


def toml(answer: str | int | bool) -> str:
    """Return the answer as a variant's file writes it."""
    if isinstance(answer, str):
        return answer if answer[0] in "[{" else f'"{answer}"'
    return str(answer).lower()
