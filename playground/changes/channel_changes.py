"""Channels and threads that are made, changed and deleted."""

from dataclasses import dataclass

from playground.changes.watchers import Watchers
from playground.discord_json import Json
from playground.gateway.gateway import Gateway
from playground.objects.channel_objects import channel_object
from playground.world.entities import Channel, Person
from playground.world.visibility import can_see
from playground.world.world import World


@dataclass(slots=True)
class ChannelChanges:
    world: World
    gateway: Gateway
    watchers: Watchers

    def create(self, channel: Channel) -> None:
        self.world.save(channel)
        data = channel_object(self.world, channel)
        if channel.is_thread:
            data["newly_created"] = True
        self.gateway.dispatch(_event(channel, "CREATE"), data, self.world.guild.id)
        self.watchers.send_to_members("CHANNEL_CREATE", channel, data)

    def update(self, channel: Channel) -> None:
        before = self.world.channels[channel.id]
        self.world.save(channel)
        data = channel_object(self.world, channel)
        self.gateway.dispatch(_event(channel, "UPDATE"), data, self.world.guild.id)

        def is_new_for(person: Person) -> bool:
            return can_see(person, channel) and not can_see(person, before)

        def is_known_to(person: Person) -> bool:
            return can_see(person, channel) and can_see(person, before)

        self.watchers.send("CHANNEL_CREATE", data, is_new_for)
        self.watchers.send("CHANNEL_UPDATE", data, is_known_to)

    def delete(self, channel: Channel) -> Json:
        """Delete a channel or thread with its threads and messages, and return what it was."""
        for thread in list(self.world.threads_of(channel.id)):
            self.delete(thread)
        data = channel_object(self.world, channel)
        self.world.delete_channel(channel)
        for_bot = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")} if channel.is_thread else data
        self.gateway.dispatch(_event(channel, "DELETE"), for_bot, self.world.guild.id)
        self.watchers.send_to_members("CHANNEL_DELETE", channel, data)
        return data


def _event(channel: Channel, change: str) -> str:
    return f"{'THREAD' if channel.is_thread else 'CHANNEL'}_{change}"
