"""The way of a request to its route: it is read, meets faults and rate limits, is handled, and is written to the log."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import BodyPartReader, MultipartReader, web
from msgspec import DecodeError

from playground.discord_json import Json, read, respond, write
from playground.refusals import Refusal, Refused
from playground.rest.call import Answer, Call, Route, Upload
from playground.rest.route_table import ROUTES
from playground.simulation import Simulation
from playground.traffic.faults import Fault
from playground.traffic.rate_limits import RateLimited, rate_limited_headers
from playground.traffic.request_log import Entry

PREFIX = "/api/v10"
PROCESS = "/process/{process}"
"""May stand before the paths of the API and of the gateway: it names the process that uses them."""
REQUEST_LIMIT = 25 * 1024 * 1024
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_MAJOR_PARAMETERS = ("channel_id", "guild_id", "webhook_token")
_FILE_PART = re.compile(r"files\[(\d+)\]")


def add_api_routes(app: web.Application, simulation: Simulation) -> None:
    for prefix in (PREFIX, PROCESS + PREFIX):
        for route in ROUTES:
            app.router.add_route(route.method, prefix + route.path, _route_handler(simulation, route))
        app.router.add_route("*", prefix + "/{rest:.*}", _unknown_route_handler(simulation))


def _route_handler(simulation: Simulation, route: Route) -> Handler:
    async def handle(request: web.Request) -> web.StreamResponse:
        path, process = _path_and_process(request)
        body, uploads, refused = await _read(request)  # raises if the bot is gone before its end: the request was never made
        entry = simulation.request_log.add(route.method, path, route.path, process)
        entry.body, entry.files = body, tuple(upload.filename for upload in uploads.values())
        fault = simulation.faults.hit(route.method, path, has_files=bool(uploads))
        if fault is not None:
            entry.fault = fault.id
        if fault is not None and not fault.is_applied:
            failed = await _apply(request, entry, fault)
            if failed is not None:
                return failed
        call = Call(simulation, request.match_info, request.query, body, uploads)
        response = _respond(call, route, request, refused)
        if fault is not None and fault.is_applied:
            response = await _apply(request, entry, fault) or response
        entry.status = response.status
        entry.answer = response.body if isinstance(response.body, bytes) else None
        return response

    return handle


def _unknown_route_handler(simulation: Simulation) -> Handler:
    """Return the handler of routes that the playground doesn't have, whether Discord has them or not. The log shows them."""

    async def handle(request: web.Request) -> web.StreamResponse:
        path, process = _path_and_process(request)
        entry = simulation.request_log.add(request.method, path, "", process)
        response = respond(Refused(Refusal.NOT_FOUND).body, 404)
        entry.status, entry.answer = 404, write(Refused(Refusal.NOT_FOUND).body)
        return response

    return handle


def _path_and_process(request: web.Request) -> tuple[str, str]:
    """Return a request's path behind `/api/v10`, and the name of the process that sends it, if it has one."""
    return request.path.partition(PREFIX)[2], request.match_info.get("process", "")


def _respond(call: Call, route: Route, request: web.Request, unreadable: Refused | None) -> web.Response:
    headers: dict[str, str] = {}
    try:
        if route.needs_bot_token and not request.headers.get("Authorization", "").removeprefix("Bot ").strip():
            raise Refused(Refusal.UNAUTHORIZED)
        if route.bucket is not None:
            is_global = route.needs_bot_token
            headers = call.simulation.rate_limits.take(route.bucket, _major_parameter(call), is_global=is_global)
        if unreadable is not None:
            raise unreadable
        answer = route.handle(call)
    except Refused as refused:
        return respond(refused.body, refused.status, headers)
    except RateLimited as limited:
        return respond(limited.body, 429, limited.headers)
    return _response_of(answer, headers)


def _major_parameter(call: Call) -> str:
    """Return the part of the path that has a limit of its own."""
    for name in _MAJOR_PARAMETERS:
        if name in call.params:
            return call.params[name]
    return ""


def _response_of(answer: Answer, headers: dict[str, str]) -> web.Response:
    if answer.status == 204:
        return web.Response(status=204, headers=headers)
    return respond(answer.body, answer.status, headers)


async def _apply(request: web.Request, entry: Entry, fault: Fault) -> web.Response | None:
    """Do what the fault does, and return its response; None if it only delays the request."""
    do = fault.do
    if "delay" in do:
        await asyncio.sleep(float(do["delay"]))
    if request.transport is None:  # the bot is gone: a request that had not arrived by then never does
        entry.status = 0
        return web.Response(status=500)
    if do.get("drop"):
        request.transport.abort()
        entry.status = 0
        return web.Response(status=500)  # is sent nowhere: the connection is gone
    if "status" not in do:
        return None
    status = int(do["status"])
    body: Json = {"message": do.get("message", f"{status}: a fault on request"), "code": do.get("code", 0)}
    headers: dict[str, str] = {}
    if status == 429:
        after = float(do.get("retry_after", 1.0))
        body |= {"message": "You are being rate limited.", "retry_after": after, "global": do.get("global", False)}
        headers = rate_limited_headers(after, "global" if do.get("global") else "user")
    response = respond(body, status, headers)
    entry.status, entry.answer = status, write(body)
    return response


async def _read(request: web.Request) -> tuple[Any, dict[int, Upload], Refused | None]:
    """Return the JSON body, the files by their number, and the refusal of a body that cannot be read."""
    uploads: dict[int, Upload] = {}
    if not request.body_exists:
        return None, uploads, None
    try:
        if request.content_type == "multipart/form-data":
            raw = await _parts(await request.multipart(), uploads)
        else:
            raw = await request.read()
    except (web.HTTPRequestEntityTooLarge, _TooLarge):
        return None, {}, Refused(Refusal.TOO_LARGE)
    if not raw:
        return {} if uploads else None, uploads, None
    try:
        return read(raw), uploads, None
    except DecodeError:
        return None, uploads, Refused(Refusal.BAD_JSON)


class _TooLarge(Exception):  # noqa: N818  (said of the request)
    """A request is larger than Discord takes."""


async def _parts(reader: MultipartReader, uploads: dict[int, Upload]) -> bytes | None:
    """Return the JSON among the parts of a request, and put the files into `uploads`.

    What is too large is read to its end all the same, or the client would see a cut connection, but it is not kept.
    """
    payload, room = None, REQUEST_LIMIT
    async for part in reader:
        if not isinstance(part, BodyPartReader):
            continue
        data = bytearray()
        while chunk := await part.read_chunk():
            room -= len(chunk)
            if room >= 0:
                data += chunk
            else:
                data.clear()
                uploads.clear()
        if part.name == "payload_json":
            payload = bytes(data)
        elif found := _FILE_PART.fullmatch(part.name or ""):
            uploads[int(found[1])] = Upload(part.filename or "unnamed", bytes(data))
    if room < 0:
        raise _TooLarge
    return payload
