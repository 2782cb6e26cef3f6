"""Whether the event loop and the database still respond. It is written by the event loop, and read by another thread."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

BEAT = 1.0
"""Seconds between two signs of life of the event loop."""
PROBE = 5.0
"""Seconds between two probes of the database."""
LOOP_PATIENCE = 10.0
DATABASE_PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class Health:
    """What is stuck, in words; empty if nothing is. `discord` is reported, but does not make the bot unwell."""

    faults: tuple[str, ...]
    discord: str


class Pulse:
    """One for the process. `probe` reads from the database as a move does; `clock` returns seconds."""

    def __init__(self, probe: Callable[[], Awaitable[object]], clock: Callable[[], float] = time.monotonic) -> None:
        self._probe = probe
        self._clock = clock
        self._beat = self._probed = clock()
        self._fault = ""
        self._is_connected: Callable[[], bool] = lambda: False

    def watch(self, is_connected: Callable[[], bool]) -> None:
        self._is_connected = is_connected

    async def run(self) -> None:
        """Give signs of life and probe the database, until cancelled."""
        probing = asyncio.create_task(self._probe_forever(), name="probe of the database")
        try:
            while True:
                self._beat = self._clock()
                await asyncio.sleep(BEAT)
        finally:
            probing.cancel()
            await asyncio.wait((probing,))

    def health(self) -> Health:
        """Return what is stuck now. Call it from any thread."""
        now, faults = self._clock(), []
        if (silent := now - self._beat) > LOOP_PATIENCE:
            faults.append(f"the event loop has been stuck for {silent:.0f} s")
        elif self._fault:
            faults.append(f"the database does not work: {self._fault}")
        elif (silent := now - self._probed) > DATABASE_PATIENCE:
            faults.append(f"the database has not responded for {silent:.0f} s")
        return Health(tuple(faults), "connected" if self._is_connected() else "not connected")

    async def _probe_forever(self) -> None:
        while True:
            try:
                await self._probe()
            except Exception as error:
                self._fault = str(error.__cause__ or error).partition("\n")[0]
            else:
                self._fault, self._probed = "", self._clock()
            await asyncio.sleep(PROBE)
