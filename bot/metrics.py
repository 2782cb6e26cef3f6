"""The figures at `/metrics`, recorded at the edges of the bot. No label is a name, an id or a card."""

import re
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bot.rummy.events import CardDiscarded
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
        self._turns = Counter("ramino_turns", "Turns that ended with a discard", registry=self._registry)
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
        self._connected = Gauge("ramino_discord_connected", "1 while the bot is connected to Discord", registry=self._registry)

    def note_events(self, _table: Table, events: tuple[Event, ...]) -> None:
        """Count the turns that these events end. It is a listener of the tables, and cannot fail."""
        self._turns.inc(sum(isinstance(event, CardDiscarded) for event in events))

    def note_answer(self, kind: str, outcome: str, seconds: float) -> None:
        """Record an answer; the kind is `command` or `press`, the outcome `sent` or `lost`."""
        self._answers.labels(kind, outcome).observe(seconds)

    def note_backup(self, succeeded: bool) -> None:
        self._backups.labels("made" if succeeded else "failed").inc()

    def watch(
        self, queues: dict[str, Callable[[], int]], open_tables: Callable[[], int], connected: Callable[[], bool]
    ) -> None:
        """Read these when the figures are asked for. They are called in another thread, and must only read."""
        for name, length in queues.items():
            self._queues.labels(name).set_function(length)
        self._open_tables.set_function(open_tables)
        self._connected.set_function(connected)

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


def route_of(path: str) -> str:
    """Return the route of a request's path, without ids and tokens."""
    route = _IDS.sub("/{id}", _TOKENS.sub(r"/\1/{id}/{token}", path.partition("?")[0]))
    return route if _ROUTE.fullmatch(route) else "other"
