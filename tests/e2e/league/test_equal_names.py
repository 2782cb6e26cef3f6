"""Two people who have chosen the same name are told apart by their usernames, wherever both are shown."""

import json
import re

from bot.league.league import League
from tests.e2e.support.club import Club
from tests.e2e.support.league_messages import ask, attached_files, protest, read
from tests.e2e.support.seasons import store_season
from tests.e2e.support.tables import play_short_match
from tests.messages.league.exported_files import read_export

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
        for command in ("history", "match id:41", "leaderboard by:rating"):
            name, _, option = command.partition(" ")
            key, _, value = option.partition(":")
            options = {} if not key else {key: int(value) if value.isdigit() else value}
            assert anns(read(await ask(club["Finn"], name, **options))) == ANNS, command
        for name in ("Ann", "Bob"):
            await protest(club, name, 41, "so")
        assert anns(read((await club["Finn"].slash("league log")).message)) == ANNS
        players = await club["Ann"].autocomplete("league correct", "player", match=41, change="remove", why="x")
        assert anns(" ".join(one["name"] for one in players)) == ANNS


async def test_an_export_has_usernames_behind_equal_names(club: Club) -> None:
    await store_season(club, League(server=0, name="Cup"), matches=40, people=6)
    club.write_database("UPDATE people SET username = NULL")  # as an earlier version has left them
    await club.control("people/Bob", {"name": "Ann"})
    async with club.bot():
        await club["Bob"].slash("leaderboard")
        [before] = (await attached_files(club, await ask(club["Finn"], "league export"))).values()
        assert {*read_export(before)["people"].values()} >= {"Ann", "Ann (@bob)", "Cleo"}
        await club["Ann"].slash("leaderboard")
        [after] = (await attached_files(club, await ask(club["Finn"], "league export"))).values()
        assert {row["name"] for row in read_export(after)["standings"]} >= ANNS | {"Cleo"}


async def test_a_username_is_part_of_ones_own_data_and_deleted_with_it(club: Club) -> None:
    async with club.bot():
        await club["Ann"].slash("help")
        await club["Ann"].slash("table new", variant="rami")
        await club["Ann"].slash("table leave")
        [data] = (await attached_files(club, await ask(club["Ann"], "privacy my-data"))).values()
        assert json.loads(data)["person"]["username"] == "ann"
        await club["Ann"].slash("privacy delete-me", sure=True)
    assert club.query("SELECT username FROM people WHERE number = 1") == [(None,)]
