"""Limits for people and servers on tables, exports, pictures and saved games."""

from pathlib import Path

import pytest

from bot.messages.attachments import attachment_limit
from tests.desk import PEOPLE, open_desk
from tests.interactions.table.lobbies import play_short_match
from tests.leagues import create_league
from tests.people import said


@pytest.mark.parametrize(
    ("limits", "most", "sentence"),
    [
        ({}, 4, "You can open at most 4 tables per minute"),
        ({"lobbies_per_minute": 0}, 5, "You already have 5 tables waiting to start (the maximum)."),
        ({"server_open_lobbies": 3}, 3, "This server already has 3 tables waiting"),
        ({"server_open_lobbies": 0, "server_lobbies_per_minute": 2}, 2, "This server can open at most 2 tables per minute"),
    ],
)
async def test_the_tables_of_a_person_and_of_a_server_are_limited(
    tmp_path: Path, limits: dict[str, int], most: int, sentence: str
) -> None:
    names = PEOPLE if "server" in str(limits) else ("Bob",) * (most + 2)
    async with open_desk(tmp_path, **limits) as desk:
        replies = [await desk[name].slash("table new") for name in names[: most + 1]]
        assert [sentence in said(reply.message) for reply in replies] == [False] * most + [True]
        assert replies[-1].message["flags"] & 64, "only this person sees it"
        assert len(list(desk.bot.services.tables.in_play)) == most
        if names is not PEOPLE:
            assert f"table {most + 1}" in said((await desk["Cleo"].slash("table new")).message), "it is Bob's limit"
            asked = (await desk["Bob"].slash("table cancel", table=2)).message
            await desk["Bob"].press(asked, "Yes, cancel the table")
        if "waiting to start" in sentence:
            assert f"table {most + 2}" in said((await desk["Bob"].slash("table new")).message)


@pytest.mark.parametrize(
    ("own", "server", "sentence"), [(2, 9, "You can make at most 2 exports"), (9, 2, "This server can make at most 2 exports")]
)
async def test_exports_are_limited(tmp_path: Path, own: int, server: int, sentence: str) -> None:
    async with open_desk(tmp_path, exports_per_minute=own, server_exports_per_minute=server) as desk:
        ann = desk["Ann"]
        await ann.slash("table new", thread=False)  # now there is something stored of her
        replies = [await ann.slash(command) for command in ("league export", "privacy my-data", "league export")]
        assert [sentence in said(reply.message) for reply in replies] == [False, False, True]
        private = said((await ann.slash("privacy my-data", in_="dm")).message)
        assert (sentence in private) == (own == 2), "no server there"


@pytest.mark.parametrize(("file", "most"), [(10 * 2**20, 8 * 2**20), (25 * 2**20, 20 * 2**20), (500 * 2**20, 20 * 2**20)])
def test_the_limit_of_attachments_stays_below_discords_limits(file: int, most: int) -> None:
    """Boosted servers accept larger files, but no server accepts larger requests."""
    assert attachment_limit(file) == most


async def test_pictures_are_limited_and_stats_without_a_picture_are_not(tmp_path: Path) -> None:
    async with open_desk(tmp_path, pictures_per_minute=1) as desk:
        bob = desk["Bob"]
        for _ in range(3):
            assert "picture" not in said((await bob.slash("stats")).message)
        await create_league(desk["Ann"], "Rated", rated=True, shortest="one")
        for _ in range(2):  # a single rated match has no chart
            await play_short_match(desk, "Bob", "Cleo")
        texts = [said((await bob.slash("stats")).message) for _ in range(2)]
        assert ["only one picture per minute" in text for text in texts] == [False, True]


async def test_one_person_cannot_use_up_the_saved_games_of_a_server(tmp_path: Path) -> None:
    async with open_desk(tmp_path, saved_games=3, server_saved_games=5) as desk:
        for name in ("Bob", "Cleo"):
            await desk[name].slash("table new", thread=False)

        async def save(name: str, game: str) -> str:
            return said((await desk[name].slash("variant save", name=game, table=1 if name == "Bob" else 2)).message)

        async def remove(name: str, game: str) -> str:
            return said((await desk[name].slash("variant remove", name=game)).message)

        for number in range(3):
            assert f"Bobs {number}" in await save("Bob", f"Bobs {number}")
        assert "You can save only 3 games in this server" in await save("Bob", "Bobs 3")
        for number in range(2):
            assert f"Cleos {number}" in await save("Cleo", f"Cleos {number}")
        assert "This server can save only 5 games" in await save("Cleo", "Cleos 2")
        assert "Manage Server" in await remove("Cleo", "Bobs 0")
        assert "has been removed" in await remove("Bob", "Bobs 0"), "their creator"
        assert "has been removed" in await remove("Ann", "Bobs 1"), "Manage Server"
        assert "Bobs 3" in await save("Bob", "Bobs 3")
