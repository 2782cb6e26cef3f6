"""Messages that are posted, edited and deleted, and the people whom they ping."""

from dataclasses import dataclass

import msgspec

from playground.changes.channel_changes import ChannelChanges
from playground.changes.watchers import Watchers
from playground.gateway.gateway import Gateway
from playground.objects.channel_objects import channel_object
from playground.objects.user_objects import partial_member_object
from playground.rules.message_body import SILENT
from playground.world.entities import DM, Channel, Message
from playground.world.visibility import can_see
from playground.world.world import World

HAS_THREAD = 1 << 5


@dataclass(slots=True)
class MessageChanges:
    world: World
    gateway: Gateway
    watchers: Watchers
    channels: ChannelChanges

    def post(self, message: Message, pinged: list[str]) -> None:
        """Post a new message. `pinged` are the ids of the people whom it mentions and may ping."""
        channel = self.world.channels[message.channel_id]
        if channel.archived:
            self.channels.update(msgspec.structs.replace(channel, archived=False, archive_moved=self.world.clock()))
        self.world.save(message)
        self._send_to_bot(message, "MESSAGE_CREATE", nonce=message.nonce)
        self.watchers.send_to_readers("MESSAGE_CREATE", message, message.body)
        if message.only_for is None and not message.body["flags"] & SILENT:
            self._notify(channel, message, pinged)

    def _notify(self, channel: Channel, message: Message, pinged: list[str]) -> None:
        notified = {channel.person_id} if channel.type == DM else set(pinged)
        if message.body["mention_everyone"] and channel.type != DM:
            notified |= self.world.people.keys()
        notified.discard(message.author_id)
        if notified:
            place = {"channel_id": channel.id, "message_id": message.id}
            self.watchers.send("NOTIFY", place, lambda person: person.id in notified and can_see(self.world, person, channel))

    def edit(self, message: Message) -> None:
        """Replace a message by its new state. An edit pings nobody."""
        self.world.save(message)
        self._send_to_bot(message, "MESSAGE_UPDATE")
        self.watchers.send_to_readers("MESSAGE_UPDATE", message, message.body)

    def delete(self, message: Message) -> None:
        self.world.delete_message(message)
        place = {"id": message.id, "channel_id": message.channel_id}
        guild_id = self.world.guild_id_of(self.world.channels[message.channel_id])
        if message.only_for is None:
            self.gateway.dispatch("MESSAGE_DELETE", place | ({"guild_id": guild_id} if guild_id else {}), guild_id)
        self.watchers.send_to_readers("MESSAGE_DELETE", message, place)

    def dismiss(self, message: Message) -> None:
        """Close an ephemeral message for its person. The bot gets no event of it."""
        self.watchers.send_to_readers("MESSAGE_DELETE", message, {"id": message.id, "channel_id": message.channel_id})
        self.world.save(msgspec.structs.replace(message, dismissed=True))

    def start_thread(self, thread: Channel, starter: Message | None) -> None:
        """Open a thread, on a message if there is a starter."""
        self.channels.create(thread)
        if starter is not None:
            body = starter.body | {
                "flags": starter.body["flags"] | HAS_THREAD,
                "thread": channel_object(self.world, thread),
            }
            self.edit(msgspec.structs.replace(starter, body=body))

    def _send_to_bot(self, message: Message, event: str, nonce: str | None = None) -> None:
        """Send the event to the sessions with the message intents. An ephemeral message causes none."""
        guild_id = self.world.guild_id_of(self.world.channels[message.channel_id])
        if message.only_for is not None or not self.gateway.is_wanted(event, guild_id):
            return
        data = message.body | ({"nonce": nonce} if nonce else {})
        if guild_id:
            data |= {"guild_id": guild_id, "member": partial_member_object(self.world, message.body["author"])}
        self.gateway.dispatch(event, data, guild_id)
