"""The table of results: rows that are printed with rich and recorded in `RESULTS.md` under their date."""

import os
import platform
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NoReturn

from rich.console import Console
from rich.table import Table

RESULTS = Path(__file__).parent / "RESULTS.md"
HEAD = """# Results

The figures of the benchmarks, newest first. For a ratio, both sides run alternately in the same minute, so compare ratios:
absolute figures depend on how busy the machine was."""
COLUMNS = ("figure", "value", "against", "target", "measured", "met")


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: what is measured, our value, the value to compare with, the target, the result, and whether it is met."""

    figure: str
    value: str
    against: str
    target: str
    measured: str
    met: bool

    def cells(self) -> tuple[str, ...]:
        return (self.figure, self.value, self.against, self.target, self.measured, "yes" if self.met else "NO")


def show(rows: Sequence[Row]) -> None:
    """Print the rows."""
    table = Table(*COLUMNS)
    for row in rows:
        table.add_row(*row.cells(), style=None if row.met else "bold red")
    Console().print(table)


def record(rows: Sequence[Row], *, title: str, today: date) -> None:
    """Write the rows at the top of `RESULTS.md` in a section with this day and title, replacing one with the same heading."""
    heading = f"## {today.isoformat()}: {title}"
    lines = [heading, "", f"Python {platform.python_version()}, {os.cpu_count()} cores.", ""]
    lines += [f"| {' | '.join(cells)} |" for cells in (COLUMNS, ("---",) * len(COLUMNS), *(row.cells() for row in rows))]
    old = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    sections = [section.strip() for section in re.split(r"^(?=## )", old, flags=re.MULTILINE)[1:]]
    kept = [section for section in sections if section.partition("\n")[0] != heading]
    RESULTS.write_text("\n\n".join([HEAD, "\n".join(lines), *kept]) + "\n", encoding="utf-8")


def report(rows: Sequence[Row], *, title: str) -> NoReturn:
    """Print and record the rows, and exit: with 1 if a target is missed."""
    show(rows)
    record(rows, title=title, today=date.today())
    sys.exit(not all(row.met for row in rows))
