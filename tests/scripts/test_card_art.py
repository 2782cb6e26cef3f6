"""The built card art is that of the drawings."""

from pathlib import Path

import pytest
from PIL import Image

from scripts.card_art.sheets import CARDS, build
from scripts.card_art.svg import FONTS


@pytest.mark.thorough
def test_the_sprites_and_emoji_are_those_that_the_drawings_give(tmp_path: Path) -> None:
    build(tmp_path)
    built = {file.relative_to(tmp_path) for file in tmp_path.rglob("*.*")}
    stored = {file.relative_to(CARDS) for file in CARDS.rglob("*.*")}
    assert {file for file in stored if file.parts[0] != "courts" and file.name != "README.md"} == built
    assert (tmp_path / "sprites.json").read_text() == (CARDS / "sprites.json").read_text()
    for file in built:
        if file.suffix == ".png":
            with Image.open(tmp_path / file) as new, Image.open(CARDS / file) as old:
                assert new.convert("RGBA").tobytes() == old.convert("RGBA").tobytes(), (
                    f"run: python -m scripts.card_art ({file})"
                )


def test_no_emoji_is_larger_than_discord_allows_and_each_is_square() -> None:
    for file in (CARDS / "emoji").iterdir():
        assert file.stat().st_size <= 256 * 1024
        with Image.open(file) as image:
            assert image.size == (128, 128)


def test_the_courts_come_with_their_licence() -> None:
    assert (
        "CC0" in (CARDS / "courts" / "LICENSE").read_text() or "Creative Commons" in (CARDS / "courts" / "LICENSE").read_text()
    )
    assert len(list((CARDS / "courts").glob("*.svg"))) == 12


def test_the_font_comes_with_its_licence() -> None:
    assert "Bitstream Vera Fonts Copyright" in (FONTS / "LICENSE_DEJAVU").read_text()
