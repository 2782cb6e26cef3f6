"""Pauses of a thread that renders a picture, in which the event loop runs."""

import time

_WITHOUT_PAUSE, _PAUSE = 0.001, 0.00002  # seconds


class Pauses:
    """The pauses of one rendering.

    Pillow gives Python's lock away during each of its many short steps, and has taken it back before another thread wakes up.
    A thread that waits for the lock demands it only after half a millisecond in which nobody gave it away, so without a pause
    it waits until the whole picture is rendered.
    """

    def __init__(self) -> None:
        self._next = time.perf_counter() + _WITHOUT_PAUSE

    def pause_if_due(self) -> None:
        """Pause for a moment, at most once in a millisecond. Call it between the steps of a rendering."""
        if time.perf_counter() >= self._next:
            time.sleep(_PAUSE)
            self._next = time.perf_counter() + _WITHOUT_PAUSE
