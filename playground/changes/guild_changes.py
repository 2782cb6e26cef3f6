"""Changes of the server, its people and its roles, and whether the bot is there."""

from dataclasses import dataclass

import msgspec

from playground.changes.watchers import Watchers
from playground.gateway.gateway import Gateway
from playground.objects.guild_objects import guild_create_event, guild_object
from playground.objects.role_objects import find_role_object, local_role_objects
from playground.objects.user_objects import local_user_object, member_object, user_object
from playground.world.entities import Guild, Person, Role
from playground.world.visibility import seen_by
from playground.world.world import World


@dataclass(slots=True)
class GuildChanges:
    world: World
    gateway: Gateway
    watchers: Watchers

    # The server.

    def set_bot_presence(self, *, has_bot: bool) -> None:
        """Add the bot to the server, or remove it."""
        guild = self.world.guild
        if has_bot == guild.has_bot:
            return
        self.world.save(msgspec.structs.replace(guild, has_bot=has_bot))
        if has_bot:
            self.gateway.dispatch("GUILD_CREATE", guild_create_event(self.world), guild.id)
        else:
            self.gateway.dispatch("GUILD_DELETE", {"id": guild.id}, guild.id)

    def set_availability(self, *, available: bool) -> None:
        """Begin an outage of the server, or end it."""
        guild = self.world.guild
        if available == guild.available:
            return
        self.world.save(msgspec.structs.replace(guild, available=available))
        if available:
            self.gateway.dispatch("GUILD_CREATE", guild_create_event(self.world), guild.id)
        else:
            self.gateway.dispatch("GUILD_DELETE", {"id": guild.id, "unavailable": True}, guild.id)

    def update_guild(self, guild: Guild) -> None:
        """Change the server's own settings."""
        self.world.save(guild)
        if guild.has_bot:
            self.gateway.dispatch("GUILD_UPDATE", guild_object(self.world), guild.id)

    # People.

    def add_person(self, person: Person) -> None:
        """Let a new person join the server."""
        self.world.add_person(person)
        self.watchers.send("PEOPLE", [local_user_object(each) for each in self.world.people.values()])
        self._dispatch("GUILD_MEMBER_ADD", member_object(self.world, user_object(person)))

    def update_person(self, person: Person) -> None:
        """Change a person's settings, permissions or roles, and with them the channels that they see."""
        before, channels = self.world.people[person.id], list(self.world.channels.values())
        seen = seen_by(self.world, (before,), channels)
        self.world.save(person)
        self.watchers.send_visibility(seen, seen_by(self.world, (person,), channels))
        user = user_object(person)
        if before.roles != person.roles:
            self._dispatch("GUILD_MEMBER_UPDATE", member_object(self.world, user))
        if before.in_guild == person.in_guild:
            return
        if person.in_guild:
            self._dispatch("GUILD_MEMBER_ADD", member_object(self.world, user))
        else:
            self._dispatch("GUILD_MEMBER_REMOVE", {"user": user})

    # Roles.

    def create_role(self, role: Role) -> None:
        self.world.save(role)
        self._dispatch("GUILD_ROLE_CREATE", {"role": find_role_object(self.world, role.id)})
        self._send_roles()

    def delete_role(self, role: Role) -> None:
        """Delete a role, and take it from everyone who has it."""
        for person in list(self.world.people.values()):
            if role.id in person.roles:
                kept = tuple(id_ for id_ in person.roles if id_ != role.id)
                self.update_person(msgspec.structs.replace(person, roles=kept))
        self.world.delete_role(role)
        self._dispatch("GUILD_ROLE_DELETE", {"role_id": role.id})
        self._send_roles()

    def _send_roles(self) -> None:
        self.watchers.send("ROLES", local_role_objects(self.world))

    def _dispatch(self, event: str, data: dict[str, object]) -> None:
        guild_id = self.world.guild.id
        self.gateway.dispatch(event, {"guild_id": guild_id, **data}, guild_id)

    # The bot.

    def send_commands(self) -> None:
        """Send everyone the bot's commands, after they changed."""
        self.watchers.send("COMMANDS", [command.body for command in self.world.commands.values()])

    def send_presence(self) -> None:
        """Send everyone whether the bot is online, after that changed."""
        self.watchers.send("BOT", {"online": self.gateway.is_online})
