"""The parts of the bot, and the tables that are loaded at its start, don't make later garbage collections slow."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from bot.interpreter import exempt_existing_objects
from bot.league.match_facts import MatchResult, SeatFacts
from tests.rummy.presets import variant


@pytest.fixture(autouse=True)
def _frozen_as_before() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.freeze()  # as tests/conftest.py does


class _Link:
    other: "_Link"


def test_a_full_collection_does_not_look_at_what_existed_at_the_start() -> None:
    existing = _Link()
    assert any(one is existing for one in gc.get_objects())
    exempt_existing_objects()
    assert not any(one is existing for one in gc.get_objects())


def test_garbage_from_before_an_earlier_call_is_still_collected() -> None:
    one, other = _Link(), _Link()
    one.other, other.other = other, one
    exempt_existing_objects()
    gone = ref(one)
    del one, other
    exempt_existing_objects()
    assert gone() is None


def test_the_garbage_collector_does_not_look_at_the_facts_of_matches() -> None:
    match = MatchResult(1, variant(), (SeatFacts(1, 1, 0, left=False),), (), 5)
    assert not gc.is_tracked(match)
    assert not gc.is_tracked(match.seats[0])
