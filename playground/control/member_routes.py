"""People and roles, as a test controls them. An `{id}` may also be a name.

POST /control/people {"name", "id"?}
    a new person joins; with their id from another playground, it is the same person
POST /control/people/{id} {"dms": "open"|"closed"|"no_mutual_guild"} {"in_guild"} {"locale"} {"name"} {"username"}
    closed: a direct message gets 403/50007 · no mutual guild: 403/50278 · not in the server: 404/10007 for the member
POST /control/people/{id}/permissions {"deny": ["manage_guild"], "allow": […]}
    the member's permissions in interactions
POST /control/people/{id}/roles {"roles": ["Organisers"]}
    exactly these roles
POST /control/roles {"name"}, DELETE /control/roles/{id}
    a role; it grants no permissions
"""

import re

import msgspec
from aiohttp import web

from playground.discord_json import Json, respond
from playground.local.json_body import json_body
from playground.objects.role_objects import find_role_object
from playground.objects.user_objects import local_user_object
from playground.simulation import Simulation
from playground.world import permissions
from playground.world.entities import Person, Role

_CHANGEABLE = {"dms", "in_guild", "locale", "name", "username"}


class MemberRoutes:
    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation

    def add_to(self, app: web.Application) -> None:
        add = app.router.add_route
        add("POST", "/control/people", self.add_person)
        add("POST", "/control/people/{id}", self.update_person)
        add("POST", "/control/people/{id}/permissions", self.set_permissions)
        add("POST", "/control/people/{id}/roles", self.set_roles)
        add("POST", "/control/roles", self.create_role)
        add("DELETE", "/control/roles/{id}", self.delete_role)

    async def add_person(self, request: web.Request) -> web.Response:
        world, body = self._simulation.world, await json_body(request)
        name = name_in(body)
        username = re.sub(r"[^a-z0-9_.]+", "_", name.lower())
        if world.person(name) or world.person(username) or str(body.get("id")) in world.people:
            raise web.HTTPBadRequest(text=f"There is a {name} already.")
        person = Person(str(body.get("id") or world.ids.next()), username, name)
        self._simulation.guild_changes.add_person(person)
        return respond(local_user_object(person))

    async def update_person(self, request: web.Request) -> web.Response:
        body = await json_body(request)
        if body.keys() - _CHANGEABLE:
            raise web.HTTPBadRequest(text=f"Only {', '.join(sorted(_CHANGEABLE))} can be changed.")
        try:
            changed = msgspec.convert(msgspec.to_builtins(self._person(request)) | body, Person)
        except msgspec.ValidationError as error:
            raise web.HTTPBadRequest(text=str(error)) from None
        if any(one.username == changed.username and one.id != changed.id for one in self._simulation.world.people.values()):
            raise web.HTTPBadRequest(text=f"There is a {changed.username} already.")
        return self._update(changed)

    async def set_permissions(self, request: web.Request) -> web.Response:
        allow, deny = permissions_in(await json_body(request))
        self._update(msgspec.structs.replace(self._person(request), allow=allow, deny=deny))
        return respond({})

    async def set_roles(self, request: web.Request) -> web.Response:
        """Give a person exactly these roles."""
        wanted = (await json_body(request)).get("roles")
        roles = [self._role(str(role)).id for role in wanted or ()]
        return self._update(msgspec.structs.replace(self._person(request), roles=tuple(dict.fromkeys(roles))))

    async def create_role(self, request: web.Request) -> web.Response:
        role = Role(self._simulation.world.ids.next(), name_in(await json_body(request)))
        self._simulation.guild_changes.create_role(role)
        return respond(find_role_object(self._simulation.world, role.id))

    async def delete_role(self, request: web.Request) -> web.Response:
        self._simulation.guild_changes.delete_role(self._role(request.match_info["id"]))
        return respond({})

    def _update(self, person: Person) -> web.Response:
        self._simulation.guild_changes.update_person(person)
        return respond(local_user_object(person))

    def _person(self, request: web.Request) -> Person:
        """Return the person whose id or name is in the path."""
        person = self._simulation.world.person(request.match_info["id"])
        if person is None:
            raise web.HTTPNotFound(text="There is no such person.")
        return person

    def _role(self, reference: str) -> Role:
        role = self._simulation.world.role(reference)
        if role is None:
            raise web.HTTPNotFound(text=f"There is no role {reference} that members are given.")
        return role


def name_in(body: Json) -> str:
    """Return the name in a request's body. Raise `HTTPBadRequest` if it has none."""
    name = body.get("name")
    if not isinstance(name, str) or not name:
        raise web.HTTPBadRequest(text="It needs a name.")
    return name


def permissions_in(body: Json) -> tuple[int, int]:
    """Return the bits of the permissions that a request allows and denies. Raise `HTTPBadRequest` for an unknown name."""
    try:
        return permissions.bits(body.get("allow", ())), permissions.bits(body.get("deny", ()))
    except KeyError as unknown:
        raise web.HTTPBadRequest(text=f"There is no permission {unknown}.") from None
