"""Faults that a test wants the bot's requests to meet."""

import re
from dataclasses import dataclass

from playground.discord_json import Json


@dataclass(slots=True)
class Fault:
    """A failure for the requests that match, with files or not. `do` says which: a status, a delay, or a cut connection."""

    id: int
    method: str | None
    path: re.Pattern[str]
    after: int
    times: int
    needs_files: bool
    do: Json
    seen: int = 0
    done: int = 0

    @property
    def is_applied(self) -> bool:
        """Whether the request is handled before it fails."""
        return bool(self.do.get("applied"))


class Faults:
    """The faults that wait for requests. Each lets `after` requests pass, then hits `times` of them (0: all)."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._last_id = 0

    def add(self, request: Json) -> int:
        """Add a fault and return its id. Raise `KeyError`, `TypeError`, `ValueError` or `re.error` if it is malformed."""
        do = request["do"]
        if not isinstance(do, dict) or not do.keys() & {"status", "delay", "drop"}:
            raise KeyError("do: one of status, delay, drop")
        self._last_id += 1
        method = request.get("method")
        self._faults.append(
            Fault(
                self._last_id,
                method.upper() if method else None,
                re.compile(request.get("path", "")),
                int(request.get("after", 0)),
                int(request.get("times", 1)),
                bool(request.get("files")),
                do,
            )
        )
        return self._last_id

    def clear(self) -> None:
        self._faults.clear()

    def hit(self, method: str, path: str, *, has_files: bool) -> Fault | None:
        """Return the fault that this request meets, or None."""
        if not self._faults:
            return None
        for fault in self._faults:
            if fault.method not in (None, method) or not fault.path.search(path) or (fault.needs_files and not has_files):
                continue
            fault.seen += 1
            if fault.seen > fault.after and (not fault.times or fault.done < fault.times):
                fault.done += 1
                return fault
        return None
