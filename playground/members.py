"""`/control/people` and `/control/roles`: who is in the server, and what he may and allows, on request of a test."""

import re

import msgspec
from aiohttp import web

from playground import permissions, shapes
from playground.discord_here import DiscordHere
from playground.people import body_of
from playground.things import Person, Role
from playground.wire import Json, respond


class Members:
    def __init__(self, here: DiscordHere) -> None:
        self._here = here

    def add_routes(self, app: web.Application) -> None:
        add = app.router.add_route
        add("POST", "/control/people", self.welcome)
        add("POST", "/control/people/{id}", self.change)
        add("POST", "/control/people/{id}/permissions", self.permit)
        add("POST", "/control/people/{id}/roles", self.give)
        add("POST", "/control/roles", self.make_role)
        add("DELETE", "/control/roles/{id}", self.delete_role)

    async def change(self, request: web.Request) -> web.Response:
        wish = await body_of(request)
        known = {"dms", "in_guild", "locale"}
        if wish.keys() - known:
            raise web.HTTPBadRequest(text=f"Only {', '.join(sorted(known))} can be changed.")
        try:
            changed = msgspec.convert(msgspec.to_builtins(self._person(request)) | wish, Person)
        except msgspec.ValidationError as wrong:
            raise web.HTTPBadRequest(text=str(wrong)) from None
        self._here.happenings.change_person(changed)
        return respond(shapes.local_user(changed))

    async def permit(self, request: web.Request) -> web.Response:
        allow, deny = bits_of(await body_of(request))
        self._here.happenings.change_person(msgspec.structs.replace(self._person(request), allow=allow, deny=deny))
        return respond({})

    async def welcome(self, request: web.Request) -> web.Response:
        world, wish = self._here.world, await body_of(request)
        name = name_of(wish)
        username = re.sub(r"[^a-z0-9_.]+", "_", name.lower())
        if world.person(name) or world.person(username) or str(wish.get("id")) in world.people:
            raise web.HTTPBadRequest(text=f"There is a {name} already.")
        person = Person(str(wish.get("id") or world.ids.next()), username, name)
        self._here.happenings.welcome(person)
        return respond(shapes.local_user(person))

    async def give(self, request: web.Request) -> web.Response:
        """All the roles that he has from now on."""
        wanted = (await body_of(request)).get("roles")
        roles = [self._role(str(role)).id for role in wanted or ()]
        changed = msgspec.structs.replace(self._person(request), roles=tuple(dict.fromkeys(roles)))
        self._here.happenings.change_person(changed)
        return respond(shapes.local_user(changed))

    async def make_role(self, request: web.Request) -> web.Response:
        role = Role(self._here.world.ids.next(), name_of(await body_of(request)))
        self._here.happenings.make_role(role)
        return respond(shapes.role(self._here.world, role.id))

    async def delete_role(self, request: web.Request) -> web.Response:
        self._here.happenings.delete_role(self._role(request.match_info["id"]))
        return respond({})

    def _person(self, request: web.Request) -> Person:
        person = self._here.world.person(request.match_info["id"])
        if person is None:
            raise web.HTTPNotFound(text="There is no such person.")
        return person

    def _role(self, reference: str) -> Role:
        role = self._here.world.role(reference)
        if role is None:
            raise web.HTTPNotFound(text=f"There is no role {reference} that members are given.")
        return role


def name_of(wish: Json) -> str:
    name = wish.get("name")
    if not isinstance(name, str) or not name:
        raise web.HTTPBadRequest(text="It needs a name.")
    return name


def bits_of(wish: Json) -> tuple[int, int]:
    """The permissions allowed and denied, by their names."""
    try:
        return permissions.bits(wish.get("allow", ())), permissions.bits(wish.get("deny", ()))
    except KeyError as unknown:
        raise web.HTTPBadRequest(text=f"There is no permission {unknown}.") from None
