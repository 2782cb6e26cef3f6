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


def test_a_call_without_an_export_says_how_to_call_it(tmp_path: Path) -> None:
    done = recounted(tmp_path / "empty", ())
    assert done.returncode == 2
    assert "scripts/recount.py" in done.stderr
