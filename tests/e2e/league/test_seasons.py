"""The ends of seasons: names, awards, and the table that is posted once, whatever happens to the bot; later corrections."""

import asyncio
import re
import time

import pytest
from msgspec import json
from msgspec.structs import replace

from bot.league.days import day_of, start_of_week, week_of
from bot.league.eligibility import is_counting
from bot.league.league import League, OnDay, Weekly
from bot.league.match_facts import MatchResult, league_placings
from tests.e2e.support.club import Clock, Club, until
from tests.e2e.support.commands import check_refused
from tests.e2e.support.league_messages import confirm, read
from tests.e2e.support.seasons import store_season, table_rows
from tests.e2e.support.tables import break_off, start_match
from tests.leagues import create_league, edit_league
from tests.people import Json, labels

CUP = League(server=0, name="Cup")
LEAGUE = League(server=0, name="Mondays", rated=True)
POST = ("POST", "/channels/[0-9]+/messages$")


def yesterday() -> OnDay:
    return OnDay(day_of(round(time.time() * 1000), "UTC") - 1)


def season_tables(club: Club, channel: str) -> list[Json]:
    """Return the public messages in a channel that show the table of an ended season."""
    public = [one for one in club["Finn"].messages(channel) if not one["flags"] & 64]
    return [one for one in public if " – <t:" in read(one) and "Updated <t:" not in read(one)]


def unposted_seasons(club: Club) -> list[tuple[int, ...]]:
    waiting = "kind = 'season' AND message IS NULL"
    return club.query(f'SELECT "of", CAST(what AS INTEGER) FROM posts WHERE {waiting}')


async def check_posted(club: Club, channel: str, count: int = 1) -> list[Json]:
    """Wait until every ended season is posted, check that this channel has `count` tables, and return them."""
    await club["Finn"].until(lambda: len(season_tables(club, channel)) >= count)
    await until(lambda: not unposted_seasons(club))
    assert len(season_tables(club, channel)) == count
    return season_tables(club, channel)


async def test_a_bot_that_starts_late_ends_each_weekly_season_on_its_monday_and_posts_its_table(club: Club) -> None:
    await store_season(club, replace(CUP, season_end=Weekly()), matches=80, people=6)  # begins two weeks ago, on any day
    async with club.bot() as bot:
        await bot.league_clock.run_once()
        rows = [(season.begin, season.end) for season in club.seasons()]
        assert len(rows) >= 3
        assert [begin for begin, _ in rows[1:]] == [end for _, end in rows[:-1]]
        assert all(start_of_week(week_of(begin, "UTC"), "UTC") == begin for begin, _ in rows[1:])
        tables = await check_posted(club, "rummy", len(rows) - 1)
        assert [f"Season {number} " in read(table) for number, table in enumerate(tables, start=1)] == [True] * len(tables)
        assert all("Champion" in read(table) for table in tables if "No matches counted" not in read(table))
        assert not any("Undo" in labels(table) for table in tables), "nobody has ended them"
        await bot.league_clock.run_once()
        await check_posted(club, "rummy", len(rows) - 1)
        assert f"Season {len(rows)}" in read((await club["Bob"].slash("leaderboard")).message)


async def restrict_cup_to(club: Club, channel: str) -> None:
    await edit_league(club["Ann"], "cup", channel=club["Ann"].channel_id(channel))


@pytest.mark.parametrize(
    ("command", "channel"),
    [("season-end", "rummy"), ("archive", "lounge")],
    ids=["season-end-channel_of_the_league", "archive-channel_of_the_command"],
)
async def test_the_table_of_an_ended_season_is_posted_once_and_the_answer_names_the_channel(
    club: Club, channel: str, command: str
) -> None:
    await store_season(club, CUP, matches=10, people=6)
    async with club.bot() as bot:
        if channel == "rummy":
            await restrict_cup_to(club, channel)
        await club.control("gateway", {"do": "duplicate"})
        reply = await confirm(club["Ann"], f"league {command}", league="cup", in_="lounge")
        assert f"<#{club['Ann'].channel_id(channel)}>" in read(reply.message)
        [table] = await check_posted(club, channel)
        assert "Season 1" in read(table)
        await bot.league_clock.run_once()
        await check_posted(club, channel)
        assert not season_tables(club, {"rummy": "lounge", "lounge": "rummy"}[channel])
        assert len(club.seasons()) == (2 if command == "season-end" else 1)


async def test_a_table_that_waits_for_a_match_is_posted_again_with_awards_when_that_is_over(club: Club) -> None:
    await store_season(club, CUP, matches=10, people=6)
    async with club.bot() as bot:
        await start_match(club, "Ann", "Bob")
        asked = await club["Ann"].slash("league season-end", in_="lounge")
        assert "1 match still runs. The awards wait for it" in read(asked.message)
        await confirm(club["Ann"], "league season-end", in_="lounge")
        [waiting] = await check_posted(club, "lounge")
        assert "1 match still running." in read(waiting)
        assert "Champion" not in read(waiting)
        await bot.league_clock.run_once()
        await check_posted(club, "lounge")
        await break_off(club, "Ann")
        await bot.league_clock.run_once()
        [waiting, final] = await check_posted(club, "lounge", 2)
        assert "still running" not in read(final)
        assert "Champion" in read(final)
        assert [labels(one)[-1:] == ["Undo"] for one in (waiting, final)] == [True, False]
        await club["Ann"].press(waiting, "Undo")
        await club["Finn"].until(lambda: not season_tables(club, "lounge"))
        assert len(club.seasons()) == 1


@pytest.mark.parametrize(
    ("club", "command", "applied"),
    [("postgres", "season-end", True), ("sqlite", "archive", False)],
    ids=["postgres-season-end-arrived", "sqlite-archive-not_arrived"],
    indirect=["club"],
)
async def test_a_bot_killed_between_ending_a_season_and_posting_it_posts_the_table_once(
    club: Club, applied: bool, command: str
) -> None:
    await store_season(club, CUP, matches=10, people=6)
    bot = await club.start_bot()
    await club.add_fault(*POST, delay=60, applied=applied)
    ending = asyncio.create_task(confirm(club["Ann"], f"league {command}", league="cup", in_="lounge"))
    await until(lambda: unposted_seasons(club) and len(season_tables(club, "lounge")) == applied)
    bot.kill()
    ending.cancel()
    await asyncio.gather(ending, return_exceptions=True)
    assert unposted_seasons(club) == [(1, 1)]
    await club.clear_faults()
    await club.start_bot()
    await check_posted(club, "lounge")
    assert not season_tables(club, "rummy")


async def test_a_bot_killed_while_posting_a_season_that_ended_by_date_posts_it_once(club: Club) -> None:
    await store_season(club, replace(CUP, season_end=yesterday()), matches=10, people=6)
    await club.add_fault(*POST, delay=60, applied=True)
    bot = await club.start_bot()
    await until(lambda: unposted_seasons(club) and season_tables(club, "rummy"))
    bot.kill()
    assert unposted_seasons(club) == [(1, 1)]
    await club.clear_faults()
    await club.start_bot()
    await check_posted(club, "rummy")


async def test_a_table_goes_to_the_next_channel_if_the_bot_may_not_post_in_the_first(club: Club, clock: Clock) -> None:
    await store_season(club, CUP, replace(CUP, name="Open"), matches=10, people=6)
    async with club.bot() as bot:
        ann = club["Ann"]
        await restrict_cup_to(club, "rummy")
        await club.control("channels/rummy/permissions", {"deny": ["send_messages"]})
        reply = await confirm(ann, "league season-end", league="cup", in_="lounge")
        assert f"<#{ann.channel_id('lounge')}>" in read(reply.message)
        await check_posted(club, "lounge", 1)
        await club.control(f"channels/{ann.channel_id('lounge')}", method="DELETE")
        for name in ("cup", "open"):
            reply = await confirm(ann, "league archive", league=name)
            assert "/leaderboard" in read(reply.message)
        assert unposted_seasons(club) == []
        number = await club.last_request()
        clock.advance(2)
        await bot.league_clock.run_once()
        assert await club.requests(number) == [], "there is no channel left, and the bot doesn't try again"
        assert "Cup" in read((await ann.slash("leaderboard", league="Cup", season="2")).message)


async def test_a_temporary_fault_delays_the_table_by_a_minute(club: Club, clock: Clock) -> None:
    await store_season(club, CUP, matches=10, people=6)
    async with club.bot() as bot:
        await club.add_fault(*POST, times=2, drop=True)
        reply = await confirm(club["Ann"], "league season-end", league="cup")
        assert "/leaderboard" in read(reply.message)
        assert unposted_seasons(club) == [(1, 1)]
        await bot.league_clock.run_once()
        number = await club.last_request()
        await bot.league_clock.run_once()
        assert await club.requests(number) == []
        assert unposted_seasons(club) == [(1, 1)]
        clock.advance(1)
        await bot.league_clock.run_once()
        await check_posted(club, "rummy")


async def test_an_empty_season_of_a_server_without_matches_is_not_posted(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await create_league(club["Ann"], "Cup", season_end="monthly")
        await bot.league_clock.run_once()
        clock.advance(40 * 24 * 60)
        number = await club.last_request()
        await bot.league_clock.run_once()
        assert await club.requests(number) == []
        assert unposted_seasons(club) == []
        assert len(club.seasons()) >= 2


async def test_a_table_is_posted_when_the_bot_is_back_in_the_server(club: Club, clock: Clock) -> None:
    await store_season(club, replace(CUP, season_end=yesterday()), matches=10, people=6)
    async with club.bot() as bot:
        await club.control("guild", {"bot": False})
        await until(lambda: not bot.client.guilds)
        number = await club.last_request()
        await bot.league_clock.run_once()
        assert await club.requests(number) == []
        assert unposted_seasons(club) == [(1, 1)]
        await club.control("guild", {"bot": True})
        await until(lambda: bot.client.guilds)
        await bot.league_clock.run_once()
        await check_posted(club, "rummy")


async def test_autocomplete_offers_the_seasons_of_the_chosen_league(club: Club) -> None:
    await store_season(club, LEAGUE, matches=10, people=6)
    async with club.bot():
        ann = club["Ann"]
        await confirm(ann, "league season-end", league="Mondays", name="Spring")
        for league in ({}, {"league": "mondays"}):
            offered = await ann.autocomplete("league export", "season", "", **league)
            assert [(one["name"], one["value"]) for one in offered] == [("2 (running)", "2"), ("1: Spring", "1")]
        assert [one["value"] for one in await ann.autocomplete("league export", "season", "sPr")] == ["1"]
        assert await ann.autocomplete("league export", "season", "", league="Mon") == []
        await confirm(ann, "league archive", league="Mondays")
        [archived] = await ann.autocomplete("league export", "league", "mon")
        assert archived["value"] == "#1"
        assert await ann.autocomplete("league season-end", "league", "mon") == []
        offered = await ann.autocomplete("league export", "season", "", league=archived["value"])
        assert [one["value"] for one in offered] == ["2", "1"]


def award_lines(text: str) -> list[str]:
    starts = ("Champion", "Whole hand in one turn, most often", "Longest winning run", "Closest match")
    lines = [line.removeprefix("**").removesuffix("**") for line in text.split("\n")]
    return [line for line in lines if line.startswith(starts)]


def rummies_of(history: list[MatchResult], person: int) -> int:
    """Return how many rummies a person made in these matches."""
    return sum(deal.rummy and match.seats[deal.winner or 0].person == person for match in history for deal in match.deals)


async def test_the_posted_table_of_a_season_has_its_awards_and_keeps_them_and_one_of_an_earlier_version_has_none(
    club: Club,
) -> None:
    history = await store_season(club, CUP, matches=60, people=6)
    counted = [match for match in history if is_counting(replace(CUP, server=match.server), match, 1)]
    names = list(club.members)
    made = {name: rummies_of(counted, number) for number, name in enumerate(names, start=1)}
    async with club.bot():
        ann, finn = club["Ann"], club["Finn"]
        assert award_lines(read((await ann.slash("leaderboard")).message)) == [], "the season is running"
        await confirm(ann, "league season-end", league="cup", name="Spring")
        posted = next(text for it in reversed(finn.messages("rummy")) if "Season Spring" in (text := read(it)))
        lines = award_lines(posted)
        assert [line.split(":")[0] for line in lines] == [
            "Champion",
            "Whole hand in one turn, most often",
            "Longest winning run",
            "Closest match",
        ]
        best = [name for name in names if made[name] == max(made.values())]
        assert all(name in lines[1] for name in best)
        assert f"({max(made.values())})" in lines[1]
        first = posted.split("```")[1].strip("\n").split("\n")[1]
        assert first.split()[1] in lines[0], "the champion is the first of the table"
        number = int(lines[3].split("`")[1])
        await ann.slash("league void", match=number, why="only a trial")
        kept = read((await club["Bob"].slash("leaderboard", season="Spring")).message)
        assert award_lines(kept) == lines, "a table of an ended season doesn't change"
    [(final,)] = club.query("SELECT more FROM ledger WHERE kind = 'league' AND more IS NOT NULL")
    old = {name: value for name, value in json.decode(final).items() if name != "awards"}
    club.write_database(f"UPDATE ledger SET more = '{json.encode(old).decode()}' WHERE kind = 'league' AND more IS NOT NULL")
    async with club.bot():
        text = read((await club["Ann"].slash("leaderboard", season="1")).message)
        assert "Season Spring" in text
        assert award_lines(text) == []


async def standings(club: Club, **options: object) -> list[str]:
    return table_rows(read((await club["Dan"].slash("leaderboard", **options)).message))


@pytest.mark.journey
async def test_ending_a_season_posts_its_table_and_starts_the_next_season(club: Club) -> None:
    await store_season(club, LEAGUE, matches=60, people=24)
    async with club.bot():
        running = await standings(club)
        reply = await confirm(club["Ann"], "league season-end", league="Mondays", name="Spring")
        assert reply.message["flags"] & 64, "the table is public, the reply isn't"
        posted = await club["Bob"].until(lambda: next(it for it in club["Bob"].messages("rummy") if "Spring" in read(it)))
        assert [line.replace("›", " ").split()[:2] for line in table_rows(read(posted))][:5] == [
            line.replace("›", " ").split()[:2] for line in running
        ][:5]
        own = await club["Bob"].press(posted, "Next")
        assert own.outcome == "message"
        assert own.message["flags"] & 64, "Bob gets his own page, and the public message stays"
        assert "Back" in labels(own.message)
        assert "No matches have counted yet" in read((await club["Bob"].slash("leaderboard")).message)
        said = read((await club["Ann"].slash("league void", match=60, why="the frozen table stays")).message)
        assert "The season “Spring” of Mondays has ended. Its final standings stay." in said
        assert "No standings have changed in running seasons." in said
        assert "Ratings recalculated." in said
        kept = read((await club["Bob"].slash("leaderboard", season="spring")).message)
        assert table_rows(kept)[:15] == [line.replace(" Bob", "›Bob") for line in table_rows(read(posted))[:15]]
        await check_refused(club, club["Ann"], "league season-end", "SPRING", league="Mondays", name="SPRING")


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
        assert await offered("remove", "cLEO", "other") == {"#3": shown["#3"]}
        assert await offered("put back") == {}
        correct = {"match": number, "why": "typed wrongly"}
        said = read((await ann.slash("league correct", change="swap", player="#2", other="cleo", **correct)).message)
        assert re.search(r"Ann swapped the seats of a former player( \\\(2\\\))? and Cleo in match", said)
        assert table_rows(read((await ann.slash("leaderboard")).message)) != before
        await ann.slash("league correct", change="swap back", player="cleo", other="#2", **correct)
        await ann.slash("league correct", change="remove", player="#2", **correct)
        assert "removed" in read((await ann.slash("match", match=number)).message)
        assert list(await offered("put back")) == ["#2"]
        assert "#2" not in await offered("remove")
        await ann.slash("league correct", change="put back", player="#2", **correct)
        await ann.slash("league correct", change="swap", player="ann", other="#3", **correct)
        await ann.slash("league correct", change="swap back", player="#3", other="ann", **correct)
        assert table_rows(read((await ann.slash("leaderboard")).message)) == before
