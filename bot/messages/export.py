"""Standings and raw results as files: CSV for a spreadsheet, JSON for programs; and what is stored of a person."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bot.league.standings import Standing
from bot.messages.names import Names, one_line
from bot.messages.parcels import Files, in_parts
from bot.tables.past import ExportedMatch


def files(name: str, rows: Sequence[Standing], history: Sequence[ExportedMatch], names: Names, *, limit: int) -> list[Files]:
    """Four files by name for one message of `limit` bytes; or a zip of them; or several messages, each with a zip of all
    standings and some of the results, the oldest first. Meant for a thread.
    """
    stem = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "league"
    standings = list(_standings(rows, names))

    def made(some: Sequence[ExportedMatch]) -> Files:
        return (
            (f"{stem}-standings.csv", _csv(_STANDINGS, standings)),
            (f"{stem}-standings.json", json([dict(zip(_STANDINGS, row, strict=True)) for row in standings])),
            (f"{stem}-results.csv", _csv(_RESULTS, _results(some, names))),
            (f"{stem}-results.json", json([_facts(one) for one in some])),
        )

    return in_parts(stem, made, history, limit)


def data_files(stored: Mapping[str, object], *, limit: int) -> list[Files]:
    """What is stored of a person, in the same way: each part has some of his matches, and all the rest."""
    matches = stored["matches"]
    assert isinstance(matches, list)
    return in_parts("my-data", lambda some: (("my-data.json", json({**stored, "matches": some})),), matches, limit)


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
