"""`scripts/recount.py` computes everything in an export again, from its files alone, to the last digit."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.competition.ports import StoredLeague
from bot.league.corrections import Reinstate, SwapPeople, Void
from bot.league.league import League
from bot.league.scheme.scheme import ByCards
from bot.messages.attachments import Files
from bot.messages.league.export import ExportWriter, file_stems
from bot.messages.league.export_numbers import ExportNumbers
from bot.messages.names import Names
from bot.rummy.variant.length import Length
from tests.competition.league_server import LeagueServer
from tests.league.leagues import LEAGUES
from tests.league.random_season import PEOPLE, SERVER, corrections_of, season_of
from tests.league.written_matches import played
from tests.messages.league.exported_files import read_sheet

SCRIPT = Path(__file__).parents[2] / "scripts" / "recount.py"
CARDS = League(server=SERVER, name="St John’s", scheme=ByCards(), rated=True, zone="America/St_Johns", rematches=2)


async def exported(server: LeagueServer, stored: StoredLeague | None, season: int | None = None) -> Files:
    """Return the files of an export as everyone gets them, without names."""
    history = server.match_history
    standings, judged = (
        await server.standings.table(SERVER, stored, season=season),
        await history.export(SERVER, stored, season=season),
    )
    people = range(1, PEOPLE + 1)
    numbers = ExportNumbers(people)
    ratings = await history.ratings(SERVER, people)
    writer = ExportWriter(
        file_stems(stored, standings.season, all_seasons=season is None),
        [numbers.standing(row) for row in standings.rows],
        Names({}),
        limit=10**8,
        part=1,
        terms=[replace(term, league=numbers.league(term.league)) for term in judged.terms],
        ratings=None if stored else {(deck, numbers.person(person)): one for (deck, person), one in ratings.items()},
        corrected=numbers.corrected(standings.since_end),
    )
    async for matches in history.exported_pages(SERVER, judged):
        writer.add([numbers.exported(one) for one in matches])
    return writer.finish().files


def recounted(folder: Path, files: Files) -> subprocess.CompletedProcess[str]:
    """Run the script on these files, with a Python that finds nothing of the project."""
    folder.mkdir()
    for name, data in files:
        (folder / name).write_bytes(data)
    return subprocess.run([sys.executable, "-I", SCRIPT, folder], capture_output=True, text=True, cwd=folder, check=False)


async def play_seasons(server: LeagueServer, matches: int) -> list[StoredLeague]:
    """Play random matches of several leagues with corrections, and end a season of each in the middle."""
    await server.create([*LEAGUES, CARDS, replace(CARDS, name="Long", shortest=Length.FULL)])
    history, dice = season_of(4, matches=matches, leagues=len(LEAGUES) + 2), random.Random(4)
    for nth, match in enumerate(history):
        await server.finish(match)
        if dice.random() < 0.25:
            for correction in corrections_of(nth, history[: nth + 1], 2):
                await server.try_to_correct(correction)
        if nth == matches // 2:
            for stored in await server.leagues.all(SERVER):
                await server.season_ends.end_season(SERVER, stored.number)
    return await server.leagues.all(SERVER)


@pytest.mark.thorough
async def test_a_recount_of_every_export_agrees_with_the_bot(server: LeagueServer, tmp_path: Path) -> None:
    leagues, reasons = await play_seasons(server, 200), set[str | None]()
    for stored in (None, *leagues):
        for season in (None,) if stored is None else (None, 1, 2):
            files = await exported(server, stored, season)
            [results] = [json.loads(data) for name, data in files if name.endswith("results.json")]
            reasons |= {one["why_not"] for one in results}
            done = recounted(tmp_path / f"{stored and stored.number} {season}", files)
            assert (done.returncode, done.stderr) == (0, ""), done.stdout
            assert "Everything agrees" in done.stdout
    assert reasons > {None, "voided", "too_few_people", "no_points", "not_played", "too_many_rematches"}


def changed(files: Files, kind: str, index: int, **fields: Any) -> Files:
    """Return the files with other fields in one record of the JSON of this kind."""
    found = []
    for name, data in files:
        if name.endswith(f"-{kind}.json"):
            records = json.loads(data)
            records[index] |= fields
            data = json.dumps(records).encode()
        found.append((name, data))
    return tuple(found)


async def test_a_recount_finds_what_was_changed_by_hand(server: LeagueServer, tmp_path: Path) -> None:
    await play_seasons(server, 60)
    files = await exported(server, None)
    [standings] = [json.loads(data) for name, data in files if name.endswith("standings.json")]
    for nth, (kind, index, fields, said) in enumerate(
        [
            ("standings", 0, {"points": standings[0]["points"] + 1}, "standings"),
            ("ratings", 3, {"mu": 25.000001}, "ratings"),
            ("results", 7, {"counts": False, "why_not": "voided"}, "match"),
            ("corrections", 0, {"change": "reinstate"}, "its corrections lead to another result"),
        ]
    ):
        done = recounted(tmp_path / str(nth), changed(files, kind, index, **fields))
        assert done.returncode == 1, done.stderr
        assert said in done.stdout


def positions(files: Files, table: str) -> dict[int, int]:
    """Return the position of each person in a table of an export: the same in its CSV and its JSON."""
    [rows] = [json.loads(data) for name, data in files if name.endswith(f"-{table}.json")]
    assert [{key: str(value) for key, value in row.items()} for row in rows] == read_sheet(files, table)
    return {row["person"]: row["position"] for row in rows}


async def test_the_export_of_an_ended_season_has_also_the_table_that_later_corrections_would_make(
    server: LeagueServer, tmp_path: Path
) -> None:
    (stored,) = await server.create([League(server=SERVER, name="Cup")])
    matches = []
    for said in ("Ann 1 · Ben 2", "Ann 1 · Cem 2", "Ann 1 · Dee 2", "Ben 1 · Dee 2", "Ben 1 · Eve 2", "Cem 1 · Dee 2"):
        server.now += 1
        matches.append(await server.finish(replace(played(said), server=SERVER, ended=server.now)))
    server.now += 1
    await server.season_ends.end_season(SERVER, stored.number)
    stored = await server.leagues.find(SERVER)
    before = await exported(server, stored, 1)
    assert not any("corrected" in name for name, _ in before)
    server.now += 1
    for change in (SwapPeople(2, 4), Void(), Reinstate()):
        server.now += 1
        await server.corrections.correct(SERVER, matches[3], change, by=6, why="x")
    files = await exported(server, stored, 1)
    assert positions(files, "standings") == positions(before, "standings") == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}
    assert positions(files, "standings-corrected") == {1: 1, 2: 2, 4: 2, 3: 4, 5: 5}, "only two of five move"
    late = (await server.standings.table(SERVER, stored, season=1)).since_end
    assert (late.count, [row.person for row in late.rows], late.gone) == (3, [4, 3], 0)
    assert "Everything agrees" in recounted(tmp_path / "as it is", files).stdout
    missing = tuple((name, data) for name, data in files if "corrected" not in name)
    for nth, wrong in enumerate((missing, changed(files, "corrected", 0, wins=9))):
        done = recounted(tmp_path / str(nth), wrong)
        assert done.returncode == 1, done.stderr
        assert "standings-corrected: " in done.stdout
    for match in matches:
        if match != matches[3]:
            await server.corrections.correct(SERVER, match, Void(), by=6, why="x")
    await server.corrections.correct(SERVER, matches[3], Void(), by=6, why="y")
    emptied = await exported(server, stored, 1)
    assert positions(emptied, "standings-corrected") == {}
    assert "Everything agrees" in recounted(tmp_path / "empty table", emptied).stdout


def test_a_call_without_an_export_says_how_to_call_it(tmp_path: Path) -> None:
    done = recounted(tmp_path / "empty", ())
    assert done.returncode == 2
    assert "scripts/recount.py" in done.stderr
