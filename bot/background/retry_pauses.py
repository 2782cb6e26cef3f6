"""The pauses before failed tasks are tried again. They are in memory only: after a start, every task may be tried."""

from collections.abc import Callable, Hashable

from bot.league.days import DAY_MS

FIRST_PAUSE_MS = 60_000
LONGEST_PAUSE_MS = DAY_MS


class RetryPauses:
    """Pauses in milliseconds, by task. `now` returns the time in epoch milliseconds."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._failed: dict[Hashable, tuple[int, int]] = {}

    def is_over(self, task: Hashable) -> bool:
        """Return True if the task may be tried: it has not failed, or its pause is over."""
        at, pause = self._failed.get(task, (0, 0))
        return self._now() >= at + pause

    def pause_briefly(self, task: Hashable) -> int:
        """Pause a task that may succeed soon, always for the same time. Return the pause."""
        return self._pause(task, FIRST_PAUSE_MS)

    def pause_longer(self, task: Hashable) -> int:
        """Pause a task that may fail forever: each pause is twice as long as the one before, up to a day. Return the pause."""
        _, before = self._failed.get(task, (0, 0))
        return self._pause(task, min(max(FIRST_PAUSE_MS, 2 * before), LONGEST_PAUSE_MS))

    def clear(self, task: Hashable) -> None:
        """Forget the failures of a task that has succeeded."""
        self._failed.pop(task, None)

    def _pause(self, task: Hashable, pause: int) -> int:
        self._failed[task] = (self._now(), pause)
        return pause
