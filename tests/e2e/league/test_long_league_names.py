"""Leagues whose long names differ in one place only are told apart wherever they are shown."""

import pytest

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refused
from tests.e2e.support.league_messages import ask, confirm, read
from tests.e2e.support.tables import open_table
from tests.leagues import create_league


@pytest.mark.parametrize("at", [0, 49, 89, 99])
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
