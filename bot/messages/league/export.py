"""The exported files: standings, results and corrections, as CSV for spreadsheets and as JSON for programs."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.competition.match_export import ExportedMatch
from bot.competition.ports import StoredLeague
from bot.league.seasons.seasons import Season
from bot.league.standings.standings import Standing
from bot.messages.attachments import Files, pack_files
from bot.messages.league.export_rows import (
    CORRECTIONS_COLUMNS,
    RESULTS_COLUMNS,
    STANDINGS_COLUMNS,
    correction_rows,
    match_record,
    result_rows,
    standing_rows,
)
from bot.messages.names import Names
from bot.messages.personal_data import json_bytes
from bot.messages.text import visible_line

_LONGEST_STEM = 40


@dataclass(frozen=True, slots=True)
class FileStems:
    """The beginnings of file names: of the standings, and of the results, which may be those of all seasons."""

    standings: str
    results: str


def file_stems(stored: StoredLeague | None, season: Season, *, all_seasons: bool) -> FileStems:
    """Return the beginnings with league and season, in letters that every file system accepts: `mondays-season-2-spring`."""
    if stored is None:
        return FileStems("server", "server")
    league = _plain(stored.name) or f"league-{stored.number}"
    of_season = f"{league}-{_plain(f'season {season.number} {season.name}')}"
    return FileStems(of_season, f"{league}-all-seasons" if all_seasons else of_season)


def export_files(
    stems: FileStems, rows: Sequence[Standing], history: Sequence[ExportedMatch], names: Names, *, limit: int
) -> list[Files]:
    """Return the files of each message: six files; or a zip of them if they have more than `limit` bytes; or several zips, each
    with all standings and some of the results (the oldest first) and their corrections. Run it in a thread.
    """
    standings = list(standing_rows(rows, names))

    def make_files(matches: Sequence[ExportedMatch]) -> Files:
        corrections = list(correction_rows(matches, names))
        return (
            (f"{stems.standings}-standings.csv", _csv(STANDINGS_COLUMNS, standings)),
            (f"{stems.standings}-standings.json", json_bytes(_records(STANDINGS_COLUMNS, standings))),
            (f"{stems.results}-results.csv", _csv(RESULTS_COLUMNS, result_rows(matches, names))),
            (f"{stems.results}-results.json", json_bytes([match_record(one) for one in matches])),
            (f"{stems.results}-corrections.csv", _csv(CORRECTIONS_COLUMNS, corrections)),
            (f"{stems.results}-corrections.json", json_bytes(_records(CORRECTIONS_COLUMNS, corrections))),
        )

    return pack_files(stems.results, make_files, history, limit)


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters)[:_LONGEST_STEM].strip("-")


def _records(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[dict[str, object]]:
    return [dict(zip(head, row, strict=True)) for row in rows]


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow(head)
    writer.writerows([_harmless_cell(cell) for cell in row] for row in rows)
    return target.getvalue().encode("utf-8-sig")  # so that spreadsheets read names rightly


def _harmless_cell(cell: object) -> object:
    """Return the cell, with an apostrophe before a name that a spreadsheet would take for a formula."""
    if not isinstance(cell, str):
        return cell
    line = visible_line(cell) if cell else ""
    return f"'{line}" if line.startswith(("=", "+", "-", "@")) else line
