"""`/play`: what a person can play, the game that they played last, the table that opens after a question, and unknown games."""

import re

import pytest

from bot.tables.rules.house_rules import differing_rules
from tests.desk import Desk
from tests.interactions.table.lobbies import open_by_play, open_table
from tests.people import Json, find, labels, said
from tests.rummy.presets import NAMES, variant


def games_of(message: Json) -> list[str]:
    """Return the titles of the games in the select, in their order."""
    return [option["label"] for option in find(message, "Another game")["options"]]


async def test_the_menu_of_somebody_new_has_all_ways_to_begin(desk: Desk) -> None:
    menu = (await desk["Ann"].slash("play")).message
    assert labels(menu) == ["Play now", "Learn to play", "With friends …", "Deal of the day"]
    assert len(games_of(menu)) == len(NAMES)
    assert all(option["description"] for option in find(menu, "Another game")["options"])
    assert labels((await desk["Ann"].slash("play", in_="dm")).message) == ["Play now", "Learn to play", "Deal of the day"]


async def test_no_button_of_play_opens_a_table_without_a_question_that_names_the_channel(desk: Desk) -> None:
    ann = desk["Ann"]
    menu = (await ann.slash("play")).message
    asked = await ann.press(menu, "With friends …")
    assert (asked.outcome, asked.message["id"]) == ("update", menu["id"])
    assert "Open a table in <#11>?" in said(asked.message)
    other = (await ann.choose(asked.message, "Another game", "cuccu")).message
    assert "Ramino with the Cuccù deck" in said(other)
    assert not list(desk.bot.services.tables.in_play)
    opened = await ann.press(other, "Open the table")
    assert opened.message["flags"] & 64
    assert "Table 1 is open in <#11>." in said(opened.message)
    assert labels(opened.message) == ["To the table"]
    assert [table.variant.name for table in desk.bot.services.tables.in_play] == ["cuccu"]


async def test_the_game_that_was_played_last_comes_first_then_its_nearest_relatives(desk: Desk) -> None:
    ann, rami = desk["Ann"], variant("rami")
    menu = (await ann.slash("play")).message
    assert games_of(menu)[0] == "Rami"
    apart = [
        len(differing_rules(next(one for one in map(variant, NAMES) if one.title == game), rami)) for game in games_of(menu)
    ]
    assert apart == sorted(apart)
    await ann.slash("play", variant="wrotham", computers=1)
    await ann.press((await ann.slash("daily")).message, "Start")
    menu = (await ann.slash("play")).message
    assert games_of(menu)[0] == "Wrotham rami", "the deal of the day isn't a choice of a game"
    assert games_of((await desk["Bob"].slash("play")).message)[0] == "Rami"


async def test_a_game_of_another_server_is_not_offered_here(desk: Desk) -> None:
    await open_table(desk, "Ann", target=60)
    await desk["Ann"].slash("variant save", name="Ours")
    await desk["Ann"].slash("play", variant="Ours", computers=1)
    assert games_of((await desk["Ann"].slash("play")).message)[0] == "Ours"
    options = find((await desk["Ann"].slash("play", variant="Ours")).message, "Another game")["options"]
    assert [option["label"] for option in options if option.get("default")] == ["Ours"]
    assert games_of((await desk["Ann"].slash("play", in_="abroad")).message)[0] == "Rami"


async def test_a_game_that_is_named_offers_friends_and_computers(desk: Desk) -> None:
    shown = (await desk["Bob"].slash("play", variant="Ramino")).message
    easy, normal = [[f"{count} {level}" for count in (1, 2, 3, 4, 5)] for level in ("easy", "normal")]
    assert labels(shown) == [*easy, *normal, "With friends …", "Rules", "Back"]
    asked = (await desk["Bob"].press(shown, "With friends …")).message
    assert "**Ramino**" in said(asked)
    assert labels((await desk["Bob"].slash("play", variant="Ramino", in_="dm")).message) == [*easy, *normal, "Rules", "Back"]


@pytest.mark.parametrize("name", ["51", "canasta", "machiavelli", "burraco", "rami 51"])
async def test_an_unknown_game_is_answered_with_the_nearest_one_and_its_buttons(desk: Desk, name: str) -> None:
    for command, more in (
        ("play", {}),
        ("play", {"computers": 1}),
        ("play", {"clock": "slow"}),
        ("rules", {}),
        ("table new", {}),
    ):
        shown = (await desk["Ann"].slash(command, variant=name, **more)).message
        assert re.search(rf"There's no “{name}” here yet\. The nearest game is \*\*(Rami|Scala)", said(shown))
        assert {"1 easy", "With friends …", "Rules"} <= {*labels(shown)}, command
    assert not [*desk.bot.services.tables.in_play]


@pytest.mark.parametrize("name", ["gin", "Gin Rummy", "straight gin", "Oklahoma"])
async def test_gin_is_for_two_and_starts_by_its_usual_names(desk: Desk, name: str) -> None:
    shown = (await desk["Ann"].slash("play", variant=name)).message
    assert labels(shown) == ["1 easy", "1 normal", "With friends …", "Rules", "Back"]
    await desk["Ann"].press(shown, "1 easy")
    (table,) = desk.bot.services.tables.in_play
    assert table.variant.game == "gin"
    assert table.match is not None


async def test_a_game_near_an_unknown_one_is_played_with_its_house_rules(desk: Desk) -> None:
    shown = (await desk["Ann"].slash("play", variant="machiavelli")).message
    rules = (await desk["Ann"].press(shown, "Rules")).message
    assert "2 packs" in said((await desk["Ann"].press(rules, "More rules")).message).replace("\xa0", " ")
    await desk["Ann"].press(shown, "1 easy")
    asked = (await desk["Bob"].slash("play", variant="Okey")).message
    await desk["Bob"].press((await desk["Bob"].press(asked, "With friends …")).message, "Open the table")
    for table in desk.bot.services.tables.in_play:
        assert (table.variant.name, table.preset.name, table.variant.title) == ("rami", "rami", "Rami")
        assert (table.variant.melds_per_turn, table.variant.packs) == ("unlimited", 2)
    assert len([*desk.bot.services.tables.in_play]) == 2


async def test_house_rules_that_get_nearer_are_named_and_nothing_is_made_up_for_other_words(desk: Desk) -> None:
    nearest = (await desk["Ann"].slash("play", variant="rami 51")).message
    shown = said(nearest).replace("\u00a0", " ")
    assert "With house rules" in shown
    assert "51" in shown
    assert "First melds need 51 points" in said((await desk["Ann"].press(nearest, "Rules")).message)
    assert "You can play Block rami" in await desk["Ann"].refused("play", variant="chess")


async def test_a_channel_where_tables_can_not_be_opened_is_refused_before_the_question(desk: Desk) -> None:
    desk.has_threads = False
    desk.bot_may = desk.bot_may & ~type(desk.bot_may)(send_messages=True)
    menu = (await desk["Ann"].slash("play")).message
    refused = (await desk["Ann"].press(menu, "With friends …")).message
    assert "Send Messages" in said(refused)


async def test_a_second_table_is_not_opened_by_a_second_press(desk: Desk) -> None:
    await open_by_play(desk["Ann"])
    assert "Your table 1 is already waiting" in said(await open_by_play(desk["Ann"]))
