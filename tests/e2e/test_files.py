"""What is handed out as files: exports for organisers, and to everybody what is stored of him; and how that goes."""

import csv
import io
import json
import zipfile
from typing import Any

import pytest

from bot import app
from bot.league.league import League
from bot.messages.export import files
from bot.messages.names import Names
from bot.messages.parcels import Files, room, zipped
from bot.tables.past import ExportedMatch
from playground import clicks
from playground.rest import files as uploads
from tests.e2e.club import Club
from tests.e2e.played import lines, season_played
from tests.e2e.players import open_table
from tests.e2e.test_bad_input import refused
from tests.e2e.test_league import played, read
from tests.league.season import season_of
from tests.people import Json, Reply

LEAGUE = League(server=0, name="Mondays & co", rated=True)


async def attached(club: Club, message: Json) -> dict[str, bytes]:
    """The files of a message by name."""
    found = {}
    for file in message["attachments"]:
        async with club.session.get(file["url"]) as response:
            found[file["filename"]] = await response.read()
    return found


def answer(club: Club, name: str, reply: Reply) -> Json:
    return reply.message or club[name].hidden[-1]


async def test_standings_and_results_are_exported_as_csv_and_json(club: Club) -> None:
    history = await season_played(club, LEAGUE, matches=40, people=8, names=["=1+1", "Zoë; “x”"])
    async with club.bot():
        shown = lines(read((await club["Ann"].slash("leaderboard")).message))
        message = answer(club, "Ann", await club["Ann"].slash("league export", league="mondays & co"))
        assert message["flags"] & 64
        found = await attached(club, message)
        names = [f"mondays-co-{what}" for what in ("standings.csv", "standings.json", "results.csv", "results.json")]
        assert sorted(found) == sorted(names)
        standings = list(csv.DictReader(io.StringIO(found[names[0]].decode("utf-8-sig"))))
        assert [f"{row['position']}." for row in standings] == [line.split()[0] for line in shown]
        assert {row["name"] for row in standings} >= {"Ann", "'=1+1", "Zoë; “x”"}
        assert [row["person"] for row in json.loads(found[names[1]])] == [int(row["person"]) for row in standings]
        results = list(csv.DictReader(io.StringIO(found[names[2]].decode("utf-8-sig"))))
        assert len(results) == sum(len(match.seats) for match in history)
        raw: list[Any] = json.loads(found[names[3]])
        assert [one["match"]["number"] for one in raw] == [match.number for match in history]
        await refused(club, club["Bob"], "league export", "Manage Server", league="Mondays & co")


def exported(matches: int, limit: int) -> list[Files]:
    return files(
        "Mondays", [], [ExportedMatch(one, one, None) for one in season_of(1, matches=matches)], Names({}), limit=limit
    )


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {one: archive.read(one) for one in archive.namelist()}


def results(found: dict[str, bytes]) -> list[int]:
    return [one["match"]["number"] for one in json.loads(found["mondays-results.json"])]


def test_what_is_too_large_is_zipped() -> None:
    [whole] = exported(20, limit=10**6)
    assert len(whole) == 4
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
        assert all(part["mondays-standings.csv"] == dict(whole)["mondays-standings.csv"] for part in parts)


@pytest.mark.parametrize(("file", "most"), [(10 * 2**20, 8 * 2**20), (25 * 2**20, 20 * 2**20), (500 * 2**20, 20 * 2**20)])
def test_an_answer_has_room_for_less_than_discord_takes(file: int, most: int) -> None:
    """Larger files are taken in boosted servers, larger requests nowhere."""
    assert room(file) == most


async def test_an_export_is_no_larger_than_discord_takes_it_there(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (clicks, uploads):
        monkeypatch.setattr(module, "FILE_LIMIT", 25_000)
    history = await season_played(club, LEAGUE, matches=200, people=8)
    async with club.bot():
        numbers = list[int]()
        for part, name in ((1, "1-of-2"), (2, "2-of-2"), (9, "2-of-2")):
            message = answer(club, "Ann", await club["Ann"].slash("league export", league="mondays & co", part=part))
            assert f"part {min(part, 2)} of 2" in read(message)
            [(file, data)] = (await attached(club, message)).items()
            assert file == f"mondays-co-{name}.zip"
            assert len(data) <= 20_000
            if part < 9:
                numbers += [one["match"]["number"] for one in json.loads(unzipped(data)["mondays-co-results.json"])]
        assert numbers == [match.number for match in history]
        for module in (clicks, uploads):
            monkeypatch.setattr(module, "FILE_LIMIT", 15_000)
        found = list[int]()
        for part in (1, 2):
            message = answer(club, "Ann", await club["Ann"].slash("privacy my-data", part=part))
            [data] = (await attached(club, message)).values()
            found += [one["number"] for one in json.loads(next(iter(unzipped(data).values())))["matches"]]
        assert len(found) == len(set(found)) == sum(match.seat_of(1) is not None for match in history)


async def test_everybody_gets_what_is_stored_of_him(club: Club, bot: app.Parts) -> None:
    assert "Nothing is stored" in read((await club["Dan"].slash("privacy my-data")).message)
    assert club.query("SELECT name FROM people") == []
    await played(club, "Ann", "Bob")
    [data] = (await attached(club, answer(club, "Ann", await club["Ann"].slash("privacy my-data", in_="dm")))).values()
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
