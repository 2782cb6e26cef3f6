"""Interactions as raw requests: tokens, when they expire, and which answers an interaction takes."""

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from playground.server import Playground
from tests import people as people_module
from tests.people import NotOffered, Person, people
from tests.playground.bodies import TEXT_INPUT, button, label, modal, row, select, text, v2
from tests.playground.conftest import HI, SAY, RawGateway, Wire, answer_action, answer_to, register
from tests.playground.test_refusals import leaves

Json = dict[str, Any]


async def code(wire: Wire, method: str, path: str, body: object = None) -> tuple[int, int]:
    """Send a request and return its status and Discord's code."""
    status, answer = await wire.api(method, path, body)
    return status, (answer or {}).get("code", 0)


@pytest.fixture
def nobody_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a person see at once that what they press isn't there: no edit is under way."""
    monkeypatch.setattr(people_module, "EDIT_SECONDS", 0.05)


async def test_the_payload_of_a_command_says_where_it_was_used(wire: Wire, gateway: RawGateway, ann: Person) -> None:
    await register(wire, HI)
    await wire.control("people/Ann", {"locale": "it"})
    await wire.control(f"channels/{await wire.channel_id()}/permissions", {"deny": ["send_messages"]})
    interaction, _ = await answer_action(wire, gateway, ann.slash("hi"), SAY)
    assert (interaction["type"], interaction["data"]["name"], interaction["data"]["type"], interaction["version"]) == (
        2,
        "hi",
        1,
        1,
    )
    assert (interaction["locale"], interaction["guild_locale"], interaction["context"]) == ("it", "en-US", 0)
    assert interaction["channel"]["type"] == 0
    assert interaction["member"]["user"]["global_name"] == "Ann"
    assert int(interaction["member"]["permissions"]) & 0x20, "the owner may manage the server"
    assert not int(interaction["app_permissions"]) & 0x800, "the bot may not send messages here"
    assert interaction["authorizing_integration_owners"] == {"0": interaction["guild_id"]}

    interaction, _ = await answer_action(wire, gateway, ann.slash("hi", in_="dm"), SAY)
    assert (interaction["context"], interaction["user"]["global_name"], interaction["channel"]["type"]) == (1, "Ann", 1)
    assert not interaction.keys() & {"member", "guild_id", "guild_locale"}


async def test_an_interaction_takes_one_answer_and_returns_its_message(wire: Wire, gateway: RawGateway, ann: Person) -> None:
    hook = await register(wire, HI)
    task = asyncio.create_task(ann.slash("hi"))
    interaction = await gateway.next("INTERACTION_CREATE")
    assert await code(wire, "POST", f"{hook}/{interaction['token']}", {"content": "early"}) == (404, 10015)
    assert await code(wire, "POST", answer_to(interaction), {"type": 7, "data": {}}) == (400, 50035)
    assert await code(wire, "POST", f"/interactions/1/{interaction['token']}/callback", {"type": 4}) == (404, 10062)
    status, answer = await wire.api("POST", answer_to(interaction) + "?with_response=1", {"type": 4, "data": {"content": "x"}})
    assert status == 200
    assert answer["interaction"]["response_message_id"] == answer["resource"]["message"]["id"]
    assert (answer["resource"]["type"], answer["resource"]["message"]["type"]) == (4, 20)
    assert await code(wire, "POST", answer_to(interaction), {"type": 4, "data": {"content": "x"}}) == (400, 40060)
    assert (await task).outcome == "message"


async def test_a_token_expires_after_fifteen_minutes(wire: Wire, gateway: RawGateway, ann: Person) -> None:
    hook = await register(wire, HI)
    task = asyncio.create_task(ann.slash("hi"))
    interaction = await gateway.next("INTERACTION_CREATE")
    await wire.api("POST", answer_to(interaction), {"type": 5, "data": {"flags": 64}})
    thinking = (await task).message
    assert thinking["flags"] == 64 | 128
    original = f"{hook}/{interaction['token']}/messages/@original"
    _, filled = await wire.api("POST", f"{hook}/{interaction['token']}", {"content": "here", "flags": 0})
    assert (filled["id"], filled["flags"]) == (thinking["id"], 64), "the first follow-up fills what was deferred"
    _, second = await wire.api("POST", f"{hook}/{interaction['token']}", {"content": "more"})
    assert (second["id"] != thinking["id"], second["flags"]) == (True, 0)
    assert (await wire.api("GET", original))[1]["content"] == "here"
    assert (await wire.api("PATCH", f"{hook}/{interaction['token']}/messages/{second['id']}", {"content": "other"}))[0] == 200
    await wire.control("restart")
    assert (await wire.api("GET", original))[0] == 200, "tokens are rows of the world's file"
    await wire.control("clock", {"forward": 901})
    assert await code(wire, "PATCH", original, {"content": "late"}) == (401, 50027)
    assert await code(wire, "GET", f"{hook}/nonsense/messages/@original") == (404, 10015)


@pytest.mark.usefixtures("nobody_edits")
async def test_an_update_changes_the_message_that_was_pressed(wire: Wire, path: str, gateway: RawGateway, ann: Person) -> None:
    hook = await register(wire, HI)
    _, message = await wire.api("POST", path, v2(text("1"), row(button(), button(custom_id="c", disabled=True))))
    await ann.until(lambda: ann.messages("rummy"))
    with pytest.raises(NotOffered, match="disabled"):
        await ann.press(message, "c")
    interaction, reply = await answer_action(wire, gateway, ann.press(message, "b"), {"type": 6})
    assert interaction["data"] == {"custom_id": "b", "component_type": 2, "id": 3}
    assert interaction["message"]["id"] == message["id"]
    assert reply.outcome == "deferred_update"
    _, edited = await wire.api("PATCH", f"{hook}/{interaction['token']}/messages/@original", {"components": [text("2")]})
    assert edited["id"] == message["id"]
    with pytest.raises(NotOffered, match="no button"):
        await ann.act(3, "rummy", {"custom_id": "b", "component_type": 2}, message_id=message["id"])


@pytest.mark.usefixtures("nobody_edits")
async def test_a_select_takes_only_the_values_that_it_offers(wire: Wire, path: str, gateway: RawGateway, ann: Person) -> None:
    people_ = select(custom_id="p", type=5, max_values=2)
    del people_["options"]
    _, message = await wire.api("POST", path, {"components": [row(select(max_values=2)), row(people_)]})
    for values in ([], ["a", "b", "a"], ["z"], ["a", "a"]):
        with pytest.raises(NotOffered):
            await ann.choose(message, "s", *values)
    interaction, _ = await answer_action(wire, gateway, ann.choose(message, "s", "b", "a"), {"type": 6})
    assert interaction["data"]["values"] == ["b", "a"]
    interaction, _ = await answer_action(wire, gateway, ann.choose(message, "p", ann.ids["Bob"]), {"type": 6})
    assert interaction["data"]["resolved"]["users"][ann.ids["Bob"]]["username"] == "bob"


async def test_a_command_is_offered_only_where_and_to_whom_it_should_be(
    wire: Wire, gateway: RawGateway, pg: Playground
) -> None:
    await register(
        wire,
        HI | {"contexts": [0]},
        {"name": "admin", "description": "d", "default_member_permissions": str(1 << 5)},
        {"name": "Report", "type": 3},
    )
    async with people(pg.url, "Ann", "Bob") as (ann, bob):
        for person, command, where in ((bob, "hi", "dm"), (bob, "admin", "rummy"), (bob, "nothing", "rummy")):
            with pytest.raises(NotOffered, match="no command"):
                await person.slash(command, in_=where)
        await wire.control("people/Ann/permissions", {"deny": ["manage_guild"]})
        task = asyncio.create_task(ann.slash("admin"))
        interaction = await gateway.next("INTERACTION_CREATE")
        await wire.api("POST", answer_to(interaction), {"type": 6})
        assert await code(wire, "POST", answer_to(interaction), {"type": 4, "data": {"content": "x"}}) == (204, 0)
        await task
        await wire.control("people/Bob", {"in_guild": False})
        request = {"as": bob.id, "channel_id": await wire.channel_id(), "type": 2, "data": {"name": "hi"}}
        async with wire._session.post(f"{pg.url}/local/interactions", json=request) as response:
            assert (response.status, await response.json()) == (409, {"message": "Bob sees no such channel."})


FIRST = "data.components.0"
BAD_MODALS = {
    "six questions": (modal(*[text("x")] * 6), "data.components BASE_TYPE_MAX_LENGTH"),
    "no question": (modal(), "data.components BASE_TYPE_BAD_LENGTH"),
    "a title of 46 letters": (modal(text("x"), title="x" * 46), "data.title BASE_TYPE_BAD_LENGTH"),
    "no title": ({"custom_id": "m", "components": [text("x")]}, "data.title BASE_TYPE_REQUIRED"),
    "a label of 46 letters": (modal(label(TEXT_INPUT, label="x" * 46)), f"{FIRST}.label BASE_TYPE_BAD_LENGTH"),
    "an empty label": (modal(label(TEXT_INPUT, label="")), f"{FIRST}.label BASE_TYPE_BAD_LENGTH"),
    "no label": (modal({"type": 18, "component": TEXT_INPUT}), f"{FIRST}.label BASE_TYPE_REQUIRED"),
    "a description of 101 letters": (
        modal(label(TEXT_INPUT, description="x" * 101)),
        f"{FIRST}.description BASE_TYPE_BAD_LENGTH",
    ),
    "a button": (modal(label(button())), f"{FIRST}.component.type UNION_TYPE_CHOICES"),
    "no component": (modal({"type": 18, "label": "l"}), f"{FIRST}.component BASE_TYPE_REQUIRED"),
    "the same custom_id twice": (
        modal(label(TEXT_INPUT), label(TEXT_INPUT)),
        "data.components.1.component.custom_id COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "a select that is disabled": (
        modal(label(select(disabled=True))),
        f"{FIRST}.component.disabled SELECT_COMPONENT_DISABLED_IN_MODAL",
    ),
    "more letters at least than at most": (
        modal(label(TEXT_INPUT | {"min_length": 2, "max_length": 1})),
        f"{FIRST}.component.min_length TEXT_INPUT_MIN_LENGTH",
    ),
    "a value longer than allowed": (
        modal(label(TEXT_INPUT | {"value": "xx", "max_length": 1})),
        f"{FIRST}.component.value BASE_TYPE_MAX_LENGTH",
    ),
    "two texts in a row": (
        modal(row(TEXT_INPUT | {"label": "l"}, TEXT_INPUT | {"label": "l", "custom_id": "j"})),
        f"{FIRST}.components BASE_TYPE_MAX_LENGTH",
    ),
    "a button in a row": (modal(row(button())), f"{FIRST}.components.0.type UNION_TYPE_CHOICES"),
    "a text in a row without type": (
        modal(row({"custom_id": "i", "style": 1, "label": "l"})),
        f"{FIRST}.components.0.type UNION_TYPE_CHOICES",
    ),
    "a text in a row without label": (modal(row(TEXT_INPUT)), f"{FIRST}.components.0.label BASE_TYPE_REQUIRED"),
}


async def test_a_wrong_modal_is_refused_and_a_right_one_is_shown(wire: Wire, gateway: RawGateway, ann: Person) -> None:
    await register(wire, HI)
    task = asyncio.create_task(ann.slash("hi"))
    interaction = await gateway.next("INTERACTION_CREATE")
    for body, expected in BAD_MODALS.values():
        status, answer = await wire.api("POST", answer_to(interaction), {"type": 9, "data": body})
        assert status == 400
        assert expected in leaves(answer["errors"])
    assert (await wire.api("POST", answer_to(interaction), {"type": 9, "data": modal(label(TEXT_INPUT | {"max_length": 5}))}))[
        0
    ] == 204
    shown = (await task).modal
    for wrong in ("", "x" * 6):
        with pytest.raises(NotOffered):
            await ann.submit(shown, i=wrong)
    task = asyncio.create_task(ann.submit(shown, i="Aces"))
    interaction = await gateway.next("INTERACTION_CREATE")
    assert interaction["data"]["components"] == [
        {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "i", "value": "Aces"}}
    ]
    status, answer = await wire.api("POST", answer_to(interaction), {"type": 9, "data": modal(label(TEXT_INPUT))})
    assert leaves(answer["errors"]) == ["type UNION_TYPE_CHOICES"]
    await wire.api("POST", answer_to(interaction), {"type": 4, "data": {"content": "thanks"}})
    await task


async def test_autocomplete_shows_the_choices_that_the_bot_sends(wire: Wire, gateway: RawGateway, ann: Person) -> None:
    option = {"name": "o", "description": "d", "type": 3, "autocomplete": True}
    await register(wire, HI | {"options": [option]})
    task = asyncio.create_task(ann.autocomplete("hi", "o", "ra"))
    interaction = await gateway.next("INTERACTION_CREATE")
    assert interaction["data"]["options"] == [{"name": "o", "type": 3, "value": "ra", "focused": True}]
    choices = [{"name": str(n), "value": str(n)} for n in range(25)]
    wrong = [{"name": "long", "value": "x" * 101}]
    _, answer = await wire.api("POST", answer_to(interaction), {"type": 8, "data": {"choices": wrong}})
    assert leaves(answer["errors"]) == ["data.choices.0.value BASE_TYPE_MAX_LENGTH"]
    await wire.api("POST", answer_to(interaction), {"type": 8, "data": {"choices": choices}})
    assert await task == choices


async def test_an_interaction_that_no_bot_answers_fails(tmp_path: Path) -> None:
    async with Playground(tmp_path / "w.db", answer_within=0.1) as pg, aiohttp.ClientSession() as session:
        wire = Wire(session, pg)
        await register(wire, HI)
        async with people(pg.url, "Ann") as (ann,):
            assert (await ann.slash("hi")).outcome == "failed"
