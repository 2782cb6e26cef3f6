"""Requests that Discord refuses, with the code and the place of each error, and requests that it takes."""

from typing import Any

import pytest

from tests.playground.bodies import COMMAND, V2, Json, button, container, in_row, option, row, select, text, v2
from tests.playground.bodies import command_option as opt
from tests.playground.conftest import Wire


def leaves(errors: Json, path: str = "") -> list[str]:
    """Return `components.0.label CODE` for each error."""
    found = [f"{path} {it['code']}" for it in errors.get("_errors", ())]
    for key, inner in errors.items():
        if key != "_errors":
            found += leaves(inner, f"{path}.{key}".lstrip("."))
    return found


ITEM = "components.0.components.0"
BAD_EMOJI = f"{ITEM}.emoji.name BUTTON_COMPONENT_INVALID_EMOJI"
LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"

REFUSED = {
    "content too long": ({"content": "x" * 2001}, "content BASE_TYPE_MAX_LENGTH"),
    "no custom_id": (in_row({"type": 2, "style": 1, "label": "x"}), f"{ITEM}.custom_id BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"),
    "custom_id and url": (
        in_row(button(style=5, url="https://example.org")),
        f"{ITEM} BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "neither label nor emoji": (in_row(button(label=None)), f"{ITEM}.label BUTTON_COMPONENT_LABEL_REQUIRED"),
    "same custom_id twice": (
        {"components": [row(button()), row(button())]},
        "components.1.components.0.custom_id COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "six rows": ({"components": [row(button(custom_id=str(n))) for n in range(6)]}, "components BASE_TYPE_MAX_LENGTH"),
    "a select beside a button": (in_row(select(), button()), "components.0.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    "a value twice": (
        in_row(select(options=[option("a"), option("a")])),
        f"{ITEM}.options.1 SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "more values than options": (
        in_row(select(max_values=3)),
        f"{ITEM}.max_values SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS",
    ),
    "a playing card is no emoji": (in_row(button(emoji={"name": "🂡"})), BAD_EMOJI),
    "a check mark is no emoji": (in_row(button(emoji={"name": "✓"})), BAD_EMOJI),
    "a star sign is no emoji": (in_row(button(emoji={"name": "★"})), BAD_EMOJI),
    "a white heart is no emoji": (in_row(button(emoji={"name": "♡"})), BAD_EMOJI),
    "an unknown emoji": (in_row(button(emoji={"id": "1", "name": "a"})), f"{ITEM}.emoji.id BUTTON_COMPONENT_INVALID_EMOJI"),
    "an unknown emoji in an option": (
        in_row(select(options=[option("a", emoji={"id": "1", "name": "a"})])),
        f"{ITEM}.options.0.emoji.id BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "a container without the flag": ({"components": [container(text())]}, "components.0.type UNION_TYPE_CHOICES"),
    "content with the flag": (v2(text(), content="x"), f"content {LEGACY}"),
    "embeds with the flag": (v2(text(), embeds=[{"title": "x"}]), f"embeds {LEGACY}"),
    "a container in a container": (v2(container(container(text()))), f"{ITEM}.type UNION_TYPE_CHOICES"),
    "a button outside a row": (v2(button()), "components.0.type UNION_TYPE_CHOICES"),
    "41 components, nested": (
        v2(container(*[text("x")] * 20), container(*[text("x")] * 19)),
        "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "4001 letters in all": (
        v2(text("x" * 2000), container(text("x" * 2001))),
        "components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "a file that was not uploaded": (
        v2({"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}),
        "components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "a file from elsewhere": (
        v2({"type": 13, "file": {"url": "https://example.org/a.png"}}),
        "components.0.file.url UNFURLED_MEDIA_ITEM_SCHEME",
    ),
    "an unknown key": ({"content": "x", "contents": "y"}, "contents UNKNOWN_FIELD"),
    "an unknown key in a button": (in_row(button(colour=1)), f"{ITEM}.colour UNKNOWN_FIELD"),
    "6001 letters of embeds": ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds MAX_EMBED_SIZE_EXCEEDED"),
    "a field of an embed without a letter": (
        {"embeds": [{"fields": [{"name": "x", "value": ""}]}]},
        "embeds.0.fields.0.value BASE_TYPE_BAD_LENGTH",
    ),
    "an address that no browser opens": (
        in_row(button(style=5, custom_id=None, url="ftp://example.org")),
        f"{ITEM}.url URL_TYPE_INVALID_SCHEME",
    ),
    "components that are no list": ({"components": {}}, "components LIST_TYPE_CONVERT"),
    "a component that is no object": ({"components": ["x"]}, "components.0 MODEL_TYPE_CONVERT"),
    "content that is a number": ({"content": 5}, "content STRING_TYPE_CONVERT"),
    "parse and users": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_a_wrong_message_is_refused_with_its_place_and_code(wire: Wire, name: str) -> None:
    body, expected = REFUSED[name]
    status, answer = await wire.api("POST", f"/channels/{await wire.channel_id()}/messages", body)
    assert (status, answer["code"]) == (400, 50035)
    assert expected in leaves(answer["errors"])
    assert (await wire.state())["messages"][await wire.channel_id()] == []


TAKEN = {
    "40 components, nested": v2(container(*[text("x")] * 20), container(*[text("x")] * 18)),
    "4000 letters in all": v2(text("x" * 2000), container(text("x" * 2000))),
    "suits, faces, flags and families": {
        "components": [row(*[button(custom_id=it, emoji={"name": it}) for it in ("♠️", "♥", "🃏", "🇮🇹", "👩‍👩‍👧")])]
    },
    "buttons alone": {"components": [row(button())]},
    "every kind of v2 component": v2(
        {"type": 9, "components": [text()], "accessory": {"type": 11, "media": {"url": "https://example.org/a.png"}}},
        {"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}, "description": "a", "spoiler": True}]},
        {"type": 14, "divider": False, "spacing": 2},
        row({"type": 5, "custom_id": "u", "min_values": 0, "max_values": 2}),
        row({"type": 8, "custom_id": "c", "channel_types": [0]}),
        container(text(), row(button(style=5, custom_id=None, url="https://example.org"))),
    ),
    "nulls where discord.py sends them": {"content": "x", "embeds": [], "components": None, "flags": None},
}


@pytest.mark.parametrize("name", TAKEN)
async def test_a_right_message_is_posted(wire: Wire, name: str) -> None:
    status, answer = await wire.api("POST", f"/channels/{await wire.channel_id()}/messages", TAKEN[name])
    assert status == 200, answer


async def test_components_come_back_numbered_with_their_defaults(wire: Wire) -> None:
    body = v2(container(text("a"), row(button(), button(custom_id="c", id=7))), {"type": 14})
    _, message = await wire.api("POST", f"/channels/{await wire.channel_id()}/messages", body)
    box, separator = message["components"]
    assert (box["id"], box["components"][0]["id"], box["accent_color"], box["spoiler"]) == (1, 2, None, False)
    assert [it["id"] for it in box["components"][1]["components"]] == [4, 7]
    assert separator == {"type": 14, "spacing": 1, "divider": True, "id": 5}


@pytest.mark.parametrize("body", [{}, {"content": " \n "}, {"content": None, "embeds": []}])
async def test_an_empty_message_is_refused(wire: Wire, body: Json) -> None:
    status, answer = await wire.api("POST", f"/channels/{await wire.channel_id()}/messages", body)
    assert (status, answer["code"]) == (400, 50006)


async def test_a_message_laid_out_by_components_cannot_get_content_again(wire: Wire, path: str) -> None:
    _, plain = await wire.api("POST", path, {"content": "old"})
    status, answer = await wire.api("PATCH", f"{path}/{plain['id']}", v2(text("new")))
    assert status == 400, "the old content is still there"
    assert leaves(answer["errors"]) == [f"content {LEGACY}"]
    status, changed = await wire.api("PATCH", f"{path}/{plain['id']}", v2(text("new"), content=None))
    assert (status, changed["flags"], changed["edited_timestamp"] is None) == (200, V2, False)
    status, answer = await wire.api("PATCH", f"{path}/{plain['id']}", {"content": "back"})
    assert leaves(answer["errors"]) == [f"content {LEGACY}"]
    status, _ = await wire.api("PATCH", f"{path}/{plain['id']}", {"components": [text("again")], "flags": 0})
    assert status == 200


BAD_COMMANDS = {
    "upper case": ([COMMAND | {"name": "Table"}], "0.name APPLICATION_COMMAND_INVALID_NAME"),
    "a space": ([COMMAND | {"name": "a table"}], "0.name APPLICATION_COMMAND_INVALID_NAME"),
    "no description": ([{"name": "table"}], "0.description BASE_TYPE_REQUIRED"),
    "the same name twice": ([COMMAND, COMMAND], "1 APPLICATION_COMMANDS_DUPLICATE_NAME"),
    "required after optional": (
        [COMMAND | {"options": [opt("a"), opt("b", required=True)]}],
        "0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "sub-commands beside options": (
        [COMMAND | {"options": [opt("a"), opt("b", 1)]}],
        "0.options APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "an unknown language": ([COMMAND | {"name_localizations": {"xx": "tavolo"}}], "0.name_localizations.xx BASE_TYPE_CHOICES"),
    "8001 letters": (
        [COMMAND | {"options": [opt("a", choices=[{"name": f"{n:0100}", "value": "x" * 100} for n in range(25)])] + [
            opt(f"b{m}", choices=[{"name": f"{n:0100}", "value": "x" * 100} for n in range(25)]) for m in range(2)]}],
        "0 APPLICATION_COMMAND_TOO_LARGE",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_COMMANDS)
async def test_wrong_commands_are_refused_with_their_place_and_code(wire: Wire, name: str) -> None:
    body, expected = BAD_COMMANDS[name]
    bot = (await wire.state())["bot"]["user"]["id"]
    status, answer = await wire.api("PUT", f"/applications/{bot}/commands", body)
    assert (status, answer["code"]) == (400, 50035)
    assert expected in leaves(answer["errors"])


async def test_101_commands_are_refused_and_a_command_that_keeps_its_name_keeps_its_id(wire: Wire) -> None:
    path = f"/applications/{(await wire.state())['bot']['user']['id']}/commands"
    status, answer = await wire.api("PUT", path, [COMMAND | {"name": f"c{n}"} for n in range(101)])
    assert (status, answer["code"]) == (400, 30032)
    _, first = await wire.api("PUT", path, [COMMAND, COMMAND | {"name": "другой"}])
    _, second = await wire.api("PUT", path, [COMMAND | {"description": "new"}])
    assert (second[0]["id"], second[0]["description"]) == (first[0]["id"], "new")
    assert await wire.api("GET", path) == (200, second)


async def test_a_missing_permission_or_object_is_refused_with_its_code(wire: Wire) -> None:
    rummy = await wire.channel_id()
    path = f"/channels/{rummy}/messages"
    _, message = await wire.api("POST", path, {"content": "x"})

    async def code(method: str, path: str, body: Json | None = None) -> tuple[int, int]:
        status, answer = await wire.api(method, path, body)
        return status, answer["code"]

    await wire.control(f"channels/{rummy}/permissions", {"deny": ["send_messages", "create_public_threads"]})
    assert await code("POST", path, {"content": "x"}) == (403, 50013)
    assert await code("POST", f"{path}/{message['id']}/threads", {"name": "t"}) == (403, 50013)
    await wire.control(f"channels/{rummy}/permissions", {"deny": ["view_channel"]})
    assert await code("POST", path, {"content": "x"}) == (403, 50001)
    await wire.control(f"channels/{rummy}/permissions", {})
    assert await code("PATCH", f"/channels/{rummy}", {"name": "x"}) == (403, 50013)
    assert await code("GET", f"{path}/1") == (404, 10008)
    assert await code("GET", "/channels/1") == (404, 10003)
    state = await wire.state()
    bob, guild = state["me"]["id"], state["guild"]["id"]
    await wire.control("people/Bob", {"in_guild": False})
    assert await code("GET", f"/guilds/{guild}/members/{bob}") == (404, 10007)
    assert await code("POST", "/users/@me/channels", {"recipient_id": 1}) == (400, 50033)
    await wire.control("guild", {"bot": False})
    assert await code("POST", path, {"content": "x"}) == (403, 50001)
    assert await code("GET", f"/guilds/{guild}") == (403, 50001)
    await wire.control("forget", {"channel_id": rummy, "message_id": message["id"]})


async def test_allowed_mentions_decide_who_is_pinged(wire: Wire, path: str) -> None:
    ids = {it["global_name"]: it["id"] for it in (await wire.state())["people"]}
    content = f"<@{ids['Ann']}> <@{ids['Bob']}> @everyone"

    async def pinged(**allowed: Any) -> tuple[list[str], bool]:
        _, message = await wire.api("POST", path, {"content": content} | allowed)
        return [it["global_name"] for it in message["mentions"]], message["mention_everyone"]

    assert await pinged() == (["Ann", "Bob"], True)
    assert await pinged(allowed_mentions={"parse": []}) == ([], False)
    assert await pinged(allowed_mentions={"users": [int(ids["Bob"])]}) == (["Bob"], False)
    assert await pinged(allowed_mentions={"parse": ["everyone"]}) == ([], True)


async def test_the_same_nonce_makes_one_message(wire: Wire, path: str) -> None:
    body = {"content": "x", "nonce": "n1", "enforce_nonce": True}
    (_, first), (_, again) = await wire.api("POST", path, body), await wire.api("POST", path, body)
    assert (first["id"], first["nonce"]) == (again["id"], "n1")
    _, elsewhere = await wire.api("POST", f"/channels/{await wire.channel_id('lounge')}/messages", body)
    assert elsewhere["id"] != first["id"]
    await wire.control("clock", {"forward": 600})
    _, later = await wire.api("POST", path, body)
    assert later["id"] != first["id"]


async def test_a_request_without_token_and_a_broken_body_are_refused(wire: Wire, pg: Any) -> None:
    async with wire._session.get(pg.api_url + "/users/@me") as response:
        assert response.status == 401
    headers = {"Authorization": "Bot x", "Content-Type": "application/json"}
    path = f"{pg.api_url}/channels/{await wire.channel_id()}/messages"
    async with wire._session.post(path, data=b"{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
    assert (await wire.api("GET", "/moon"))[0] == 404
