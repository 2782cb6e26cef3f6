"""What is made to go wrong with the bot's requests."""

import re
from dataclasses import dataclass

from playground.wire import Json


@dataclass(slots=True)
class Fault:
    id: int
    method: str | None
    path: re.Pattern[str]
    after: int
    times: int
    do: Json
    seen: int = 0
    done: int = 0

    @property
    def applied(self) -> bool:
        """Whether the work is done before the request fails."""
        return bool(self.do.get("applied"))


class Faults:
    """Faults waiting for their requests; each lets `after` requests pass, then hits `times` (0: every one)."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._made = 0

    def add(self, wish: Json) -> int:
        """Raises KeyError, TypeError or re.error when the wish is not understood."""
        do = wish["do"]
        if not isinstance(do, dict) or not do.keys() & {"status", "delay", "drop"}:
            raise KeyError("do: one of status, delay, drop")
        self._made += 1
        method = wish.get("method")
        self._faults.append(
            Fault(
                self._made,
                method.upper() if method else None,
                re.compile(wish.get("path", "")),
                int(wish.get("after", 0)),
                int(wish.get("times", 1)),
                do,
            )
        )
        return self._made

    def clear(self) -> None:
        self._faults.clear()

    def hit(self, method: str, path: str) -> Fault | None:
        """The fault that this request meets, if any."""
        if not self._faults:
            return None
        for fault in self._faults:
            if fault.method not in (None, method) or not fault.path.search(path):
                continue
            fault.seen += 1
            if fault.seen > fault.after and (not fault.times or fault.done < fault.times):
                fault.done += 1
                return fault
        return None
