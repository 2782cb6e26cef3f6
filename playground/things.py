"""What the world is made of. Every thing is frozen and is one row of the world's file; a change replaces it."""

from typing import Literal
from urllib.parse import quote

import msgspec

from playground.wire import Json

TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
"""Types of channels, by Discord's numbers."""

Dms = Literal["open", "closed", "no_mutual_guild"]


class Guild(msgspec.Struct, frozen=True):
    id: str
    name: str
    locale: str
    owner_id: str
    has_bot: bool = True
    available: bool = True
    """False in an outage: the bot is in it, and is told nothing of it."""


class Bot(msgspec.Struct, frozen=True):
    """The application and its user: new applications of Discord's share one id."""

    id: str
    name: str
    role_id: str


class Role(msgspec.Struct, frozen=True):
    """One that members may be given; it grants nothing that not everybody may."""

    id: str
    name: str


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
    """The ids of his roles, besides that of everybody."""


class Channel(msgspec.Struct, frozen=True):
    id: str
    type: int
    name: str = ""
    position: int = 0
    topic: str | None = None
    parent_id: str | None = None
    owner_id: str | None = None
    person_id: str | None = None
    """Whose direct messages with the bot these are."""
    members: tuple[str, ...] = ()
    """Who joined a thread; only they see a private one."""
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    archive_moved: float = 0.0
    slow: int = 0
    bot_allow: int = 0
    bot_deny: int = 0

    @property
    def is_thread(self) -> bool:
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)


class Attachment(msgspec.Struct, frozen=True):
    """What is known of a file; its bytes are kept beside it in the store."""

    id: str
    channel_id: str
    filename: str
    size: int
    content_type: str
    width: int | None = None
    height: int | None = None
    description: str | None = None
    ephemeral: bool = False

    def url(self, cdn: str) -> str:
        return f"{cdn}/attachments/{self.channel_id}/{self.id}/{quote(self.filename, safe='')}"


class Message(msgspec.Struct, frozen=True):
    id: str
    channel_id: str
    author_id: str
    body: Json
    """The message as Discord would show it to the bot. Never changed in place."""
    only_for: str | None = None
    """The one person who sees an ephemeral message."""
    dismissed: bool = False
    nonce: str | None = None
    uploads: tuple[str, ...] = ()
    """Ids of all attachments, also of those that Discord does not list because components or embeds show them."""


class Command(msgspec.Struct, frozen=True):
    id: str
    body: Json


class Emoji(msgspec.Struct, frozen=True):
    id: str
    name: str
    animated: bool
    content_type: str


class Interaction(msgspec.Struct, frozen=True):
    """What a person did, and how far the bot's answer to it has come."""

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
    """What `@original` means: the message the answer made, or the one it updates."""
    thinking: bool = False
    """Deferred: the next edit or follow-up fills the message that says "thinking"."""


Thing = Guild | Bot | Role | Person | Channel | Attachment | Message | Command | Emoji | Interaction
