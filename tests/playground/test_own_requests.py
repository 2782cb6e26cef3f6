"""A web page that is open in the same browser can neither read nor control the playground; clients may go away at any time."""

import asyncio
import logging
import socket
import struct

import aiohttp
import pytest
from aiohttp import WSServerHandshakeError

from playground.server import Playground
from tests.playground.conftest import Wire

PATHS = [
    ("GET", "/"), ("GET", "/js/main.js"), ("GET", "/api/v10/users/@me"), ("POST", "/api/v10/users/@me/channels"),
    ("GET", "/nowhere"), ("GET", "/cdn/emojis/1.png"), ("GET", "/local/state"), ("POST", "/local/interactions"),
    ("POST", "/control/restart"), ("GET", "/control/requests"), ("DELETE", "/control/faults"),
    ("GET", "/gw/"), ("GET", "/gw"), ("GET", "/local/events"),
]  # fmt: skip
SOCKETS = ["/gw/", "/gw", "/local/events?as=Ann"]


def foreign(port: int) -> list[dict[str, str]]:
    """Return the headers of requests that are not for the playground, or not from its page."""
    own = f"127.0.0.1:{port}"
    return [
        {"Host": f"evil.example:{port}"},
        {"Host": "evil.example"},
        {"Host": f"127.0.0.1.evil.example:{port}"},
        {"Host": f"localhost.:{port}"},
        {"Host": f"evil@localhost:{port}"},
        {"Host": ""},
        {"Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}"},
        {"Host": own, "Origin": "https://evil.example"},
        {"Host": own, "Origin": "null"},
        {"Host": own, "Origin": f"https://{own}"},
        {"Host": own, "Origin": f"http://localhost:{port}"},
        {"Host": own, "Origin": "http://127.0.0.1:3000"},
        {"Host": own, "Sec-Fetch-Site": "cross-site"},
        {"Host": own, "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"},
    ]


@pytest.mark.parametrize(("method", "path"), PATHS)
async def test_a_foreign_page_gets_no_answer(wire: Wire, pg: Playground, method: str, path: str) -> None:
    for headers in foreign(pg._port):
        async with wire._session.request(method, pg.url + path, headers=headers) as response:
            assert response.status == 403, headers
            assert "Ann" not in await response.text()
    assert not (await wire.control("requests", method="GET")), "nothing of it was carried out"


@pytest.mark.parametrize("path", SOCKETS)
async def test_a_foreign_page_cannot_open_a_websocket(wire: Wire, pg: Playground, path: str) -> None:
    for headers in foreign(pg._port):
        with pytest.raises(WSServerHandshakeError) as refused:
            await wire._session.ws_connect(pg.url + path, headers=headers)
        assert refused.value.status == 403, headers


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LocalHost", "[::1]"])
@pytest.mark.parametrize("port", ["own", "9000", ""])
async def test_the_page_works_by_each_name_of_this_machine_and_through_a_forwarded_port(
    wire: Wire, pg: Playground, host: str, port: str
) -> None:
    shown = f"{host}:{pg._port}" if port == "own" else f"{host}:{port}" if port else host
    headers = {"Host": shown, "Origin": f"http://{shown.lower()}", "Sec-Fetch-Site": "same-origin"}
    async with wire._session.post(
        f"{pg.url}/local/dismiss", json={"as": "Ann", "message_id": "1"}, headers=headers
    ) as response:
        assert response.status == 409
    async with wire._session.ws_connect(f"{pg.url}/local/events?as=Ann", headers=headers) as socket:
        assert not socket.closed
    async with wire._session.get(f"{pg.url}/", headers={"Host": shown}) as response:
        assert response.status == 200


async def test_a_link_from_elsewhere_leads_to_the_page_but_to_no_data(wire: Wire, pg: Playground) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    for path, status in (("/", 200), ("/local/state", 403), ("/control/requests", 403)):
        async with wire._session.get(pg.url + path, headers=headers) as response:
            assert response.status == status


async def test_a_program_that_sends_no_origin_is_answered(pg: Playground) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(pg.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == 10


KEY = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
UPGRADE = f"Upgrade: websocket\r\nConnection: Upgrade\r\n{KEY}\r\n\r\n"
BODY = "Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"


@pytest.mark.parametrize(
    ("start", "rest"),
    [
        ("GET /local/events?as=Ann", UPGRADE),
        ("GET /gw/", UPGRADE),
        ("POST /local/interactions", BODY),
        ("GET /local/state", "\r\n"),
    ],
)
async def test_a_client_that_resets_its_connection_causes_no_error(
    pg: Playground, wire: Wire, caplog: pytest.LogCaptureFixture, start: str, rest: str
) -> None:
    port = int(pg.url.rpartition(":")[2])
    with caplog.at_level(logging.WARNING):
        for nth in range(60):
            with socket.create_connection(("127.0.0.1", port)) as client:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closing resets it
                client.sendall(f"{start} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{rest}".encode())
                await asyncio.sleep((nth % 4) * 0.002)
            pg.simulation.watchers.send("BOT", {"online": True})
        await wire.state()  # answered after all of them
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


async def test_a_request_that_breaks_off_before_its_end_was_never_made(pg: Playground, wire: Wire) -> None:
    path, port = f"/channels/{await wire.channel_id()}/messages", int(pg.url.rpartition(":")[2])
    before = await wire.control("requests", method="GET")
    for nth in range(20):
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(f"POST /api/v10{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bot x\r\n{BODY}".encode())
            await asyncio.sleep((nth % 4) * 0.002)
    await wire.state()  # answered after all of them
    assert await wire.control("requests", method="GET") == before
    assert (await wire.api("POST", path, {"content": "whole"}))[0] == 200
    assert len(await wire.control("requests", method="GET")) == len(before) + 1
