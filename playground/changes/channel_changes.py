"""Channels and threads that are made, changed and deleted."""

from dataclasses import dataclass

from playground.changes.watchers import Watchers
from playground.discord_json import Json
from playground.gateway.gateway import Gateway
from playground.objects.channel_objects import channel_object
from playground.world.entities import Channel
from playground.world.visibility import bot_can_see, seen_by
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
        self._send_to_bot(channel, "CREATE", data)
        self.watchers.send_to_members("CHANNEL_CREATE", channel, data)

    def update(self, channel: Channel) -> None:
        """Replace a channel by its new state. People and the bot may see it, and its threads, from now on, or no longer."""
        world, people = self.world, self.world.people.values()
        affected = [channel, *world.threads_of(channel.id)]
        before, threads_before = seen_by(world, people, affected), self._threads_of_bot(channel)
        is_known = not channel.is_thread or bot_can_see(world, world.channels[channel.id])
        world.save(channel)
        after, data = seen_by(world, people, affected), channel_object(world, channel)
        about = {key: data[key] for key in data.keys() - {"member"}} if is_known else data  # an update doesn't say who is in it
        self._send_to_bot(channel, "UPDATE" if is_known else "CREATE", about)
        self._sync_threads(channel, self._threads_of_bot(channel), threads_before)
        self.watchers.send_visibility(before, after)
        known = before & after
        self.watchers.send("CHANNEL_UPDATE", data, lambda person: (person.id, channel.id) in known)

    def _threads_of_bot(self, channel: Channel) -> dict[str, Channel]:
        """Return the open threads of a channel that the bot can see, by id."""
        threads = self.world.threads_of(channel.id)
        return {one.id: one for one in threads if not one.archived and bot_can_see(self.world, one)}

    def _sync_threads(self, channel: Channel, now: dict[str, Channel], before: dict[str, Channel]) -> None:
        """Send the bot the threads of a channel to which it gained access."""
        if now.keys() - before.keys():
            threads = [channel_object(self.world, thread) for thread in now.values()]
            members = [thread["member"] for thread in threads if "member" in thread]
            data = {"guild_id": self.world.guild.id, "channel_ids": [channel.id], "threads": threads, "members": members}
            self.gateway.dispatch("THREAD_LIST_SYNC", data, self.world.guild.id)

    def _send_to_bot(self, channel: Channel, change: str, data: Json) -> None:
        """Send the event. The bot hears of all channels, also of those that it can't see, but not of threads there."""
        if not channel.is_thread or bot_can_see(self.world, channel):
            self.gateway.dispatch(_event(channel, change), data, self.world.guild.id)

    def delete(self, channel: Channel) -> Json:
        """Delete a channel or thread with its threads and messages, and return what it was."""
        for thread in list(self.world.threads_of(channel.id)):
            self.delete(thread)
        data = channel_object(self.world, channel)
        for_bot = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")} if channel.is_thread else data
        self._send_to_bot(channel, "DELETE", for_bot)
        self.world.delete_channel(channel)
        self.watchers.send_to_members("CHANNEL_DELETE", channel, data)
        return data


def _event(channel: Channel, change: str) -> str:
    return f"{'THREAD' if channel.is_thread else 'CHANNEL'}_{change}"
