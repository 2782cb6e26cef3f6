"""Lets the event loop run while a thread renders a picture."""

import time

_AT_MOST, _PAUSE = 0.001, 0.00002  # seconds


class GiveWay:
    """A clock of one rendering. Call `now` between its steps: once in a millisecond, it pauses for a moment.

    Pillow gives Python's lock away during each of its many short steps, and has taken it back before another thread wakes up.
    A thread that waits for the lock demands it only after half a millisecond in which nobody gave it away, so without a pause
    it waits until the whole picture is rendered.
    """

    def __init__(self) -> None:
        self._next = time.perf_counter() + _AT_MOST

    def now(self) -> None:
        if time.perf_counter() >= self._next:
            time.sleep(_PAUSE)
            self._next = time.perf_counter() + _AT_MOST
