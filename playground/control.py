"""`/control`: what can go wrong, on request of a test."""

import re

import msgspec
from aiohttp import web

from playground import shapes
from playground.discord_here import DiscordHere
from playground.members import bits_of, name_of
from playground.people import body_of
from playground.things import TEXT, Channel
from playground.wire import respond


class Control:
    def __init__(self, here: DiscordHere) -> None:
        self._here = here

    def add_routes(self, app: web.Application) -> None:
        add = app.router.add_route
        add("POST", "/control/faults", self.add_fault)
        add("DELETE", "/control/faults", self.clear_faults)
        add("POST", "/control/gateway", self.gateway)
        add("POST", "/control/forget", self.forget)
        add("POST", "/control/channels", self.make_channel)
        add("DELETE", "/control/channels/{id}", self.delete_channel)
        add("POST", "/control/channels/{id}/permissions", self.channel_permissions)
        add("POST", "/control/guild", self.guild)
        add("POST", "/control/limits", self.limits)
        add("POST", "/control/clock", self.clock)
        add("POST", "/control/restart", self.restart)
        add("GET", "/control/requests", self.requests)
        add("DELETE", "/control/requests", self.clear_requests)

    def _channel(self, request: web.Request) -> Channel:
        wanted = request.match_info["id"]
        for channel in self._here.world.channels.values():
            if wanted in (channel.id, channel.name):
                return channel
        raise web.HTTPNotFound(text="There is no such channel.")

    async def add_fault(self, request: web.Request) -> web.Response:
        try:
            return respond({"id": self._here.faults.add(await body_of(request))})
        except (KeyError, TypeError, ValueError, re.error) as error:
            raise web.HTTPBadRequest(text=f"The fault is not understood: {error}") from None

    async def clear_faults(self, request: web.Request) -> web.Response:
        self._here.faults.clear()
        return respond({})

    async def gateway(self, request: web.Request) -> web.Response:
        wish = await body_of(request)
        gateway = self._here.gateway
        match wish.get("do"):
            case "drop":
                gateway.drop()
            case "reconnect":
                gateway.ask_to_reconnect()
            case "invalid":
                gateway.invalidate(resumable=bool(wish.get("resumable")))
            case "hold":
                gateway.hold()
            case "release":
                gateway.release()
            case "reorder":
                gateway.release(reverse=True)
            case "duplicate":
                gateway.repeat_next_interaction()
            case other:
                raise web.HTTPBadRequest(text=f"The gateway cannot do {other}.")
        return respond({})

    async def forget(self, request: web.Request) -> web.Response:
        wish = await body_of(request)
        message = self._here.world.message(str(wish.get("channel_id")), str(wish.get("message_id")))
        if message is None:
            raise web.HTTPNotFound(text="There is no such message.")
        self._here.happenings.remove(message)
        return respond({})

    async def make_channel(self, request: web.Request) -> web.Response:
        world, name = self._here.world, name_of(await body_of(request))
        position = sum(channel.type == TEXT for channel in world.channels.values())
        channel = Channel(world.ids.next(), TEXT, name, position)
        self._here.happenings.open_channel(channel)
        return respond(shapes.channel(world, channel))

    async def delete_channel(self, request: web.Request) -> web.Response:
        return respond(self._here.happenings.close_channel(self._channel(request)))

    async def channel_permissions(self, request: web.Request) -> web.Response:
        allow, deny = bits_of(await body_of(request))
        channel = msgspec.structs.replace(self._channel(request), bot_allow=allow, bot_deny=deny)
        self._here.happenings.change_channel(channel)
        return respond({})

    async def guild(self, request: web.Request) -> web.Response:
        wish = await body_of(request)
        if "locale" in wish:
            self._here.happenings.change_guild(msgspec.structs.replace(self._here.world.guild, locale=str(wish["locale"])))
        if "available" in wish:
            self._here.happenings.outage(over=bool(wish["available"]))
        if "bot" in wish:
            self._here.happenings.invite_bot(present=bool(wish["bot"]))
        return respond({})

    async def limits(self, request: web.Request) -> web.Response:
        wish = await body_of(request)
        try:
            limits = {bucket: (int(most), float(seconds)) for bucket, (most, seconds) in wish.items()}
        except (TypeError, ValueError):
            raise web.HTTPBadRequest(text="A limit is [requests, seconds].") from None
        self._here.limits.set(limits)
        return respond({})

    async def clock(self, request: web.Request) -> web.Response:
        self._here.clock.forward += float((await body_of(request)).get("forward", 0))
        return respond({"now": self._here.clock()})

    async def restart(self, request: web.Request) -> web.Response:
        self._here.restart()
        self._here.hang_up(request.transport)
        return respond({})

    async def requests(self, request: web.Request) -> web.Response:
        return respond(self._here.log.since(int(request.query.get("since", "0"))))

    async def clear_requests(self, request: web.Request) -> web.Response:
        self._here.log.clear()
        return respond({})
