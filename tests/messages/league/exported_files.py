"""The rows of exported files, as a spreadsheet reads them, and the totals that follow from them."""

import csv
import io
from collections import Counter
from collections.abc import Iterable

from bot.messages.attachments import Files

Cells = dict[str, str]


def read_cells(data: bytes) -> list[Cells]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def read_sheet(found: Files, name: str) -> list[Cells]:
    """Return the rows of the only CSV whose name ends like this."""
    (data,) = (data for file, data in found if file.endswith(f"-{name}.csv"))
    return read_cells(data)


def totals_from_results(results: Iterable[Cells]) -> dict[str, tuple[int, int, int]]:
    """Return by person the matches, points (in sixtieths) and wins of the rows that count."""
    points, matches, wins = Counter[str](), Counter[str](), Counter[str]()
    for row in results:
        if row["counts"] == "True" and row["place"]:
            matches[row["person"]] += 1
            points[row["person"]] += round(60 * float(row["league_points"]))
            wins[row["person"]] += row["place"] == "1"
    return {person: (matches[person], points[person], wins[person]) for person in matches}


def totals_from_standings(standings: Iterable[Cells]) -> dict[str, tuple[int, int, int]]:
    """Return by person the matches, points (in sixtieths) and wins in the standings."""
    return {row["person"]: (int(row["matches"]), round(60 * float(row["points"])), int(row["wins"])) for row in standings}
