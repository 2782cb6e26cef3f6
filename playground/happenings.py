"""What happens in the world: first it is kept, then the bot's sessions and the people who may see it are told."""

from dataclasses import dataclass

import msgspec

from playground import shapes
from playground.audience import Audience
from playground.gateway import Gateway
from playground.things import DM, Channel, Guild, Message, Person, Role
from playground.wire import Json
from playground.world import World

SILENT = 1 << 12
HAS_THREAD = 1 << 5


@dataclass(slots=True)
class Happenings:
    world: World
    gateway: Gateway
    audience: Audience

    # Messages.

    def post(self, message: Message, pinged: list[str]) -> None:
        """A new message. `pinged` are the ids of those it mentions, as far as it was allowed to."""
        channel = self.world.channels[message.channel_id]
        if channel.archived:
            self.change_channel(msgspec.structs.replace(channel, archived=False, archive_moved=self.world.clock()))
        self.world.keep(message)
        self._tell_bot(message, "MESSAGE_CREATE", nonce=message.nonce)
        self.audience.tell_of_message("MESSAGE_CREATE", message, message.body)
        if message.only_for is None and not message.body["flags"] & SILENT:
            self._notify(channel, message, pinged)

    def _notify(self, channel: Channel, message: Message, pinged: list[str]) -> None:
        called = {channel.person_id} if channel.type == DM else set(pinged)
        if message.body["mention_everyone"] and channel.type != DM:
            called |= self.world.people.keys()
        called.discard(message.author_id)
        if called:
            where = {"channel_id": channel.id, "message_id": message.id}
            self.audience.tell("NOTIFY", where, lambda person: person.id in called and self.world.sees(person, channel))

    def change(self, message: Message) -> None:
        """A message edited. Edits ping nobody."""
        self.world.keep(message)
        self._tell_bot(message, "MESSAGE_UPDATE")
        self.audience.tell_of_message("MESSAGE_UPDATE", message, message.body)

    def remove(self, message: Message) -> None:
        self.world.drop_message(message)
        gone = {"id": message.id, "channel_id": message.channel_id}
        guild_id = self.world.guild_id_of(self.world.channels[message.channel_id])
        if message.only_for is None:
            self.gateway.dispatch("MESSAGE_DELETE", gone | ({"guild_id": guild_id} if guild_id else {}), guild_id)
        self.audience.tell_of_message("MESSAGE_DELETE", message, gone)

    def dismiss(self, message: Message) -> None:
        """A person closes an ephemeral message: it leaves his screen, the bot is not told."""
        gone = {"id": message.id, "channel_id": message.channel_id}
        self.audience.tell_of_message("MESSAGE_DELETE", message, gone)
        self.world.keep(msgspec.structs.replace(message, dismissed=True))

    def _tell_bot(self, message: Message, event: str, nonce: str | None = None) -> None:
        """Ephemeral messages cause no event; the others only for sessions with the message intents."""
        guild_id = self.world.guild_id_of(self.world.channels[message.channel_id])
        if message.only_for is not None or not self.gateway.wants(event, guild_id):
            return
        data = message.body | ({"nonce": nonce} if nonce else {})
        if guild_id:
            member = shapes.member(self.world, message.body["author"])
            del member["user"]
            data |= {"guild_id": guild_id, "member": member}
        self.gateway.dispatch(event, data, guild_id)

    # Channels and threads.

    def open_channel(self, channel: Channel) -> None:
        self.world.keep(channel)
        shape = shapes.channel(self.world, channel)
        if channel.is_thread:
            shape["newly_created"] = True
        self.gateway.dispatch(_event(channel, "CREATE"), shape, self.world.guild.id)
        self.audience.tell_of_channel("CHANNEL_CREATE", channel, shape)

    def change_channel(self, channel: Channel) -> None:
        before = self.world.channels[channel.id]
        self.world.keep(channel)
        shape = shapes.channel(self.world, channel)
        self.gateway.dispatch(_event(channel, "UPDATE"), shape, self.world.guild.id)

        def joined(person: Person) -> bool:
            return not self.world.sees(person, before)

        self.audience.tell("CHANNEL_CREATE", shape, lambda person: joined(person) and self.world.sees(person, channel))
        self.audience.tell("CHANNEL_UPDATE", shape, lambda person: not joined(person) and self.world.sees(person, channel))

    def close_channel(self, channel: Channel) -> Json:
        """A channel or thread deleted, with its threads and messages. Returns what it was."""
        for thread in list(self.world.threads_of(channel.id)):
            self.close_channel(thread)
        shape = shapes.channel(self.world, channel)
        self.world.drop_channel(channel)
        told = shape
        if channel.is_thread:
            told = {key: shape[key] for key in ("id", "guild_id", "parent_id", "type")}
        self.gateway.dispatch(_event(channel, "DELETE"), told, self.world.guild.id)
        self.audience.tell_of_channel("CHANNEL_DELETE", channel, shape)
        return shape

    def start_thread(self, thread: Channel, starter: Message | None) -> None:
        self.open_channel(thread)
        if starter is not None:
            body = starter.body | {
                "flags": starter.body["flags"] | HAS_THREAD,
                "thread": shapes.channel(self.world, thread),
            }
            self.change(msgspec.structs.replace(starter, body=body))

    # The server and its people.

    def invite_bot(self, *, present: bool) -> None:
        """The bot is added to the server, or removed from it."""
        if present == self.world.guild.has_bot:
            return
        self.world.keep(msgspec.structs.replace(self.world.guild, has_bot=present))
        guild: Guild = self.world.guild
        if present:
            self.gateway.dispatch("GUILD_CREATE", shapes.guild_create(self.world), guild.id)
        else:
            self.gateway.dispatch("GUILD_DELETE", {"id": guild.id}, guild.id)

    def outage(self, *, over: bool) -> None:
        """The server cannot be reached for a while; or it can be again."""
        if over == self.world.guild.available:
            return
        self.world.keep(msgspec.structs.replace(self.world.guild, available=over))
        guild = self.world.guild
        if over:
            self.gateway.dispatch("GUILD_CREATE", shapes.guild_create(self.world), guild.id)
        else:
            self.gateway.dispatch("GUILD_DELETE", {"id": guild.id, "unavailable": True}, guild.id)

    def change_guild(self, guild: Guild) -> None:
        """The server's own settings changed."""
        self.world.keep(guild)
        if guild.has_bot:
            self.gateway.dispatch("GUILD_UPDATE", shapes.guild(self.world), guild.id)

    def welcome(self, person: Person) -> None:
        """Somebody who was never here joins the server."""
        self.world.welcome(person)
        self._people_changed()
        joined = shapes.member(self.world, shapes.user(person))
        self.gateway.dispatch("GUILD_MEMBER_ADD", joined | {"guild_id": self.world.guild.id}, self.world.guild.id)

    def make_role(self, role: Role) -> None:
        """A role that members may be given."""
        self.world.keep(role)
        about = {"guild_id": self.world.guild.id, "role": shapes.role(self.world, role.id)}
        self.gateway.dispatch("GUILD_ROLE_CREATE", about, self.world.guild.id)
        self._roles_changed()

    def delete_role(self, role: Role) -> None:
        """It is taken from everybody who has it."""
        for person in list(self.world.people.values()):
            if role.id in person.roles:
                kept = tuple(id_ for id_ in person.roles if id_ != role.id)
                self.change_person(msgspec.structs.replace(person, roles=kept))
        self.world.drop_role(role)
        gone = {"guild_id": self.world.guild.id, "role_id": role.id}
        self.gateway.dispatch("GUILD_ROLE_DELETE", gone, self.world.guild.id)
        self._roles_changed()

    def change_person(self, person: Person) -> None:
        """Somebody's settings or roles changed; who leaves or joins the server loses or gains its channels."""
        before = self.world.people[person.id]
        self.world.keep(person)
        if before.roles != person.roles:
            changed = shapes.member(self.world, shapes.user(person)) | {"guild_id": self.world.guild.id}
            self.gateway.dispatch("GUILD_MEMBER_UPDATE", changed, self.world.guild.id)
        if before.in_guild == person.in_guild:
            return
        event = "CHANNEL_CREATE" if person.in_guild else "CHANNEL_DELETE"
        for channel in self.world.channels.values():
            if self.world.sees(person, channel) != self.world.sees(before, channel):
                shape = shapes.channel(self.world, channel)
                self.audience.tell(event, shape, lambda watcher: watcher.id == person.id)
        change = {"guild_id": self.world.guild.id, "user": shapes.user(person)}
        if person.in_guild:
            change |= shapes.member(self.world, shapes.user(person))
        self.gateway.dispatch(f"GUILD_MEMBER_{'ADD' if person.in_guild else 'REMOVE'}", change, self.world.guild.id)

    def _people_changed(self) -> None:
        self.audience.tell("PEOPLE", [shapes.local_user(person) for person in self.world.people.values()])

    def _roles_changed(self) -> None:
        self.audience.tell("ROLES", shapes.local_roles(self.world))

    def commands_changed(self) -> None:
        self.audience.tell("COMMANDS", [command.body for command in self.world.commands.values()])

    def presence_changed(self) -> None:
        self.audience.tell("BOT", {"online": self.gateway.is_online})


def _event(channel: Channel, change: str) -> str:
    return f"{'THREAD' if channel.is_thread else 'CHANNEL'}_{change}"
