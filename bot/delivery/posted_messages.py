"""The messages of one table as they are posted: in which channel or thread, which must be stored, and which deleted.

Those that must be deleted are hands that have been replaced, and messages that an interrupted process left behind.
"""

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

import discord

from bot.delivery.discord_api import NotYetDelivered, Undelivered, UndeliveredReason, rendered
from bot.delivery.pictures import all_components
from bot.delivery.rendering import Rendering, Sources
from bot.messages.components import DATABASE_MARKER
from bot.messages.table.buttons import table_of_press
from bot.messages.table.channel.page_message import waiting_layout
from bot.messages.table.channel.story_pages import LOBBY
from bot.storage.tables import DeliveryState, Surface, Surfaces
from bot.tables.table import Phase, Table
from bot.tables.time_requests import GiveTimeBack
from bot.wording.sentence import Refused

POSTED_AGAIN = "again"
"""The state of a message that was deleted by hand and posted again; it is not posted a third time."""
_PLACE = "place"
"""The key under which the table's thread or channel is stored."""
_ROUND = "round "
"""How the keys of the messages of rounds begin."""
_REPLACED = "replaced "
"""How the keys of messages begin that must be deleted."""
_GONE = "gone"
"""The state of a thread or channel that has been deleted."""
_WAITS = "waits"
"""The key that is stored while the table waits for its private thread."""
_STANDS = 300_000
"""For how long a table that waits has its clock stopped, until it is stopped again; in milliseconds."""


@dataclass(slots=True)
class PostedMessages:
    """The messages of a table by key. What is `put` is stored by the next `save`. `opened_at` is an epoch time (ms)."""

    number: int
    opened_at: int
    stored: DeliveryState
    changed: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)

    @property
    def cursor(self) -> int:
        """The version up to which everything is shown, or given up."""
        return self.stored.cursor

    def get(self, key: str) -> Surface | None:
        return self.stored.surfaces.get(key)

    def surfaces(self) -> list[Surface]:
        """Return all messages in memory."""
        return list(self.stored.surfaces.values())

    def replaced(self) -> list[Surface]:
        """Return the messages that must be deleted."""
        return [surface for surface in self.stored.surfaces.values() if surface.key.startswith(_REPLACED)]

    def replace(self, surface: Surface) -> None:
        """Record that a message, if it is one, must be deleted; this is stored until it is."""
        if surface.message is not None:
            self.put(Surface(f"{_REPLACED}{surface.message}", surface.channel, surface.message))

    def delete(self, surface: Surface) -> None:
        """Forget a message, once it is recorded that it must be deleted."""
        self.replace(surface)
        self.drop(surface.key)

    def drop(self, key: str) -> None:
        """Forget a message, here and in storage."""
        del self.stored.surfaces[key]
        if key in self.changed:
            self.changed.remove(key)
        else:
            self.dropped.add(key)

    def put(self, surface: Surface) -> None:
        self.stored.surfaces[surface.key] = surface
        self.changed.add(surface.key)

    def place(self) -> int | None:
        """Return the thread or channel of the match, or None."""
        surface = self.get(_PLACE)
        return None if surface is None else surface.channel

    def round_message(self) -> tuple[int, int] | None:
        """Return the channel and the id of the newest message of a round, or None."""
        rounds = (one for one in self.stored.surfaces.values() if one.key.startswith(_ROUND))
        found = [(one.message, one.channel) for one in rounds if one.message is not None]
        return max(found)[::-1] if found else None

    def ids(self) -> set[int]:
        """Return the ids of all messages in memory."""
        return {surface.message for surface in self.stored.surfaces.values() if surface.message is not None}

    def forget_all_but(self, is_needed: Callable[[str], bool]) -> list[str]:
        """Drop messages from memory, but not from storage: a long match gathers hundreds. Return their keys."""
        dropped = [key for key in self.stored.surfaces if not is_needed(key) and key not in self.changed]
        for key in dropped:
            del self.stored.surfaces[key]
        return dropped

    def nonce(self, key: str) -> str:
        """Return the nonce of this message of this table: the same whenever it is posted, until a backup is restored."""
        name = f"{self.number}/{self.opened_at}/{key}{DATABASE_MARKER.get()}"
        return hashlib.blake2s(name.encode(), digest_size=10).hexdigest()

    async def save(self, surfaces: Surfaces, cursor: int | None = None) -> None:
        """Store what has changed and, if everything up to it is shown, the cursor, in one transaction."""
        keys, dropped = sorted(self.changed), sorted(self.dropped)
        moves = cursor is not None and (cursor != self.stored.cursor or self.stored.is_restored)
        if not moves and not keys and not dropped:
            return
        self.changed.clear()
        self.dropped.clear()
        try:
            await surfaces.save(self.number, cursor, [self.stored.surfaces[key] for key in keys], dropped)
        except BaseException:
            self.changed.update(key for key in keys if key in self.stored.surfaces)
            self.dropped.update(dropped)
            raise
        if cursor is not None:
            self.stored = replace(self.stored, cursor=cursor, is_restored=False)

    def learn(self, key: str, channel: int, message: int) -> bool:
        """Record a message that a reply has written: it exists, even if the process ended before it was stored.

        Return False for an old message, which a newer one has replaced.
        """
        known = self.get(key)
        if known is None:
            self.put(Surface(key, channel, message))
        elif known.message is not None and known.channel == channel and known.message < message:
            self.replace(known)
            self.put(replace(known, message=message))
        elif known.message != message:
            return False
        return True


_NEW = "new"
"""The state of a thread to which the players haven't been added yet; with numbers (`new 12 15`), only these people."""


@dataclass(eq=False)
class Place:
    """The channel or thread of one table, found once and stored."""

    _posted: PostedMessages
    _sources: Sources
    _rendering: Rendering
    _newest: Callable[[], Table]

    def __post_init__(self) -> None:
        self._finding = asyncio.Lock()  # nothing keeps Discord from opening two private threads
        self._api, self._people = self._sources.api, self._sources.people
        self._stands_until = 0  # epoch ms, while the table waits
        self.owes_link = False  # the lobby still leads nowhere, or to a thread that is gone

    async def find(self, table: Table) -> int | None:
        """Return the channel or thread in which the match is played; None if it has been deleted.

        Raise NotYetDelivered if that must be a private thread, and none can be opened.
        """
        async with self._finding:
            surface = self._posted.get(_PLACE)
            if surface is not None and surface.channel:  # 0 for a private thread that isn't open yet
                return None if surface.state == _GONE else surface.channel
            lobby = self._posted.get(LOBBY)
            if not table.thread or table.phase == Phase.LOBBY:
                return table.channel
            try:
                title = await self._rendering.thread_name(table)
                if table.hides_deals:
                    thread = await self._api.open_private_thread(table.server, table.channel, title)
                elif lobby is None or lobby.message is None:
                    return table.channel
                else:
                    thread = await self._api.open_thread(table.server, lobby.channel, lobby.message, title)
            except Undelivered:
                if table.hides_deals:
                    await self._wait()
                    return None
                thread = table.channel  # stored, so that opening a thread is not tried at every message
                self._posted.put(Surface(_PLACE, thread, None))
            else:
                self._posted.put(Surface(_PLACE, thread, None, state=_NEW))
            return thread

    @property
    def has_new_people(self) -> bool:
        """True if people must still be added to the table's thread, and can be. It is stored, so that a kill loses nobody."""
        surface = self._posted.get(_PLACE)
        return surface is not None and surface.state.split()[:1] == [_NEW] and self._posted.get(_WAITS) is None

    def expect_player(self, person: int, table: Table) -> None:
        """Let a person be added to the table's thread who has taken a seat during the match."""
        surface = self._posted.get(_PLACE)
        if surface is not None and surface.channel not in (0, table.channel) and surface.state not in (_GONE, _NEW):
            self._posted.put(replace(surface, state=f"{surface.state or _NEW} {person}"))

    async def add_players(self, table: Table) -> None:
        """Add people to the thread, so that they find it: everyone at the table, or those who have taken a seat since."""
        surface = self._posted.get(_PLACE)
        if surface is None or not self.has_new_people:
            return
        for person in map(int, surface.state.split()[1:]) if surface.state != _NEW else table.seated_people():
            with suppress(Undelivered):
                await self._api.add_to_thread(surface.channel, self._people[person])
        if self._posted.get(_PLACE) == surface and self.has_new_people:  # else it is gone, or somebody has taken a seat
            self._posted.put(replace(surface, state=""))

    async def move_from(self, channel: int, reason: UndeliveredReason, table: Table) -> bool:
        """Leave a channel that refused a message, if it is gone. Return True if the match is played elsewhere now.

        A thread that is deleted, or in which the bot may no longer write, is left for its channel, so that nobody is lost; a
        deleted channel is given up. In the place of a private thread the table gets another one, or waits (NotYetDelivered).
        """
        surface = self._posted.get(_PLACE) or Surface(_PLACE, table.channel, None)
        if channel != surface.channel:
            return True
        is_own, is_forbidden = channel not in (table.channel, table.parent), reason == UndeliveredReason.FORBIDDEN
        if is_forbidden and channel != table.home:
            if table.hides_deals or not (is_own or await self._api.is_public_thread(channel)):
                await self._wait()
                return False
        elif reason != UndeliveredReason.CHANNEL_GONE:
            return False
        is_left = is_own or is_forbidden
        here = 0 if is_own and table.hides_deals else table.home if is_left else channel
        self._posted.put(Surface(_PLACE, here, None, state="" if is_left else _GONE))
        self.owes_link = self.owes_link or is_left
        return is_left

    async def _wait(self) -> None:
        """Stop the clock until the bot can write in the private thread, and raise NotYetDelivered; do nothing after a match."""
        if (table := self._newest()).phase == Phase.OVER:
            return
        if self._posted.get(_WAITS) is None:
            self._posted.put(Surface(_WAITS, 0, None))
            for person in table.seated_people():
                view = waiting_layout(await self._rendering.context_for(table, person))
                with suppress(Undelivered):
                    nonce = self._posted.nonce(f"{_WAITS} {table.version} {person}")
                    await self._api.send_direct(self._people[person], rendered(view), nonce)
            await self._sources.note_waiting(table)
        if (now := self._sources.now()) > self._stands_until - _STANDS // 2:  # before any clock runs out
            since, self._stands_until = max(self._stands_until, now - _STANDS), now + _STANDS
            with suppress(Refused):
                await self._sources.tables.change(table.number, None, GiveTimeBack(since, self._stands_until, for_thread=True))
        raise NotYetDelivered("the bot can't write in the private thread")

    def end_wait(self) -> None:
        """Record that everything is shown: when the table waits once more, people are told again."""
        if self._posted.get(_WAITS) is not None:
            self._posted.drop(_WAITS)

    def match_link(self) -> tuple[int, int | None] | None:
        """Return where the lobby's link leads: the thread, or channel and message of the first deal."""
        place, first = self._posted.get(_PLACE), self._posted.get("deal 1")
        if place is not None and place.state != _GONE and place.channel:
            return place.channel, None
        return None if first is None else (first.channel, first.message)


@dataclass(eq=False)
class Deletions:
    """The deletions of one table's messages: nobody waits for them."""

    _posted: PostedMessages
    _sources: Sources
    _rendering: Rendering
    _candidates: list[Surface] | None = None  # once they have been searched for
    _unknown: list[Surface] = field(default_factory=list)  # those of them that no record here knows

    @property
    def has_searched(self) -> bool:
        """True once messages that an interrupted process may have left behind have been searched for."""
        return self._candidates is not None

    async def delete_replaced(self) -> None:
        """Delete the messages that have a newer one, and unknown ones, unless the last owner has stored them since."""
        if self._unknown:
            stored = (await self._sources.surfaces.load(self._posted.number)).surfaces
            there = {key: surface for key, surface in stored.items() if not key.startswith(_REPLACED)}
            known = {surface.message for key, surface in there.items() if self._posted.get(key) in (None, surface)}
            for unknown in self._unknown:
                if unknown.message not in known:
                    self._posted.replace(unknown)
            self._unknown = []
        for surface in self._posted.replaced():
            assert surface.message is not None
            with suppress(Undelivered):
                await self._sources.api.delete(surface.channel, surface.message)
            self._posted.drop(surface.key)

    async def find_candidates(self, table: Table, place: int | None) -> None:
        """Find the newest messages of this table, in `place` and the direct messages of its people.

        A process that is killed between posting and storing leaves a message that no record knows, and after some minutes
        Discord no longer recognises its nonce. After a restore `place` is None: what everyone has seen since the backup stays
        in the channel, and only the hands are deleted.
        """
        channels = {} if place is None else dict.fromkeys((place, table.channel), await self._rendering.title(table))
        for person in table.all_people:
            channel = self._sources.people[person].dm_channel
            if channel is not None:
                channels[channel] = self._rendering.title_for(table, person)
        found: list[Surface] = []
        for channel, title in channels.items():
            with suppress(Undelivered):
                messages = await self._sources.api.own_messages(channel, table.opened_at)
                found += [Surface("", channel, message.id) for message in messages if _is_of(message, table.number, title)]
        self._candidates = found

    def note_unknown(self) -> None:
        """Note that the found messages must be deleted, except those that a record knows.

        Call it while this process is posting nothing for the table: what it posted during the search is known only afterwards.
        No message's time is compared, because this machine's clock may differ from Discord's.
        """
        known = self._posted.ids()
        self._unknown = [one for one in self._candidates or () if one.message not in known]


def _is_of(message: discord.Message, table: int, title: str) -> bool:
    """Return True if a message is a page or hand of the table: by its buttons, or by its title if it has none."""
    if message.interaction_metadata is not None:
        return False  # a reply to a command
    components = list(all_components(message))
    if any(table_of_press(it.custom_id) == table for it in components if getattr(it, "custom_id", None)):
        return True
    head = next((it.content for it in components if isinstance(it, discord.TextDisplay)), "").partition("\n")[0]
    return head.partition(" · ")[0] == f"-# {title}"
