"""A limit on the CPU time that a piece of work takes, beside what a known piece takes at that moment."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

_KNOWN = 0.019
"""Seconds of CPU for `_known_work` on a quiet machine. On a busy one, CPU time is longer, too: caches and cores are shared."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail if this takes more CPU time of the thread than so many seconds of a quiet machine.

    Collecting what other tests left can take half a second, so it waits.
    """
    gc.disable()
    slowness = _known_work()
    begun = time.thread_time()
    try:
        yield
        took = time.thread_time() - begun
    finally:
        gc.enable()
    slowness = max(1.0, slowness, _known_work())
    assert took < seconds * slowness, f"{took:.3f} s, on a machine that is {slowness:.1f} times as slow as a quiet one"


def _known_work() -> float:
    """Return how many times longer a known piece of work takes now than on a quiet machine."""
    begun = time.thread_time()
    text = "|".join(f"{number}H" for number in range(30_000))
    found = {tuple(word): word for word in text.split("|")}
    sorted(found)
    return (time.thread_time() - begun) / _KNOWN
