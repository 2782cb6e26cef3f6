"""Whether the bot is well, for the machine that watches it: `/healthz`, and the figures of `/metrics`, recorded at the edges.

The event loop writes whether it and the database still respond. Other threads read that and answer, also while it is stuck. No
label of a figure is a name, an id or a card.
"""

import asyncio
import json
import re
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from socket import AF_INET, AF_INET6, SHUT_RDWR, socket
from types import SimpleNamespace
from typing import Any

import aiohttp
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from bot.rummy.events import InTurn
from bot.tables.events import Event
from bot.tables.table import Table

_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 1.5, 2.5, 5, 10, 30)
_TOKENS = re.compile(r"/(webhooks|interactions)/\d+/[^/]+")
_IDS = re.compile(r"/\d+")
_ROUTE = re.compile(r"(/[a-z@{][\w@{}.-]*)+")


class Metrics:
    """The figures of one bot, in a registry of its own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._plays = Counter("ramino_plays", "What players did in their turns", registry=self._registry)
        self._answers = Histogram(
            "ramino_answer_seconds",
            "Time from a command or press to its answer",
            ("kind", "outcome"),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._requests = Counter(
            "ramino_requests", "Requests to Discord", ("method", "route", "status"), registry=self._registry
        )
        self._backups = Counter("ramino_backups", "Automatic backups", ("outcome",), registry=self._registry)
        self._queues = Gauge("ramino_queue_length", "Work that waits or is under way", ("queue",), registry=self._registry)
        self._open_tables = Gauge("ramino_open_tables", "Tables in the lobby or in play", registry=self._registry)
        self._owned = Gauge(
            "ramino_owned_partitions", "Of the 64 parts of all servers, those of this process", registry=self._registry
        )
        self._runs = _Runs()
        self._registry.register(self._runs)
        self._connected = Gauge("ramino_discord_connected", "1 while the bot is connected to Discord", registry=self._registry)

    def note_events(self, _table: Table, events: tuple[Event, ...]) -> None:
        """Count what players did in their turns. It is a listener of the tables, and cannot fail."""
        self._plays.inc(sum(isinstance(event, InTurn) for event in events))

    def note_answer(self, kind: str, outcome: str, seconds: float) -> None:
        """Record an answer; the kind is `command` or `press`, the outcome `sent` or `lost`."""
        self._answers.labels(kind, outcome).observe(seconds)

    def note_backup(self, succeeded: bool) -> None:
        self._backups.labels("made" if succeeded else "failed").inc()

    def watch(
        self,
        queues: dict[str, Callable[[], int]],
        open_tables: Callable[[], int],
        owned: Callable[[], int],
        connected: Callable[[], bool],
        runs: Callable[[], tuple[int, int]],
    ) -> None:
        """Read these when the figures are asked for. They are called in another thread, and must only read."""
        for name, length in queues.items():
            self._queues.labels(name).set_function(length)
        self._open_tables.set_function(open_tables)
        self._owned.set_function(owned)
        self._connected.set_function(connected)
        self._runs.read = runs

    def trace(self, api: str) -> aiohttp.TraceConfig:
        """Return what makes an aiohttp session record its requests to the API at this address."""

        async def on_end(_session: object, context: SimpleNamespace, about: aiohttp.TraceRequestEndParams) -> None:
            self._note_request(api, about.method, about.url.human_repr(), str(about.response.status))
            context.is_noted = True  # another hook may refuse the answer

        async def on_error(_session: object, context: SimpleNamespace, about: aiohttp.TraceRequestExceptionParams) -> None:
            if not getattr(context, "is_noted", False):
                self._note_request(api, about.method, about.url.human_repr(), "none")

        traced = aiohttp.TraceConfig()
        traced.on_request_end.append(on_end)
        traced.on_request_exception.append(on_error)
        return traced

    def written(self) -> bytes:
        """Return the figures in the form that Prometheus reads."""
        return generate_latest(self._registry)

    def _note_request(self, api: str, method: str, url: str, status: str) -> None:
        if url.startswith(api):
            self._requests.labels(method, route_of(url.removeprefix(api)), status).inc()


class _Runs(Collector):
    """The runs of the database's transactions and reads, which the database counts itself."""

    read: Callable[[], tuple[int, int]] = staticmethod(lambda: (0, 0))

    def collect(self) -> Iterator[Metric]:
        runs, again = self.read()
        yield CounterMetricFamily("ramino_database_runs", "Transactions and reads of PostgreSQL", value=runs)
        yield CounterMetricFamily("ramino_database_runs_again", "Of these, those that were run again", value=again)


def route_of(path: str) -> str:
    """Return the route of a request's path, without ids and tokens."""
    route = _IDS.sub("/{id}", _TOKENS.sub(r"/\1/{id}/{token}", path.partition("?")[0]))
    return route if _ROUTE.fullmatch(route) else "other"


BEAT = 1.0
"""Seconds between two signs of life of the event loop."""
PROBE = 5.0
"""Seconds between two probes of the database."""
LOOP_PATIENCE = 10.0
DATABASE_PATIENCE = 30.0
_PATIENCE = 5  # seconds for a request and its answer
_MOST = 50  # clients that are connected at the same time


@dataclass(frozen=True, slots=True)
class Health:
    """What is stuck, in words; empty if nothing is. `discord` is reported, but does not make the bot unwell."""

    faults: tuple[str, ...]
    discord: str


class Pulse:
    """One for the process. `probe` reads from the database as a move does; `clock` returns seconds."""

    def __init__(self, probe: Callable[[], Awaitable[object]], clock: Callable[[], float] = time.monotonic) -> None:
        self._probe = probe
        self._clock = clock
        self._beat = self._probed = clock()
        self._fault = ""
        self.is_connected: Callable[[], bool] = lambda: False

    async def run(self) -> None:
        """Give signs of life and probe the database, until cancelled."""
        async with running(self._probe_forever(), "probe of the database"):
            while True:
                self._beat = self._clock()
                await asyncio.sleep(BEAT)

    def health(self) -> Health:
        """Return what is stuck now. Call it from any thread."""
        now, faults = self._clock(), []
        if (silent := now - self._beat) > LOOP_PATIENCE:
            faults.append(f"the event loop has been stuck for {silent:.0f} s")
        elif self._fault:
            faults.append(f"the database does not work: {self._fault}")
        elif (silent := now - self._probed) > DATABASE_PATIENCE:
            faults.append(f"the database has not responded for {silent:.0f} s")
        return Health(tuple(faults), "connected" if self.is_connected() else "not connected")

    async def _probe_forever(self) -> None:
        while True:
            try:
                await self._probe()
            except Exception as error:
                self._fault = str(error.__cause__ or error).partition("\n")[0]
            else:
                self._fault, self._probed = "", self._clock()
            await asyncio.sleep(PROBE)


@asynccontextmanager
async def running(work: Coroutine[Any, Any, None], name: str) -> AsyncIterator[None]:
    """Do the work in a task of this name during the block."""
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait((task,))


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
