"""Games that a server saves from a table, plays by name, and copies to another server with a code."""

import re

import pytest

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.tables import cancel_table, open_table, play_match, start_match
from tests.people import Json, said


async def save_game(club: Club, name: str = "Zia Pina", *, by: str = "Ann", **rules: str) -> Json:
    """Save a game with these house rules at a table, close the table, and return the answer."""
    lobby = await open_table(club, by)
    number = max(row[0] for row in club.query("SELECT number FROM tables"))
    for rule, answer in (rules or {"melds_per_turn": "unlimited", "match_target": "80"}).items():
        await club[by].slash("table rule", rule=rule, answer=answer, table=number)
    reply = await club[by].slash("variant save", name=name, table=number)
    assert reply.message["flags"] & 64
    await cancel_table(club, by, lobby)
    await club.until_sent(number)
    return reply.message


def code_in(message: Json) -> str:
    found = re.search(r"R1-[A-Z2-7]+", said(message))
    assert found is not None, said(message)
    return found[0]


@pytest.mark.usefixtures("short_deals")
async def test_a_saved_game_is_offered_explained_and_can_be_played(club: Club, bot: app.Bot) -> None:
    text = said(await save_game(club))
    assert "Unlike Rami" in text
    assert "any number of melds a turn" in text
    for command in ("table new", "rules"):
        offered = await club["Bob"].autocomplete(command, "variant", "pin")
        assert [(choice["name"], choice["value"]) for choice in offered] == [("Zia Pina", "zia pina")]
    rules = said((await club["Bob"].slash("rules", variant="ZIA PINA")).message)
    assert "The rules of Zia Pina" in rules
    assert "as many melds per turn as you like" in rules
    lobby = await start_match(club, "Bob", "Cleo", variant="zia pina", deals=1)
    text = said(club["Dan"].now(lobby))
    assert "Zia Pina" in text
    assert "any number of melds a turn" in text, "the difference from Rami"
    await play_match(club, {"Bob": "dm", "Cleo": "slash"}, table=2)
    assert club.table(2).variant.melds_per_turn == "unlimited"


async def test_a_restart_keeps_saved_games_and_the_rules_of_tables_with_a_removed_game(club: Club) -> None:
    async with club.bot():
        await save_game(club)
        await open_table(club, "Bob", "Cleo", variant="zia pina")
        await club["Ann"].slash("variant remove", name="zia pina")
        await save_game(club, "Kept", ace="high")
    async with club.bot():
        await club.until_sent(2)
        assert club.table(2).variant.title == "Zia Pina"
        offered = await club["Bob"].autocomplete("table new", "variant", "")
        assert [choice["name"] for choice in offered][-1] == "Kept"
        assert "Zia Pina" not in [choice["name"] for choice in offered]
