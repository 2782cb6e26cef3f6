"""Attachments that Discord refuses, with the code and the place of each error."""

import io
import json
from typing import Any

import aiohttp
import pytest

from playground.server import Playground
from tests.playground.bodies import V2, Json, container, gallery, picture, text, v2
from tests.playground.conftest import HI, RawGateway, Wire, answer_action, register
from tests.playground.small_bot import PIXEL
from tests.playground.test_refusals import leaves

MIB = 1024 * 1024


async def send(wire: Wire, method: str, path: str, body: Json | None, *files: tuple[str, bytes]) -> tuple[int, Any]:
    """Send a request with files, and return its status and answer."""
    form = aiohttp.FormData(quote_fields=False)
    if body is not None:
        form.add_field("payload_json", json.dumps(body), content_type="application/json")
    for number, (name, data) in enumerate(files):
        form.add_field(f"files[{number}]", io.BytesIO(data), filename=name, content_type="application/octet-stream")
    headers = {"Authorization": "Bot token"}
    async with wire._session.request(method, wire._pg.api_url + path, data=form, headers=headers) as response:
        return response.status, await response.json()


def shown(*names: str, **fields: Any) -> Json:
    return v2(container(text(), gallery(*[picture(media={"url": f"attachment://{name}"}) for name in names])), **fields)


def files(*names: str) -> list[tuple[str, bytes]]:
    return [(name, PIXEL) for name in names]


URL = "components.0.components.1.items.0.media.url"
REFUSED = {
    "a picture that is not there": (
        shown("b.png"),
        files("a.png"),
        f"{URL} UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "two files of one name": (shown("a.png"), files("a.png", "a.png"), f"{URL} AMBIGUOUS_ATTACHMENT"),
    "an attachment without file": (
        shown("a.png", attachments=[{"id": 1}]),
        files("a.png"),
        "attachments.0 ATTACHMENT_NOT_FOUND",
    ),
    "a description of 1,025 letters": (
        v2(gallery(picture(description="x" * 1025))),
        [],
        "components.0.items.0.description BASE_TYPE_BAD_LENGTH",
    ),
    "an attachment's description of 1,025 letters": (
        shown("a.png", attachments=[{"id": 0, "description": "x" * 1025}]),
        files("a.png"),
        "attachments.0.description BASE_TYPE_MAX_LENGTH",
    ),
    "eleven files": ({"content": "x"}, files(*[f"{n}.png" for n in range(11)]), "attachments BASE_TYPE_MAX_LENGTH"),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_a_wrong_attachment_is_refused_and_nothing_is_kept(wire: Wire, pg: Playground, name: str) -> None:
    body, uploaded, expected = REFUSED[name]
    status, answer = await send(wire, "POST", f"/channels/{await wire.channel_id()}/messages", body, *uploaded)
    assert (status, answer["code"]) == (400, 50035)
    assert expected in leaves(answer["errors"])
    assert not pg.world.attachments


async def test_a_file_name_is_kept_as_discord_writes_it(wire: Wire, path: str) -> None:
    status, message = await send(wire, "POST", path, shown("the hand.png"), *files("the hand.png"))
    assert status == 200, message
    url = message["components"][0]["components"][1]["items"][0]["media"]["url"]
    assert url.partition("?")[0].endswith("/the_hand.png")
    status, again = await wire.api("PATCH", f"{path}/{message['id']}", v2(gallery(picture(media={"url": url}))))
    assert status == 200, "a message's own address means its attachment too"
    assert (again["attachments"], again["components"][0]["items"][0]["media"]["width"]) == ([], 2)


async def test_files_that_come_without_a_list_replace_the_others(wire: Wire, path: str) -> None:
    _, message = await send(wire, "POST", path, {"content": "x"}, *files("a.png"))
    _, edited = await send(wire, "PATCH", f"{path}/{message['id']}", {"content": "y"}, *files("b.png"))
    assert [it["filename"] for it in edited["attachments"]] == ["b.png"]
    described = [{"id": edited["attachments"][0]["id"], "description": "new"}]
    _, edited = await wire.api("PATCH", f"{path}/{message['id']}", {"attachments": described})
    assert edited["attachments"][0]["description"] == "new"


@pytest.mark.parametrize(
    ("body", "sizes"),
    [({"content": "x"}, [10 * MIB + 1]), ({"content": "x"}, [9 * MIB] * 3), (None, [9 * MIB] * 3), (None, [30 * MIB])],
    ids=["a file", "all files", "all files without a body", "one file for all"],
)
async def test_too_large_files_are_refused(wire: Wire, path: str, pg: Playground, body: Json | None, sizes: list[int]) -> None:
    status, answer = await send(wire, "POST", path, body, *[(f"{n}.png", bytes(size)) for n, size in enumerate(sizes)])
    assert (status, answer["code"]) == (413, 40005)
    assert not pg.world.attachments


async def test_files_just_below_the_limits_are_taken(wire: Wire, path: str) -> None:
    data = [("a.bin", bytes(10 * MIB)), ("b.bin", bytes(10 * MIB)), ("c.bin", bytes(4 * MIB))]
    status, message = await send(wire, "POST", path, {"content": "x"}, *data)
    assert (status, len(message["attachments"])) == (200, 3)


async def test_without_attach_files_no_new_file_is_taken_in_the_channel_and_its_threads(wire: Wire) -> None:
    rummy = await wire.channel_id()
    thread = (await wire.control("channels", {"name": "aside", "parent": "rummy"}))["id"]
    for place in (rummy, thread):
        path = f"/channels/{place}/messages"
        _, message = await send(wire, "POST", path, shown("a.png"), *files("a.png"))
        await wire.control("channels/rummy/permissions", {"deny": ["attach_files"]})
        for method, where in (("POST", path), ("PATCH", f"{path}/{message['id']}")):
            status, answer = await send(wire, method, where, shown("b.png"), *files("b.png"))
            assert (status, answer["code"]) == (403, 50013)
        status, _ = await wire.api("PATCH", f"{path}/{message['id']}", shown("a.png"))
        assert status == 200, "what is there may stay"
        await wire.control("channels/rummy/permissions", {})
    await wire.control("channels/rummy/permissions", {"deny": ["attach_files"]})
    lounge, direct = await wire.channel_id("lounge"), await wire.channel_id("Bob")
    for place in (lounge, direct):
        assert (await send(wire, "POST", f"/channels/{place}/messages", shown("a.png"), *files("a.png")))[0] == 200


async def test_an_answer_to_an_interaction_may_carry_files_without_the_permission(
    wire: Wire, gateway: RawGateway, ann: Any
) -> None:
    hook = await register(wire, HI)
    await wire.control("channels/rummy/permissions", {"deny": ["attach_files"]})
    deferred = {"type": 5, "data": {}}
    interaction, _ = await answer_action(wire, gateway, ann.slash("hi"), deferred)
    assert not int(interaction["app_permissions"]) & 1 << 15
    status, answer = await send(
        wire, "PATCH", f"{hook}/{interaction['token']}/messages/@original", shown("a.png"), *files("a.png")
    )
    assert (status, answer["flags"] & V2) == (200, V2)


async def test_a_test_can_ask_for_any_refusal_of_a_picture(wire: Wire, path: str) -> None:
    too_large = {"status": 413, "code": 40005, "message": "Request entity too large"}
    await wire.control("faults", {"method": "POST", "path": "/messages$", "do": too_large})
    status, answer = await send(wire, "POST", path, shown("a.png"), *files("a.png"))
    assert (status, answer["code"], answer["message"]) == (413, 40005, "Request entity too large")
    assert (await send(wire, "POST", path, shown("a.png"), *files("a.png")))[0] == 200
    log = await wire.control("requests", method="GET")
    assert [entry["files"] for entry in log] == [["a.png"], ["a.png"]]
