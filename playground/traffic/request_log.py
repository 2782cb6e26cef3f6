"""The log of the bot's requests, which tests read."""

import time
from collections import deque
from dataclasses import dataclass
from typing import Any

from playground.discord_json import Json, read

KEPT_REQUESTS = 10_000


@dataclass(slots=True)
class Entry:
    """One request. Its answer stays bytes until the log is read."""

    n: int
    at: float
    method: str
    path: str
    route: str
    process: str
    status: int = 0
    body: Any = None
    answer: bytes | None = None
    files: tuple[str, ...] = ()
    fault: int | None = None

    def as_json(self) -> Json:
        return {
            "n": self.n,
            "at": self.at,
            "method": self.method,
            "path": self.path,
            "route": self.route,
            "process": self.process,
            "status": self.status,
            "body": self.body,
            "answer": read(self.answer) if self.answer else None,
            "files": self.files,
            "fault": self.fault,
        }


class RequestLog:
    """The newest requests. Their numbers continue when the log is cleared."""

    def __init__(self) -> None:
        self._entries: deque[Entry] = deque(maxlen=KEPT_REQUESTS)
        self._n = 0

    def add(self, method: str, path: str, route: str, process: str) -> Entry:
        self._n += 1
        entry = Entry(self._n, time.time(), method, path, route, process)
        self._entries.append(entry)
        return entry

    def since(self, n: int) -> list[Json]:
        return [entry.as_json() for entry in self._entries if entry.n > n]

    def clear(self) -> None:
        self._entries.clear()
