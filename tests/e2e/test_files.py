"""What is handed out as files: exports for organisers, and to everybody what is stored of him; and how that goes."""

import io
import json
import re
import zipfile
from typing import Any

import pytest

from bot import app
from bot.league.league import League
from bot.messages.export import Stems, files
from bot.messages.names import Names
from bot.messages.parcels import Files, room, zipped
from bot.tables.exported import ExportedMatch
from playground import clicks
from playground.rest import files as uploads
from tests.e2e.club import Club
from tests.e2e.played import lines, season_played
from tests.e2e.players import open_table
from tests.e2e.reading import asked
from tests.e2e.test_bad_input import refused
from tests.e2e.test_league import played, read
from tests.league.season import season_of
from tests.messages.exported import cells, sheet, stood, summed
from tests.people import Json

LEAGUE = League(server=0, name="Mondays & co", rated=True)


async def attached(club: Club, message: Json) -> dict[str, bytes]:
    """The files of a message by name."""
    found = {}
    for file in message["attachments"]:
        async with club.session.get(file["url"]) as response:
            found[file["filename"]] = await response.read()
    return found


async def test_standings_and_results_are_exported_as_csv_and_json(club: Club) -> None:
    history = await season_played(club, LEAGUE, matches=40, people=8, names=["=1+1", "Zoë; “x”"])
    async with club.bot():
        shown = lines(read((await club["Ann"].slash("leaderboard")).message))
        message = await asked(club["Ann"], "league export", league="mondays & co")
        assert message["flags"] & 64
        found = await attached(club, message)
        kinds = {"standings": "season-1", "results": "all-seasons", "corrections": "all-seasons"}
        names = [f"mondays-co-{of}-{kind}.{form}" for kind, of in kinds.items() for form in ("csv", "json")]
        assert list(found) == names
        standings = cells(found[names[0]])
        assert [f"{row['position']}." for row in standings] == [line.split()[0] for line in shown]
        assert {row["name"] for row in standings} >= {"Ann", "'=1+1", "Zoë; “x”"}
        assert [row["person"] for row in json.loads(found[names[1]])] == [int(row["person"]) for row in standings]
        results = cells(found[names[2]])
        assert len(results) == sum(len(match.seats) for match in history)
        assert summed(results) == stood(standings)
        raw: list[Any] = json.loads(found[names[3]])
        assert [one["match"]["number"] for one in raw] == [match.number for match in history]
        await refused(club, club["Bob"], "league export", "Manage Server", league="Mondays & co")


async def exports(club: Club, **options: object) -> tuple[Files, str]:
    """What Ann gets, and what is said of it."""
    message = await asked(club["Ann"], "league export", **options)
    return tuple((await attached(club, message)).items()), read(message)


async def test_the_results_are_of_the_season_that_is_named_and_name_former_players(club: Club) -> None:
    await season_played(club, LEAGUE, matches=40, people=8)
    league = {"league": LEAGUE.name}
    async with club.bot():
        await club["Ann"].slash("league season-end", name="Spring", **league)
        await played(club, "Ann", "Bob", table=41)
        for name in ("Cleo", "Dan"):
            await club[name].slash("privacy delete-me", sure=True)
        numbers = {}
        for season in ("spring", "1", "2"):
            found, text = await exports(club, season=season, **league)
            assert "kept" not in text
            results = sheet(found, "results")
            assert summed(results) == stood(sheet(found, "standings"))
            numbers[season] = [row["match"] for row in results if row["person"] == "1"]
            names = {row["name"] for row in results}
            assert ("a former player (3)" in names) == (season != "2")
            assert "" not in names
        assert numbers["spring"] == numbers["1"]
        assert numbers["2"] == ["41"]
        whole, _ = await exports(club, **league)
        assert [row["match"] for row in sheet(whole, "results") if row["person"] == "1"] == numbers["1"] + numbers["2"]
        await club["Ann"].slash("league void", match=int(numbers["1"][0]), why="a trial")
        found, text = await exports(club, season="spring", **league)
        assert "kept when the season ended" in text
        assert [row["why"] for row in sheet(found, "corrections")] == ["a trial"]
        assert sheet(found, "standings") == sheet((await exports(club, season="1", **league))[0], "standings")


def exported(matches: int, limit: int) -> list[Files]:
    history = [ExportedMatch(one, one, None) for one in season_of(1, matches=matches)]
    return files(Stems("mondays-season-1", "mondays"), [], history, Names({}), limit=limit)


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {one: archive.read(one) for one in archive.namelist()}


def results(found: dict[str, bytes]) -> list[int]:
    return [one["match"]["number"] for one in json.loads(found["mondays-results.json"])]


def test_what_is_too_large_is_zipped() -> None:
    [whole] = exported(20, limit=10**6)
    assert len(whole) == 6
    [[(name, data)]] = exported(20, limit=len(zipped(whole)))
    assert name == "mondays.zip"
    assert unzipped(data) == dict(whole)


def test_what_is_too_large_even_so_comes_in_parts_that_fit_and_leave_nothing_out() -> None:
    [whole] = exported(100, limit=10**6)
    for limit in (len(zipped(whole)) - 1, 3_000):
        found = exported(100, limit=limit)
        assert len(found) > 1
        assert [name for [(name, _)] in found] == [f"mondays-{n}-of-{len(found)}.zip" for n in range(1, len(found) + 1)]
        assert all(len(data) <= limit for [(_, data)] in found)
        parts = [unzipped(data) for [(_, data)] in found]
        assert [number for part in parts for number in results(part)] == results(dict(whole))
        standings = "mondays-season-1-standings.csv"
        assert all(part[standings] == dict(whole)[standings] for part in parts)


@pytest.mark.parametrize(("file", "most"), [(10 * 2**20, 8 * 2**20), (25 * 2**20, 20 * 2**20), (500 * 2**20, 20 * 2**20)])
def test_an_answer_has_room_for_less_than_discord_takes(file: int, most: int) -> None:
    """Larger files are taken in boosted servers, larger requests nowhere."""
    assert room(file) == most


async def in_parts(club: Club, limit: int, command: str, **options: object) -> list[tuple[str, bytes]]:
    """The zip of each part, none of them too large; and the last one once more for who asks for one that there is not."""
    found = list[tuple[str, bytes]]()
    for part in (*range(1, 100), 99):
        message = await asked(club["Ann"], command, part=part, **options)
        of = re.search(r"part (\d+) of (\d+)", read(message))
        assert of is not None
        [(name, data)] = (await attached(club, message)).items()
        assert len(data) <= limit * 4 // 5
        if part > int(of[2]):
            assert (name, data) == found[-1]
            return found
        assert int(of[1]) == part
        found.append((name, data))
    raise AssertionError("there is no end of it")


async def test_an_export_is_no_larger_than_discord_takes_it_there(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (clicks, uploads):
        monkeypatch.setattr(module, "FILE_LIMIT", 18_000)
    history = await season_played(club, LEAGUE, matches=200, people=8)
    async with club.bot():
        found = await in_parts(club, 18_000, "league export", league="mondays & co")
        assert len(found) > 1
        names = [f"mondays-co-all-seasons-{part}-of-{len(found)}.zip" for part in range(1, len(found) + 1)]
        assert [name for name, _ in found] == names
        parts = [json.loads(unzipped(data)["mondays-co-all-seasons-results.json"]) for _, data in found]
        assert [one["match"]["number"] for part in parts for one in part] == [match.number for match in history]
        found = await in_parts(club, 18_000, "privacy my-data")
        read_back = [json.loads(data) for _, part in found for data in unzipped(part).values()]
        matches = [one["number"] for part in read_back for one in part["matches"]]
        assert matches == [match.number for match in history if match.seat_of(1) is not None]


async def test_everybody_gets_what_is_stored_of_him(club: Club, bot: app.Parts) -> None:
    assert "Nothing is stored" in read((await club["Dan"].slash("privacy my-data")).message)
    assert club.query("SELECT name FROM people") == []
    await played(club, "Ann", "Bob")
    [data] = (await attached(club, await asked(club["Ann"], "privacy my-data", in_="dm"))).values()
    found = json.loads(data)
    assert found["person"]["name"] == "Ann"
    assert len(found["matches"]) == 1


async def test_who_asks_to_be_forgotten_is_a_former_player_and_comes_back_as_somebody_new(club: Club, bot: app.Parts) -> None:
    await played(club, "Ann", "Bob")
    lobby = await open_table(club, "Bob")
    sentence = await refused(club, club["Bob"], "privacy delete-me", "2", sure=True)
    assert "table leave" in sentence
    await club["Bob"].press(lobby, "Leave")
    assert "sure" in read((await club["Bob"].slash("privacy delete-me", sure=False)).message)
    assert "forgotten" in read((await club["Bob"].slash("privacy delete-me", sure=True)).message)
    assert club.query("SELECT discord_id, name, dm_channel FROM people WHERE number = 2") == [(None, "", None)]
    for command, options in (("leaderboard", {}), ("match", {"id": 1})):
        text = read((await club["Ann"].slash(command, **options)).message)
        assert "a former player" in text
        assert "Bob" not in text
    await open_table(club, "Bob")
    assert club.person_number("Bob") == 3
