"""The bot is unwell if its event loop or its database is stuck, and only then."""

import asyncio
from collections.abc import Callable
from threading import Thread

import pytest

from bot import health
from bot.health import Health, Pulse


class Times:
    """A clock that is set by hand, in seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def no_probe() -> None:
    """Respond at once."""


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def run_for(pulse: Pulse, seconds: float) -> None:
    running = asyncio.create_task(pulse.run())
    await asyncio.sleep(seconds)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


@pytest.mark.parametrize(("silent", "is_well"), [(9, True), (11, False)])
async def test_an_event_loop_that_gives_no_sign_of_life_is_a_fault(silent: float, is_well: bool) -> None:
    times = Times()
    pulse = Pulse(no_probe, times)
    await run_for(pulse, 0.01)
    times.now = silent
    assert pulse.health().faults == (() if is_well else ("the event loop has been stuck for 11 s",))


async def test_a_blocked_event_loop_is_noticed_by_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "BEAT", 0.01)
    times, found = Times(), list[Health]()
    pulse = Pulse(no_probe, times)
    running = asyncio.create_task(pulse.run())
    await asyncio.sleep(0)
    assert not pulse.health().faults
    times.now = 11
    other = Thread(target=lambda: found.append(pulse.health()))
    other.start()
    other.join()  # meanwhile the loop is blocked
    assert found[0].faults == ("the event loop has been stuck for 11 s",)
    await until(lambda: not pulse.health().faults)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_database_that_does_not_respond_is_a_fault() -> None:
    times = Times()

    async def hangs() -> None:
        await asyncio.sleep(600)

    pulse = Pulse(hangs, times)
    running = asyncio.create_task(pulse.run())
    for now, faults in ((29.0, ()), (31.0, ("the database has not responded for 31 s",))):
        times.now = now
        pulse._beat = now
        assert pulse.health().faults == faults
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_database_that_fails_is_a_fault_until_it_works_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PROBE", 0.01)
    faults: list[Exception] = [OSError("database or disk is full\n[SQL: INSERT]")]

    async def probe() -> None:
        if faults:
            raise faults[0]

    pulse = Pulse(probe)
    running = asyncio.create_task(pulse.run())
    await until(lambda: pulse.health().faults == ("the database does not work: database or disk is full",))
    faults.clear()
    await until(lambda: pulse.health().faults == ())
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_an_unreachable_discord_is_reported_and_is_no_fault() -> None:
    pulse = Pulse(no_probe)
    assert (pulse.health().faults, pulse.health().discord) == ((), "not connected")
    pulse.is_connected = lambda: True
    assert pulse.health().discord == "connected"
