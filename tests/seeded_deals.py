"""Deals that are the same in every run, because their seeds follow from one."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from unittest import mock

from bot import app


@contextmanager
def seeded_deals(seed: int | str) -> Iterator[None]:
    """Let the bots that are assembled meanwhile deal by this seed."""
    generator = random.Random(seed)
    seeded = SimpleNamespace(token_hex=lambda size: generator.randbytes(size).hex())
    with mock.patch.object(app, "secrets", seeded):
        yield
