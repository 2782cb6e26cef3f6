"""One request of the bot, and the answer to it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.refusals import Refusal, Refused
from playground.simulation import Simulation
from playground.world import permissions
from playground.world.entities import Attachment, Channel, Message, Person
from playground.world.visibility import bot_can_see
from playground.world.world import World


@dataclass(frozen=True, slots=True)
class Upload:
    filename: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    body: Any = None
    status: int = 200


NO_CONTENT = Answer(status=204)


@dataclass(slots=True)
class Call:
    """A request as its route gets it. Routes await nothing, so that a request is done completely or not at all."""

    simulation: Simulation
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    uploads: Mapping[int, Upload]
    attachments: dict[int, Attachment] = field(default_factory=dict)
    """The attachments made from the uploads, by the number in `files[n]`."""

    @property
    def world(self) -> World:
        return self.simulation.world

    def require_own_application(self) -> None:
        """Refuse unless the path names the bot's own application."""
        if self.params["application_id"] != self.world.bot.id:
            raise Refused(Refusal.UNKNOWN_APPLICATION)

    def channel(self) -> Channel:
        """Return the channel of the path. Refuse if the bot cannot see it."""
        channel = self.world.channels.get(self.params["channel_id"])
        if channel is None:
            raise Refused(Refusal.UNKNOWN_CHANNEL)
        if not bot_can_see(self.world, channel):
            raise Refused(Refusal.MISSING_ACCESS)
        return channel

    def message(self, channel: Channel) -> Message:
        """Return the message of the path. Ephemeral messages do not exist for these routes."""
        message = self.world.message(channel.id, self.params["message_id"])
        if message is None or message.only_for is not None:
            raise Refused(Refusal.UNKNOWN_MESSAGE)
        return message

    def person(self, id_: str) -> Person:
        person = self.world.people.get(id_)
        if person is None:
            raise Refused(Refusal.UNKNOWN_USER)
        return person

    def number(self, name: str, default: int) -> int:
        """Return a number of the query."""
        text = self.query.get(name, str(default))
        if not text.isdecimal():
            error = {"code": "NUMBER_TYPE_COERCE", "message": f'Value "{text}" is not int.'}
            raise Refused(Refusal.INVALID_FORM_BODY, {name: {"_errors": [error]}})
        return int(text)

    def require_permissions(self, channel: Channel, *names: str) -> None:
        """Refuse unless the bot has these permissions in the channel. In direct messages it always has them."""
        if not self.has_permissions(channel, *names):
            raise Refused(Refusal.MISSING_PERMISSIONS)

    def has_permissions(self, channel: Channel, *names: str) -> bool:
        granted = permissions.ALL if channel.person_id is not None else permissions.of_bot(self.world, channel)
        return all(granted & permissions.BITS[name] for name in names)


RouteHandler = Callable[[Call], Answer]


@dataclass(frozen=True, slots=True)
class Route:
    method: str
    path: str
    """The path, with the parameters named as in Discord's API description."""
    handle: RouteHandler
    bucket: str | None
    """The bucket whose rate limit counts; None for a route without a limit."""
    needs_bot_token: bool = True
    """False for a route that is used with an interaction's token."""
