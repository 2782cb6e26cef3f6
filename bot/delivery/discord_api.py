"""The requests to Discord that send, edit and delete messages, and the meaning of their failures.

discord.py itself repeats requests after a 429 or 500, but none with files after a 500. An error raised here is final
(`Undelivered`) or temporary (`TEMPORARY_ERRORS`).
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from typing import TypeVar

import aiohttp
import discord
import structlog
from discord import ui

from bot.delivery.budget import Budget, Priority, RequestFailures
from bot.delivery.pictures import ApplicationEmoji, AttachedPictures, Files, KeptFile
from bot.messages.text import escape_markup
from bot.storage.people import People
from bot.tables.ports import Person


class UndeliveredReason(StrEnum):
    """Why a message cannot be delivered, where trying again would not help."""

    CLOSED = "closed"  # the person takes no direct messages from the bot
    NO_SHARED_SERVER = "no shared server"
    NO_SUCH_PERSON = "no such person"
    MESSAGE_GONE = "message gone"
    CHANNEL_GONE = "channel gone"
    ARCHIVED = "archived"  # the thread is archived: a new message reopens it
    FORBIDDEN = "forbidden"
    REFUSED = "refused"  # for another reason, which will not change


class Undelivered(Exception):  # noqa: N818  (a finding, not a fault)
    """Discord refuses the message for good."""

    def __init__(self, reason: UndeliveredReason) -> None:
        super().__init__(reason.value)
        self.reason = reason

    @property
    def is_gone(self) -> bool:
        """True if the message or its channel has been deleted."""
        return self.reason in (UndeliveredReason.MESSAGE_GONE, UndeliveredReason.CHANNEL_GONE)


class NotInServer(Exception):  # noqa: N818
    """The bot itself is not in the table's server, any more or yet: the table waits."""


class NotYetDelivered(Exception):  # noqa: N818
    """Discord will accept this once something else has happened: an archived thread is edited after a message reopens it."""


_BY_CODE = {
    50007: UndeliveredReason.CLOSED,  # cannot send messages to this user
    50278: UndeliveredReason.NO_SHARED_SERVER,
    10013: UndeliveredReason.NO_SUCH_PERSON,
    10008: UndeliveredReason.MESSAGE_GONE,
    10003: UndeliveredReason.CHANNEL_GONE,
    10004: UndeliveredReason.CHANNEL_GONE,
    50083: UndeliveredReason.ARCHIVED,
    50001: UndeliveredReason.FORBIDDEN,
    50013: UndeliveredReason.FORBIDDEN,
    160005: UndeliveredReason.FORBIDDEN,  # the thread is locked
}
TEMPORARY_ERRORS = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError)
"""Errors that may not occur again later, once discord.py has given up."""

_THREAD_EXISTS = 160004
_TOO_FAST = (40003,)  # opening direct messages
_TOO_MANY = 429
_log = structlog.get_logger(__name__)
T = TypeVar("T")
_PAGE = 100  # messages in one answer, at most
_MOST_SEARCHED = 1000  # messages of a channel


Render = Callable[[], Awaitable[ui.LayoutView]]
"""Renders a message when its turn has come: what is sent is never older than the moment of sending."""


def rendered(view: ui.LayoutView) -> Render:
    """Return what sends this layout, for a message that doesn't change while it waits."""

    async def render() -> ui.LayoutView:
        return view

    return render


class DiscordApi:
    """The messages of one bot at Discord, and what it knows of its servers. Every request passes the budget first."""

    def __init__(self, client: discord.Client, people: People, budget: Budget, pictures: AttachedPictures) -> None:
        self._client = client
        self._people = people
        self._budget = budget
        self.pictures = pictures
        self.emoji = ApplicationEmoji(client, budget)
        self.failures = RequestFailures()
        self.newest: dict[int, int] = {}  # by channel of direct messages, the last message that this process has posted

    @property
    def operators(self) -> frozenset[int]:
        """The Discord ids of the people who run the bot: its application's owner, or the members of the team that owns it."""
        if (application := self._client.application) is None:
            return frozenset()
        if application.team is None:
            return frozenset((application.owner.id,))
        joined = discord.TeamMembershipState.accepted
        return frozenset(member.id for member in application.team.members if member.membership_state == joined)

    @property
    def waiting(self) -> int:
        """The number of requests that wait for the budget. It may be read in another thread."""
        return self._budget.waiting

    def note_direct(self, channel: int, message: int) -> None:
        """Note a message that was posted in direct messages."""
        self.newest[channel] = max(message, self.newest.get(channel, 0))

    @asynccontextmanager
    async def _request(self, priority: Priority, route: str) -> AsyncIterator[None]:
        """Wait for the budget, and note how the request ends. Raise Undelivered."""
        try:
            async with self._budget.request(priority, route):
                with self.failures.watch(route):
                    yield
        except discord.HTTPException as error:
            if (reason := _why_final(error)) is None:
                raise
            raise Undelivered(reason) from error

    async def send_layout(
        self,
        view: ui.LayoutView,
        place: str,
        send: Callable[[Files], Awaitable[T]],
        shown: Sequence[KeptFile] = (),
        *,
        is_private: bool,
    ) -> T:
        """Let `send` send the view with its pictures; again without those, and without emojis, that Discord refuses.

        `place`, `shown` and `is_private` are those of `AttachedPictures.attach`. Raise what `send` raises.
        """
        files = await self.pictures.attach(view, place, shown, is_private=is_private)
        try:
            return await send(files)
        except discord.HTTPException as error:
            if not self.emoji.remove_refused(view, error):
                if not self.pictures.remove_refused(view, place, error, files):
                    raise
                shown = ()
        return await self.send_layout(view, place, send, shown, is_private=is_private)

    async def post(
        self,
        channel: int,
        render: Render,
        nonce: str,
        mentioned: Sequence[int] = (),
        priority: Priority = Priority.LEAGUE,
        *,
        is_private: bool = False,
    ) -> int:
        """Post a message and return its id; only the people in `mentioned` are pinged. Raise Undelivered.

        `is_private` if only one person reads the channel. For a nonce that it saw in the last minutes, Discord returns the
        first message: nothing is posted twice.
        """
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(one) for one in mentioned])
        target = self._client.get_partial_messageable(channel)
        async with self._request(priority, f"POST {channel}"):
            view = await render()
            send = partial(target.send, view=view, nonce=nonce, allowed_mentions=mentions)
            message = await self.send_layout(view, str(channel), lambda files: send(files=files), is_private=is_private)
        self.pictures.remember(message)
        if is_private:
            self.note_direct(channel, message.id)
        return message.id

    async def own_messages(self, channel: int, since: int) -> list[discord.Message]:
        """Return the bot's messages among the newest 1,000 of the channel since a moment of Discord's (epoch ms).

        Raise Undelivered.
        """
        after = discord.Object(discord.utils.time_snowflake(datetime.fromtimestamp(since / 1000, UTC)))
        target, before, found = self._client.get_partial_messageable(channel), None, list[discord.Message]()
        for _ in range(_MOST_SEARCHED // _PAGE):
            async with self._request(Priority.DELETION, f"GET {channel}"):
                page = [it async for it in target.history(limit=_PAGE, before=before, after=after, oldest_first=False)]
            found += [message for message in page if message.author == self._client.user]
            if len(page) < _PAGE:
                break
            before = page[-1]
        return found

    async def find_reply(self, channel: int, asked_at: int) -> int | None:
        """Return the message that replies to the command of that moment (epoch ms), or None. Raise Undelivered."""
        moment = datetime.fromtimestamp(asked_at / 1000, UTC)
        after = discord.Object(discord.utils.time_snowflake(moment))
        async with self._request(Priority.EDIT, f"GET {channel}"):
            async for message in self._client.get_partial_messageable(channel).history(after=after, limit=_PAGE):
                command = message.interaction_metadata
                if message.author == self._client.user and command is not None and command.created_at == moment:
                    return message.id
        return None

    async def edit(
        self, channel: int, message: int, render: Render, priority: Priority = Priority.LEAGUE, *, is_private: bool = False
    ) -> None:
        """Replace what a message shows; pictures that it has already are kept. Raise Undelivered."""
        target = self._client.get_partial_messageable(channel).get_partial_message(message)
        async with self._request(priority, f"PATCH {channel}"):
            view, shown = await render(), self.pictures.shown_by(message)
            edit = partial(target.edit, view=view, allowed_mentions=discord.AllowedMentions.none())
            edited = await self.send_layout(
                view, str(channel), lambda files: edit(attachments=files), shown, is_private=is_private
            )
        self.pictures.remember(edited)

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message. Raise Undelivered."""
        async with self._request(Priority.DELETION, f"DELETE {channel}"):
            await self._client.get_partial_messageable(channel).get_partial_message(message).delete()

    async def send_direct(self, person: Person, render: Render, nonce: str) -> tuple[int, int]:
        """Send a direct message; return its channel and message id. Raise Undelivered."""
        if person.discord_id is None:
            raise Undelivered(UndeliveredReason.NO_SUCH_PERSON)
        channel = person.dm_channel
        if channel is None:
            async with self._request(Priority.HAND, "POST direct message"):
                channel = (await self._client.create_dm(discord.Object(person.discord_id))).id
            await self._people.set_dm_channel(person.number, channel)
        return channel, await self.post(channel, render, nonce, priority=Priority.HAND, is_private=True)

    async def open_thread(self, server: int, channel: int, message: int, name: str) -> int:
        """Return the thread of a message; open it if there is none. Raise Undelivered."""
        target = self._client.get_partial_messageable(channel, guild_id=server).get_partial_message(message)
        async with self._request(Priority.HAND, f"THREAD {channel}"):
            try:
                return (await target.create_thread(name=name)).id
            except discord.HTTPException as error:
                if error.code != _THREAD_EXISTS:
                    raise
                return message

    async def open_private_thread(self, server: int, channel: int, name: str) -> int:
        """Open a thread of a channel that only those who are added can read, and return it. Raise Undelivered."""
        target = self._client.get_partial_messageable(channel, guild_id=server)
        async with self._request(Priority.HAND, f"THREAD {channel}"):
            about = {"name": name, "type": discord.ChannelType.private_thread.value, "invitable": False}
            route = discord.http.Route("POST", "/channels/{channel_id}/threads", channel_id=target.id)
            return int((await self._client.http.request(route, json=about))["id"])

    async def is_public_thread(self, channel: int) -> bool:
        """Return True if Discord says that this is a thread that everyone in its channel can read."""
        with suppress(Undelivered):
            async with self._request(Priority.EDIT, f"GET {channel}"):
                found = await self._client.fetch_channel(channel)
                return isinstance(found, discord.Thread) and not found.is_private()
        return False

    async def is_in_thread(self, thread: int) -> bool:
        """Return False if Discord says that the bot isn't in the thread; discord.py can be wrong, after one was reopened."""
        assert self._client.user is not None
        with suppress(*TEMPORARY_ERRORS):
            async with self._budget.request(Priority.HAND, f"MEMBER {thread}"):
                try:
                    await self._client.http.get_thread_member(thread, self._client.user.id)
                except (discord.NotFound, discord.Forbidden):
                    return False
        return True

    async def add_to_thread(self, thread: int, person: Person) -> None:
        """Add a person to a thread, so that they find it. Raise Undelivered."""
        if person.discord_id is None:
            return
        async with self._request(Priority.EDIT, f"PUT {thread}"):
            await self._client.http.add_user_to_thread(thread, person.discord_id)

    def find_server(self, server: int) -> discord.Guild | None:
        """Return the server; None if the bot isn't in it, or doesn't know it yet."""
        return self._client.get_guild(server)

    def in_server(self, server: int) -> bool:
        """Return True if the bot is in the server and knows its details, which Discord withholds at first and in an outage."""
        guild = self._client.get_guild(server)
        return guild is not None and not guild.unavailable

    def server_name(self, server: int) -> str:
        """Return the name as Markdown that shows nothing but the name; empty if it is not known."""
        guild = self._client.get_guild(server)
        return "" if guild is None else escape_markup(guild.name)

    def server_locale(self, server: int) -> str | None:
        """Return the language that the server has chosen; None if it is not known."""
        guild = self._client.get_guild(server)
        return None if guild is None else str(guild.preferred_locale)

    def home(self, server: int, place: int) -> int:
        """Return the channel of a thread, as far as is known; of another place, that itself."""
        guild = self._client.get_guild(server)
        thread = None if guild is None else guild.get_thread(place)
        return place if thread is None else thread.parent_id

    def may_open_thread(self, server: int, channel: int) -> bool:
        """Return True if the bot may open threads in this channel, as far as is known without asking Discord."""
        guild = self._client.get_guild(server)
        place = None if guild is None else guild.get_channel(channel)
        if guild is None or not isinstance(place, discord.TextChannel) or guild.me is None:
            return False
        has = place.permissions_for(guild.me)
        return has.view_channel and has.send_messages and has.create_public_threads and has.send_messages_in_threads

    def lacks(self, server: int, named: int) -> bool:
        """Return True if the server is known to have neither a channel nor a role with this Discord id: it was deleted."""
        if (guild := self._client.get_guild(server)) is None or guild.unavailable:
            return False
        return guild.get_channel_or_thread(named) is None and guild.get_role(named) is None

    def may_post(self, server: int, channel: int) -> bool:
        """Return False if the bot is known not to be permitted to post in this channel."""
        guild = self._client.get_guild(server)
        place = None if guild is None else guild.get_channel(channel)
        if guild is None or place is None or guild.me is None:
            return True
        has = place.permissions_for(guild.me)
        return has.view_channel and has.send_messages

    def may_attach(self, server: int, channel: int) -> bool:
        """Return False if the bot is known not to be permitted to attach files in this channel or thread."""
        guild = self._client.get_guild(server)
        place = None if guild is None else guild.get_channel_or_thread(channel)
        if guild is None or place is None or guild.me is None or (isinstance(place, discord.Thread) and place.parent is None):
            return True
        return place.permissions_for(guild.me).attach_files

    async def is_member(self, server: int, person: Person) -> bool | None:
        """Return whether the person is in the server; None if the bot is not. Ask only after a message could not be sent."""
        guild = self._client.get_guild(server)
        if guild is None:
            return None
        if person.discord_id is None:
            return False
        try:
            return await self.find_member(guild, person.discord_id) is not None
        except discord.Forbidden:
            return None

    async def find_member(self, guild: discord.Guild, discord_id: int) -> discord.Member | None:
        """Return the member of the server, asked of Discord; None if the person is not in it. Raise discord's HTTPException."""
        async with self._budget.request(Priority.EDIT, f"MEMBER {discord_id}"):
            try:
                return await guild.fetch_member(discord_id)
            except discord.NotFound:
                return None


def _why_final(error: discord.HTTPException) -> UndeliveredReason | None:
    """Return why Discord refuses a request for good; None if it may not refuse it again."""
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    if error.code in _TOO_FAST or error.status == _TOO_MANY or not 400 <= error.status < 500:
        return None
    if isinstance(error, discord.Forbidden):
        return UndeliveredReason.FORBIDDEN
    _log.warning("Discord refuses a message", error=str(error))
    return UndeliveredReason.REFUSED
