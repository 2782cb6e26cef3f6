"""Names of seasons: autocomplete, and finding a season in any spelling of its name."""

from bot.league.league import League
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refused
from tests.e2e.support.league_messages import ask, confirm, read
from tests.e2e.support.seasons import store_season

LEAGUE = League(server=0, name="Mondays")


async def test_autocomplete_offers_the_seasons_of_the_chosen_league(club: Club) -> None:
    await store_season(club, LEAGUE, matches=10, people=6)
    async with club.bot():
        ann = club["Ann"]
        await confirm(ann, "league season-end", league="Mondays", name="Spring")
        for league in ({}, {"league": "mondays"}):
            offered = await ann.autocomplete("league export", "season", "", **league)
            assert [(one["name"], one["value"]) for one in offered] == [("2", "2"), ("1: Spring", "1")]
        assert [one["value"] for one in await ann.autocomplete("league export", "season", "sPr")] == ["1"]
        assert await ann.autocomplete("league export", "season", "", league="Mon") == []
        await confirm(ann, "league archive", league="Mondays")
        [archived] = await ann.autocomplete("league export", "league", "mon")
        assert archived["value"] == "#1"
        assert await ann.autocomplete("league season-end", "league", "mon") == []
        offered = await ann.autocomplete("league export", "season", "", league=archived["value"])
        assert [one["value"] for one in offered] == ["2", "1"]


async def test_a_season_is_found_despite_invisible_characters_in_its_name(club: Club) -> None:
    await store_season(club, LEAGUE, matches=10, people=6)
    async with club.bot():
        ann = club["Ann"]
        await check_refused(club, ann, "league season-end", "“2”", "letter", league="Mondays", name="2\u200b")
        await confirm(ann, "league season-end", league="Mondays", name="Spr\u200bing\u202e")
        assert club.query("SELECT name FROM seasons") == [("Spring",), ("",)]
        for typed in ("spring", "\u202esPRing\u200b", " spring ", "1"):
            assert (await ask(ann, "league export", season=typed))["attachments"], typed
        await check_refused(club, ann, "league export", "Autumn", "Spring", season="Autumn\u200b")


async def test_ending_a_season_twice_ends_one_season(club: Club) -> None:
    await store_season(club, LEAGUE, matches=10, people=6)
    async with club.bot():
        ann = club["Ann"]
        await confirm(ann, "league season-end", league="Mondays")
        posted = len(ann.messages("rummy"))
        await check_refused(
            club, ann, "league season-end", "No matches have counted", "Mondays", "started on <t:", league="Mondays"
        )
        assert len(ann.messages("rummy")) == posted + 1, "only the refusal, which Ann alone sees"
        assert club.query("SELECT count(*) FROM seasons") == [(2,)]
        assert "has been archived" in read((await confirm(ann, "league archive", league="Mondays")).message)
