"""The seeds of laws: `make test` tries one that stays, and `make gauntlet` others, new ones at each run."""

import os
from typing import Any

import pytest

SEED = int(os.environ.get("SEED", "0"))


def seeds(one: int, others: int) -> list[Any]:
    """Return the seed for `make test`, and for the gauntlet so many others from $SEED on. They are in the tests' names."""
    return [one, *(pytest.param(SEED + nth, marks=pytest.mark.gauntlet, id=f"seed{SEED + nth}") for nth in range(others))]
