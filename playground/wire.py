"""JSON as Discord spells it: ids are strings of digits, times are ISO 8601, and an answer is exactly `application/json`."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
from aiohttp import web

Json = dict[str, Any]
"""One JSON object of Discord's; its fields are Discord's business, so this is where `Any` lives."""

write = msgspec.json.Encoder().encode
read = msgspec.json.Decoder().decode


@lru_cache(maxsize=1024)
def iso(seconds: float) -> str:
    """A moment (seconds since 1970) as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def respond(body: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """An answer. aiohttp's own `json_response` adds a charset to the content type, and discord.py then sees plain text."""
    return web.Response(body=write(body), status=status, headers={"Content-Type": "application/json", **(headers or {})})


def names(text: str) -> list[str]:
    """A long list of names, written as a text."""
    return text.split()
