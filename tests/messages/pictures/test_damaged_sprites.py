"""Sprites that are missing or damaged are refused when they are loaded."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.messages.pictures.sprites import SpritesUnusableError, load_sprites

CARDS = Path(__file__).parents[3] / "data" / "cards"
SIZES = ("large", "small")


def copy_sprites(folder: Path) -> None:
    for file in CARDS.glob("*.*"):
        (folder / file.name).write_bytes(file.read_bytes())


def change_places(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    places = json.loads((folder / "sprites.json").read_text())
    change(places)
    (folder / "sprites.json").write_text(json.dumps(places))


def recolour(folder: Path) -> None:
    with Image.open(folder / "marks.png") as image:
        image.load()
    image.putpalette((image.getpalette() or [])[::-1])
    image.save(folder / "marks.png")


def convert(folder: Path) -> None:
    with Image.open(folder / "small-four.png") as image:
        image.convert("RGB").save(folder / "small-four.png")


def cut(folder: Path) -> None:
    whole = (folder / "large-four.png").read_bytes()
    (folder / "large-four.png").write_bytes(whole[: len(whole) // 2])


DAMAGES: dict[str, Callable[[Path], object]] = {
    "an empty folder": lambda folder: [file.unlink() for file in folder.iterdir()],
    "a sheet is missing": lambda folder: (folder / "small-four.png").unlink(),
    "the places are missing": lambda folder: (folder / "sprites.json").unlink(),
    "a truncated sheet": cut,
    "no places": lambda folder: (folder / "sprites.json").write_text("{}"),
    "places of nothing": lambda folder: (folder / "sprites.json").write_text("[]"),
    "a list in the place of places": lambda folder: change_places(folder, lambda it: it.update(marks=[1])),
    "a large card is missing": lambda folder: change_places(folder, lambda it: it["large-four"].pop("7H")),
    "a small card is missing": lambda folder: change_places(folder, lambda it: it["small-four"].pop("7H")),
    "a card is missing": lambda folder: change_places(folder, lambda it: [it[f"{size}-four"].pop("7H") for size in SIZES]),
    "the joker of a card is missing": lambda folder: change_places(folder, lambda it: it["small-four"].pop("JK=7H")),
    "the back is missing": lambda folder: change_places(folder, lambda it: it["small-four"].pop("back")),
    "a digit is missing": lambda folder: change_places(folder, lambda it: it["marks"].pop("d7")),
    "a place outside the sheet": lambda folder: change_places(folder, lambda it: it["marks"].update(crown=[9000, 0, 9, 9])),
    "a place before the sheet": lambda folder: change_places(folder, lambda it: it["marks"].update(lock=[-5, 0, 44, 44])),
    "an empty place": lambda folder: change_places(folder, lambda it: it["marks"].update(lock=[0, 0, 0, 0])),
    "a card of another size": lambda folder: change_places(folder, lambda it: it["large-four"].update({"7H": [0, 0, 5, 5]})),
    "the lock is missing": lambda folder: change_places(folder, lambda it: it["marks"].pop("lock")),
    "a covered card is missing": lambda folder: change_places(folder, lambda it: it["large-four"].pop("KS covered")),
    "another size": lambda folder: Image.new("P", (10, 10)).save(folder / "marks.png"),
    "another palette": recolour,
    "no palette": convert,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_sprites_are_refused_with_a_reason(tmp_path: Path, damage: str) -> None:
    copy_sprites(tmp_path)
    DAMAGES[damage](tmp_path)
    with pytest.raises(SpritesUnusableError, match="can't be used"):
        load_sprites(tmp_path, "four")


@pytest.mark.parametrize("times", [10, pytest.param(30, marks=pytest.mark.thorough)])
def test_a_sheet_with_any_damage_is_refused_or_can_be_used(tmp_path: Path, times: int) -> None:
    copy_sprites(tmp_path)
    dice, whole = random.Random(7), (CARDS / "marks.png").read_bytes()
    refused = 0
    for _ in range(times):
        damaged = bytearray(whole[: dice.randrange(len(whole))] if dice.random() < 0.5 else whole)
        for at in (dice.randrange(len(damaged)) for _ in range(min(len(damaged), 3))):
            damaged[at] ^= dice.randrange(256)
        (tmp_path / "marks.png").write_bytes(damaged)
        try:
            load_sprites(tmp_path, "four")
        except SpritesUnusableError:
            refused += 1
    assert refused > times * 2 // 3
