"""The fixtures of the tests of background tasks."""

import pytest

from bot.background import table_clock
from tests.tables.stores import empty_store, service, store

__all__ = ["empty_store", "service", "store"]


@pytest.fixture
def _quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_clock, "_CLOCK_PAUSE", 0.02)
    monkeypatch.setattr(table_clock, "_DOWN_PAUSE", 0.02)
