"""The documents agree with the program."""

import doctest
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from bot.doctor.discord import NEEDED_PERMISSIONS, permission_name
from bot.rummy.cards import FRENCH52, commitment, deck_of, shuffle
from tests.conftest import ROOT

SEED = "5" * 64
PARTS = tuple(ROOT / part for part in ("bot/rummy", "bot/league", "playground"))
"""The folders with a README of their own."""


def test_the_readme_has_at_most_800_words() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 800


def test_the_documents_give_a_reason_for_every_permission_that_the_link_asks_for() -> None:
    lines = (ROOT / "docs/HOSTING.md").read_text(encoding="utf-8").splitlines()
    table = [line for line in lines[lines.index("| permission | why |") + 2 :] if line.startswith("|")]
    assert table[: len(NEEDED_PERMISSIONS)] == [
        f"| {permission_name(name)} | {why} |" for name, why in NEEDED_PERMISSIONS.items()
    ]


def test_every_command_of_make_in_the_documents_exists() -> None:
    targets = {line.split(":")[0] for line in (ROOT / "Makefile").read_text().splitlines() if ": ##" in line or " ## " in line}
    for name in ("README.md", "CONTRIBUTING.md"):
        words = (ROOT / name).read_text(encoding="utf-8").replace("`", " ").replace("\n", " \n ").split(" ")
        named = {after for word, after in pairwise(words) if word == "make" and after.isalpha()}
        assert named - {"alone", "things"} <= targets, f"{name}: {named - targets}"


def test_make_alone_lists_every_command_in_its_column() -> None:
    listed = subprocess.run(["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    rows = re.findall(r"^(  make [a-z-]+ +)\S", listed, re.MULTILINE)
    assert len(rows) > 15
    assert len(set(map(len, rows))) == 1


def test_every_file_that_the_documents_name_exists() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(part / "README.md" for part in PARTS)]
    for document in (one for one in documents if one.name != "CHANGELOG.md"):
        paths = re.findall(
            r"`((?:bot|cogs|data|docs|playground|tests|scripts|benchmarks)/[\w/.-]+)`", document.read_text("utf-8")
        )
        missing = [path for path in paths if not (ROOT / path).exists()]
        assert not missing, f"{document.name}: {missing}"


def test_the_documents_agree_on_where_a_discard_is_judged() -> None:
    refused = "raise IllegalMove(refusals.JustTaken"
    (file,) = (file.relative_to(ROOT) for file in (ROOT / "bot/rummy").rglob("*.py") if refused in file.read_text("utf-8"))
    assert f"a discard is judged in `{file}`" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert f"\n  {file.relative_to('bot').with_suffix('')} (pure) " in (ROOT / "ARCHITECTURE.md").read_text("utf-8")


def test_hosts_read_on_which_systems_the_bot_runs_and_what_others_lack() -> None:
    assert "You need Linux ([other systems](docs/HOSTING.md#systems))" in (ROOT / "README.md").read_text("utf-8")
    code = "".join(file.read_text("utf-8") for file in (ROOT / "bot").rglob("*.py"))
    systems = (ROOT / "docs/HOSTING.md").read_text("utf-8").partition("\n## Systems\n")[2].partition("\n## ")[0]
    for name in ("fcntl", "POLLRDHUP"):
        assert (name in code, f"`{name}`" in systems) == (True, True)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_the_readme_of_a_part_names_its_files_and_its_examples_run(part: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    readme = part / "README.md"
    named = set(re.findall(r"`([\w/.]+)`", readme.read_text(encoding="utf-8")))
    files = [file for file in part.rglob("*.py") if not file.name.startswith("__")]
    missing = [file for file in files if not named & {str(file.relative_to(part)), f"{file.relative_to(part).parts[0]}/"}]
    assert not missing
    assert doctest.testfile(str(readme), module_relative=False, encoding="utf-8").failed == 0


def test_every_picture_of_the_documents_is_there_and_is_described_and_loads_quickly() -> None:
    shown = [
        (document.parent / source, alt)
        for document in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
        for source, alt in re.findall(r'<img src="([^"]+)" alt="([^"]+)"', document.read_text(encoding="utf-8"))
    ]
    assert {file for file, _ in shown} == set((ROOT / "docs").glob("*.png"))
    for file, alt in shown:
        assert len(alt.split()) > 4, file
        assert file.stat().st_size < 200 * 1024, file


@pytest.mark.parametrize("deck", ["FRENCH52", 'deck_of("french52", 2, 4)'])
def test_the_check_of_a_shuffle_prints_the_fingerprint_and_the_cards(deck: str) -> None:
    check = "SEED" + (ROOT / "docs/FAIRNESS.md").read_text(encoding="utf-8").partition("\nSEED")[2].partition("\n```")[0]
    check = check.replace("SEED=…", f"SEED={SEED}").replace(".venv/bin/python", sys.executable)
    check = check.replace("shuffle(FRENCH52,", f"shuffle({deck},")
    done = subprocess.run(["sh", "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    cards = FRENCH52 if deck == "FRENCH52" else deck_of("french52", 2, 4)
    assert done.stdout.split() == [commitment(SEED), *shuffle(cards, SEED, "deal")]
