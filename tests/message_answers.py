"""What the playground's log of requests says about messages."""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]


def message_answers(requests: list[Json]) -> Iterator[tuple[Json, Json]]:
    """Yield the requests that were answered with a message, and that message."""
    for entry in requests:
        answer = entry["answer"] or {}
        message = answer.get("resource", {}).get("message", answer) if isinstance(answer, dict) else {}
        if entry["status"] == 200 and "components" in message:
            yield entry, message


def message_writes(requests: list[Json]) -> Iterator[tuple[Json, str]]:
    """Yield the requests that posted or edited a message, and its id."""
    return ((entry, message["id"]) for entry, message in message_answers(requests) if entry["method"] != "GET")


def writers(requests: list[Json]) -> dict[str, list[str]]:
    """Return the names of the processes that posted and edited each message, by its id: one for each request, in order."""
    found: dict[str, list[str]] = {}
    for entry, message in message_writes(requests):
        found.setdefault(message, []).append(entry["process"])
    return found
