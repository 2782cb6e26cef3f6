"""Fixture: matches that are over after a turn, because these tests look at what comes after them."""

import pytest


@pytest.fixture(autouse=True)
def _short(short_deals: None) -> None:
    """Let the first turn of every deal go out."""
