"""Every event of a table prints in its written form."""

from typing import get_args

import pytest

from bot.rummy.written_form import Written
from bot.tables.events import (
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
)
from tests.rummy.presets import variant

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
    assert "__str__" in vars(kind)
