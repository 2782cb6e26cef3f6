"""Standings, results and corrections as files: CSV for a spreadsheet, JSON for programs."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.competition.match_export import ExportedMatch
from bot.competition.ports import StoredLeague
from bot.league.seasons import Season
from bot.league.standings import Standing
from bot.messages.attachments import Files, in_parts
from bot.messages.league.exported_rows import (
    CORRECTIONS,
    RESULTS,
    STANDINGS,
    correction_rows,
    match_facts,
    result_rows,
    standing_rows,
)
from bot.messages.names import Names, one_line
from bot.messages.personal_data import json

_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Stems:
    """How the names of files begin: of the standings, and of the results, which may be those of all seasons."""

    standings: str
    results: str


def stems(stored: StoredLeague | None, season: Season, *, all_seasons: bool) -> Stems:
    """With league and season, in letters that every file system takes: `mondays-season-2-spring`."""
    if stored is None:
        return Stems("server", "server")
    league = _plain(stored.name) or f"league-{stored.number}"
    of_season = f"{league}-{_plain(f'season {season.number} {season.name}')}"
    return Stems(of_season, f"{league}-all-seasons" if all_seasons else of_season)


def files(about: Stems, rows: Sequence[Standing], history: Sequence[ExportedMatch], names: Names, *, limit: int) -> list[Files]:
    """Six files by name for one message of `limit` bytes; or a zip of them; or several messages, each with a zip of all
    standings and some of the results, the oldest first, with what was put right in them. Meant for a thread.
    """
    standings = list(standing_rows(rows, names))

    def made(some: Sequence[ExportedMatch]) -> Files:
        corrections = list(correction_rows(some, names))
        return (
            (f"{about.standings}-standings.csv", _csv(STANDINGS, standings)),
            (f"{about.standings}-standings.json", json(_named(STANDINGS, standings))),
            (f"{about.results}-results.csv", _csv(RESULTS, result_rows(some, names))),
            (f"{about.results}-results.json", json([match_facts(one) for one in some])),
            (f"{about.results}-corrections.csv", _csv(CORRECTIONS, corrections)),
            (f"{about.results}-corrections.json", json(_named(CORRECTIONS, corrections))),
        )

    return in_parts(about.results, made, history, limit)


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters)[:_LONGEST].strip("-")


def _named(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[dict[str, object]]:
    return [dict(zip(head, row, strict=True)) for row in rows]


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
