"""How Python runs this process: what keeps its threads and its garbage collector from delaying the event loop."""

import gc
import sys

_SWITCH_SECONDS = 0.0005


def favour_event_loop() -> None:
    """Let a thread that computes give Python's lock away after half a millisecond, not five.

    The event loop and the database's thread take the lock several times in each move. With Python's five milliseconds, a
    picture or a leaderboard that was computed beside it cost each move up to 40 ms.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)


def exempt_existing_objects() -> None:
    """Exempt all objects that exist now from garbage collection, after a last run. Call it when nobody waits.

    A run that looks at everything stops the event loop for 0.1 s.
    """
    gc.unfreeze()  # what an earlier call has exempted may be garbage by now
    gc.collect()
    gc.freeze()
