"""The seeds of laws: `make test` tries a few that stay, and `make gauntlet` others, new ones at each run."""

import os
from collections.abc import Iterable
from typing import Any

import pytest

SEED = int(os.environ.get("SEED", "0"))


def seeds(fixed: int | Iterable[int], others: int) -> list[Any]:
    """Return the seeds for `make test`, and for the gauntlet so many others from $SEED on. They are in the tests' names."""
    few = [fixed] if isinstance(fixed, int) else fixed
    return [*few, *(pytest.param(SEED + nth, marks=pytest.mark.gauntlet, id=f"seed{SEED + nth}") for nth in range(others))]
