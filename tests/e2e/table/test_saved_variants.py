"""Games that a server saves from a table, plays by name, and copies to another server with a code."""

import re

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.refusals import check_refused, check_refused_in_dm
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


async def test_a_code_restores_all_answers(club: Club, bot: app.Bot) -> None:
    message = await save_game(club, hand_size="2:12 3:9 4:8 5:7 6:6", scoring="payment 6", take_back="no", rummy="25")
    code, rules = code_in(message), club.table().variant
    await check_refused(club, club["Bob"], "variant add", "Zia Pina", code=code)
    reply = await club["Bob"].slash("variant add", code=f" {code.lower()} ", name="Of another server")
    assert reply.message["flags"] & 64
    assert code_in(reply.message) != code, "the code contains the name"
    await club["Ann"].slash("variant remove", name="Zia Pina")
    await club["Bob"].slash("variant add", code=code)
    for number, name in ((2, "zia pina"), (3, "of another server")):
        await open_table(club, "Bob", variant=name)
        played = club.table(number).variant
        assert (played.hand_size, played.match_deals, played.rummy_add) == (rules.hand_size, 6, 25)
        assert (played.scoring, played.take_back, played.match_target) == ("payment", False, "none")


async def test_the_list_shows_each_game_with_its_author_and_code(club: Club, bot: app.Bot) -> None:
    assert "None yet" in said((await club["Bob"].slash("variant list")).message)
    codes = [code_in(await save_game(club)), code_in(await save_game(club, "Second", by="Cleo", ace="high"))]
    reply = await club["Bob"].slash("variant list")
    assert reply.message["flags"] & 64
    text = said(reply.message)
    assert all(fact in text for fact in ("Zia Pina", "Ann", "Second", "Cleo", *codes))
    one = said((await club["Bob"].slash("variant list", name="second")).message)
    assert "ace high" in one
    assert codes[1] in one


async def test_only_the_author_or_a_manager_can_remove_a_saved_game(club: Club, bot: app.Bot) -> None:
    await save_game(club, "First", by="Bob")
    await save_game(club, "Second", by="Bob")
    await check_refused(club, club["Cleo"], "variant remove", "First", name="First")
    assert "First" in said((await club["Bob"].slash("variant remove", name="first")).message)
    await check_refused(club, club["Bob"], "variant remove", "first", name="first")
    assert "Second" in said((await club["Ann"].slash("variant remove", name="second")).message), "Ann manages the server"
    await check_refused(club, club["Bob"], "table new", "Second", variant="Second")


async def test_each_mistake_about_saved_games_is_refused_with_its_own_sentence(club: Club, bot: app.Bot) -> None:
    code = code_in(await save_game(club))
    mistyped = code[:-3] + ("A" if code[-3] != "A" else "B") + code[-2:]
    lobby = await open_table(club, "Bob")
    sentences = [
        await check_refused(club, club["Cleo"], "variant save", name="Mine"),
        await check_refused(club, club["Bob"], "variant save", "zia pina", name="zia pina"),
        await check_refused(club, club["Bob"], "variant save", "letters", name="@everyone"),
        await check_refused(club, club["Bob"], "variant add", "hello", code="hello"),
        await check_refused(club, club["Bob"], "variant add", "typo", code=mistyped),
        await check_refused(club, club["Bob"], "variant add", "version", code="R2-" + code.removeprefix("R1-")),
        await check_refused(club, club["Bob"], "variant remove", "nothing", name="nothing"),
        await check_refused_in_dm(club, club["Bob"], "variant list"),
    ]
    assert len(set(sentences)) == len(sentences)
    await check_refused(club, club["Bob"], "variant save", name="Rami")
    await check_refused(club, club["Bob"], "variant list", "nothing", name="nothing")
    await check_refused_in_dm(club, club["Bob"], "variant add", code=code)
    assert club.query("SELECT name FROM variants") == [("zia pina",)]
    await club["Bob"].press(lobby, "Leave")


async def test_a_target_beside_payment_is_refused(club: Club, bot: app.Bot) -> None:
    """Rule 5.24 of docs/RULES.md."""
    await save_game(club, scoring="payment 6")
    await check_refused(club, club["Bob"], "table new", "not to a target", variant="Zia Pina", target=100)


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
