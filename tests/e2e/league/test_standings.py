"""Standings, stats and matches of a season, as they change; names that are equal or nearly so; archived leagues."""

import re

import pytest

from bot import app
from bot.league.league import League
from bot.messages.pictures.rating_chart import LINE_STYLES
from bot.rummy.variant import Length
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refused
from tests.e2e.support.forms import choose_own
from tests.e2e.support.league_messages import ask, attached_files, confirm, protest, read
from tests.e2e.support.seasons import store_season, table_rows
from tests.e2e.support.tables import open_table, play_short_match
from tests.leagues import create_league
from tests.messages.league.exported_files import read_export
from tests.people import Json, parts

LEAGUE = League(server=0, name="Mondays", zone="Europe/Rome", rated=True, least=2, shortest=Length.ONE)


async def test_the_buttons_of_a_page_work_after_a_restart(club: Club) -> None:
    await store_season(club, LEAGUE, matches=20, people=20)
    async with club.bot():
        message = (await club["Ann"].slash("leaderboard")).message
        first = table_rows(read(message))
    async with club.bot():
        reply = await club["Ann"].press(message, "Next")
        assert reply.outcome == "update"
        assert table_rows(read(reply.message)) != first
        back = await club["Ann"].press(reply.message, "Back")
        assert table_rows(read(back.message)) == first


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
        assert f"Season {season}" in read((await ann.slash("leaderboard", league=league, season=season.lower())).message)
    await check_refused(club, ann, "leaderboard", "Spring", league="Cup", season="Spring")


async def picture(club: Club, message: Json) -> bytes | None:
    """Return the picture that the message shows, or None."""
    galleries = [it for it in parts(message["components"]) if it["type"] == 12]
    if not galleries:
        return None
    [item] = galleries[0]["items"]
    async with club.session.get(item["media"]["url"]) as response:
        assert response.status == 200
        return await response.read()


@pytest.mark.journey
async def test_the_chart_is_described_and_readers_of_text_only_get_the_description_alone(club: Club) -> None:
    await store_season(club, LEAGUE, matches=60, people=7)
    async with club.bot():
        message = await ask(club["Ann"], "stats", second=club["Bob"].id)
        assert await picture(club, message) is not None
        [gallery] = [it for it in parts(message["components"]) if it["type"] == 12]
        [alt] = [item["description"] for item in gallery["items"]]
        assert len(alt) <= 1024
        figures = re.findall(r"(\w+): first (\d+), last (\d+), lowest (\d+), highest (\d+)\.", alt)
        assert [name for name, *_ in figures] == ["Ann", "Bob"]
        for _, first, last, lowest, highest in figures:
            assert f"Rating: **{last}**" in read(message)
            assert int(lowest) <= min(int(first), int(last)) <= max(int(first), int(last)) <= int(highest)
        await choose_own(club, "Ann", "pictures", "text")
        plain = await ask(club["Ann"], "stats", second=club["Bob"].id)
        assert await picture(club, plain) is None
        for name, *figure in figures:
            sentence = "{}: first {}, last {}, lowest {}, highest {}.".format(name, *figure)
            assert sentence in read(message)
            assert f"-# {sentence}" in read(plain)
        assert all(style.sign not in read(plain) for style in LINE_STYLES)


ANNS = {"Ann (@ann)", "Ann (@bob)"}


def anns(text: str) -> set[str]:
    """Return how the people called Ann are shown in a text."""
    return set(re.findall(r"Ann \([^)]*\)", text.replace("\\", "").replace("\N{NO-BREAK SPACE}", " ")))


async def test_people_with_one_name_have_their_username_behind_it_from_their_next_command_on(club: Club) -> None:
    await store_season(club, League(server=0, name="Cup", rated=True), matches=40, people=6)
    club.write_database("UPDATE people SET username = NULL")  # as an earlier version has left them
    await club.control("people/Bob", {"name": "Ann"})
    async with club.bot():
        assert anns(read((await club["Bob"].slash("leaderboard")).message)) == {"Ann (@bob)"}
        assert anns(read((await club["Ann"].slash("leaderboard")).message)) == ANNS
        assert anns(await play_short_match(club, "Ann", "Bob", table=41)) == ANNS
        for command, options in (("history", {}), ("match", {"match": 41}), ("leaderboard", {"by": "rating"})):
            assert anns(read(await ask(club["Finn"], command, **options))) == ANNS, command
        [data] = (await attached_files(club, await ask(club["Finn"], "league export"))).values()
        assert {row["name"] for row in read_export(data)["standings"]} >= ANNS | {"Cleo"}
        for name in ("Ann", "Bob"):
            await protest(club, name, 41, "so")
        assert anns(read((await club["Finn"].slash("league log")).message)) == ANNS
        players = await club["Ann"].autocomplete("league correct", "player", match=41, change="remove", why="x")
        assert anns(" ".join(one["name"] for one in players)) == ANNS


@pytest.mark.parametrize("at", [0, 89])
async def test_leagues_of_100_characters_that_differ_in_one_are_told_apart(club: Club, bot: app.Bot, at: int) -> None:
    ann = club["Ann"]
    names = [f"{'a' * at}{sign}{'a' * (99 - at)}" for sign in "XY"]
    for name in names:
        await create_league(ann, name, shortest="one")
    cards = [read((await ann.slash("league list", league=name)).message) for name in names]
    pages = [read(await ask(ann, "leaderboard", league=name)) for name in names]
    for sign, other, *texts in (("X", "Y", cards[0], pages[0].split("\n")[0]), ("Y", "X", cards[1], pages[1].split("\n")[0])):
        assert all(sign in text and other not in text for text in texts), texts
    together = [
        read((await ann.slash("league list")).message),
        read(await open_table(club, "Ann", "Bob", deals=1)),
        await check_refused(club, ann, "league export", "Choose", league="no such league"),
        " ".join(choice["name"] for choice in await ann.autocomplete("leaderboard", "league", "a")),
    ]
    for text in together:
        assert "aX" in text or "Xa" in text, text
        assert "aY" in text or "Ya" in text, text
    for name in names:
        await confirm(ann, "league archive", league=name)
    offered = [choice["name"] for choice in await ann.autocomplete("leaderboard", "league", "a")]
    assert {name.partition("archived, ")[2] for name in offered if "archived" in name} == {"#1)", "#2)"}
