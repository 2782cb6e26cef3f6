"""Whether Discord takes the bot's requests. It may refuse all of them while its events still come."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import aiohttp
import discord

_LEAST_ROUTES = 2  # a single message that Discord can't take says nothing about the others
_FORGOTTEN_AFTER = 90.0  # seconds; what failed is tried again at least every 60 s


class RequestFailures:
    """The requests that have failed since one was answered. `steady` returns seconds of a clock that nobody sets."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._routes: set[str] = set()
        self._since = self._newest = 0.0

    def failing_for(self) -> float | None:
        """Return for how many seconds all requests have failed, on several routes; None if they haven't, or none was sent."""
        now = self._steady()
        if len(self._routes) < _LEAST_ROUTES or now - self._newest > _FORGOTTEN_AFTER:
            return None
        return now - self._since

    @contextmanager
    def watch(self, route: str) -> Iterator[None]:
        """Note how the request in this block ends. A refusal for its own fault is an answer, too."""
        begun = self._steady()
        try:
            yield
        except discord.HTTPException as error:
            self._note(route, begun, is_answered=error.status < 500)
            raise
        except (aiohttp.ClientError, OSError):  # among them TimeoutError
            self._note(route, begun, is_answered=False)
            raise
        else:
            self._note(route, begun, is_answered=True)

    def _note(self, route: str, begun: float, *, is_answered: bool) -> None:
        now = self._steady()
        if is_answered or now - self._newest > _FORGOTTEN_AFTER:
            self._routes.clear()
        if not is_answered:
            self._since = min(self._since, begun) if self._routes else begun
            self._newest = now
            self._routes.add(route)
