"""`/healthz` and `/metrics` over a socket."""

import json
import socket
import threading
import time
import urllib.error
import urllib.request
from contextlib import suppress

import pytest

from bot.health import Health, HealthPortError, serve_health


def get(port: int, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_a_healthy_bot_is_answered_with_200_and_an_unwell_one_with_503_and_the_reason() -> None:
    health = [Health((), "not connected")]
    with serve_health("127.0.0.1", 0, lambda: health[0], lambda: b"figures 1\n") as port:
        status, body = get(port, "/healthz")
        assert (status, json.loads(body)) == (200, {"healthy": True, "faults": [], "discord": "not connected"})
        health[0] = Health(("the database has not responded for 31 s",), "connected")
        status, body = get(port, "/healthz?from=here")
        assert (status, json.loads(body)["faults"]) == (503, ["the database has not responded for 31 s"])
        assert get(port, "/metrics") == (200, "figures 1\n")
        assert get(port, "/etc/passwd")[0] == 404
    with pytest.raises(urllib.error.URLError):
        get(port, "/healthz")


@pytest.mark.thorough
def test_silent_and_rude_clients_keep_nobody_waiting() -> None:
    with serve_health("127.0.0.1", 0, lambda: Health((), "connected"), lambda: b"") as port:
        clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(20)]
        clients[0].sendall(b"\x16\x03\x01" * 2000)
        clients[1].sendall(b"GET " + b"/" * 70_000)
        assert get(port, "/healthz")[0] == 200
        for client in clients:
            client.close()


def test_a_taken_port_is_reported_with_the_setting_that_changes_it() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        said = rf"^Port {port} at 127\.0\.0\.1 cannot be used .* Set HEALTH_PORT"
        serving = serve_health("127.0.0.1", port, lambda: Health((), ""), lambda: b"")
        with pytest.raises(HealthPortError, match=said), serving:
            pytest.fail("it was used")


def test_a_client_that_sends_byte_by_byte_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.health._PATIENCE", 0.2)
    with serve_health("127.0.0.1", 0, lambda: Health((), "connected"), lambda: b"") as port:
        with socket.create_connection(("127.0.0.1", port)) as client, suppress(BrokenPipeError, ConnectionResetError):
            while True:
                client.sendall(b"X")
                time.sleep(0.05)
        monkeypatch.undo()
        assert get(port, "/healthz")[0] == 200


def test_more_clients_than_allowed_take_no_more_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.health._MOST", 2)
    with serve_health("127.0.0.1", 0, lambda: Health((), "connected"), lambda: b"") as port:
        before = threading.active_count()
        clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(5)]
        for client in clients[2:]:
            assert client.recv(1) == b"", "it is hung up on"
        assert threading.active_count() - before <= 4, "each client has a thread and a timer"
        for client in clients:
            client.close()
        while threading.active_count() > before:
            time.sleep(0.01)
        assert get(port, "/healthz")[0] == 200
