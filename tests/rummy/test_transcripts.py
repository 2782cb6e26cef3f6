"""Every file under `scripts/` is one test: a question about the rules, played at the table, with the source of its answer."""

from pathlib import Path

import pytest

from tests.rummy.transcript import SCRIPTS, TRANSCRIPTS, TableReport, perform


@pytest.mark.parametrize("file", TRANSCRIPTS, ids=lambda file: file.relative_to(SCRIPTS).as_posix())
def test_a_transcript_comes_true(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# "), "a transcript opens with its claim and the source of it"
    report = _report(text, preset=file.parent.name)
    if report:
        pytest.fail(f"{text.splitlines()[0]}\n{file.relative_to(SCRIPTS)}, {report}", pytrace=False)


def _report(text: str, preset: str) -> str:
    try:
        perform(text, preset)
    except TableReport as report:
        return str(report)
    return ""


POSITION = "deal 2C 3C | 2D 3D\nstock 9S\nupcard 6S\n"


@pytest.mark.parametrize(
    ("lines", "report"),
    [
        ("0 draw stock\nhand 0 2C 3C", "line 5:  hand 0 2C 3C\n  expected  2C 3C\n  got       2C 3C 9S"),
        ("0 discard 2C", "line 4:  0 discard 2C\n  expected  accepted\n  got       refused DrawFirst"),
        ("0 draw stock refused", "line 4:  0 draw stock refused\n  expected  a refusal by its name\n  got       none"),
        ("0 discard 2C refused NotYourTurn", "expected  refused NotYourTurn\n  got       refused DrawFirst"),
        ("1 take refused NotYourTurn 1", "expected  refused NotYourTurn 1\n  got       refused NotYourTurn 0"),
        ("0 take refused DrawFirst", "expected  a refused move is not offered\n  got       offered: take"),
        ("turm 1", "expected  a line of a transcript\n  got       no such line in a set-up"),
        ("0 take\nturm 1", "got       no such check; there are hand"),
        ("turn 2x", "expected  a line of a transcript"),
        ("stock 6S\n0 take", "got       written twice: 6S"),
        ("with hand_size 99\n0 take", "hand_size = 99: right would be a whole number from 1 to 20"),
        ("", "expected  a move or a check\n  got       none"),
    ],
)
def test_a_wrong_transcript_reports_the_line_and_the_difference(lines: str, report: str) -> None:
    assert report in _report(POSITION + lines, "rami")
