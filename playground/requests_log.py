"""The log of the bot's requests, for tests to read."""

import time
from collections import deque
from dataclasses import dataclass
from typing import Any

from playground.wire import Json, read

KEPT = 10_000


@dataclass(slots=True)
class Entry:
    """One request. Bodies stay bytes until somebody reads the log."""

    n: int
    at: float
    method: str
    path: str
    route: str
    status: int = 0
    body: Any = None
    answer: bytes | None = None
    files: tuple[str, ...] = ()
    fault: int | None = None

    def shape(self) -> Json:
        return {
            "n": self.n,
            "at": self.at,
            "method": self.method,
            "path": self.path,
            "route": self.route,
            "status": self.status,
            "body": self.body,
            "answer": read(self.answer) if self.answer else None,
            "files": self.files,
            "fault": self.fault,
        }


class RequestsLog:
    """The newest requests; their numbers go on counting when the log is emptied."""

    def __init__(self) -> None:
        self._entries: deque[Entry] = deque(maxlen=KEPT)
        self._n = 0

    def begin(self, method: str, path: str, route: str) -> Entry:
        self._n += 1
        entry = Entry(self._n, time.time(), method, path, route)
        self._entries.append(entry)
        return entry

    def since(self, n: int) -> list[Json]:
        return [entry.shape() for entry in self._entries if entry.n > n]

    def clear(self) -> None:
        self._entries.clear()
