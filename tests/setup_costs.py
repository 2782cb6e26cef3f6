"""What the fixtures of the tests cost: the dearest are listed at the end of a run with `--durations`, from all its workers.

pytest's own list shows single set-ups. One of 0.3 seconds is never among the slowest, even if a thousand tests ask for it.
"""

import time
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

_SHOWN = 20
_seconds, _cpu, _times = Counter[str](), Counter[str](), Counter[str]()
"""By fixture: the seconds until it was set up, those of this process's CPU, and how often that happened."""
_TOTALS = _seconds, _cpu, _times


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
    """Measure a set-up without the fixtures that it asks for by an argument."""
    began, cpu = time.perf_counter(), time.process_time()
    try:
        return (yield)
    finally:
        name = f"{fixturedef.baseid}::{fixturedef.argname}".lstrip(":")
        _seconds[name] += time.perf_counter() - began  # type: ignore[assignment]
        _cpu[name] += time.process_time() - cpu  # type: ignore[assignment]
        _times[name] += 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a worker tell the process that started it."""
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["setup_costs"] = [dict(total) for total in _TOTALS]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    for total, more in zip(_TOTALS, getattr(node, "workeroutput", {}).get("setup_costs", ()), strict=False):
        total.update(more)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if terminalreporter.config.option.durations is None:
        return
    terminalreporter.section(f"the {_SHOWN} dearest fixtures: seconds, of it CPU here, times", "=")
    for name, seconds in _seconds.most_common(_SHOWN):
        terminalreporter.write_line(f"{seconds:8.1f} s {_cpu[name]:7.1f} s {_times[name]:6d} × {name}")
    terminalreporter.write_line("")
