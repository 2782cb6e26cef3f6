"""When to try again what has failed. It knows this process only: after a start everything may be tried."""

from collections.abc import Callable, Hashable

FIRST = 60_000
LONGEST = 86_400_000


class Again:
    """Pauses in milliseconds, by what failed; `now` is the time in epoch milliseconds."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._failed: dict[Hashable, tuple[int, int]] = {}

    def may(self, what: Hashable) -> bool:
        """Whether its pause is over."""
        at, pause = self._failed.get(what, (0, 0))
        return not at <= self._now() < at + pause

    def later(self, what: Hashable) -> int:
        """What failed may go better soon: the same pause every time, which is given back."""
        return self._paused(what, FIRST)

    def much_later(self, what: Hashable) -> int:
        """What failed may fail for ever: each pause is twice as long as the one before, up to a day."""
        _, before = self._failed.get(what, (0, 0))
        return self._paused(what, min(max(FIRST, 2 * before), LONGEST))

    def done(self, what: Hashable) -> None:
        self._failed.pop(what, None)

    def _paused(self, what: Hashable, pause: int) -> int:
        self._failed[what] = (self._now(), pause)
        return pause
