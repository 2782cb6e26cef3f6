"""Standings and raw results as files: CSV for a spreadsheet, JSON for programs; zipped where Discord would not take them."""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Sequence

import msgspec

from bot.league.standings import Standing
from bot.messages.names import Names, one_line
from bot.tables.past import ExportedMatch

LIMIT = 8 * 2**20
"""Bytes; Discord takes ten MiB, together with the rest of the request."""


def files(
    name: str, rows: Sequence[Standing], history: Sequence[ExportedMatch], names: Names, *, limit: int = LIMIT
) -> tuple[tuple[str, bytes], ...]:
    """Four files by name; one zip of them where they are more than `limit` bytes. Meant for a thread."""
    stem = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "league"
    found = (
        (f"{stem}-standings.csv", _csv(_STANDINGS, _standings(rows, names))),
        (f"{stem}-standings.json", json([dict(zip(_STANDINGS, row, strict=True)) for row in _standings(rows, names)])),
        (f"{stem}-results.csv", _csv(_RESULTS, _results(history, names))),
        (f"{stem}-results.json", json([_facts(one) for one in history])),
    )
    return small(f"{stem}.zip", found, limit=limit)


def small(name: str, found: tuple[tuple[str, bytes], ...], *, limit: int = LIMIT) -> tuple[tuple[str, bytes], ...]:
    """The files, or one zip of them."""
    return found if sum(len(data) for _, data in found) <= limit else ((name, zipped(found)),)


def zipped(found: Iterable[tuple[str, bytes]]) -> bytes:
    """The same bytes for the same files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in found:
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()


_STANDINGS = ("position", "person", "name", "matches", "points", "wins", "average")
_RESULTS = ("match", "ended", "channel", "game", "counts", "person", "name", "placing", "points", "left", "computer", "removed")


def _standings(rows: Iterable[Standing], names: Names) -> list[tuple[object, ...]]:
    return [
        (row.position, row.person, names.whole(row.person), row.matches, float(row.points), row.wins, float(row.average))
        for row in rows
    ]


def _results(history: Iterable[ExportedMatch], names: Names) -> Iterable[tuple[object, ...]]:
    """A line a seat; `ended` is epoch milliseconds."""
    for one in history:
        match = one.match
        about = (match.number, match.ended, match.channel, match.variant.title, one.why_not is None and not match.voided)
        for seat in match.seats:
            name = "" if seat.computer else names.whole(seat.person)
            yield (*about, seat.person, name, seat.placing, seat.points, seat.left, seat.computer, seat.removed)


def _facts(one: ExportedMatch) -> dict[str, object]:
    """A match as it counts; as it was played, too, where something was put right."""
    facts: dict[str, object] = {"counts": one.why_not is None and not one.match.voided, "match": one.match}
    return facts if one.played == one.match else facts | {"played": one.played}


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow(head)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return target.getvalue().encode("utf-8-sig")  # so that spreadsheets read names rightly


def _harmless(cell: object) -> object:
    """A name that a spreadsheet would take for a formula gets an apostrophe before it."""
    if not isinstance(cell, str):
        return cell
    line = one_line(cell) if cell else ""
    return f"'{line}" if line.startswith(("=", "+", "-", "@")) else line


def json(value: object) -> bytes:
    """Readable, with a fact a line."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1)
