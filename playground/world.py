"""The world: every thing there is, found by id. It keeps and finds; what happens, and who hears of it, is `happenings`."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from playground.snowflakes import Snowflakes
from playground.store import Store
from playground.things import (
    DM,
    PRIVATE_THREAD,
    TEXT,
    Attachment,
    Bot,
    Channel,
    Command,
    Emoji,
    Guild,
    Interaction,
    Message,
    Person,
    Role,
    Thing,
)

T = TypeVar("T", bound=Thing)
PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")


class World:
    """All things in memory, each written to its row of the file when it is kept."""

    guild: Guild
    bot: Bot

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.store = Store(path)
        self.ids = Snowflakes(clock)
        self.load()

    def load(self) -> None:
        """Forget what is in memory and read the file; an empty file becomes the world that the README describes."""
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
            self._begin()
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
            self.ids.never_below(message.id)
        for channel in self.channels:
            self.ids.never_below(channel)

    def _by_id(self, kind: type[T]) -> dict[str, T]:
        return {thing.id: thing for thing in self.store.all(kind)}

    def _begin(self) -> None:
        people = [Person(self.ids.next(), name.lower(), name) for name in PEOPLE]
        self.keep(Guild(self.ids.next(), "Ramino Club", "en-US", owner_id=people[0].id))
        self.keep(Bot(self.ids.next(), "Ramino", role_id=self.ids.next()))
        for position, name in enumerate(("rummy", "lounge")):
            self.keep(Channel(self.ids.next(), TEXT, name, position))
        for person in people:
            self.welcome(person)

    def welcome(self, person: Person) -> None:
        """Somebody new, with his conversation with the bot."""
        self.keep(person)
        self.keep(Channel(self.ids.next(), DM, person_id=person.id))

    def keep(self, thing: Thing) -> None:
        """Put a new thing, or a thing's new state, into the world and its file."""
        match thing:
            case Message():
                self.messages[thing.channel_id][thing.id] = thing
            case Channel():
                self.channels[thing.id] = thing
                self.messages.setdefault(thing.id, {})
            case Interaction():
                self.interactions[thing.id] = thing
            case Person():
                self.people[thing.id] = thing
            case Role():
                self.roles[thing.id] = thing
            case Guild():
                self.guild = thing
            case Bot():
                self.bot = thing
            case Command():
                self.commands[thing.id] = thing
            case Emoji():
                self.emojis[thing.id] = thing
            case Attachment():
                self.attachments[thing.id] = thing
        self.store.put(thing)

    def drop_message(self, message: Message) -> None:
        del self.messages[message.channel_id][message.id]
        for upload in message.uploads:
            self.drop_attachment(upload)
        self.store.drop(message)

    def drop_attachment(self, id_: str) -> None:
        attachment = self.attachments.pop(id_, None)
        if attachment is not None:
            self.store.drop(attachment)
            self.store.drop_file(id_)

    def drop_channel(self, channel: Channel) -> None:
        for message in list(self.messages.pop(channel.id, {}).values()):
            for upload in message.uploads:
                self.drop_attachment(upload)
            self.store.drop(message)
        del self.channels[channel.id]
        self.store.drop(channel)

    def drop_role(self, role: Role) -> None:
        del self.roles[role.id]
        self.store.drop(role)

    def drop_command(self, command: Command) -> None:
        del self.commands[command.id]
        self.store.drop(command)

    def drop_emoji(self, emoji: Emoji) -> None:
        del self.emojis[emoji.id]
        self.store.drop(emoji)
        self.store.drop_file(emoji.id)

    def forget_interaction(self, interaction: Interaction) -> None:
        del self.interactions[interaction.id]
        if interaction.answered:
            self.store.drop(interaction)

    def person(self, reference: str) -> Person | None:
        """The person with this id or name."""
        found = self.people.get(reference)
        if found is None:
            wanted = reference.lower()
            found = next((person for person in self.people.values() if wanted in (person.username, person.name.lower())), None)
        return found

    def role(self, reference: str) -> Role | None:
        """The role with this id or name."""
        return next((role for role in self.roles.values() if reference in (role.id, role.name)), None)

    def message(self, channel_id: str, message_id: str) -> Message | None:
        return self.messages.get(channel_id, {}).get(message_id)

    def dm_of(self, person_id: str) -> Channel:
        """Every person has one conversation with the bot, from the beginning, as he could open it himself."""
        return next(channel for channel in self.channels.values() if channel.person_id == person_id)

    def threads_of(self, channel_id: str) -> Iterator[Channel]:
        return (channel for channel in self.channels.values() if channel.parent_id == channel_id)

    def text_channel_of(self, channel: Channel) -> Channel:
        """The channel whose permissions count: a thread's parent, or the channel itself."""
        return self.channels[channel.parent_id] if channel.parent_id is not None else channel

    def guild_id_of(self, channel: Channel) -> str | None:
        return None if channel.type == DM else self.guild.id

    def last_message_id(self, channel_id: str) -> str | None:
        public = (message.id for message in reversed(self.messages[channel_id].values()) if message.only_for is None)
        return next(public, None)

    def sees(self, person: Person, channel: Channel) -> bool:
        """Whether this person has the channel in his list."""
        if channel.type == DM:
            return channel.person_id == person.id
        if not person.in_guild:
            return False
        return channel.type != PRIVATE_THREAD or person.id in channel.members

    def reads(self, person: Person, message: Message) -> bool:
        """Whether this person has the message before him."""
        if message.only_for is not None:
            return message.only_for == person.id and not message.dismissed
        return self.sees(person, self.channels[message.channel_id])

    def has_mutual_guild(self, person: Person) -> bool:
        return self.guild.has_bot and person.in_guild and person.dms != "no_mutual_guild"

    def close(self) -> None:
        self.store.close()
