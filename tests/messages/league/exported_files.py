"""The zip of an export as its readers read it, and the totals that follow from its matches."""

import csv
import io
import json
import zipfile
from collections import Counter
from typing import Any

from scripts import recount

Json = dict[str, Any]
Totals = dict[str, tuple[int, int, int]]
"""By person, the matches, points (in sixtieths) and wins."""


def read_export(data: bytes) -> Json:
    """Return `matches.json`, with the rows of `standings.csv` under `standings`."""
    return recount.read_export(io.BytesIO(data))


def unzipped(data: bytes) -> dict[str, bytes]:
    """Return the files of a zip by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def match_rows(data: bytes) -> list[dict[str, str]]:
    """Return the rows of `matches.csv`."""
    return list(csv.DictReader(io.StringIO(unzipped(data)["matches.csv"].decode("utf-8-sig"))))


def zip_export(export: Json) -> bytes:
    """Return the zip of what `read_export` has returned."""
    target, sheet = io.BytesIO(), io.StringIO()
    writer = csv.DictWriter(sheet, list(export["standings"][0]))
    writer.writeheader()
    writer.writerows(export["standings"])
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("standings.csv", sheet.getvalue())
        archive.writestr("matches.json", json.dumps({key: value for key, value in export.items() if key != "standings"}))
    return target.getvalue()


def totals_from_matches(export: Json, league: int, season: int) -> Totals:
    """Return the totals of a season of a league from the points of its matches."""
    points, matches, wins = Counter[str](), Counter[str](), Counter[str]()
    for one in export["matches"]:
        for verdict in one["verdicts"]:
            if (verdict["league"], verdict["season"]) == (league, season):
                placed = {str(person): place for person, place, *_ in recount.placings(one["match"])}
                for person, own in verdict["league_points"].items():
                    matches[person] += 1
                    points[person] += round(60 * own)
                    wins[person] += placed[person] == 1
    return {person: (matches[person], points[person], wins[person]) for person in matches}


def totals_from_standings(export: Json, league: int, season: int) -> Totals:
    """Return the totals in the standings of a season of a league."""
    return {
        row["person"]: (int(row["matches"]), round(60 * float(row["points"])), int(row["wins"]))
        for row in rows_of(export, league, season)
    }


def rows_of(export: Json, league: int, season: int) -> list[dict[str, str]]:
    """Return the standings of a season of a league."""
    return [row for row in export["standings"] if (row["league"], row["season"]) == (str(league), str(season))]
