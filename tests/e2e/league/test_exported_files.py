"""Files that the bot sends: exports for everyone and a person's own data; and how a person deletes their data."""

import asyncio
import io
import json
import re
import zipfile
from contextlib import AsyncExitStack
from typing import Any

import pytest

from bot import app
from bot.competition.match_export import ExportedMatch, ExportedVerdict
from bot.competition.match_history import MOST_EXPORTS
from bot.league.corrections import Void
from bot.league.league import League
from bot.messages.attachments import Files, attachment_limit, zip_files
from bot.messages.league.export import ExportedFiles, ExportWriter, FileStems
from bot.messages.names import Names
from playground.interactions import payload
from playground.rest import uploads
from tests.e2e.support.club import Club
from tests.e2e.support.league.league_reading import ask, attached_files, read
from tests.e2e.support.league.played_season import store_season, table_rows
from tests.e2e.support.league.questions import confirm
from tests.e2e.support.refusals import check_refused
from tests.e2e.support.tables import open_table, play_short_match
from tests.league.random_season import season_of
from tests.messages.league.exported_files import read_cells, read_sheet, totals_from_results, totals_from_standings

LEAGUE = League(server=0, name="Mondays & co", rated=True)
SERVER_FILES = (
    *("standings.csv", "standings.json", "leagues.json", "ratings.json"),
    *("results.csv", "results.json", "corrections.csv", "corrections.json"),
)


async def test_standings_and_results_are_exported_as_csv_and_json(club: Club) -> None:
    history = await store_season(club, LEAGUE, matches=40, people=8, names=["=1+1", "Zoë; “x”"])
    async with club.bot():
        shown = table_rows(read((await club["Ann"].slash("leaderboard")).message))
        message = await ask(club["Ann"], "league export", league="mondays & co")
        assert message["flags"] & 64
        found = await attached_files(club, message)
        names = [f"mondays-co-season-1-standings.{form}" for form in ("csv", "json")]
        kinds = ("leagues.json", "results.csv", "results.json", "corrections.csv", "corrections.json")
        names += [f"mondays-co-all-seasons-{kind}" for kind in kinds]
        assert list(found) == names
        standings = read_cells(found[names[0]])
        assert [f"{row['position']}." for row in standings] == [line.split()[0] for line in shown]
        assert {row["name"] for row in standings} >= {"Ann", "'=1+1", "Zoë; “x”"}
        assert [row["person"] for row in json.loads(found[names[1]])] == [int(row["person"]) for row in standings]
        results = read_cells(found[names[3]])
        assert len(results) == sum(len(match.seats) for match in history)
        assert totals_from_results(results) == totals_from_standings(standings)
        raw: list[Any] = json.loads(found[names[4]])
        assert [one["match"]["number"] for one in raw] == [match.number for match in history]
        assert await attached_files(club, await ask(club["Bob"], "league export", league="Mondays & co")) == found
        counting = {row["match"] for row in results if not row["why_not"]}
        text = read(message)
        assert f"40 matches exported. {len(counting)} of them count." in text
        assert "The table for a spreadsheet is `mondays-co-season-1-standings.csv`." in text
        held = re.findall(r"`…-(\w+)`: ", text)
        assert set(held) < {name.rpartition("-")[2].partition(".")[0] for name in names}


async def test_everyone_can_export_what_everyone_sees_and_no_file_has_a_discord_id(club: Club) -> None:
    await store_season(club, LEAGUE, matches=40, people=8)
    async with club.bot():
        everything = await attached_files(club, await ask(club["Bob"], "league export"))
        assert list(everything) == [f"server-{kind}" for kind in SERVER_FILES]
        wins, league = json.loads(everything["server-leagues.json"])
        assert wins["league"] == 0
        assert league["definition"]["name"] == LEAGUE.name
        records = json.loads(everything["server-results.json"])
        assert {one["leagues"][0]["league"] for one in records} == {league["league"]}
        assert json.loads(everything["server-ratings.json"])
        own = await attached_files(club, await ask(club["Bob"], "history", export=True))
        numbers = [one["match"]["number"] for one in json.loads(own["server-results.json"])]
        assert 0 < len(numbers) < 40
        shown = read((await club["Bob"].slash("history")).message)
        assert f"- `{numbers[-1]}`" in shown
        alone = await attached_files(club, await ask(club["Bob"], "match", id=numbers[0], export=True))
        assert [one["match"]["number"] for one in json.loads(alone["server-results.json"])] == [numbers[0]]
        standings = await attached_files(club, await ask(club["Bob"], "leaderboard", export=True))
        assert [name.rpartition("-")[2] for name in standings] == ["standings.csv", "standings.json"]
        for data in (*everything.values(), *own.values(), *alone.values(), *standings.values()):
            assert not re.search(rb"(?<![.0-9])[0-9]{16,}", data)
        await check_refused(club, club["Bob"], "leaderboard", "export", export=True, live=True)
        await check_refused(club, club["Bob"], "match", "999", id=999, export=True)


async def test_an_export_whose_files_discord_fails_to_take_is_answered(club: Club) -> None:
    await store_season(club, LEAGUE, matches=10, people=8)
    async with club.bot():
        await club.add_fault(None, "/", times=0, files=True, status=500)
        answer = await club["Ann"].slash("league export")
        assert "Discord doesn't take files at the moment." in read(answer.message)


async def test_at_most_three_exports_wait_in_a_server(club: Club, bot: app.Bot) -> None:
    server, history = int(club.pg.world.guild.id), bot.services.match_history
    async with AsyncExitStack() as waiting:
        tasks = [asyncio.create_task(waiting.enter_async_context(history.exporting(server))) for _ in range(MOST_EXPORTS)]
        await asyncio.sleep(0)
        await check_refused(club, club["Bob"], "league export", "3")
        for task in tasks[1:]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert (await ask(club["Bob"], "league export"))["attachments"]


@pytest.mark.parametrize("league", [{}, {"league": LEAGUE.name}])
async def test_a_correction_while_an_export_is_written_is_in_its_results_and_its_standings(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch, league: dict[str, str]
) -> None:
    history = await store_season(club, LEAGUE, matches=40, people=8)
    services, server = bot.services, int(club.pg.world.guild.id)
    people_in_matches, voided = services.match_history.people_in_matches, list[int]()

    async def after_a_correction(of: int) -> set[int]:
        if not voided:
            voided.append(history[-1].number)
            await services.corrections.correct(server, voided[0], Void(), by=1, why="meanwhile")
        return await people_in_matches(of)

    monkeypatch.setattr(services.match_history, "people_in_matches", after_a_correction)
    found, _ = await export_league(club, **league)
    assert len(voided) == 1
    results = read_sheet(found, "results")
    assert {row["why_not"] for row in results if row["match"] == str(voided[0])} == {"voided"}
    assert totals_from_results(results) == totals_from_standings(read_sheet(found, "standings"))


async def export_league(club: Club, **options: object) -> tuple[Files, str]:
    """Let Ann export a league, and return the files and the text of the answer."""
    message = await ask(club["Ann"], "league export", **options)
    return tuple((await attached_files(club, message)).items()), read(message)


async def test_an_export_has_the_results_of_the_named_season_with_former_players(club: Club) -> None:
    await store_season(club, LEAGUE, matches=40, people=8)
    league = {"league": LEAGUE.name}
    async with club.bot():
        await confirm(club["Ann"], "league season-end", name="Spring", **league)
        await play_short_match(club, "Ann", "Bob", table=41)
        for name in ("Cleo", "Dan"):
            await club[name].slash("privacy delete-me", sure=True)
        numbers = {}
        for season in ("spring", "1", "2"):
            found, text = await export_league(club, season=season, **league)
            assert "kept" not in text
            results = read_sheet(found, "results")
            assert totals_from_results(results) == totals_from_standings(read_sheet(found, "standings"))
            numbers[season] = [row["match"] for row in results if row["person"] == "1"]
            names = {row["name"] for row in results}
            assert ("a former player" in names) == (season != "2")
            assert "" not in names
        assert numbers["spring"] == numbers["1"]
        assert numbers["2"] == ["41"]
        whole, _ = await export_league(club, **league)
        assert [row["match"] for row in read_sheet(whole, "results") if row["person"] == "1"] == numbers["1"] + numbers["2"]
        await club["Ann"].slash("league void", match=int(numbers["1"][0]), why="a trial")
        found, text = await export_league(club, season="spring", **league)
        assert "as they were when the season ended" in text
        assert [row["why"] for row in read_sheet(found, "corrections")] == ["a trial"]
        assert read_sheet(found, "standings") == read_sheet((await export_league(club, season="1", **league))[0], "standings")


def exported(matches: int, limit: int) -> list[Files]:
    """Return the files of each part; a part beyond the last gives the last one."""
    history = [ExportedMatch(one, one, (ExportedVerdict(1, 1, None),)) for one in season_of(1, matches=matches)]

    def part(number: int) -> ExportedFiles:
        writer = ExportWriter(FileStems("mondays-season-1", "mondays"), [], Names({}), limit=limit, part=number)
        for at in range(0, matches, 30):
            writer.add(history[at : at + 30])
        return writer.finish()

    parts = part(99).parts
    found = [part(number) for number in range(1, parts + 1)]
    assert [(one.number, one.parts, one.matches) for one in found] == [(n, parts, matches) for n in range(1, parts + 1)]
    assert part(99) == found[-1]
    return [one.files for one in found]


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {one: archive.read(one) for one in archive.namelist()}


def results(found: dict[str, bytes]) -> list[int]:
    return [one["match"]["number"] for one in json.loads(found["mondays-results.json"])]


def test_files_that_are_too_large_are_zipped() -> None:
    [whole] = exported(20, limit=10**6)
    assert len(whole) == 7
    [[(name, data)]] = exported(20, limit=sum(len(data) for _, data in whole) - 1)
    assert name == "mondays.zip"
    assert exported(20, limit=len(data)) == [((name, data),)]
    assert len(exported(20, limit=len(data) - 1)) == 2
    assert unzipped(data) == dict(whole)


def test_a_zip_that_is_too_large_is_split_into_complete_parts_that_fit() -> None:
    [whole] = exported(100, limit=10**6)
    for limit in (len(zip_files(whole)) - 1, 3_000):
        found = exported(100, limit=limit)
        assert len(found) > 1
        assert [name for [(name, _)] in found] == [f"mondays-{n}-of-{len(found)}.zip" for n in range(1, len(found) + 1)]
        assert all(len(data) <= limit for [(_, data)] in found)
        parts = [unzipped(data) for [(_, data)] in found]
        assert [number for part in parts for number in results(part)] == results(dict(whole))
        standings = "mondays-season-1-standings.csv"
        assert all(part[standings] == dict(whole)[standings] for part in parts)


@pytest.mark.parametrize(("file", "most"), [(10 * 2**20, 8 * 2**20), (25 * 2**20, 20 * 2**20), (500 * 2**20, 20 * 2**20)])
def test_the_limit_of_attachments_stays_below_discords_limits(file: int, most: int) -> None:
    """Boosted servers accept larger files, but no server accepts larger requests."""
    assert attachment_limit(file) == most


async def all_parts(club: Club, limit: int, command: str, **options: object) -> list[tuple[str, bytes]]:
    """Return the name and content of each part. Check their sizes, and that a part beyond the last gives the last one."""
    found = list[tuple[str, bytes]]()
    for part in (*range(1, 100), 99):
        message = await ask(club["Ann"], command, part=part, **options)
        of = re.search(r"part (\d+) of (\d+)", read(message))
        assert of is not None
        [(name, data)] = (await attached_files(club, message)).items()
        assert len(data) <= limit * 4 // 5
        if part > int(of[2]):
            assert (name, data) == found[-1]
            return found
        assert int(of[1]) == part
        found.append((name, data))
    raise AssertionError("the parts don't end")


async def test_each_part_of_an_export_fits_into_discords_limit_and_none_is_missing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (payload, uploads):
        monkeypatch.setattr(module, "FILE_LIMIT", 18_000)
    history = await store_season(club, LEAGUE, matches=200, people=8)
    async with club.bot():
        found = await all_parts(club, 18_000, "league export", league="mondays & co")
        assert len(found) > 1
        names = [f"mondays-co-all-seasons-{part}-of-{len(found)}.zip" for part in range(1, len(found) + 1)]
        assert [name for name, _ in found] == names
        parts = [json.loads(unzipped(data)["mondays-co-all-seasons-results.json"]) for _, data in found]
        assert [one["match"]["number"] for part in parts for one in part] == [match.number for match in history]
        found = await all_parts(club, 18_000, "privacy my-data")
        read_back = [json.loads(data) for _, part in found for data in unzipped(part).values()]
        matches = [one["number"] for part in read_back for one in part["matches"]]
        assert matches == [match.number for match in history if match.seat_of(1) is not None]


async def test_a_person_can_export_everything_that_is_stored_about_them(club: Club, bot: app.Bot) -> None:
    assert "Nothing is stored" in read((await club["Dan"].slash("privacy my-data")).message)
    assert club.query("SELECT name FROM people") == []
    await play_short_match(club, "Ann", "Bob")
    [data] = (await attached_files(club, await ask(club["Ann"], "privacy my-data", in_="dm"))).values()
    found = json.loads(data)
    assert found["person"]["name"] == "Ann"
    assert len(found["matches"]) == 1


async def test_a_person_who_deletes_their_data_is_a_former_player_and_returns_as_new(club: Club, bot: app.Bot) -> None:
    await play_short_match(club, "Ann", "Bob")
    lobby = await open_table(club, "Bob")
    sentence = await check_refused(club, club["Bob"], "privacy delete-me", "2", sure=True)
    assert "table leave" in sentence
    await club["Bob"].press(lobby, "Leave")
    assert "sure" in read((await club["Bob"].slash("privacy delete-me", sure=False)).message)
    assert "has been deleted" in read((await club["Bob"].slash("privacy delete-me", sure=True)).message)
    assert club.query("SELECT discord_id, name, dm_channel FROM people WHERE number = 2") == [(None, "", None)]
    for command, options in (("leaderboard", {}), ("match", {"id": 1})):
        text = read((await club["Ann"].slash(command, **options)).message)
        assert "a former player" in text
        assert "Bob" not in text
    await open_table(club, "Bob")
    assert club.person_number("Bob") == 3
