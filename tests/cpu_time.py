"""A limit on the CPU time that a piece of work takes."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail if this takes more CPU time of the thread. Collecting what other tests left can take half a second, so it waits."""
    gc.disable()
    begun = time.thread_time()
    try:
        yield
        took = time.thread_time() - begun
    finally:
        gc.enable()
    assert took < seconds
