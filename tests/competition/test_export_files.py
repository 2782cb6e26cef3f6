"""The exported files agree with the standings, and say why a match does not count."""

from collections import defaultdict
from datetime import datetime

import pytest
from msgspec.structs import replace

from bot.competition.ports import StoredLeague
from bot.league.corrections import PutBack, Reinstate, Remove, SwapPeople, Void
from bot.league.league import League
from bot.league.seasons.seasons import Season
from bot.messages.attachments import Files
from bot.messages.league.export import ExportWriter, FileStems, file_stems
from bot.messages.names import Names
from bot.tables.ports import Person
from tests.competition.league_server import LeagueServer
from tests.league.leagues import LEAGUES, PLACES
from tests.league.random_season import PEOPLE, SERVER, corrections_of, season_of
from tests.league.written_matches import played
from tests.messages.league.exported_files import Cells, read_sheet, totals_from_results, totals_from_standings

NAMES = Names({number: Person(number, number, f"Person {number}", "en-US", None) for number in range(1, PEOPLE + 1)})
SEASON = Season(2, 5)
CUP = League(server=SERVER, name="Cup", scheme=PLACES)


async def export(server: LeagueServer, stored: StoredLeague | None, season: int | None = None) -> Files:
    standings = await server.standings.table(SERVER, stored, season=season)
    about = file_stems(stored, standings.season, all_seasons=season is None)
    judged = await server.match_history.export(SERVER, stored, season=season)
    writer = ExportWriter(about, standings.rows, NAMES, limit=10**8, part=1, terms=judged.terms)
    async for matches in server.match_history.exported_pages(SERVER, judged):
        writer.add(matches)
    found = writer.finish()
    assert (found.number, found.parts) == (1, 1)
    return found.files


async def test_an_export_has_no_match_that_ended_after_it_began(server: LeagueServer) -> None:
    (stored,) = await server.create([CUP])
    for match in season_of(4, matches=5):
        await server.finish(match)
    begun = await server.match_history.export(SERVER, stored)
    await server.finish_small_match()
    pages = [page async for page in server.match_history.exported_pages(SERVER, begun)]
    assert [one.match.number for page in pages for one in page] == [1, 2, 3, 4, 5]


@pytest.mark.thorough
async def test_the_points_of_counting_results_add_up_to_the_standings(server: LeagueServer) -> None:
    leagues = await server.create(LEAGUES)
    history = season_of(4, matches=150)
    for match in history:
        await server.finish(match)
    for correction in corrections_of(5, history, 40):
        await server.try_to_correct(correction)
    codes = set[str]()
    for stored in (*leagues, None):
        found = await export(server, stored)
        results = read_sheet(found, "results")
        assert totals_from_results(results) == totals_from_standings(read_sheet(found, "standings"))
        assert all((row["counts"] == "True") == (row["why_not"] == "") for row in results)
        assert all((row["voided"] == "True") <= (row["why_not"] != "") for row in results)
        assert all((row["league_points"] == "") == (row["place"] == "" or row["counts"] == "False") for row in results)
        codes |= {row["why_not"] for row in results}
    assert codes == {"", "voided", "too_few_people", "too_many_rematches", "no_points"}


async def test_one_season_or_all_seasons_can_be_exported(server: LeagueServer) -> None:
    (stored,) = await server.create([CUP])
    for number in range(1, 6):
        await server.finish(replace(played("Ann 1 104 · Ben 2 40 · Cem 3 0"), server=SERVER, ended=server.now + 1))
        if number in (2, 3):
            await server.season_ends.end_season(SERVER, stored.number, "Spring" if number == 2 else None)
    running = await server.leagues.find(SERVER)
    seasons = {1: [1, 2], 2: [3], 3: [4, 5]}

    def matches(found: Files) -> dict[str, list[int]]:
        of_season = defaultdict(list)
        for row in read_sheet(found, "results"):
            if row["person"] == "1":
                of_season[row["season"]].append(int(row["match"]))
        return dict(of_season)

    for season, numbers in seasons.items():
        found = await export(server, running, season)
        assert matches(found) == {str(season): numbers}
        assert totals_from_results(read_sheet(found, "results")) == totals_from_standings(read_sheet(found, "standings"))
        assert {name.rpartition("-")[0] for name, _ in found} == {f"cup-season-{season}" + ("-spring" if season == 1 else "")}
    everything = await export(server, running)
    assert matches(everything) == {str(season): numbers for season, numbers in seasons.items()}
    newest = [row for row in read_sheet(everything, "results") if row["season"] == "3"]
    assert totals_from_results(newest) == totals_from_standings(read_sheet(everything, "standings"))
    kinds = [f"{kind}.{form}" for kind in ("results", "corrections") for form in ("csv", "json")]
    kinds.insert(0, "leagues.json")
    names = [f"cup-season-3-standings.{form}" for form in ("csv", "json")] + [f"cup-all-seasons-{kind}" for kind in kinds]
    assert [name for name, _ in everything] == names
    assert all(row["season"] == "" for row in read_sheet(await export(server, None), "results"))


async def test_times_survive_a_spreadsheet(server: LeagueServer) -> None:
    (stored,) = await server.create([CUP])
    ended = server.now + 1_234
    number = await server.finish(replace(played("Ann 1 104 · Ben 2 40"), server=SERVER, ended=ended))
    await server.corrections.correct(SERVER, number, Void(), by=3, why="=1+1")
    found = await export(server, stored)
    row, said = read_sheet(found, "results")[0], read_sheet(found, "corrections")[0]
    for time, at in ((row["ended_utc"], row["ended"]), (said["at_utc"], said["at"])):
        assert time.endswith("Z")
        assert round(datetime.fromisoformat(time).timestamp() * 1000) == int(at)
    assert int(row["ended"]) == ended
    assert said["why"] == "'=1+1"
    assert not any(len(cell) > 15 and cell.isdigit() for line in (row, said) for cell in line.values())


async def test_the_log_of_corrections_is_exported_with_person_time_and_reason(server: LeagueServer) -> None:
    stored, other = await server.create([CUP, replace(CUP, name="Other", channel=21)])
    number = await server.finish(replace(played("Ann 1 104 · Ben 2 40 · Cem 3 0"), server=SERVER, ended=server.now))
    changes = (Void(), Reinstate(), SwapPeople(1, 2), Remove(3), PutBack(3))
    corrections = []
    for change in changes:
        server.now += 1
        made = await server.corrections.correct(SERVER, number, change, by=4, why="typed wrongly")
        corrections.append(made.correction)

    def read(row: Cells) -> tuple[str, ...]:
        return tuple(row[name] for name in ("match", "at", "by", "by_name", "change", "person", "name", "other", "other_name"))

    found = await export(server, stored)
    about = [(str(number), str(one.at), "4", "Person 4") for one in corrections]
    people = [("1", "Person 1", "2", "Person 2"), ("3", "Person 3", "", ""), ("3", "Person 3", "", "")]
    said = [(kind, *("",) * 4) for kind in ("void", "reinstate")]
    said += [(kind, *who) for kind, who in zip(("swap", "remove", "put_back"), people, strict=True)]
    assert [read(row) for row in read_sheet(found, "corrections")] == [
        (*one, *what) for one, what in zip(about, said, strict=True)
    ]
    assert {row["why"] for row in read_sheet(found, "corrections")} == {"typed wrongly"}
    assert read_sheet(await export(server, other), "corrections") == []
    assert len(read_sheet(await export(server, None), "corrections")) == len(changes)


async def test_reasons_are_exported_without_the_discord_ids_of_mentions(server: LeagueServer) -> None:
    number = await server.finish_small_match()
    why = "I and <@123456789012345678> told <@!123456789012345679> and <@&123456789012345680> in <#123456789012345681>"
    await server.corrections.correct(SERVER, number, Void(), by=1, why=why)
    found = await export(server, None)
    (correction,) = read_sheet(found, "corrections")
    assert correction["why"] == "I and @… told @!… and @&… in #…"
    assert not any(b"12345678901234" in data for _, data in found)


@pytest.mark.parametrize("typed", ["=1+1", "x;=1+1", "x; +1", "-1", ";@SUM(1)", "＝1+1"])
async def test_no_name_or_reason_is_a_formula_to_a_spreadsheet(server: LeagueServer, typed: str) -> None:
    """Where commas are decimal signs, spreadsheets take semicolons for the ends of cells."""
    number = await server.finish_small_match()
    await server.corrections.correct(SERVER, number, Void(), by=1, why=typed)
    (correction,) = read_sheet(await export(server, None), "corrections")
    for cell in correction["why"].split(";"):
        assert not cell.strip().startswith(("=", "+", "-", "@", "＝"))
    assert correction["why"].replace("'", "") == typed


def test_files_are_named_after_league_and_season_in_plain_letters() -> None:
    def stem(name: str, season: str, *, all_seasons: bool = False) -> FileStems:
        running = replace(SEASON, name=season)
        return file_stems(StoredLeague(12, replace(CUP, name=name), running, 0), running, all_seasons=all_seasons)

    assert stem("Cuccù & co", "Été 26") == FileStems("cuccu-co-season-2-ete-26", "cuccu-co-season-2-ete-26")
    assert stem("月曜リーグ", "春", all_seasons=True) == FileStems("league-12-season-2", "league-12-all-seasons")
    assert len(stem("x" * 100, "y" * 100).standings) < 100
    assert file_stems(None, SEASON, all_seasons=True) == FileStems("server", "server")
