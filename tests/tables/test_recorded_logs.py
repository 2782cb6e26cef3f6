"""Recorded logs of every spelling are still read, and give the recorded outcomes."""

import json
from pathlib import Path
from typing import get_args

import pytest

from bot.tables.apply_event import fold
from bot.tables.events import SPELLING, Event, decode
from bot.tables.table import Table
from tests.tables.record_logs import LOGS, outcome

RECORDED = sorted(LOGS.glob("*.jsonl"))


def _replay(log: Path) -> Table:
    spelling = int(log.name.split("-")[1])
    return fold(1, (decode(line, spelling) for line in log.read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("log", RECORDED, ids=lambda log: log.stem)
def test_a_recorded_log_still_gives_the_recorded_outcome(log: Path) -> None:
    assert outcome(_replay(log)) == json.loads(log.with_suffix(".json").read_text(encoding="utf-8"))


def test_every_spelling_has_a_recorded_log() -> None:
    assert {int(log.name.split("-")[1]) for log in RECORDED} == set(range(SPELLING + 1))


def test_the_recorded_logs_contain_every_event() -> None:
    lines = (line for log in RECORDED for line in log.read_text(encoding="utf-8").splitlines())
    assert {json.loads(line)["type"] for line in lines} == {kind.__name__ for kind in get_args(Event)}
