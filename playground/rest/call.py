"""One request of the bot's, and the answer to it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playground import permissions
from playground.discord_here import DiscordHere
from playground.errors import Refusal, Refused
from playground.things import Attachment, Channel, Message, Person
from playground.world import World


@dataclass(frozen=True, slots=True)
class Upload:
    filename: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    body: Any = None
    status: int = 200


NOTHING = Answer(status=204)


@dataclass(slots=True)
class Call:
    """What a route is given. Routes do not wait for anything, so that a request is done whole or not at all."""

    here: DiscordHere
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    uploads: Mapping[int, Upload]
    made: dict[int, Attachment] = field(default_factory=dict)

    @property
    def world(self) -> World:
        return self.here.world

    def application(self) -> None:
        if self.params["application_id"] != self.world.bot.id:
            raise Refused(Refusal.UNKNOWN_APPLICATION)

    def channel(self) -> Channel:
        """The channel of the path, if the bot may see it."""
        channel = self.world.channels.get(self.params["channel_id"])
        if channel is None:
            raise Refused(Refusal.UNKNOWN_CHANNEL)
        if channel.person_id is None and (
            not self.world.guild.has_bot or not permissions.of_bot(self.world.text_channel_of(channel))
        ):
            raise Refused(Refusal.MISSING_ACCESS)
        return channel

    def message(self, channel: Channel) -> Message:
        """The message of the path; ephemeral ones do not exist for these routes."""
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
        """A number in the query."""
        text = self.query.get(name, str(default))
        if not text.isdecimal():
            wrong = {"code": "NUMBER_TYPE_COERCE", "message": f'Value "{text}" is not int.'}
            raise Refused(Refusal.INVALID_FORM_BODY, {name: {"_errors": [wrong]}})
        return int(text)

    def need(self, channel: Channel, *names: str) -> None:
        """Refuse unless the bot has these permissions in the channel. In direct messages it has all it needs."""
        if channel.person_id is None:
            granted = permissions.of_bot(self.world.text_channel_of(channel))
            if not all(granted & permissions.BITS[name] for name in names):
                raise Refused(Refusal.MISSING_PERMISSIONS)


Work = Callable[[Call], Answer]


@dataclass(frozen=True, slots=True)
class Route:
    method: str
    path: str
    """With the names of its parameters as Discord's own API description has them."""
    work: Work
    bucket: str | None
    """Whose rate limit counts; None for a route without one."""
    open: bool = False
    """Whether it is used with an interaction's token instead of the bot's."""
