"""The channels and messages that a person can see."""

from playground.world.entities import DM, PRIVATE_THREAD, Channel, Message, Person
from playground.world.world import World


def can_see(person: Person, channel: Channel) -> bool:
    """Return whether this person has the channel in their list."""
    if channel.type == DM:
        return channel.person_id == person.id
    if not person.in_guild:
        return False
    return channel.type != PRIVATE_THREAD or person.id in channel.members


def can_read(world: World, person: Person, message: Message) -> bool:
    """Return whether this person sees the message in its channel."""
    if message.only_for is not None:
        return message.only_for == person.id and not message.dismissed
    return can_see(person, world.channels[message.channel_id])
