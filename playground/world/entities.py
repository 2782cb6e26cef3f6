"""The entities of the world. Each is frozen and one row of the world's file; a change replaces it.

The file stores the names of these classes and of their fields.
"""

from typing import Literal

import msgspec

from playground.discord_json import Json

TEXT, DM, VOICE, NEWS, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 2, 5, 11, 12, 15
"""Types of channels, by Discord's numbers."""

COMMAND, PRESS, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
"""Types of interactions, by Discord's numbers."""

Dms = Literal["open", "closed", "no_mutual_guild"]


class Guild(msgspec.Struct, frozen=True):
    id: str
    name: str
    locale: str
    owner_id: str
    has_bot: bool = True
    available: bool = True
    """False in an outage: the bot is still a member, but gets no events of the server."""


class Bot(msgspec.Struct, frozen=True):
    """The application and its user. They share one id, as those of new applications do at Discord."""

    id: str
    name: str
    role_id: str


class Role(msgspec.Struct, frozen=True):
    """A role that members can have. It grants no permissions beyond those of @everyone."""

    id: str
    name: str


class Overwrite(msgspec.Struct, frozen=True):
    """What a channel allows and denies to a role (@everyone has the server's id) or to a member."""

    id: str
    is_member: bool
    allow: int = 0
    deny: int = 0


class Person(msgspec.Struct, frozen=True):
    id: str
    username: str
    name: str
    locale: str = "en-US"
    dms: Dms = "open"
    in_guild: bool = True
    allow: int = 0
    deny: int = 0
    roles: tuple[str, ...] = ()
    """The ids of their roles, without @everyone."""


class Channel(msgspec.Struct, frozen=True):
    id: str
    type: int
    name: str = ""
    position: int = 0
    topic: str | None = None
    parent_id: str | None = None
    owner_id: str | None = None
    person_id: str | None = None
    """The person whose direct messages with the bot these are."""
    members: tuple[str, ...] = ()
    """The ids of those who joined a thread; only they and those with Manage Threads see a private one."""
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    archive_moved: float = 0.0
    slow: int = 0
    overwrites: tuple[Overwrite, ...] = ()

    @property
    def is_thread(self) -> bool:
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)


class Attachment(msgspec.Struct, frozen=True):
    """The description of a file. Its bytes are in the store under the same id."""

    id: str
    channel_id: str
    filename: str
    size: int
    content_type: str
    width: int | None = None
    height: int | None = None
    description: str | None = None
    ephemeral: bool = False


class Message(msgspec.Struct, frozen=True):
    id: str
    channel_id: str
    author_id: str
    body: Json
    """Discord's message object, as the bot gets it. Never changed in place."""
    only_for: str | None = None
    """The one person who sees an ephemeral message."""
    dismissed: bool = False
    nonce: str | None = None
    uploads: tuple[str, ...] = ()
    """The ids of all attachments, including those that Discord does not list because components or embeds show them."""


class Command(msgspec.Struct, frozen=True):
    id: str
    body: Json


class Emoji(msgspec.Struct, frozen=True):
    id: str
    name: str
    animated: bool
    content_type: str


class Interaction(msgspec.Struct, frozen=True):
    """An action of a person, and how far the bot's answer to it has come."""

    id: str
    token: str
    type: int
    person_id: str
    channel_id: str
    guild_id: str | None
    metadata: Json
    command: str | None = None
    source_id: str | None = None
    """The message whose button was pressed."""
    answered: bool = False
    original_id: str | None = None
    """The message that `@original` means: the one that the answer made, or the one that it updates."""
    thinking: bool = False
    """Whether the answer is deferred: the next edit or follow-up fills the message that says "thinking"."""


Entity = Guild | Bot | Role | Person | Channel | Attachment | Message | Command | Emoji | Interaction
