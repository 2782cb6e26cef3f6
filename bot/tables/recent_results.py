"""The last results of a pure function of a match and a seat: a hand or its moves may be asked for twenty times a second."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from bot.rummy.match import Match

T = TypeVar("T")
_MOST = 50


class RecentResults(Generic[T]):
    """Calls the function, unless its result for this very match is known. A match never changes; each move makes another."""

    def __init__(self, function: Callable[[Match, int], T]) -> None:
        self._function = function
        self._known: OrderedDict[tuple[int, int], tuple[Match, T]] = OrderedDict()  # the match keeps its id from being reused

    def __call__(self, match: Match, seat: int) -> T:
        """Return the function's result."""
        key = (id(match), seat)
        known = self._known.pop(key, None)
        if known is None:
            known = (match, self._function(match, seat))
        self._known[key] = known
        if len(self._known) > _MOST:
            self._known.popitem(last=False)
        return known[1]
