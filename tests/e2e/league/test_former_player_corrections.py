"""Corrections of matches whose players have left the server or deleted their data."""

import re

from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.placings import league_placings
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refusal, check_refused
from tests.e2e.support.league_messages import read
from tests.e2e.support.seasons import store_season, table_rows

LEAGUE = League(server=0, name="Mondays", rated=True)
ANN, BOB, CLEO = 1, 2, 3


def places_of(match: MatchResult) -> dict[int, int]:
    return {one.person: one.place for one in league_placings(match)}


def has_one_winner(match: MatchResult, *people: int) -> bool:
    """Return whether exactly one of these people has won the match."""
    return sum(places_of(match)[one] == 1 for one in people) == 1


async def test_a_former_player_can_be_chosen_by_their_place_in_the_match(club: Club) -> None:
    history = await store_season(club, LEAGUE, matches=60, people=6)
    match = next(one for one in history if {ANN, BOB, CLEO} <= places_of(one).keys() and has_one_winner(one, BOB, CLEO))
    number, ann = match.number, club["Ann"]
    async with club.bot():
        await club.control("people/Cleo", {"in_guild": False})
        for name in ("Bob", "Dan"):
            assert "has been deleted" in read((await club[name].slash("privacy delete-me", sure=True)).message)
        before = table_rows(read((await ann.slash("leaderboard")).message))

        async def offered(change: str, typed: str = "", option: str = "player") -> dict[str, str]:
            found = await ann.autocomplete("league correct", option, typed, match=number, change=change)
            return {choice["value"]: choice["name"] for choice in found}

        shown = await offered("swap")
        places = [int(re.match(r"(\d+)\. ", name)[1]) for name in shown.values()]  # type: ignore[index]
        assert places == sorted(places)
        assert len(shown) == len(match.people())
        assert re.fullmatch(r"\d\. a former player( \(2\))?", shown["#2"])
        assert re.fullmatch(r"\d\. Cleo", shown["#3"])
        assert await offered("remove", "cLEO", "other_player") == {"#3": shown["#3"]}
        assert await offered("put back") == {}
        correct = {"match": number, "why": "typed wrongly"}
        said = read((await ann.slash("league correct", change="swap", player="#2", other_player="cleo", **correct)).message)
        assert re.search(r"Ann swapped a former player( \\\(2\\\))? and Cleo in match", said)
        assert table_rows(read((await ann.slash("leaderboard")).message)) != before
        await ann.slash("league correct", change="swap back", player="cleo", other_player="#2", **correct)
        await ann.slash("league correct", change="remove", player="#2", **correct)
        assert "removed" in read((await ann.slash("match", id=number)).message)
        assert list(await offered("put back")) == ["#2"]
        assert "#2" not in await offered("remove")
        await ann.slash("league correct", change="put back", player="#2", **correct)
        await ann.slash("league correct", change="swap", person=ann.id, other_player="#3", **correct)
        await ann.slash("league correct", change="swap back", player="#3", other=ann.id, **correct)
        assert table_rows(read((await ann.slash("leaderboard")).message)) == before


async def test_a_correction_of_someone_outside_the_match_is_refused(club: Club) -> None:
    history = await store_season(club, LEAGUE, matches=60, people=8)
    match = next(one for one in history if one.seat_of(ANN) is not None and one.seat_of(BOB) is not None)
    stranger = next(name for at, name in enumerate(club.members, start=1) if match.seat_of(at) is None)
    asked = {"match": match.number, "change": "remove", "why": "so"}
    async with club.bot():
        ann = club["Ann"]
        for typed in (stranger, "#99", ". ", "\u200b"):
            await check_refused(club, ann, "league correct", f"`{match.number}`", "Ann", "Bob", player=typed, **asked)
        await check_refused(club, ann, "league correct", "`person:`", "`player:`", **asked)
        before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
        reply = await ann.slash("league correct", person=ann.id, player="#1", **asked)
        check_refusal(club, reply, before, messages, ("`person:`", "`player:`", "Choose one"))
        await check_refused(club, ann, "league correct", "no finished match 999", player="#1", **asked | {"match": 999})
        await check_refused(club, club["Bob"], "league correct", "Manage Server", player="#1", **asked)
        for wrong in ({"match": 999}, {}):
            assert await ann.autocomplete("league correct", "player", "", **wrong) == []
        assert club.corrections() == 0
