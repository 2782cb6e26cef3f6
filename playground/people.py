"""`/local`: what a person can see and do, for the page and for tests."""

from aiohttp import web

from playground import pictures, shapes
from playground.discord_here import DiscordHere
from playground.offers import NotOffered, offer
from playground.things import Attachment, Message, Person
from playground.wire import Json, read, respond

SHOWN = 200
"""How many of a channel's newest messages `state` gives."""


class People:
    def __init__(self, here: DiscordHere) -> None:
        self._here = here

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get("/local/state", self.state)
        app.router.add_get("/local/events", self.events)
        app.router.add_post("/local/interactions", self.interact)
        app.router.add_post("/local/dismiss", self.dismiss)
        app.router.add_post("/local/attachments", self.upload)

    def _person(self, reference: object) -> Person:
        """The person with this id or name; without one, the first."""
        people = self._here.world.people
        person = self._here.world.person(str(reference)) if reference else next(iter(people.values()))
        if person is None:
            raise web.HTTPNotFound(text=f"There is nobody called {reference}.")
        return person

    async def state(self, request: web.Request) -> web.Response:
        world = self._here.world
        person = self._person(request.query.get("as"))
        shown = int(request.query.get("limit", SHOWN))
        channels = [channel for channel in world.channels.values() if world.sees(person, channel)]
        state: Json = {
            "me": shapes.local_user(person),
            "people": [shapes.local_user(it) for it in world.people.values()],
            "guild": {"id": world.guild.id, "name": world.guild.name, "locale": world.guild.locale},
            "roles": shapes.local_roles(world),
            "channels": [shapes.channel(world, channel) for channel in channels],
            "messages": {channel.id: self._messages(person, channel.id, shown) for channel in channels},
            "commands": [command.body for command in world.commands.values()],
            "bot": {"user": shapes.bot_user(world), "online": self._here.gateway.is_online},
        }
        return respond(state)

    def _messages(self, person: Person, channel_id: str, shown: int) -> list[Json]:
        messages = self._here.world.messages[channel_id].values()
        return [message.body for message in messages if self._here.world.reads(person, message)][-shown:]

    async def events(self, request: web.Request) -> web.WebSocketResponse:
        return await self._here.audience.watch(request, self._person(request.query.get("as")))

    async def interact(self, request: web.Request) -> web.Response:
        wish = await body_of(request)
        here = self._here
        person = self._person(wish.get("as"))
        channel = here.world.channels.get(str(wish.get("channel_id")))
        try:
            if channel is None or not here.world.sees(person, channel):
                raise NotOffered(f"{person.name} sees no such channel.")
            wanted = offer(here.world, person, channel, wish, here.clicks.modals, here.cdn)
        except NotOffered as refusal:
            return respond({"message": str(refusal)}, 409)
        return respond(await here.clicks.perform(person, channel, wanted, wish.get("guild_locale")))

    async def dismiss(self, request: web.Request) -> web.Response:
        wish = await body_of(request)
        person = self._person(wish.get("as"))
        message = self._ephemeral(person, str(wish.get("message_id")))
        if message is None:
            return respond({"message": f"{person.name} has no such ephemeral message."}, 409)
        self._here.happenings.dismiss(message)
        return respond({})

    def _ephemeral(self, person: Person, message_id: str) -> Message | None:
        for messages in self._here.world.messages.values():
            message = messages.get(message_id)
            if message is not None and message.only_for == person.id and not message.dismissed:
                return message
        return None

    async def upload(self, request: web.Request) -> web.Response:
        """A file that a person is about to give to a command or a modal; the body is the file."""
        world = self._here.world
        person = self._person(request.query.get("as"))
        data = await request.read()
        filename = request.query.get("filename", "file.bin")
        size = pictures.size(data) or (None, None)
        kind = pictures.content_type(filename)
        dm = world.dm_of(person.id)
        attachment = Attachment(
            world.ids.next(), dm.id, filename, len(data), kind, width=size[0], height=size[1], ephemeral=True
        )
        world.store.put_file(attachment.id, data)
        world.keep(attachment)
        return respond(shapes.attachment(attachment, self._here.cdn))


async def body_of(request: web.Request) -> Json:
    """The JSON object in a request of a page or test."""
    raw = await request.read()
    try:
        body = read(raw) if raw else {}
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise web.HTTPBadRequest(text="The body must be a JSON object.")
    return body
