"""The exported files agree with the standings, and say why a match does not count."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from bot.league.corrections import PutBack, Reinstate, Remove, SwapPeople, Void
from bot.league.league import League, WhyNot
from bot.league.seasons import StoredLeague
from bot.messages.names import Names
from bot.tables.ports import Person
from tests.competition.league_server import LeagueServer
from tests.competition.test_recount_script import exported
from tests.league.leagues import LEAGUES, PLACES
from tests.league.random_season import PEOPLE, SERVER, corrections_of, season_of
from tests.league.written_matches import played
from tests.messages.league.exported_files import (
    Json,
    match_rows,
    read_export,
    rows_of,
    totals_from_matches,
    totals_from_standings,
)

CUP = League(server=SERVER, name="Cup", scheme=PLACES)


async def export(server: LeagueServer, stored: StoredLeague | None, season: int | None = None, name: str = "Person") -> Json:
    people = {number: Person(number, number, f"{name} {number}", "en-US", None) for number in range(1, PEOPLE + 1)}
    return read_export(await exported(server, stored, season, Names(people)))


def test_every_reason_why_a_match_does_not_count_has_a_code() -> None:
    codes = [kind.code for kind in WhyNot.__subclasses__()]
    assert len({*codes}) == len(codes)


async def test_an_export_has_no_match_that_ended_after_it_began(server: LeagueServer) -> None:
    (stored,) = await server.create([CUP])
    for match in season_of(4, matches=5):
        await server.finish(match)
    begun = await server.match_history.export(SERVER, stored)
    await server.finish_small_match()
    pages = [page async for page in server.match_history.exported_pages(begun)]
    assert [one.match.number for page in pages for one in page] == [1, 2, 3, 4, 5]


@pytest.mark.thorough
async def test_the_points_of_counting_results_add_up_to_the_standings(server: LeagueServer) -> None:
    leagues = await server.create(LEAGUES)
    history = season_of(4, matches=150)
    for match in history:
        await server.finish(match)
    for correction in corrections_of(5, history, 40):
        await server.try_to_correct(correction)
    codes = set[str | None]()
    for stored in (*leagues, None):
        found = await export(server, stored)
        for league in [stored.number] if stored else [0, *(one.number for one in leagues)]:
            assert totals_from_matches(found, league, 1) == totals_from_standings(found, league, 1)
        for one in found["matches"]:
            for verdict in one["verdicts"]:
                assert bool(verdict["league_points"]) == (verdict["why_not"] is None)
                assert not one["match"].get("voided") or verdict["why_not"] == "voided"
                codes.add(verdict["why_not"])
    assert codes > {None, "voided", "too_few_people", "too_many_rematches", "no_points", "other_channel", "house_rules"}


async def test_a_sheet_has_a_row_for_each_person_of_each_match_as_it_is_corrected(server: LeagueServer) -> None:
    (stored,) = await server.create([CUP])
    at = server.now + 1
    first = await server.finish(replace(played("Ann 1 104 · Ben 2 40 · Cem 3 0"), server=SERVER, ended=at))
    second = await server.finish(replace(played("Ben 1 104 · Ann 2 40 left"), server=SERVER, ended=at + 1))
    await server.corrections.correct(SERVER, first, Remove(2), by=1, why="a mistake")
    await server.corrections.correct(SERVER, second, Void(), by=1, why="a test")
    people = {number: Person(number, number, ("=Ann", "Ben", "<@7777> Cem")[number - 1], "en-US", None) for number in (1, 2, 3)}
    rows = match_rows(await exported(server, stored, None, Names(people)))
    assert [(row["match"], row["name"], row["place"], row["points"], row["left"], row["voided"]) for row in rows] == [
        (str(first), "'=Ann", "1", "104", "0", "0"),
        (str(first), "'@… Cem", "2", "0", "0", "0"),
        (str(second), "Ben", "1", "104", "0", "1"),
        (str(second), "'=Ann", "2", "40", "1", "1"),
    ]
    assert {(row["ended"], row["game"], row["tournament"], row["round"]) for row in rows} == {
        (f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M}", "Rami", "", "")
    }


async def test_one_season_or_all_seasons_can_be_exported(server: LeagueServer) -> None:
    (stored,) = await server.create([CUP])
    for number in range(1, 6):
        await server.finish(replace(played("Ann 1 104 · Ben 2 40 · Cem 3 0"), server=SERVER, ended=server.now + 1))
        if number in (2, 3):
            await server.season_ends.end_season(SERVER, stored.number, "Spring" if number == 2 else None)
    running = await server.leagues.find(SERVER)
    seasons = {1: [1, 2], 2: [3], 3: [4, 5]}
    for season, numbers in seasons.items():
        found = await export(server, running, season)
        assert [one["match"]["number"] for one in found["matches"]] == numbers
        assert [term["season"]["number"] for term in found["leagues"]] == [season]
        assert found["standings"] == rows_of(found, stored.number, season)
        assert "ratings" not in found
    for whole in (await export(server, running), await export(server, None)):
        assert [one["match"]["number"] for one in whole["matches"]] == [1, 2, 3, 4, 5]
        assert {(row["season"], row["season_name"]) for row in rows_of(whole, 1, 1)} == {("1", "Spring")}
        for season in seasons:
            assert totals_from_matches(whole, 1, season) == totals_from_standings(whole, 1, season) != {}
    assert [row["league_name"] for row in rows_of(whole, 0, 1)] == ["All matches in this server, by wins"] * 3
    assert whole["ratings"] == []


async def test_the_corrections_of_a_match_are_exported_with_person_time_and_reason(server: LeagueServer) -> None:
    stored, other = await server.create([CUP, replace(CUP, name="Other", channel=21)])
    number = await server.finish(replace(played("Ann 1 104 · Ben 2 40 · Cem 3 0"), server=SERVER, ended=server.now))
    corrections = []
    for change in (Void(), Reinstate(), SwapPeople(1, 2), Remove(3), PutBack(3)):
        server.now += 1
        corrections.append((await server.corrections.correct(SERVER, number, change, by=4, why="typed wrongly"))[0])
    changes: list[Json] = [{"type": "Void"}, {"type": "Reinstate"}, {"type": "Swap", "first": 1, "second": 2}]
    changes += [{"type": kind, "person": 3} for kind in ("Remove", "PutBack")]
    for whose in (stored, None):
        found = await export(server, whose)
        (match,) = found["matches"]
        assert match["corrections"] == [
            {"at": one.at, "by": 4, "change": change, "why": "typed wrongly"}
            for one, change in zip(corrections, changes, strict=True)
        ]
        assert found["people"] == {str(one): f"Person {one}" for one in (1, 2, 3, 4)}
    assert (await export(server, other))["matches"] == []


async def test_reasons_are_exported_without_the_discord_ids_of_mentions(server: LeagueServer) -> None:
    number = await server.finish_small_match()
    why = "I and <@123456789012345678> told <@!123456789012345679> and <@&123456789012345680> in <#123456789012345681>"
    await server.corrections.correct(SERVER, number, Void(), by=1, why=why)
    (match,) = (await export(server, None))["matches"]
    assert match["corrections"][0]["why"] == "I and @… told @!… and @&… in #…"


@pytest.mark.parametrize("typed", ["=1+1", "x;=1+1", "x; +1", "-1", ";@SUM(1)", "＝1+1"])
async def test_no_name_is_a_formula_to_a_spreadsheet(server: LeagueServer, typed: str) -> None:
    """Where commas are decimal signs, spreadsheets take semicolons for the ends of cells."""
    (stored,) = await server.create([replace(CUP, name=typed)])
    await server.finish(replace(played("Ann 1 104 · Ben 2 40"), server=SERVER, ended=server.now))
    row = (await export(server, stored, name=typed))["standings"][0]
    for cell in (row["league_name"], row["name"]):
        for part in cell.split(";"):
            assert not part.strip().startswith(("=", "+", "-", "@", "＝"))
    assert row["league_name"].replace("'", "") == typed
    assert row["name"].replace("'", "") == f"{typed} 1"
