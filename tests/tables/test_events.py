"""Events and results: written forms, logs of earlier versions, and what is computed once."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from bot.rummy.events import CardsDealt
from bot.rummy.match import Match
from bot.rummy.moves import DRAW
from bot.rummy.view import RecentResults
from bot.rummy.written_form import Written
from bot.tables.apply_event import fold
from bot.tables.events import (
    SPELLING,
    EndPressed,
    Event,
    LobbyClosed,
    ReadyPressed,
    Reservation,
    RulesAgreed,
    RulesChanged,
    SatDown,
    StoodUp,
    TableOpened,
    decode,
)
from bot.tables.lobby_requests import Start
from bot.tables.match_requests import Play
from bot.tables.shuffle_check import ShuffleCheck, check_shuffle
from tests.messages.table.played_tables import PlayedTable
from tests.rummy.presets import variant
from tests.tables.record_logs import LOGS, outcome

RESERVED = Reservation(5, (1, 2))


@pytest.mark.parametrize(
    ("event", "written"),
    [
        (TableOpened(10, 20, 1, variant(), False, 0), "person 1 opens a table of rami in channel 20"),
        (
            TableOpened(10, 20, 1, variant(), False, 0, reserved=RESERVED),
            "person 1 opens a table of rami in channel 20 for fixture 5 of persons 1, 2",
        ),
        (SatDown(2), "person 2 sits down"),
        (StoodUp(2), "person 2 stands up"),
        (RulesChanged(1, variant("cuccu")), "person 1 changes the rules of cuccu"),
        (RulesAgreed(2), "person 2 agrees"),
        (LobbyClosed("cancelled"), "the lobby closes: cancelled"),
        (ReadyPressed(2), "person 2 is ready"),
        (EndPressed(2), "person 2 wants to end the match"),
    ],
)
def test_a_lobby_event_prints_in_its_written_form(event: Event, written: str) -> None:
    assert str(event) == repr(event) == f"{event}" == written


@pytest.mark.parametrize("kind", get_args(Event))
def test_every_event_of_a_table_has_a_written_form(kind: type) -> None:
    assert issubclass(kind, Written)
    assert vars(kind).keys() & {"written", "__str__"}


RECORDED = sorted(LOGS.glob("*.jsonl"))


def _events(log: Path) -> Iterator[Event]:
    spelling = int(log.name.split("-")[1])
    return (decode(line, spelling) for line in log.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("log", RECORDED, ids=lambda log: log.stem)
def test_a_recorded_log_still_gives_the_recorded_outcome(log: Path) -> None:
    assert outcome(fold(1, _events(log))) == json.loads(log.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("log", RECORDED, ids=lambda log: log.stem)
def test_the_shuffles_of_a_recorded_log_can_be_checked(log: Path) -> None:
    events = list(_events(log))
    table, dealt = fold(1, events), [event.deal for event in events if isinstance(event, CardsDealt)]
    checks = {check_shuffle(table, events, deal) for deal in dealt}
    assert checks <= {ShuffleCheck.CHECKED, ShuffleCheck.ALONE}


def test_every_spelling_has_a_recorded_log() -> None:
    assert {int(log.name.split("-")[1]) for log in RECORDED} == set(range(SPELLING + 1))


def test_the_recorded_logs_contain_every_event() -> None:
    assert {type(event) for log in RECORDED for event in _events(log)} == set(get_args(Event))


def test_a_result_is_computed_once_for_each_position_and_seat() -> None:
    played = PlayedTable(variant("rami"), random.Random(1)).seat(2)
    played.ask(1, Start())
    before, computed = played.table.match, list[int]()

    def cards(match: Match, seat: int) -> int:
        computed.append(seat)
        assert match.deal is not None
        return len(match.deal.hands[seat])

    results = RecentResults(cards)
    assert before is not None
    seat = before.seat_to_act()
    assert seat is not None
    assert [results(before, seat) for _ in range(20)] == [10] * 20
    assert computed == [seat]
    assert results(before, 1 - seat) == 10
    played.ask(played.table.person_to_act(), Play(DRAW))
    assert played.table.match is not None
    assert results(played.table.match, seat) == 11
    assert computed == [seat, 1 - seat, seat]
