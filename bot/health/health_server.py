"""Answers `/healthz` and `/metrics`, in a thread of its own: also while the event loop is stuck."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from socket import AF_INET, AF_INET6, SHUT_RDWR, socket
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST

from bot.health.pulse import Health

_PATIENCE = 5  # seconds for a request and its answer
_MOST = 50  # clients that are connected at the same time


class HealthPortError(Exception):
    """The port cannot be used; the message says which setting changes it."""


@contextmanager
def serve_health(address: str, port: int, health: Callable[[], Health], metrics: Callable[[], bytes]) -> Iterator[int]:
    """Answer at this address during the block, which gets the port; 0 chooses a free one. Raise HealthPortError."""

    class Handler(BaseHTTPRequestHandler):
        timeout = _PATIENCE
        server_version, sys_version = "ramino", ""

        def do_GET(self) -> None:
            match self.path.partition("?")[0]:
                case "/healthz":
                    found = health()
                    status = HTTPStatus.SERVICE_UNAVAILABLE if found.faults else HTTPStatus.OK
                    said = {"healthy": not found.faults, "faults": found.faults, "discord": found.discord}
                    self._answer(status, "application/json", json.dumps(said).encode())
                case "/metrics":
                    self._answer(HTTPStatus.OK, CONTENT_TYPE_LATEST, metrics())
                case _:
                    self._answer(HTTPStatus.NOT_FOUND, "text/plain", b"Here are /healthz and /metrics.\n")

        def _answer(self, status: HTTPStatus, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing: it is asked every few seconds."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        address_family = AF_INET6 if ip_address(address).version == 6 else AF_INET
        open_requests = threading.BoundedSemaphore(_MOST)

        def process_request(self, request: Any, client_address: Any) -> None:
            """Answer in a thread. Hang up if too many clients are connected: each takes a thread and a file."""
            if self.open_requests.acquire(blocking=False):
                super().process_request(request, client_address)
            else:
                self.shutdown_request(request)

        def process_request_thread(self, request: Any, client_address: Any) -> None:
            """Answer one request, and hang up after a while on a client that sends it byte by byte."""
            hang_up = threading.Timer(_PATIENCE, _hang_up, (request,))
            hang_up.daemon = True
            hang_up.start()
            try:
                super().process_request_thread(request, client_address)
            finally:
                hang_up.cancel()
                self.open_requests.release()

        def handle_error(self, request: object, client_address: object) -> None:
            """Ignore a client that goes away in the middle of an answer."""

    try:
        server = Server((address, port), Handler)
    except OSError as error:
        raise HealthPortError(
            f"Port {port} at {address} cannot be used ({error.strerror}). Set HEALTH_PORT to a free port, or to 0 for none."
        ) from None
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, name="health", daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _hang_up(client: socket) -> None:
    with suppress(OSError):  # it has gone already
        client.shutdown(SHUT_RDWR)
