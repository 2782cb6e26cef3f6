"""The first hand: it is offered until it is over, its steps are pressed one after the other, and nothing else leads on."""

from pathlib import Path

import pytest

from bot.messages.first_hand import step_sentence
from bot.tables.match_requests import Forfeit
from tests.desk import Asker, Desk, open_desk
from tests.messages.shown_text import ENGLISH, plain_text
from tests.people import Json, labels, parts, said

LAST, DISCARDS = 10, {2, 3, 5, 7, 8, 9}


def step_of(message: Json) -> int:
    """Return the step that the message shows."""
    text = plain_text(said(message))
    shown = [number for number in range(LAST + 1) if step_sentence(number, ENGLISH) in text]
    assert len(shown) == 1, text
    return shown[0]


def move_at(desk: Desk, step: int) -> str:
    """Return the written move of a step."""
    return str(desk.bot.services.first_hand[step].move)


async def learn(person: Asker, *, steps: int, in_: str = "rummy") -> Json:
    """Return the message after so many steps."""
    message = (await person.press((await person.slash("help", in_=in_)).message, "Learn to play")).message
    for step in range(steps):
        button = "Start" if step == 0 else f"g:learn:{step}:{move_at(person.desk, step)}"
        message = (await person.press(message, button)).message
    return message


@pytest.mark.parametrize("place", ["rummy", "dm"])
async def test_each_press_of_the_right_button_leads_to_the_next_step(desk: Desk, place: str) -> None:
    ann = desk["Ann"]
    message = await learn(ann, steps=0, in_=place)
    for step in range(LAST):
        assert step_of(message) == step
        assert "Skip" in labels(message)
        assert not [label for label in labels(message) if "Take and lay" in label], "each step teaches one move"
        assert len(green_buttons(message)) == 1
        assert ("Your turn" in said(message)) == (step > 0), "before Start there is no move"
        assert ("iscard one" in said(message) or "or discard:" in said(message)) == (step in DISCARDS)
        reply = await ann.press(message, green_buttons(message)[0])
        assert reply.outcome == "update"
        message = reply.message
    assert step_of(message) == LAST
    assert "You win!" in said(message)
    assert not desk.bot.services.learners
    assert not list(desk.bot.services.tables.in_play)


def green_buttons(message: Json) -> list[str]:
    return [part["custom_id"] for part in parts(message["components"]) if part["type"] == 2 and part["style"] == 3]


async def test_another_press_gets_the_sentence_of_the_step(desk: Desk) -> None:
    ann = desk["Ann"]
    for step in range(1, LAST):
        message = await learn(ann, steps=step)
        others = [part for part in parts(message["components"]) if "g:learn" in part.get("custom_id", "")]
        assert len(others) > 1
        for control in others:
            custom_id = control["custom_id"]
            if custom_id in (f"g:learn:{step}:{move_at(desk, step)}", f"g:learn:{step}:take back"):
                continue
            values = [[option["value"]] for option in control.get("options", ())] or [[]]
            for value in values:
                reply = await ann.choose(message, custom_id, *value)
                assert (reply.outcome, step_of(reply.message)) == ("update", step)
                assert "You could, but this lesson shows another move." in said(reply.message)
                assert len(green_buttons(reply.message)) == 1


async def test_a_move_is_taken_back_to_the_step_before(desk: Desk) -> None:
    ann = desk["Ann"]
    for step in (3, 8, 9):
        back = (await ann.press(await learn(ann, steps=step), "Take back")).message
        assert step_of(back) == step - 1
        assert "another move" not in said(back)
        assert step_of((await ann.press(back, f"g:learn:{step - 1}:{move_at(desk, step - 1)}")).message) == step


async def test_a_typed_move_gets_the_sentence_of_the_step(desk: Desk) -> None:
    bob = desk["Bob"]
    await learn(bob, steps=2)
    for command, options in (("draw", {"from": "stock"}), ("meld", {"cards": "KC KD KH"}), ("discard", {"card": "7S"})):
        refused = plain_text(await bob.refused(command, **options))
        assert refused == f"**Use the buttons of your first hand.** {step_sentence(2, ENGLISH)}"


async def test_a_typed_move_is_none_of_the_lesson_after_a_quarter_of_an_hour(desk: Desk) -> None:
    bob, learners = desk["Bob"], desk.bot.services.learners
    await learn(bob, steps=2)
    ((number, (step, at)),) = learners.items()
    learners[number] = step, at - 15 * 60 * 1000 - 1
    assert "not at a table" in await bob.refused("draw", **{"from": "stock"})


async def test_a_typed_move_is_for_a_table_if_the_learner_has_one(desk: Desk) -> None:
    bob = desk["Bob"]
    await bob.slash("play", computers=1)
    await learn(bob, steps=1)
    reply = await bob.slash("draw", **{"from": "stock"})
    assert "Your turn: you drew" in said(reply.message)


async def test_a_learner_can_skip_each_step(desk: Desk) -> None:
    cleo = desk["Cleo"]
    for step in range(LAST):
        menu = (await cleo.press(await learn(cleo, steps=step), "Skip")).message
        assert {"Play now", "Learn to play"} <= set(labels(menu)), "they find it again"
        assert "Learn to play" in labels((await cleo.slash("play")).message)
        assert "not at a table" in await cleo.refused("draw", **{"from": "stock"})


async def test_the_end_leads_to_a_match_against_an_easy_computer(desk: Desk) -> None:
    dan = desk["Dan"]
    message = (await dan.press(await learn(dan, steps=LAST), "Play an easy computer")).message
    (table,) = desk.bot.services.tables.in_play
    assert list(table.seats.computers.values()) == ["easy"]
    assert table.variant.name == "rami"
    assert "Your turn" in said(message)


async def test_a_forged_step_is_refused(desk: Desk) -> None:
    for custom_id in ("g:learn:11", "g:learn:10:discard JH", "g:learn:10:None", "g:learn:0:None", "g:learn:0:draw stock"):
        reply = await desk["Eve"].forge({"custom_id": custom_id})
        assert reply.outcome == "message"
        assert not reply.message["components"]


@pytest.mark.parametrize("place", ["rummy", "dm"])
async def test_play_offers_the_first_hand_until_that_or_a_match_is_over_also_after_a_restart(
    tmp_path: Path, place: str
) -> None:
    async def is_offered(desk: Desk, name: str) -> bool:
        return "Learn to play" in labels((await desk[name].slash("play", in_=place)).message)

    async with open_desk(tmp_path) as desk:
        for name in ("Ann", "Bob", "Cleo"):
            assert await is_offered(desk, name)
        await learn(desk["Ann"], steps=LAST)
        await desk["Bob"].press((await desk["Bob"].slash("play", in_=place)).message, "Play now")
    async with open_desk(tmp_path) as desk:
        assert [await is_offered(desk, name) for name in ("Ann", "Bob", "Cleo")] == [False, True, True]
        ((number, bob),) = ((table.number, table.seats.people[0]) for table in desk.bot.services.tables.in_play)
        await desk.bot.services.tables.change(number, bob, Forfeit())
        assert not await is_offered(desk, "Bob")


async def test_the_buttons_of_a_step_work_after_a_restart(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        message = await learn(desk["Ann"], steps=4)
    async with open_desk(tmp_path) as desk:
        reply = await desk["Ann"].press(message, "g:learn:4:draw stock")
        assert (reply.outcome, step_of(reply.message)) == ("update", 5)


async def test_help_and_rules_lead_to_the_first_hand(desk: Desk) -> None:
    for command in ("help", "rules"):
        await desk["Finn"].slash("play")
        message = (await desk["Finn"].slash(command)).message
        assert step_of((await desk["Finn"].press(message, "Learn to play")).message) == 0
