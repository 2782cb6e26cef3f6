"""How a call is read from an interaction of discord.py, and how its reply is sent: immediately, or after a deferral.

Another bot with the same token may run on another database, when the old machine still runs after a move: then Discord refuses
even our first answer as the second. Both bots get every interaction, and players get two hands. On the same SQLite file,
`bot/storage/files.py` refuses a second bot at its start; on PostgreSQL, processes take turns, and nothing shows another bot.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import structlog
from discord import InteractionType
from discord.app_commands import Command

from bot.delivery.discord_api import DiscordApi
from bot.delivery.pictures import Files, KeptFile, all_components, shown_files
from bot.interactions.call import LONGEST_CONTENT, NO_REPLY, Call, Caller, CallKind, Pressed, Reply
from bot.tables.ports import NotOwnerError

Interaction = discord.Interaction[Any]
_KINDS = {
    InteractionType.application_command: CallKind.COMMAND,
    InteractionType.autocomplete: CallKind.AUTOCOMPLETE,
    InteractionType.component: CallKind.PRESS,
    InteractionType.modal_submit: CallKind.FORM,
}


def call_of(interaction: Interaction) -> Call:
    """Return the call that a command, autocomplete, press or form makes. A person or channel in an option is its Discord id."""
    user, place, command = interaction.user, interaction.channel, interaction.command
    is_command = interaction.type in (InteractionType.application_command, InteractionType.autocomplete)
    is_private = isinstance(place, discord.Thread) and place.is_private()
    return Call(
        id=interaction.id,
        kind=_KINDS[interaction.type],
        at=round(interaction.created_at.timestamp() * 1000),
        caller=Caller(
            user.id,
            user.global_name or user.name,
            str(user),
            interaction.permissions.manage_guild,
            frozenset(role.id for role in user.roles if role) if isinstance(user, discord.Member) else frozenset(),
            partial(_may_see, user),
            _joined(user),
            (user.nick or "") if isinstance(user, discord.Member) else "",
        ),
        locale=str(interaction.locale),
        server=interaction.guild_id,
        channel=interaction.channel_id or 0,
        parent=place.parent_id if isinstance(place, discord.Thread) else None,
        has_threads=isinstance(place, discord.TextChannel),
        bot_may=interaction.app_permissions,
        most_bytes=interaction.filesize_limit,
        name=command.qualified_name if isinstance(command, Command) else "",
        options={name: getattr(value, "id", value) for name, value in interaction.namespace} if is_command else {},
        data=cast(Mapping[str, Any], interaction.data or {}),
        pressed=_pressed(interaction.message),
        may_be_outside=is_private and not interaction.app_permissions.manage_threads,
    )


def _joined(user: discord.User | discord.Member) -> int | None:
    """Return since when a person is a member of the server (epoch ms); None if that isn't known."""
    at = user.joined_at if isinstance(user, discord.Member) else None
    return None if at is None else round(at.timestamp() * 1000)


def _pressed(message: discord.Message | None) -> Pressed | None:
    if message is None:
        return None
    ids = (getattr(component, "custom_id", None) for component in all_components(message))
    return Pressed(message.id, message.flags.ephemeral, tuple(one for one in ids if one))


def _may_see(user: discord.Member | discord.User, place: int) -> bool:
    found = user.guild.get_channel_or_thread(place) if isinstance(user, discord.Member) else None
    if found is None or not isinstance(user, discord.Member):
        return False
    if isinstance(found, discord.Thread) and (found.parent is None or found.is_private()):
        return False
    return found.permissions_for(user).view_channel


_log = structlog.get_logger(__name__)
_MESSAGE_GONE = 10008
_IS_TRIED = "is tried"  # in the interaction's extras: an answer has been sent, perhaps in vain
ALREADY_ANSWERED = 40060
"""Discord's code for a second answer. Our own second answers get it too: after a cut connection, or for a repeated event."""
_ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
_OF_CHANNELS = "/channels/"
_OF_ANSWERS = re.compile(r"/(?:interactions|webhooks)/\d+/")
_MOST_REMEMBERED = 1000
MAY_ANSWER: ContextVar[Callable[[], bool]] = ContextVar("may answer", default=lambda: True)
"""Says if what is being answered is still this process's: another one may have edited the same message meanwhile."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Sends the reply to one interaction. `is_public`: a deferred reply is, so the reply should be."""

    interaction: Interaction
    call: Call
    api: DiscordApi
    is_public: bool

    async def defer(self) -> None:
        """Acknowledge a press silently; for a command, show that the bot is working on it."""
        await self.interaction.response.defer(ephemeral=not self.is_public, thinking=not self.call.is_press)

    async def prepare_pictures(self, reply: Reply) -> None:
        """Render the pictures of a reply while it can still be deferred."""
        if reply.view is not None:
            place, shown, is_private = self._pictures_of(reply)
            await self.api.pictures.attach(reply.view, place, shown, is_private=is_private)

    async def send(self, reply: Reply, respond_by: float | None = None) -> None:
        """Send a reply, deferred or not, with its pictures. Keep its promise; withdraw it if the reply doesn't arrive.

        It is deferred if Discord hasn't taken it at `respond_by` (the loop's time). If its message has been sent a newer state,
        the press is only acknowledged. If the pressed message has been deleted, the reply is a new one.
        """
        promised, followup = reply.promised, self.interaction.followup
        try:
            if promised is not None and self._is_for_everyone(reply) and not promised.send(reply.version):
                reply = NO_REPLY
            try:
                message = await self._send(reply, respond_by)
            except aiohttp.ClientError:  # the connection was cut; if the reply has arrived, Discord refuses this one
                message = await self._send(reply, respond_by)
            except discord.NotFound as error:
                if error.code != _MESSAGE_GONE or not reply.replaces_pressed:
                    raise
                elsewhere = replace(reply, replaces_pressed=False, is_public=not self.call.is_whispered)
                message = await self._send(elsewhere, respond_by)
            if message is not None and self.call.server is None and not reply.replaces_pressed:
                self.api.note_direct(self.call.channel, message)
            if message is not None and self._is_for_everyone(reply):
                if promised is not None:
                    promised.keep(self.call.channel, message, reply.version)
                await self._record_post(reply, message)
            if reply.replaces_pressed and reply.view is not None and reply.text:
                await followup.send(reply.text, ephemeral=True)
            if (second := reply.then) is not None:
                sent = await followup.send(**_message_arguments(second, None), ephemeral=not second.is_public, wait=True)
                if second.is_public:
                    await self._record_post(second, sent.id)
        finally:
            if promised is not None:
                promised.withdraw()

    async def _record_post(self, reply: Reply, message: int) -> None:
        """Tell the reply where it was posted; only log its errors, because the message has been sent."""
        if reply.on_posted is None:
            return
        try:
            await reply.on_posted(self.call.channel, message)
        except Exception:
            _log.exception("a message will not be kept up to date")

    def _pictures_of(self, reply: Reply) -> tuple[str, tuple[KeptFile, ...], bool]:
        """Return where the pictures are seen, those that are there already, and whether only one person sees them."""
        is_whispered = self._is_whispered(reply)
        place = f"{self.call.channel} to {self.call.caller.id}" if is_whispered else str(self.call.channel)
        shown = shown_files(self.interaction.message) if reply.replaces_pressed else ()
        return place, shown, self.call.server is None or is_whispered

    def _is_for_everyone(self, reply: Reply) -> bool:
        """Return True if everyone sees the reply: in a new message, or in the pressed one unless only the person sees that."""
        return reply.is_public or not self.call.is_whispered

    def _is_whispered(self, reply: Reply) -> bool:
        """Return True if the reply is shown in an ephemeral message, which only the person sees."""
        return self.call.is_whispered if reply.replaces_pressed else not reply.is_public

    async def _send(self, reply: Reply, respond_by: float | None) -> int | None:
        """Return the id of the message that shows the reply; None if it shows nothing."""
        response = self.interaction.response
        if reply is NO_REPLY:
            if not response.is_done():
                await response.defer()
            return None
        if reply.form is not None and not response.is_done():
            try:
                await response.send_modal(reply.form)
            except discord.HTTPException as error:
                if not self.api.emoji.remove_refused(reply.form, error):
                    raise
                await response.send_modal(reply.form)
            return None
        send = partial(self._answer, reply, respond_by=respond_by)
        if reply.view is None:
            message = await send(None)
        else:
            place, shown, is_private = self._pictures_of(reply)
            message = await self.api.send_layout(reply.view, place, send, shown, is_private=is_private)
        if isinstance(message, discord.Message):
            if not self._is_whispered(reply):
                self.api.pictures.remember(message)
            return message.id
        return message

    async def _answer(self, reply: Reply, files: Files | None, *, respond_by: float | None) -> discord.Message | int | None:
        """Respond to the interaction, or follow up if a response was sent before, even in vain, or takes too long."""
        if self.interaction.response.is_done():
            return await self._follow_up(reply, files)
        is_repeated = self.interaction.extras.get(_IS_TRIED, False)
        self.interaction.extras[_IS_TRIED] = True
        try:
            try:
                async with asyncio.timeout_at(respond_by):
                    return await self._respond(reply, files)
            except TimeoutError:
                is_repeated = True
                await self.defer()
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED or not is_repeated:
                raise
            if arrived := await self._arrived(reply):
                return arrived
        return await self._follow_up(reply, files)

    async def _arrived(self, reply: Reply) -> discord.Message | None:
        """Return the new message with the reply, if an earlier attempt has sent it."""
        if reply.replaces_pressed and reply.view is not None:
            return None
        with suppress(discord.NotFound):
            first = await self.interaction.original_response()
            if self.call.pressed is None or first.id != self.call.pressed.id:
                return first
        return None

    async def _respond(self, reply: Reply, files: Files | None) -> discord.Message | int | None:
        """Return the message, or its id if Discord tells no more."""
        response, pressed = self.interaction.response, self.call.pressed
        if reply.replaces_pressed and reply.view is not None and pressed is not None:
            sent = await response.edit_message(view=reply.view, attachments=files or [])
            known: int | None = pressed.id
        else:
            sent = await response.send_message(**_message_arguments(reply, files), ephemeral=not reply.is_public)
            known = sent.message_id
        return sent.resource if sent is not None and isinstance(sent.resource, discord.Message) else known

    async def _follow_up(self, reply: Reply, files: Files | None) -> discord.Message:
        interaction, is_press = self.interaction, self.call.is_press
        if (reply.replaces_pressed and reply.view is not None) or (not is_press and reply.is_public == self.is_public):
            without_text = {"content": None} if interaction.message is None else {}  # a notice that saving takes long
            return await interaction.edit_original_response(**without_text | _message_arguments(reply, files, "attachments"))
        if not is_press:
            with suppress(discord.NotFound):  # an attempt before this one has deleted it
                await interaction.delete_original_response()
        ephemeral = not (reply.is_public and is_press)
        return await interaction.followup.send(**_message_arguments(reply, files), ephemeral=ephemeral, wait=True)


def _message_arguments(reply: Reply, pictures: Files | None, argument: str = "files") -> dict[str, Any]:
    """Return what is sent; `argument` is the name of the one for files. Each attempt needs new ones: sending reads them."""
    content: dict[str, Any] = {"content": reply.text[:LONGEST_CONTENT]} if reply.view is None else {"view": reply.view}
    files = [discord.File(BytesIO(data), name) for name, data in reply.files] or pictures
    return content if files is None else content | {argument: files}


def send_nothing_late(trace: aiohttp.TraceConfig, may_send: Callable[[], bool]) -> None:
    """Let each request about messages raise NotOwnerError where `may_send` says no, or MAY_ANSWER for an answer.

    discord.py starts some requests by itself, perhaps after the process was stopped for a while.
    """

    async def check(_session: object, _context: SimpleNamespace, about: Any) -> None:
        path = about.url.path
        if not (MAY_ANSWER.get()() if _OF_ANSWERS.search(path) else may_send() or _OF_CHANNELS not in path):
            raise NotOwnerError

    trace.on_request_start.append(check)
    trace.on_request_headers_sent.append(check)  # before the first byte: it may have been stopped since the start
    trace.on_request_chunk_sent.append(check)


class OtherBot:
    """Counts our attempts to answer each of the newest interactions, and reports another bot once."""

    def __init__(self) -> None:
        self._attempts = Counter[int]()
        self._is_reported = False

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Count the answers among the requests of this trace; discord.py repeats some by itself."""

        async def on_start(_session: object, _context: SimpleNamespace, about: aiohttp.TraceRequestStartParams) -> None:
            if about.method == "POST" and (found := _ANSWER.search(about.url.path)):
                self._attempts[int(found[1])] += 1
                if len(self._attempts) > _MOST_REMEMBERED:
                    del self._attempts[next(iter(self._attempts))]

        trace.on_request_start.append(on_start)

    def report(self, interaction: int, error: BaseException) -> None:
        """Log that another bot answers, if this error of an answer shows it and it hasn't been logged."""
        if not isinstance(error, discord.HTTPException) or error.code != ALREADY_ANSWERED or self._is_reported:
            return
        if self._attempts[interaction] == 1:
            self._is_reported = True
            _log.error(
                "another bot with the same token answers players, with a database of its own: players get two hands. "
                "Stop the other one (perhaps the old machine after a move), or reset the token in the developer portal "
                "and give the new one only to the bot that should run"
            )
