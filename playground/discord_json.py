"""JSON as Discord writes it: ids are strings of digits, times are ISO 8601, and answers are exactly `application/json`."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
from aiohttp import web

Json = dict[str, Any]
"""A JSON object. Its fields are Discord's, so this is where `Any` is used."""

write = msgspec.json.Encoder().encode
read = msgspec.json.Decoder().decode


@lru_cache(maxsize=1024)
def iso(seconds: float) -> str:
    """Return a time, given in seconds since 1970, as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def respond(body: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Return a JSON response. aiohttp's own `json_response` adds a charset, which discord.py would take for plain text."""
    return web.Response(body=write(body), status=status, headers={"Content-Type": "application/json", **(headers or {})})


def names(text: str) -> list[str]:
    """Return the names in a text, for long lists of them."""
    return text.split()
