"""Games that a server saves from a table, and copies to another server with a code."""

import re

from bot.tables.table import Table
from tests.desk import SERVER, Desk
from tests.e2e.support.forms import press_more
from tests.people import Json, said
from tests.rummy.presets import NAMES


async def open_table(desk: Desk, name: str, **options: object) -> Json:
    """Let the person open a table, and return the lobby's message."""
    return (await desk[name].slash("table new", thread=False, **options)).message


async def save_game(desk: Desk, name: str = "Zia Pina", *, by: str = "Ann", **rules: str) -> Json:
    """Save a game with these house rules at a table, close the table, and return the answer."""
    lobby = await open_table(desk, by)
    number = newest_table(desk).number
    for rule, answer in (rules or {"melds_per_turn": "unlimited", "match_target": "80"}).items():
        await desk[by].slash("table rule", rule=rule, answer=answer, table=number)
    reply = await desk[by].slash("variant save", name=name, table=number)
    assert reply.message["flags"] & 64
    asked = await press_more(desk[by], lobby, "Cancel the table")
    await desk[by].press(asked.message, "Yes, cancel the table")
    return reply.message


def newest_table(desk: Desk) -> Table:
    return max(desk.bot.services.tables.in_play, key=lambda table: table.number)


def code_in(message: Json) -> str:
    found = re.search(r"R1-[A-Z2-7]+", said(message))
    assert found is not None, said(message)
    return found[0]


async def test_only_the_author_or_a_manager_can_remove_a_saved_game(desk: Desk) -> None:
    await save_game(desk, "First", by="Bob")
    await save_game(desk, "Second", by="Bob")
    await desk["Cleo"].refused("variant remove", "First", name="First")
    assert "First" in said((await desk["Bob"].slash("variant remove", name="first")).message)
    await desk["Bob"].refused("variant remove", "first", name="first")
    assert "Second" in said((await desk["Ann"].slash("variant remove", name="second")).message), "Ann manages the server"
    await desk["Bob"].refused("table new", "Second", variant="Second")


async def test_each_mistake_about_saved_games_is_refused_with_its_own_sentence(desk: Desk) -> None:
    code = code_in(await save_game(desk))
    mistyped = code[:-3] + ("A" if code[-3] != "A" else "B") + code[-2:]
    lobby = await open_table(desk, "Bob")
    sentences = [
        await desk["Cleo"].refused("variant save", name="Mine"),
        await desk["Bob"].refused("variant save", "zia pina", name="zia pina"),
        await desk["Bob"].refused("variant save", "letters", name="@everyone"),
        await desk["Bob"].refused("variant add", "hello", code="hello"),
        await desk["Bob"].refused("variant add", "typo", code=mistyped),
        await desk["Bob"].refused("variant add", "version", code="R2-" + code.removeprefix("R1-")),
        await desk["Bob"].refused("variant remove", "nothing", name="nothing"),
        await desk["Bob"].refused("variant list", in_="dm"),
    ]
    assert len(set(sentences)) == len(sentences)
    await desk["Bob"].refused("variant save", name="Rami")
    await desk["Bob"].refused("variant list", "nothing", name="nothing")
    await desk["Bob"].refused("variant add", in_="dm", code=code)
    saved = await desk.bot.services.variants.all_variants(SERVER)
    assert [name for name in saved if name not in NAMES] == ["zia pina"]
    await desk["Bob"].press(lobby, "Leave")


async def test_a_target_beside_payment_is_refused(desk: Desk) -> None:
    """Rule 5.24 of docs/RULES.md."""
    await save_game(desk, scoring="payment 6")
    await desk["Bob"].refused("table new", "not a target", variant="Zia Pina", target=100)


async def test_a_code_restores_all_answers(desk: Desk) -> None:
    message = await save_game(desk, hand_size="2:12 3:9 4:8 5:7 6:6", scoring="payment 6", take_back="no", rummy="25")
    code, rules = code_in(message), (await desk.bot.services.tables.get(1)).variant
    await desk["Bob"].refused("variant add", "Zia Pina", code=code)
    reply = await desk["Bob"].slash("variant add", code=f" {code.lower()} ", name="Of another server")
    assert reply.message["flags"] & 64
    assert code_in(reply.message) != code, "the code contains the name"
    await desk["Ann"].slash("variant remove", name="Zia Pina")
    await desk["Bob"].slash("variant add", code=code)
    for name in ("zia pina", "of another server"):
        await open_table(desk, "Bob", variant=name)
        played = newest_table(desk).variant
        assert (played.hand_size, played.match_deals, played.rummy_add) == (rules.hand_size, 6, 25)
        assert (played.scoring, played.take_back, played.match_target) == ("payment", False, "none")
