"""How Python runs this process: its threads and its garbage collector must not delay the event loop, nor keep memory."""

import ctypes
import gc
import sys
from contextlib import suppress

_SWITCH_SECONDS = 0.0005
_M_ARENA_MAX = -8  # in glibc's malloc.h


def favour_event_loop() -> None:
    """Let a thread that computes give Python's lock away after half a millisecond, not five.

    The event loop and the database's thread take the lock several times in each move. With Python's five milliseconds, a
    picture or a leaderboard that was computed beside it cost each move up to 40 ms.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)


def keep_one_heap() -> None:
    """Let all threads share one heap, where the C library is glibc. Call it before there are threads.

    What a thread frees in a heap of its own, no other can use: that took 6 MiB after a hundred matches with pictures.
    """
    with suppress(AttributeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def exempt_existing_objects() -> None:
    """Exempt all objects that exist now from garbage collection, after a last run. Call it when nobody waits.

    A run that looks at everything stops the event loop for 0.1 s.
    """
    gc.unfreeze()  # what an earlier call has exempted may be garbage by now
    gc.collect()
    gc.freeze()
