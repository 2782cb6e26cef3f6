"""The world: all entities, found by id. It only stores and finds them; `changes/` also reports what changed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from playground.world.cdn import Cdn
from playground.world.entities import (
    DM,
    TEXT,
    Attachment,
    Bot,
    Channel,
    Command,
    Emoji,
    Entity,
    Guild,
    Interaction,
    Message,
    Person,
    Role,
)
from playground.world.snowflakes import Snowflakes
from playground.world.store import Store

T = TypeVar("T", bound=Entity)
PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")


class World:
    """All entities in memory, each written to its row of the file when it is saved."""

    guild: Guild
    bot: Bot

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.cdn = Cdn(clock)
        self.store = Store(path)
        self.ids = Snowflakes(clock)
        self.load()

    def load(self) -> None:
        """Read the file again. An empty file becomes a new world."""
        self.people: dict[str, Person] = {}
        self.roles: dict[str, Role] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, dict[str, Message]] = {}
        self.commands: dict[str, Command] = {}
        self.emojis: dict[str, Emoji] = {}
        self.attachments: dict[str, Attachment] = {}
        self.interactions: dict[str, Interaction] = {}
        guilds = self.store.all(Guild)
        if not guilds:
            self._create()
            return
        self.guild = guilds[0]
        self.bot = self.store.all(Bot)[0]
        self.people = self._by_id(Person)
        self.roles = self._by_id(Role)
        self.channels = self._by_id(Channel)
        self.commands = self._by_id(Command)
        self.emojis = self._by_id(Emoji)
        self.attachments = self._by_id(Attachment)
        self.interactions = self._by_id(Interaction)
        self.messages = {channel: {} for channel in self.channels}
        for message in self.store.all(Message):
            self.messages[message.channel_id][message.id] = message
            self.ids.skip_to(message.id)
        for channel in self.channels:
            self.ids.skip_to(channel)

    def _by_id(self, kind: type[T]) -> dict[str, T]:
        return {entity.id: entity for entity in self.store.all(kind)}

    def _create(self) -> None:
        people = [Person(self.ids.next(), name.lower(), name) for name in PEOPLE]
        self.save(Guild(self.ids.next(), "Ramino Club", "en-US", owner_id=people[0].id))
        self.save(Bot(self.ids.next(), "Ramino", role_id=self.ids.next()))
        for position, name in enumerate(("rummy", "lounge")):
            self.save(Channel(self.ids.next(), TEXT, name, position))
        for person in people:
            self.add_person(person)

    def add_person(self, person: Person) -> None:
        """Save a new person, with their direct messages with the bot."""
        self.save(person)
        self.save(Channel(self.ids.next(), DM, person_id=person.id))

    def save(self, entity: Entity) -> None:
        """Save a new entity, or an entity's new state, in memory and in the file."""
        match entity:
            case Message():
                self.messages[entity.channel_id][entity.id] = entity
            case Channel():
                self.channels[entity.id] = entity
                self.messages.setdefault(entity.id, {})
            case Interaction():
                self.interactions[entity.id] = entity
            case Person():
                self.people[entity.id] = entity
            case Role():
                self.roles[entity.id] = entity
            case Guild():
                self.guild = entity
            case Bot():
                self.bot = entity
            case Command():
                self.commands[entity.id] = entity
            case Emoji():
                self.emojis[entity.id] = entity
            case Attachment():
                self.attachments[entity.id] = entity
        self.store.save(entity)

    def delete_message(self, message: Message) -> None:
        del self.messages[message.channel_id][message.id]
        for upload in message.uploads:
            self.delete_attachment(upload)
        self.store.delete(message)

    def delete_attachment(self, id_: str) -> None:
        attachment = self.attachments.pop(id_, None)
        if attachment is not None:
            self.store.delete(attachment)
            self.store.delete_file(id_)

    def delete_channel(self, channel: Channel) -> None:
        for message in list(self.messages.pop(channel.id, {}).values()):
            for upload in message.uploads:
                self.delete_attachment(upload)
            self.store.delete(message)
        del self.channels[channel.id]
        self.store.delete(channel)

    def delete_role(self, role: Role) -> None:
        del self.roles[role.id]
        self.store.delete(role)

    def delete_command(self, command: Command) -> None:
        del self.commands[command.id]
        self.store.delete(command)

    def delete_emoji(self, emoji: Emoji) -> None:
        del self.emojis[emoji.id]
        self.store.delete(emoji)
        self.store.delete_file(emoji.id)

    def delete_interaction(self, interaction: Interaction) -> None:
        del self.interactions[interaction.id]
        if interaction.answered:
            self.store.delete(interaction)

    def person(self, reference: str) -> Person | None:
        """Return the person with this id or name, or None."""
        found = self.people.get(reference)
        if found is None:
            wanted = reference.lower()
            found = next((person for person in self.people.values() if wanted in (person.username, person.name.lower())), None)
        return found

    def role(self, reference: str) -> Role | None:
        """Return the role with this id or name, or None."""
        return next((role for role in self.roles.values() if reference in (role.id, role.name)), None)

    def message(self, channel_id: str, message_id: str) -> Message | None:
        return self.messages.get(channel_id, {}).get(message_id)

    def dm_of(self, person_id: str) -> Channel:
        """Return a person's direct messages with the bot. Everyone has them from the start, as they could open them."""
        return next(channel for channel in self.channels.values() if channel.person_id == person_id)

    def threads_of(self, channel_id: str) -> Iterator[Channel]:
        return (channel for channel in self.channels.values() if channel.parent_id == channel_id)

    def text_channel_of(self, channel: Channel) -> Channel:
        """Return the channel whose permissions count: a thread's parent, or the channel itself."""
        return self.channels[channel.parent_id] if channel.parent_id is not None else channel

    def guild_id_of(self, channel: Channel) -> str | None:
        return None if channel.type == DM else self.guild.id

    def last_message_id(self, channel_id: str) -> str | None:
        public = (message.id for message in reversed(self.messages[channel_id].values()) if message.only_for is None)
        return next(public, None)

    def has_mutual_guild(self, person: Person) -> bool:
        return self.guild.has_bot and person.in_guild and person.dms != "no_mutual_guild"

    def close(self) -> None:
        self.store.close()
