"""Clients that go away in the middle, as a page does that is reloaded: nothing about them is an error."""

import asyncio
import logging
import socket
import struct

import pytest

from playground.server import Playground
from tests.playground.conftest import Wire

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
    pg: Playground, caplog: pytest.LogCaptureFixture, start: str, rest: str
) -> None:
    port = int(pg.url.rpartition(":")[2])
    with caplog.at_level(logging.WARNING):
        for nth in range(60):
            with socket.create_connection(("127.0.0.1", port)) as client:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closing resets it
                client.sendall(f"{start} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{rest}".encode())
                await asyncio.sleep((nth % 4) * 0.002)
            pg.simulation.watchers.send("BOT", {"online": True})
        await asyncio.sleep(0.2)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


async def test_a_request_that_breaks_off_before_its_end_was_never_made(pg: Playground, wire: Wire) -> None:
    path, port = f"/channels/{await wire.channel_id()}/messages", int(pg.url.rpartition(":")[2])
    before = await wire.control("requests", method="GET")
    for nth in range(20):
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(f"POST /api/v10{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bot x\r\n{BODY}".encode())
            await asyncio.sleep((nth % 4) * 0.002)
    await asyncio.sleep(0.2)
    assert await wire.control("requests", method="GET") == before
    assert (await wire.api("POST", path, {"content": "whole"}))[0] == 200
    assert len(await wire.control("requests", method="GET")) == len(before) + 1
