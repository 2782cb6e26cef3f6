"""Compares what Ramino answers today with what was recorded: see README.md in this folder."""

import os
import re
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pytest

from tests.pins import matches, scenes
from tests.pins.matches import MATCHES, Match
from tests.pins.recorder import kind_of, recording
from tests.pins.vocabulary import command_lines, spellings

GOLDEN = Path(__file__).parent / "golden"
UPDATES = bool(os.environ.get("UPDATE_PINS"))
pytestmark = pytest.mark.thorough

NOT_USED: dict[str, str] = {
    "tournament": "tests/e2e/league/test_tournament.py",
    "daily": "tests/interactions/test_daily.py",
}
"""Commands that no scene uses, and why."""
_LANGUAGES = "Translations change more often than pins. `tests/interactions/test_languages.py` chooses languages."
NOT_PRESSED = {
    "i:show": "The secret of the deals of days is drawn by each database. Their handler is tested in the process.",
    "o:own:language": _LANGUAGES,
    "o:server:server_language": _LANGUAGES,
}
"""Kinds of buttons, selects and forms that no scene presses or sends, and why."""


def check_pin(name: str, lines: list[str]) -> None:
    """Compare the lines with the recorded file, or write it if `UPDATE_PINS` is set."""
    file, text = GOLDEN / f"{name}.txt", "\n".join(lines).strip() + "\n"
    if UPDATES:
        file.write_text(text, "utf-8")
    before = file.read_text("utf-8") if file.exists() else ""
    diff = list(unified_diff(before.splitlines(), text.splitlines(), f"recorded {name}", "today", lineterm=""))
    assert not diff, "\n".join(diff[:300])


@pytest.mark.parametrize("scene", scenes.NAMES)
async def test_a_scene_is_answered_as_recorded(scene: str, tmp_path: Path) -> None:
    async with recording(tmp_path) as recorder:
        await scenes.play_scene(recorder, scene)
    check_pin(scene, recorder.lines)


@pytest.mark.parametrize("match", MATCHES, ids=str)
async def test_a_match_goes_as_recorded(match: Match, tmp_path: Path) -> None:
    async with recording(tmp_path, seed=MATCHES.index(match)) as recorder:
        await matches.play(recorder, match)
    check_pin(f"match-{match}", recorder.lines)


async def test_a_match_of_an_earlier_version_goes_on(tmp_path: Path) -> None:
    if UPDATES and not matches.MID_MATCH.exists():
        (tmp_path / "made").mkdir()
        async with recording(tmp_path / "made") as recorder:
            await matches.leave_in_mid_match(recorder)
    async with recording(tmp_path, load=matches.load_mid_match) as recorder:
        await matches.play_earlier_match(recorder)
    check_pin("earlier_match", recorder.lines)


async def test_commands_and_spellings_are_as_recorded(tmp_path: Path) -> None:
    async with recording(tmp_path) as recorder:
        check_pin("commands", list(command_lines(recorder.club["Ann"].commands)))
        check_pin("spellings", spellings(recorder.club))


def test_a_scene_uses_every_command() -> None:
    """If this fails, use the command in a scene, or name it in `NOT_USED`."""
    commands = {line[1:].partition(":")[0] for line in _golden("commands") if line.startswith("/")}
    used = {
        found[1] for line in _recorded() if (found := re.match(r"## \w+ /([a-z-]+(?: (?!in )[a-z-]+)*)(?= \w+:| in |$)", line))
    }
    assert used - commands == set()
    assert commands - used == set(NOT_USED)


def test_a_scene_presses_every_kind_of_button() -> None:
    """If this fails, press the button in a scene, or name its kind in `NOT_PRESSED`."""
    ids = [(line.startswith("## "), kind_of(found[1])) for line in _recorded() if (found := re.search(r"\{(\w:.*)\}$", line))]
    shown, pressed = {kind for _, kind in ids}, {kind for is_act, kind in ids if is_act}
    check_pin("custom_ids", sorted(shown))
    assert shown - pressed == set(NOT_PRESSED)


def _golden(name: str) -> list[str]:
    return (GOLDEN / f"{name}.txt").read_text("utf-8").splitlines()


def _recorded() -> Iterator[str]:
    for file in sorted(GOLDEN.glob("*.txt")):
        yield from file.read_text("utf-8").splitlines() if file.stem not in ("commands", "custom_ids") else ()
