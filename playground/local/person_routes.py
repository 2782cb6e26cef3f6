"""The routes of `/local`, for the page and for tests.

Bodies are JSON. `as` is the person's id or name; without it, the first person acts. Messages, channels, components and commands
are Discord's own objects; users have `dms`, `in_guild`, `locale` and `roles` besides.

    GET /local/state?as=U[&limit=200]
        everything that the person can see, with the newest messages of each channel, oldest first, and their ephemeral ones
    GET /local/messages?as=U&channel_id=C&before=M
        the newest 100 messages before message M, oldest first
    GET /local/events?as=U
        a WebSocket with frames {"type": T, "data": …}: MESSAGE_CREATE, MESSAGE_UPDATE, MESSAGE_DELETE, CHANNEL_CREATE,
        CHANNEL_UPDATE, CHANNEL_DELETE, COMMANDS, PEOPLE, ROLES, BOT, and NOTIFY for a direct message or a mention, if new
    POST /local/interactions {"as", "channel_id", "type": 2|3|4|5, "data", "message_id"?, "guild_locale"?}
        `data` is Discord's: {"name", "options"} of a command (ids are added), {"custom_id", "component_type", "values"?}
        of a press, {"custom_id", "components"} of a modal. The answer comes with the bot's first one: {"interaction_id",
        "outcome": "message"|"update"|"deferred"|"deferred_update"|"choices"|"modal"|"failed", "message"?, "choices"?, "modal"?,
        "error"?}; later changes are events. 409 with a sentence: Discord's client would not offer this.
    POST /local/dismiss {"as", "message_id"}
        dismisses an ephemeral message
    POST /local/attachments?as=U&filename=N
        uploads the body, for a command or modal; the `id` in the answer is the value of the option or question
"""

from aiohttp import web

from playground import image_format
from playground.actions.complete_action import complete_action
from playground.actions.not_offered import NotOffered
from playground.discord_json import Json, respond
from playground.local.json_body import json_body
from playground.objects.channel_objects import channel_object
from playground.objects.file_objects import attachment_object
from playground.objects.message_objects import current_body
from playground.objects.role_objects import local_role_objects
from playground.objects.user_objects import bot_user_object, local_user_object
from playground.simulation import Simulation
from playground.world.entities import Attachment, Message, Person
from playground.world.visibility import can_read, can_see

SHOWN_MESSAGES = 200
"""How many of a channel's newest messages `state` gives."""
OLDER_MESSAGES = 100
"""How many older messages `messages` gives."""


class PersonRoutes:
    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._world = simulation.world

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/local/state", self.state)
        app.router.add_get("/local/messages", self.messages)
        app.router.add_get("/local/events", self.events)
        app.router.add_post("/local/interactions", self.interact)
        app.router.add_post("/local/dismiss", self.dismiss)
        app.router.add_post("/local/attachments", self.upload)

    def _person(self, reference: object) -> Person:
        """Return the person with this id or name, or the first person if there is no reference."""
        person = self._world.person(str(reference)) if reference else next(iter(self._world.people.values()))
        if person is None:
            raise web.HTTPNotFound(text=f"There is nobody called {reference}.")
        return person

    async def state(self, request: web.Request) -> web.Response:
        world = self._world
        person = self._person(request.query.get("as"))
        shown = int(request.query.get("limit", SHOWN_MESSAGES))
        channels = [channel for channel in world.channels.values() if can_see(world, person, channel)]
        messages = {channel.id: self._messages(person, channel.id) for channel in channels}
        state: Json = {
            "me": local_user_object(person),
            "people": [local_user_object(each) for each in world.people.values()],
            "guild": {"id": world.guild.id, "name": world.guild.name, "locale": world.guild.locale},
            "roles": local_role_objects(world),
            "channels": [channel_object(world, channel) for channel in channels],
            "messages": {id_: readable[-shown:] for id_, readable in messages.items()},
            "has_older": [id_ for id_, readable in messages.items() if len(readable) > shown],
            "commands": [command.body for command in world.commands.values()],
            "bot": {"user": bot_user_object(world), "online": self._simulation.gateway.is_online},
        }
        return respond(state)

    def _messages(self, person: Person, channel_id: str) -> list[Json]:
        messages = self._world.messages[channel_id].values()
        return [current_body(self._world, message) for message in messages if can_read(self._world, person, message)]

    async def messages(self, request: web.Request) -> web.Response:
        """Return the newest of a channel's messages that are older than `before`, the oldest first."""
        person = self._person(request.query.get("as"))
        channel = self._world.channels.get(request.query.get("channel_id", ""))
        before = request.query.get("before", "")
        if channel is None or not can_see(self._world, person, channel):
            return respond({"message": f"{person.name} sees no such channel."}, 409)
        if not before.isdecimal():
            return respond({"message": "`before` is the id of a message."}, 400)
        older = [body for body in self._messages(person, channel.id) if int(body["id"]) < int(before)]
        return respond({"messages": older[-OLDER_MESSAGES:], "has_older": len(older) > OLDER_MESSAGES})

    async def events(self, request: web.Request) -> web.WebSocketResponse:
        return await self._simulation.watchers.watch(request, self._person(request.query.get("as")))

    async def interact(self, request: web.Request) -> web.Response:
        body = await json_body(request)
        interactions = self._simulation.interactions
        person = self._person(body.get("as"))
        channel = self._world.channels.get(str(body.get("channel_id")))
        try:
            if channel is None or not can_see(self._world, person, channel):
                raise NotOffered(f"{person.name} sees no such channel.")
            action = complete_action(self._world, person, channel, body, interactions.modals)
        except NotOffered as refusal:
            return respond({"message": str(refusal)}, 409)
        return respond(await interactions.send(person, channel, action, body.get("guild_locale")))

    async def dismiss(self, request: web.Request) -> web.Response:
        body = await json_body(request)
        person = self._person(body.get("as"))
        message = self._ephemeral_message(person, str(body.get("message_id")))
        if message is None:
            return respond({"message": f"{person.name} has no such ephemeral message."}, 409)
        self._simulation.message_changes.dismiss(message)
        return respond({})

    def _ephemeral_message(self, person: Person, message_id: str) -> Message | None:
        for messages in self._world.messages.values():
            message = messages.get(message_id)
            if message is not None and message.only_for == person.id and not message.dismissed:
                return message
        return None

    async def upload(self, request: web.Request) -> web.Response:
        """Save a file that a person is about to give to a command or a modal. The body is the file."""
        world = self._world
        person = self._person(request.query.get("as"))
        data = await request.read()
        filename = request.query.get("filename", "file.bin")
        width, height = image_format.image_size(data) or (None, None)
        attachment = Attachment(
            world.ids.next(),
            world.dm_of(person.id).id,
            filename,
            len(data),
            image_format.content_type(filename),
            width=width,
            height=height,
            ephemeral=True,
        )
        world.store.save_file(attachment.id, data)
        world.save(attachment)
        return respond(attachment_object(world, attachment))
