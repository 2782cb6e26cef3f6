"""The exported files: standings, results and corrections, as CSV for spreadsheets and as JSON for programs.

The JSON also has the seasons with the definitions of their leagues and, for a whole server, the ratings. With
`docs/LEAGUES.md`, everything can be computed again from these files alone.
"""

import csv
import io
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from tempfile import TemporaryFile

from bot.competition.match_export import ExportedMatch
from bot.competition.ports import StoredLeague
from bot.league.ratings.ratings import Rating
from bot.league.seasons.season_terms import Term
from bot.league.seasons.seasons import Season
from bot.league.standings.standings import Standing
from bot.messages.attachments import Files
from bot.messages.league.export_rows import (
    CORRECTIONS_COLUMNS,
    RESULTS_COLUMNS,
    STANDINGS_COLUMNS,
    correction_rows,
    match_record,
    rating_records,
    result_rows,
    standing_rows,
    term_record,
)
from bot.messages.names import Names
from bot.messages.personal_data import json_bytes
from bot.messages.text import visible_line

_LONGEST_STEM = 40
_AT_ONCE = 100  # matches
_CHUNK = 2**18  # bytes
_ZIP_ENTRY, _ZIP_END = 76, 22  # bytes of a zip beside the names and contents: for each file, and at its end
_SURELY_ENOUGH = 2**20  # bytes for everything beside the results, and for what the packer has not returned yet


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


@dataclass(frozen=True, slots=True)
class ExportedFiles:
    """The files of one message: the part `number` (from 1) of `parts`. `matches` is how many matches all parts have.

    Of these, `counting` count: in the league or, in an export of the server, somewhere.
    """

    files: Files
    number: int
    parts: int
    matches: int
    counting: int


def standings_files(
    stems: FileStems, rows: Iterable[Standing], names: Names, corrected: Iterable[Standing] | None = None
) -> Files:
    """Return the standings as CSV and JSON.

    `corrected` is what the table of an ended season would be with later corrections, if there are any.
    """
    found = _table_files(f"{stems.standings}-standings", rows, names)
    return found if corrected is None else (*found, *_table_files(f"{stems.standings}-standings-corrected", corrected, names))


def _table_files(stem: str, rows: Iterable[Standing], names: Names) -> Files:
    found = list(standing_rows(rows, names))
    return (
        (f"{stem}.csv", _csv(STANDINGS_COLUMNS, found)),
        (f"{stem}.json", json_bytes(_records(STANDINGS_COLUMNS, found))),
    )


class ExportWriter:
    """The files of an export, of which only one part is kept, and its results are on the disk. Run its methods in a thread.

    They are seven to nine files; or a zip of them if they have more than `limit` bytes; or several zips, each with all
    standings and some of the results (the oldest first) and their corrections. `part` (from 1) is the one to keep; too high a
    number: the last. `ratings` are those of a whole server, None for a league. `corrected` is as for `standings_files`.
    """

    def __init__(
        self,
        stems: FileStems,
        rows: Sequence[Standing],
        names: Names,
        *,
        limit: int,
        part: int,
        terms: Sequence[Term] = (),
        ratings: Mapping[tuple[str, int], Rating] | None = None,
        corrected: Sequence[Standing] | None = None,
    ) -> None:
        self._stems, self._names, self._limit, self._part = stems, names, limit, part
        self._standings: Files = (
            *standings_files(stems, rows, names, corrected),
            (f"{stems.results}-leagues.json", json_bytes([term_record(term) for term in terms])),
        )
        if ratings is not None:
            self._standings += ((f"{stems.results}-ratings.json", json_bytes(rating_records(ratings, names))),)
        self._matches, self._counting, self._number = 0, 0, 1
        self._wanted: bytes | None = None
        self._results = _Results()

    def add(self, matches: Sequence[ExportedMatch]) -> None:
        """Add some matches, the oldest first."""
        self._matches += len(matches)
        self._counting += sum(any(verdict.why_not is None for verdict in one.verdicts) for one in matches)
        for at in range(0, len(matches), _AT_ONCE):
            self._add(matches[at : at + _AT_ONCE])

    def _add(self, some: Sequence[ExportedMatch]) -> None:
        """Add matches to this part as far as there is room, and the others to the next one."""
        sheet = _csv_lines(result_rows(some, self._names))
        records = b",\n".join(json_bytes([match_record(one)])[2:-2] for one in some)
        corrected = [one for one in some if one.corrections]
        if self._fits(sheet, records, corrected):
            self._results.add(sheet, records, corrected)
        elif len(some) > 1:
            self._add(some[: len(some) // 2])
            self._add(some[len(some) // 2 :])
        elif self._results.is_filled:
            self._end_part()
            self._add(some)
        else:
            self._results.add(sheet, records, corrected)

    def _fits(self, sheet: bytes, records: bytes, corrected: Sequence[ExportedMatch]) -> bool:
        """Return True if the zip of this part has room for these results. The exact size is computed only near the limit."""
        if self._results.packed + len(sheet) + len(records) + _SURELY_ENOUGH < self._limit and not corrected:
            return True
        names = [name for name, _ in self._files()]
        others = [data for _, data in (*self._standings, *self._corrections([*self._results.corrected, *corrected]))]
        packed = sum(len(_deflated(data)) for data in others) + self._results.packed_with(sheet, records)
        return packed + sum(_ZIP_ENTRY + 2 * len(name.encode()) for name in names) + _ZIP_END <= self._limit

    def finish(self) -> ExportedFiles:
        """Return the wanted part."""
        with self._results:
            if self._number == 1 and self._size <= self._limit:
                files = [(name, b"".join(chunks)) for name, chunks in self._files()]
                return ExportedFiles(tuple(files), 1, 1, self._matches, self._counting)
            data = self._zip() if self._wanted is None else self._wanted
        number = min(self._part, self._number)
        name = f"{self._stems.results}-{number}-of-{self._number}" if self._number > 1 else self._stems.results
        return ExportedFiles(((f"{name}.zip", data),), number, self._number, self._matches, self._counting)

    @property
    def _size(self) -> int:
        return sum(len(chunk) for _, chunks in self._files() for chunk in chunks)

    def _end_part(self) -> None:
        with self._results:
            if self._number == self._part:
                self._wanted = self._zip()
        self._results = _Results()
        self._number += 1

    def _zip(self) -> bytes:
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, chunks in self._files():
                entry = zipfile.ZipInfo(name)
                entry.compress_type = zipfile.ZIP_DEFLATED
                with archive.open(entry, "w") as file:
                    for chunk in chunks:
                        file.write(chunk)
        return target.getvalue()

    def _files(self) -> list[tuple[str, Iterable[bytes]]]:
        stem, results = self._stems.results, self._results
        return [
            *((name, [data]) for name, data in self._standings),
            (f"{stem}-results.csv", results.sheet()),
            (f"{stem}-results.json", results.records()),
            *((name, [data]) for name, data in self._corrections(results.corrected)),
        ]

    def _corrections(self, corrected: Sequence[ExportedMatch]) -> Files:
        corrections = list(correction_rows(corrected, self._names))
        return (
            (f"{self._stems.results}-corrections.csv", _csv(CORRECTIONS_COLUMNS, corrections)),
            (f"{self._stems.results}-corrections.json", json_bytes(_records(CORRECTIONS_COLUMNS, corrections))),
        )


class _Stream:
    """A file on the disk, and how large it is in a zip."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115
        self._packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        self.packed = 0

    def add(self, data: bytes) -> None:
        self._file.write(data)
        self.packed += len(self._packer.compress(data))

    def packed_with(self, data: bytes) -> int:
        """Return the size in a zip if this data were the last."""
        packer = self._packer.copy()
        return self.packed + len(packer.compress(data)) + len(packer.flush())

    def chunks(self) -> Iterator[bytes]:
        self._file.seek(0)
        while chunk := self._file.read(_CHUNK):
            yield chunk

    def close(self) -> None:
        self._file.close()


class _Results:
    """The results of one part, on the disk."""

    def __init__(self) -> None:
        self._sheet, self._records = _Stream(), _Stream()
        self._sheet.add(_csv(RESULTS_COLUMNS, ()))
        self.corrected = list[ExportedMatch]()
        self.is_filled = False

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None:
        self._sheet.close()
        self._records.close()

    @property
    def packed(self) -> int:
        return self._sheet.packed + self._records.packed

    def packed_with(self, sheet: bytes, records: bytes) -> int:
        return self._sheet.packed_with(sheet) + self._records.packed_with(self._separator + records + b"\n]")

    def add(self, sheet: bytes, records: bytes, corrected: Iterable[ExportedMatch]) -> None:
        self._sheet.add(sheet)
        self._records.add(self._separator + records)
        self.corrected += corrected
        self.is_filled = True

    def sheet(self) -> Iterator[bytes]:
        return self._sheet.chunks()

    def records(self) -> Iterator[bytes]:
        return chain(self._records.chunks(), [b"\n]" if self.is_filled else b"[]"])

    @property
    def _separator(self) -> bytes:
        return b",\n" if self.is_filled else b"[\n"


def _deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters)[:_LONGEST_STEM].strip("-")


def _records(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[dict[str, object]]:
    return [dict(zip(head, row, strict=True)) for row in rows]


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    return _csv_lines([head, *rows]).decode().encode("utf-8-sig")  # so that spreadsheets read names rightly


def _csv_lines(rows: Iterable[Sequence[object]]) -> bytes:
    target = io.StringIO()
    csv.writer(target).writerows([_harmless_cell(cell) for cell in row] for row in rows)
    return target.getvalue().encode()


def _harmless_cell(cell: object) -> object:
    """Return the cell, with an apostrophe before a name that a spreadsheet would take for a formula."""
    if not isinstance(cell, str):
        return cell
    line = visible_line(cell) if cell else ""
    return f"'{line}" if line.startswith(("=", "+", "-", "@")) else line
