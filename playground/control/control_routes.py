"""Faults, the gateway, the server, limits, the clock and the log, as a test controls them."""

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
