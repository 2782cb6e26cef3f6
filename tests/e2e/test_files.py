"""What is handed out as files: exports for organisers, and to everybody what is stored of him; and how that goes."""

import csv
import io
import json
import zipfile
from typing import Any

from bot import app
from bot.league.league import League
from bot.messages.export import files
from bot.messages.names import Names
from bot.tables.past import ExportedMatch
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


def test_what_is_too_large_is_zipped() -> None:
    history = [ExportedMatch(match, match, None) for match in season_of(1, matches=20)]
    whole = files("Mondays", [], history, Names({}))
    assert len(whole) == 4
    [(name, data)] = files("Mondays", [], history, Names({}), limit=1000)
    assert name == "mondays.zip"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {one: archive.read(one) for one in archive.namelist()} == dict(whole)


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
