"""Faults, the gateway, the server, limits, the clock and the log, as a test controls them.

POST /control/faults {"method": "POST", "path": "regex", "after": 0, "times": 1, "files": false, "do": …}
    requests fail, `after` so many, `times` times (0: always), with `files` only uploads. `path` is searched behind `/api/v10`.
    `do` is {"status": 429, "retry_after": 0.3, "global"?}, {"status": 500, "code"?, "message"?}, {"delay": 1.5} or
    {"drop": true} (cut the connection); with "applied": true the request is handled first. → {"id": n}
DELETE /control/faults
POST /control/gateway {"do": …}
    drop: cut the sockets · close, with "code": 4014: close them, and refuse new sessions with it until accept ·
    reconnect: op 7 · invalid: op 9 false, or true with "resumable": true · mute: send nothing, not even answers to
    heartbeats, until unmute · hold: hold events back until release, or reorder, which releases them in reverse ·
    duplicate: send the next interaction twice · alternate: an event of no server goes to one session of shard 0 only, to
    each in turn, until share
POST /control/forget {"channel_id", "message_id"}
    deletes a message by hand
POST /control/guild {"bot": false|true} {"available": false|true} {"locale": "it"}
    removes the bot (GUILD_DELETE, then 403/50001) or adds it · begins an outage (GUILD_DELETE with "unavailable": true, no
    GUILD_CREATE in a new session) or ends it · the server's language
POST /control/limits {"channel_messages": [5, 5.0]}
    requests in seconds, by bucket (`rest/route_table.py`) and by channel, server or token; "global": of all buckets together;
    "identifies": of new sessions. Default: 1000 in 5 s
POST /control/clock {"forward": 900}
    time passes: tokens expire, nonces are forgotten
POST /control/restart
    closes every connection, forgets the memory, and reads the world from its file
GET /control/requests?since=N, DELETE /control/requests
    the newest 10,000 requests. `path` and `route` begin behind `/api/v10`; `route` has parameters in place of ids, and is empty
    if the playground lacks it. `files` are names of uploads, `fault` is the id of a fault, status 0 a cut connection
GET /control/identifies
    the newest 1,000 IDENTIFYs
"""

import re

import msgspec
from aiohttp import web

from playground.discord_json import respond
from playground.local.json_body import json_body
from playground.simulation import Simulation


class ControlRoutes:
    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation

    def add_to(self, app: web.Application) -> None:
        add = app.router.add_route
        add("POST", "/control/faults", self.add_fault)
        add("DELETE", "/control/faults", self.clear_faults)
        add("POST", "/control/gateway", self.gateway)
        add("POST", "/control/forget", self.delete_message)
        add("POST", "/control/guild", self.update_guild)
        add("POST", "/control/limits", self.set_limits)
        add("POST", "/control/clock", self.set_clock)
        add("POST", "/control/restart", self.restart)
        add("GET", "/control/requests", self.requests)
        add("DELETE", "/control/requests", self.clear_requests)
        add("GET", "/control/identifies", self.identifies)

    async def add_fault(self, request: web.Request) -> web.Response:
        try:
            return respond({"id": self._simulation.faults.add(await json_body(request))})
        except (KeyError, TypeError, ValueError, re.error) as error:
            raise web.HTTPBadRequest(text=f"The fault is not understood: {error}") from None

    async def clear_faults(self, request: web.Request) -> web.Response:
        self._simulation.faults.clear()
        return respond({})

    async def gateway(self, request: web.Request) -> web.Response:
        body = await json_body(request)
        gateway = self._simulation.gateway
        match body.get("do"):
            case "drop":
                gateway.abort_connections()
            case "close":
                gateway.close_connections(int(body["code"]))
            case "accept":
                gateway.accept_sessions()
            case "reconnect":
                gateway.ask_to_reconnect()
            case "invalid":
                gateway.invalidate_sessions(resumable=bool(body.get("resumable")))
            case "mute":
                gateway.mute()
            case "unmute":
                gateway.unmute()
            case "hold":
                gateway.hold()
            case "release":
                gateway.release()
            case "reorder":
                gateway.release(in_reverse=True)
            case "duplicate":
                gateway.duplicate_next_interaction()
            case "alternate" | "share" as do:
                gateway.alternates = do == "alternate"
            case other:
                raise web.HTTPBadRequest(text=f"The gateway cannot do {other}.")
        return respond({})

    async def delete_message(self, request: web.Request) -> web.Response:
        body = await json_body(request)
        message = self._simulation.world.message(str(body.get("channel_id")), str(body.get("message_id")))
        if message is None:
            raise web.HTTPNotFound(text="There is no such message.")
        self._simulation.message_changes.delete(message)
        return respond({})

    async def update_guild(self, request: web.Request) -> web.Response:
        body = await json_body(request)
        guild_changes = self._simulation.guild_changes
        if "locale" in body:
            guild_changes.update_guild(msgspec.structs.replace(self._simulation.world.guild, locale=str(body["locale"])))
        if "available" in body:
            guild_changes.set_availability(available=bool(body["available"]))
        if "bot" in body:
            guild_changes.set_bot_presence(has_bot=bool(body["bot"]))
        return respond({})

    async def set_limits(self, request: web.Request) -> web.Response:
        body = await json_body(request)
        try:
            limits = {bucket: (int(requests), float(seconds)) for bucket, (requests, seconds) in body.items()}
        except (TypeError, ValueError):
            raise web.HTTPBadRequest(text="A limit is [requests, seconds].") from None
        self._simulation.rate_limits.set(limits)
        return respond({})

    async def set_clock(self, request: web.Request) -> web.Response:
        clock = self._simulation.clock
        clock.forward += float((await json_body(request)).get("forward", 0))
        return respond({"now": clock()})

    async def restart(self, request: web.Request) -> web.Response:
        self._simulation.restart()
        self._simulation.close_connections(request.transport)
        return respond({})

    async def requests(self, request: web.Request) -> web.Response:
        return respond(self._simulation.request_log.since(int(request.query.get("since", "0"))))

    async def clear_requests(self, request: web.Request) -> web.Response:
        self._simulation.request_log.clear()
        return respond({})

    async def identifies(self, request: web.Request) -> web.Response:
        return respond(tuple(self._simulation.gateway.identifies))
