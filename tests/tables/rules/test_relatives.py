"""Names of games that don't come with Ramino lead to the nearest one that does."""

from typing import Any

import pytest

from bot.app import DATA, LOCALES
from bot.messages.words import Languages
from bot.rummy.contradictions import contradictions
from bot.tables.rules.relatives import read_relatives, read_usual_names
from bot.tables.rules.saved_variants import ServerVariants
from tests.rummy.presets import NAMES, variant

PRESETS = {name: variant(name) for name in NAMES}
TEXT = (DATA / "relatives.toml").read_text("utf-8")
LANGUAGES = Languages.read(LOCALES)
USUAL = read_usual_names(TEXT, PRESETS, {name: LANGUAGES.game_titles(one.title) for name, one in PRESETS.items()})
RELATIVES = read_relatives(TEXT, PRESETS)
NOTHING_SAVED: Any = None
VARIANTS = ServerVariants(PRESETS, NOTHING_SAVED, lambda: 0, usual_names=USUAL, relatives=RELATIVES)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        *(
            ("Gin", "gin"),
            ("ginn rummy", "gin"),
            ("Hollywood gin", "hollywood"),
            ("500", "rummy500"),
            ("rummy-500", "rummy500"),
            ("machiavelli", "rami"),
        ),
        *(
            ("canasta", "ramino"),
            ("burraco", "ramino"),
            ("Scala Quaranta", "scala40"),
            ("rami 51", "scala40"),
            ("ROMMÉ", "romme"),
        ),
        *(("cucu", "cuccu"), ("rammi", "rami"), ("Wrotham", "wrotham"), ("chess", None), ("?", None)),
    ],
)
def test_a_usual_or_mistyped_name_has_a_nearest_game(name: str, nearest: str | None) -> None:
    found = VARIANTS.nearest(name)
    assert (found and found[0].name) == nearest


def test_every_nearest_game_can_be_played_with_the_house_rules_that_get_nearer() -> None:
    assert {preset.name for preset, _ in RELATIVES.values()} == set(NAMES)
    for name, (preset, rules) in RELATIVES.items():
        assert not tuple(contradictions(rules)), name
        assert rules.name == preset.name
    assert RELATIVES["rami51"][1].first_meld == 51


def test_a_game_of_our_own_is_its_own_nearest_one() -> None:
    assert read_relatives('[[relatives]]\nnames = ["rami"]\nnearest = "block"', PRESETS)["rami"][0].name == "rami"


@pytest.mark.parametrize(
    ("name", "game"),
    [
        *(
            ("Gin Rummy", "gin"),
            ("gin rommé", "gin"),
            ("gin ramino", "gin"),
            ("Oklahoma", "oklahoma"),
            ("straight  gin", "straight_gin"),
        ),
        *(("Cuccù", "cuccu"), ("rummy", "rami"), ("scala quaranta", "scala40"), ("ramino italiano", "ramino101")),
        *(
            ("ramino 101", "ramino101"),
            ("Zehn Stufen", "ten_stages"),
            ("ramino a 101", "ramino101"),
            ("tenstages", "ten_stages"),
        ),
    ],
)
async def test_a_usual_name_finds_the_game_itself(name: str, game: str) -> None:
    assert (await VARIANTS.find(None, name)).name == game
