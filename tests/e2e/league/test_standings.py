"""Standings, histories and past matches of a season, through slash commands and buttons."""

import pytest

from bot import app
from bot.league.league import League
from bot.messages.league.pages import WIDTH
from bot.messages.text import column_count
from bot.rummy.variant import Length
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refusal, check_refused, check_refused_in_dm
from tests.e2e.support.league_messages import confirm, read
from tests.e2e.support.seasons import DIFFICULT_NAMES, PLACE_POINTS, store_season, table_rows
from tests.e2e.support.tables import play_short_match
from tests.league.folds import history_lines
from tests.leagues import create_league
from tests.people import labels

LEAGUE = League(server=0, name="Mondays", zone="Europe/Rome", rated=True, least=2, shortest=Length.ONE)


async def test_each_page_of_standings_is_narrow_and_has_the_viewers_row(club: Club) -> None:
    await store_season(
        club, LEAGUE, League(server=0, name="Places", scheme=PLACE_POINTS), matches=120, people=40, names=DIFFICULT_NAMES
    )
    async with club.bot():
        for league in ("Mondays", "places"):
            message = (await club["Ann"].slash("leaderboard", league=league)).message
            assert message["flags"] & 64
            pages = 1
            while True:
                rows = table_rows(read(message))
                assert len(rows) <= 17
                assert max(map(column_count, rows)) <= WIDTH, rows
                assert sum("›Ann" in row for row in rows) == 1, rows
                if "Next" not in labels(message):
                    break
                message = (await club["Ann"].press(message, "Next")).message
                pages += 1
            assert pages == 3
            assert "page 3 of 3" in read(message)


async def test_the_buttons_of_a_page_work_after_a_restart(club: Club) -> None:
    await store_season(club, LEAGUE, matches=60, people=24)
    async with club.bot():
        message = (await club["Ann"].slash("leaderboard")).message
        first = table_rows(read(message))
    async with club.bot():
        reply = await club["Ann"].press(message, "Next")
        assert reply.outcome == "update"
        assert table_rows(read(reply.message)) != first
        back = await club["Ann"].press(reply.message, "Back")
        assert table_rows(read(back.message)) == first


async def test_standings_change_with_a_match_and_show_the_change_since_monday(club: Club) -> None:
    await store_season(club, LEAGUE, matches=160, people=24)  # four weeks: on any day, some matches ended before this Monday
    async with club.bot():
        before = read((await club["Ann"].slash("leaderboard")).message)
        await play_short_match(club, "Ann", "Bob", table=161)
        after = read((await club["Ann"].slash("leaderboard")).message)
        assert before != after
        own = next(row for row in table_rows(after) if "›Ann" in row).split()
        own_before = next(row for row in table_rows(before) if "›Ann" in row).split()
        numbers, then = own[-5:-1], own_before[-5:-1]
        assert int(numbers[1]) == int(then[1]) + 1, "one more match"
        assert any(row.split()[1][0] in "=+-" for row in table_rows(after)), "moved since Monday"


async def test_standings_can_be_limited_to_a_game_or_a_period(club: Club) -> None:
    await store_season(club, LEAGUE, matches=60, people=24)
    async with club.bot():
        rami = read((await club["Ann"].slash("leaderboard", variant="cuccu")).message)
        assert "only Ramino with the Cuccù deck" in rami
        assert rami != read((await club["Ann"].slash("leaderboard")).message)
        assert "No matches have counted yet" not in rami
        since = read((await club["Ann"].slash("leaderboard", since="2026-01-01", league="mondays")).message)
        assert "since <t:" in since


async def test_a_server_without_a_league_has_standings_by_wins(club: Club, bot: app.Bot) -> None:
    assert "No matches have counted yet" in read((await club["Ann"].slash("leaderboard")).message)
    winner = "Ann" if "Ann wins" in await play_short_match(club, "Ann", "Bob") else "Bob"
    text = read((await club["Ann"].slash("leaderboard")).message)
    assert table_rows(text)[0].split()[-5:-1] == ["1"] * 4
    assert winner in table_rows(text)[0]


async def test_each_mistake_about_standings_is_refused_with_its_own_sentence(club: Club) -> None:
    await store_season(club, LEAGUE, matches=30, people=7)
    async with club.bot():
        ann = club["Ann"]
        club_people = club.query("SELECT count(*) FROM people")[0][0]
        sentences = [
            await check_refused(club, ann, "leaderboard", "Fridays", "Mondays", league="Fridays"),
            await check_refused(club, ann, "leaderboard", "2100-01-01", since="2100-01-01"),
            await check_refused(club, ann, "leaderboard", "yesterday", since="yesterday"),
            await check_refused(club, ann, "leaderboard", "whist", variant="whist"),
            await check_refused(club, ann, "leaderboard", "Spring", season="Spring"),
            await check_refused(club, ann, "leaderboard", "season", "since", season="1", since="2026-01-01"),
            await check_refused(club, ann, "leaderboard", "season", "live", season="1", live=True),
            await check_refused(club, ann, "leaderboard", "season", "league:*", season="1", league="*"),
            await check_refused_in_dm(club, ann, "leaderboard"),
            await check_refused(club, ann, "match", "999", id=999),
        ]
        assert len(set(sentences)) == len(sentences)
        assert club.query("SELECT count(*) FROM people")[0][0] == club_people


async def test_the_history_of_an_unknown_person_is_refused(club: Club, bot: app.Bot) -> None:
    reply = await club["Ann"].slash("history", person=club["Bob"].id)
    check_refusal(club, reply, 0, 0, ("haven't met this person",))
    assert "No finished matches" in read((await club["Ann"].slash("history")).message)
    assert club.query("SELECT name FROM people") == [("Ann",)]


@pytest.mark.parametrize("name", ["Ann", "Bob"])
async def test_the_pages_of_a_history_contain_every_match(club: Club, name: str) -> None:
    history = await store_season(club, matches=60, people=7)
    async with club.bot():
        number = list(club.members).index(name) + 1
        wanted = [f"`{line.match}`" for line in history_lines(history, number)]
        message, found = (await club["Cleo"].slash("history", person=club[name].id)).message, list[str]()
        while True:
            found += [line.split(" ")[1] for line in read(message).split("\n") if line.startswith("- `")]
            if "Next" not in labels(message):
                break
            message = (await club["Cleo"].press(message, "Next")).message
        assert found == wanted


async def test_the_match_command_shows_all_deals_and_the_last_hands(club: Club, bot: app.Bot) -> None:
    await create_league(club["Ann"], "Mondays", shortest="one")
    await play_short_match(club, "Ann", "Bob", "Cleo", deals=3)
    text = read((await club["Dan"].slash("match", id=1)).message)
    assert all(fact in text for fact in ("Match 1: Rami", "3 deals", "Counts in: Mondays", "Final hands"))
    match = club.table().match
    assert match is not None
    for nth, deal in enumerate(match.ended_deals):
        assert f"{nth + 1:>3}" in text
        assert all(f"{points}" in text for points in deal.points)
    held = [hand for hand in match.ended_deals[-1].hands if hand]
    assert text.count(" = ") >= len(held)


async def test_without_a_name_the_leaderboard_shows_the_channels_league_or_the_oldest(club: Club, bot: app.Bot) -> None:
    ann = club["Ann"]
    for name, about in (
        ("Lounge", {"channel": ann.channel_id("lounge")}),
        ("Old", {}),
        ("Aaa", {}),
    ):
        await create_league(ann, name, **about)
    assert "### Lounge" in read((await ann.slash("leaderboard", in_="lounge")).message)
    assert "### Old" in read((await ann.slash("leaderboard")).message), "a newer league changes nothing"


async def test_an_archived_league_is_found_although_another_has_its_name(club: Club, bot: app.Bot) -> None:
    ann = club["Ann"]
    for number, season in enumerate(("Spring", "Autumn"), start=1):
        await create_league(ann, "Cup", shortest="one")
        await play_short_match(club, "Ann", "Bob", table=number)
        await confirm(ann, "league season-end", league="Cup", name=season)
        await confirm(ann, "league archive", league="Cup")
    await create_league(ann, "Cup", shortest="one")
    offered = [choice["value"] for choice in await ann.autocomplete("leaderboard", "league", "cup")]
    assert offered == ["Cup", "#1", "#2"]
    assert "*" in [choice["value"] for choice in await ann.autocomplete("leaderboard", "league")]
    assert "Standings of" in read((await ann.slash("leaderboard", league="*")).message)
    assert "1: Spring" in [choice["name"] for choice in await ann.autocomplete("leaderboard", "season", "spr", league="#1")]
    label = next(it["name"] for it in await ann.autocomplete("leaderboard", "league", "cup") if it["value"] == "#1")
    for league, season in (("#1", "Spring"), ("#2", "Autumn"), (label, "Spring")):
        assert f"Season: {season}" in read((await ann.slash("leaderboard", league=league, season=season.lower())).message)
    await check_refused(club, ann, "leaderboard", "Spring", league="Cup", season="Spring")
