"""The channels and messages that a person or the bot can see."""

from collections.abc import Iterable

from playground.world import permissions
from playground.world.entities import DM, PRIVATE_THREAD, Channel, Message, Person
from playground.world.world import World

_VIEW, _MANAGE_THREADS = permissions.BITS["view_channel"], permissions.BITS["manage_threads"]


def can_see(world: World, person: Person, channel: Channel) -> bool:
    """Return whether this person has the channel in their list."""
    if channel.type == DM:
        return channel.person_id == person.id
    return person.in_guild and _sees(channel, person.id, permissions.of_person(world, person, channel))


def bot_can_see(world: World, channel: Channel) -> bool:
    """Return whether the bot has access to the channel, and gets its events."""
    if channel.type == DM:
        return True
    return world.guild.has_bot and _sees(channel, world.bot.id, permissions.of_bot(world, channel))


def _sees(channel: Channel, member: str, granted: int) -> bool:
    if channel.type == PRIVATE_THREAD and member not in channel.members and not granted & _MANAGE_THREADS:
        return False
    return bool(granted & _VIEW)


def can_read(world: World, person: Person, message: Message) -> bool:
    """Return whether this person sees the message in its channel."""
    if message.only_for is not None:
        return message.only_for == person.id and not message.dismissed
    return can_see(world, person, world.channels[message.channel_id])


def seen_by(world: World, people: Iterable[Person], channels: Iterable[Channel]) -> set[tuple[str, str]]:
    """Return the pairs of a person and a channel that they see, as ids; channels that no longer exist are seen by nobody."""
    there = [world.channels[channel.id] for channel in channels if channel.id in world.channels]
    return {(person.id, channel.id) for person in people for channel in there if can_see(world, person, channel)}
