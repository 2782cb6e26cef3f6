"""Channels and threads, their members and permissions, as a test controls them. An `{id}` may also be a name.

POST /control/channels {"name"}, DELETE /control/channels/{id}
    a text channel; with `news`, an announcement channel
POST /control/channels {"name", "parent": "rummy", "private": true, "members": ["Bob"]}
    a thread, created by the server's owner
POST /control/channels/{id} {"members": ["Bob", "Ramino"]} {"archived": true} {"locked": true}
    gives a thread exactly these members, of which the bot can be one; archives or locks it, or opens it again
POST /control/channels/{id}/permissions {"for": "Bob", "deny": ["view_channel"], "allow": […]}
    the channel's overwrite for `@everyone`, a role or a member; without `for`, for the bot
"""

import msgspec
from aiohttp import web

from playground.control.member_routes import name_in, permissions_in
from playground.discord_json import respond
from playground.local.json_body import json_body
from playground.objects.channel_objects import channel_object
from playground.simulation import Simulation
from playground.world.entities import FORUM, NEWS, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, VOICE, Channel, Overwrite
from playground.world.permissions import with_overwrite


class ChannelRoutes:
    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation

    def add_to(self, app: web.Application) -> None:
        add = app.router.add_route
        add("POST", "/control/channels", self.create_channel)
        add("POST", "/control/channels/{id}", self.update_channel)
        add("DELETE", "/control/channels/{id}", self.delete_channel)
        add("POST", "/control/channels/{id}/permissions", self.set_channel_permissions)

    def _channel(self, reference: str) -> Channel:
        """Return the channel with this id or name. Raise `HTTPNotFound`."""
        for channel in self._simulation.world.channels.values():
            if reference in (channel.id, channel.name):
                return channel
        raise web.HTTPNotFound(text="There is no such channel.")

    async def create_channel(self, request: web.Request) -> web.Response:
        """Create a channel, for text or of a `kind`; with `parent`, a thread there, which the server's owner starts."""
        world, body = self._simulation.world, await json_body(request)
        name = name_in(body)
        if "parent" in body:
            kind, members = PRIVATE_THREAD if body.get("private") else PUBLIC_THREAD, self._member_ids(body.get("members"))
            owner = world.guild.owner_id
            parent = self._channel(str(body["parent"])).id
            channel = Channel(world.ids.next(), kind, name, parent_id=parent, owner_id=owner, members=members)
            channel = msgspec.structs.replace(channel, archive_moved=world.clock())
        else:
            kinds = {"news": NEWS, "voice": VOICE, "forum": FORUM}
            kind, position = kinds.get(str(body.get("kind")), TEXT), sum(not one.is_thread for one in world.channels.values())
            channel = Channel(world.ids.next(), kind, name, position)
        self._simulation.channel_changes.create(channel)
        return respond(channel_object(world, channel))

    async def update_channel(self, request: web.Request) -> web.Response:
        """Give a thread exactly these members, archive it or lock it."""
        changed, body = self._channel(request.match_info["id"]), await json_body(request)
        if "members" in body:
            changed = msgspec.structs.replace(changed, members=self._member_ids(body["members"]))
        if "archived" in body:
            now = self._simulation.world.clock()
            changed = msgspec.structs.replace(changed, archived=bool(body["archived"]), archive_moved=now)
        if "locked" in body:
            changed = msgspec.structs.replace(changed, locked=bool(body["locked"]))
        self._simulation.channel_changes.update(changed)
        return respond(channel_object(self._simulation.world, changed))

    async def delete_channel(self, request: web.Request) -> web.Response:
        return respond(self._simulation.channel_changes.delete(self._channel(request.match_info["id"])))

    async def set_channel_permissions(self, request: web.Request) -> web.Response:
        """Replace what the channel allows and denies to the bot, or to the role or member in `for`."""
        body, channel = await json_body(request), self._channel(request.match_info["id"])
        allow, deny = permissions_in(body)
        id_, is_member = self._role_or_member(body.get("for"))
        overwrites = with_overwrite(channel.overwrites, Overwrite(id_, is_member, allow, deny))
        self._simulation.channel_changes.update(msgspec.structs.replace(channel, overwrites=overwrites))
        return respond({})

    def _role_or_member(self, reference: object) -> tuple[str, bool]:
        """Return the id of a role or member by name or id, and whether it is a member; without a reference, the bot."""
        world = self._simulation.world
        if reference in (None, world.bot.name):
            return world.bot.id, True
        if reference == "@everyone":
            return world.guild.id, False
        if (role := world.role(str(reference))) is not None:
            return role.id, False
        return self._member_ids([reference])[0], True

    def _member_ids(self, references: object) -> tuple[str, ...]:
        """Return the ids of people, or of the bot, by name or id. Raise `HTTPNotFound`."""
        found, world = list[str](), self._simulation.world
        for reference in references if isinstance(references, list) else ():
            person = world.bot if reference in (world.bot.id, world.bot.name) else world.person(str(reference))
            if person is None:
                raise web.HTTPNotFound(text=f"There is nobody called {reference}.")
            found.append(person.id)
        return tuple(found)
