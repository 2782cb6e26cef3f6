"""Takes a request to its route: reads it, meets faults and limits, does the work, and writes the log."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import BodyPartReader, MultipartReader, web
from msgspec import DecodeError

from playground.discord_here import DiscordHere
from playground.errors import Refusal, Refused
from playground.faults import Fault
from playground.limits import TooFast, too_many_headers
from playground.requests_log import Entry
from playground.rest.call import Answer, Call, Route, Upload
from playground.rest.routes import ROUTES
from playground.wire import Json, read, respond, write

PREFIX = "/api/v10"
REQUEST_LIMIT = 25 * 1024 * 1024
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_MAJOR = ("channel_id", "guild_id", "webhook_token")
_FILE_PART = re.compile(r"files\[(\d+)\]")


def add_routes(app: web.Application, here: DiscordHere) -> None:
    for route in ROUTES:
        app.router.add_route(route.method, PREFIX + route.path, _handler(here, route))
    app.router.add_route("*", PREFIX + "/{rest:.*}", _nowhere(here))


def _handler(here: DiscordHere, route: Route) -> Handler:
    async def handle(request: web.Request) -> web.StreamResponse:
        path = request.path[len(PREFIX) :]
        entry = here.log.begin(route.method, path, route.path)
        fault = here.faults.hit(route.method, path)
        body, uploads, wrong = await _read(request)
        entry.body, entry.files = body, tuple(upload.filename for upload in uploads.values())
        if fault is not None:
            entry.fault = fault.id
        if fault is not None and not fault.applied:
            failed = await _fail(request, entry, fault)
            if failed is not None:
                return failed
        call = Call(here, request.match_info, request.query, body, uploads)
        response = _perform(call, route, request, wrong)
        if fault is not None and fault.applied:
            response = await _fail(request, entry, fault) or response
        entry.status = response.status
        entry.answer = response.body if isinstance(response.body, bytes) else None
        return response

    return handle


def _nowhere(here: DiscordHere) -> Handler:
    """A route that Discord has and the playground has not, or that neither has; the log shows it."""

    async def handle(request: web.Request) -> web.StreamResponse:
        path = request.path[len(PREFIX) :]
        entry = here.log.begin(request.method, path, "")
        response = respond(Refused(Refusal.NOT_FOUND).body, 404)
        entry.status, entry.answer = 404, write(Refused(Refusal.NOT_FOUND).body)
        return response

    return handle


def _perform(call: Call, route: Route, request: web.Request, wrong: Refused | None) -> web.Response:
    headers: dict[str, str] = {}
    try:
        if not route.open and not request.headers.get("Authorization", "").removeprefix("Bot ").strip():
            raise Refused(Refusal.UNAUTHORIZED)
        if route.bucket is not None:
            headers = call.here.limits.take(route.bucket, _major(call))
        if wrong is not None:
            raise wrong
        answer = route.work(call)
    except Refused as refused:
        return respond(refused.body, refused.status, headers)
    except TooFast as fast:
        return respond(fast.body, 429, fast.headers)
    return _written(answer, headers)


def _major(call: Call) -> str:
    """The part of the path that has a limit of its own."""
    for name in _MAJOR:
        if name in call.params:
            return call.params[name]
    return ""


def _written(answer: Answer, headers: dict[str, str]) -> web.Response:
    if answer.status == 204:
        return web.Response(status=204, headers=headers)
    return respond(answer.body, answer.status, headers)


async def _fail(request: web.Request, entry: Entry, fault: Fault) -> web.Response | None:
    """What the fault does to the request; None for one that only takes longer."""
    do = fault.do
    if "delay" in do:
        await asyncio.sleep(float(do["delay"]))
    if request.transport is None:  # whoever asked died in the meantime: what had not arrived by then never does
        entry.status = 0
        return web.Response(status=500)
    if do.get("drop"):
        request.transport.abort()
        entry.status = 0
        return web.Response(status=500)  # goes nowhere: the connection is gone
    if "status" not in do:
        return None
    status = int(do["status"])
    body: Json = {"message": do.get("message", f"{status}: a fault on request"), "code": do.get("code", 0)}
    headers: dict[str, str] = {}
    if status == 429:
        after = float(do.get("retry_after", 1.0))
        body |= {"message": "You are being rate limited.", "retry_after": after, "global": do.get("global", False)}
        headers = too_many_headers(after, "global" if do.get("global") else "user")
    response = respond(body, status, headers)
    entry.status, entry.answer = status, write(body)
    return response


async def _read(request: web.Request) -> tuple[Any, dict[int, Upload], Refused | None]:
    """The JSON body and the files; a body that cannot be read is refused when the route's turn comes."""
    uploads: dict[int, Upload] = {}
    if not request.body_exists:
        return None, uploads, None
    raw: bytes | None = None
    if request.content_type == "multipart/form-data":
        raw = await _parts(await request.multipart(), uploads)
    else:
        raw = await request.read()
    if not raw:
        return {} if uploads else None, uploads, None
    if sum(len(upload.data) for upload in uploads.values()) > REQUEST_LIMIT:
        return None, {}, Refused(Refusal.TOO_LARGE)
    try:
        return read(raw), uploads, None
    except DecodeError:
        return None, uploads, Refused(Refusal.BAD_JSON)


async def _parts(reader: MultipartReader, uploads: dict[int, Upload]) -> bytes | None:
    payload = None
    async for part in reader:
        if not isinstance(part, BodyPartReader):
            continue
        if part.name == "payload_json":
            payload = bytes(await part.read())
        elif found := _FILE_PART.fullmatch(part.name or ""):
            uploads[int(found[1])] = Upload(part.filename or "unnamed", bytes(await part.read()))
    return payload
