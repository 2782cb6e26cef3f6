"""Seasons as they are named: offered while somebody types, and found however he writes them."""

from bot.league.league import League
from tests.e2e.club import Club
from tests.e2e.played import season_played
from tests.e2e.reading import asked
from tests.e2e.test_bad_input import refused
from tests.e2e.test_league import read

LEAGUE = League(server=0, name="Mondays")


async def test_the_seasons_of_the_league_that_is_meant_are_offered(club: Club) -> None:
    await season_played(club, LEAGUE, matches=10, people=6)
    async with club.bot():
        ann = club["Ann"]
        await ann.slash("league season-end", league="Mondays", name="Spring")
        for league in ({}, {"league": "mondays"}):
            offered = await ann.autocomplete("league export", "season", "", **league)
            assert [(one["name"], one["value"]) for one in offered] == [("2", "2"), ("1: Spring", "1")]
        assert [one["value"] for one in await ann.autocomplete("league export", "season", "sPr")] == ["1"]
        assert await ann.autocomplete("league export", "season", "", league="Mon") == []
        await ann.slash("league archive", league="Mondays")
        [archived] = await ann.autocomplete("league export", "league", "mon")
        assert archived["value"] == "#1"
        assert await ann.autocomplete("league season-end", "league", "mon") == []
        offered = await ann.autocomplete("league export", "season", "", league=archived["value"])
        assert [one["value"] for one in offered] == ["2", "1"]


async def test_a_season_is_found_whatever_cannot_be_seen_in_what_is_typed(club: Club) -> None:
    await season_played(club, LEAGUE, matches=10, people=6)
    async with club.bot():
        ann = club["Ann"]
        await refused(club, ann, "league season-end", "“2”", "letter", league="Mondays", name="2\u200b")
        await ann.slash("league season-end", league="Mondays", name="Spr\u200bing\u202e")
        assert club.query("SELECT name FROM seasons") == [("Spring",), ("",)]
        for typed in ("spring", "\u202esPRing\u200b", " spring ", "1"):
            assert (await asked(ann, "league export", season=typed))["attachments"], typed
        await refused(club, ann, "league export", "Autumn", "Spring", season="Autumn\u200b")


async def test_who_ends_a_season_twice_has_ended_one(club: Club) -> None:
    await season_played(club, LEAGUE, matches=10, people=6)
    async with club.bot():
        ann = club["Ann"]
        await ann.slash("league season-end", league="Mondays")
        posted = len(ann.messages("rummy"))
        await refused(club, ann, "league season-end", "No match has counted", "Mondays", "began <t:", league="Mondays")
        assert len(ann.messages("rummy")) == posted + 1, "and that only Ann sees"
        assert club.query("SELECT count(*) FROM seasons") == [(2,)]
        assert "is archived" in read((await ann.slash("league archive", league="Mondays")).message)
