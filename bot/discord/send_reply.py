"""How a reply is sent: immediately, or after a deferral; and the sign that another bot answers with the same token.

Such a bot runs on another database, when the old machine still runs after a move: then Discord refuses even our first answer as
the second. Both bots get every interaction, and players get two hands. On the same database, `bot/storage/database_lock.py`
refuses a second bot at its start.
"""

import asyncio
import re
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import structlog

from bot.delivery.attached_pictures import Files
from bot.delivery.discord_api import DiscordApi
from bot.delivery.shown_files import KeptFile, shown_files
from bot.discord.received import Interaction
from bot.interactions.reply import LONGEST_CONTENT, NO_REPLY, Reply

_log = structlog.get_logger(__name__)
_MESSAGE_GONE = 10008
_IS_TRIED = "is tried"  # in the interaction's extras: an answer has been sent, perhaps in vain


async def defer(interaction: Interaction, *, is_public: bool) -> None:
    """Acknowledge a press silently; for a command, show that the bot is working on it."""
    await interaction.response.defer(ephemeral=not is_public, thinking=not is_press(interaction))


async def send_reply(
    interaction: Interaction, reply: Reply, api: DiscordApi, *, is_public: bool, respond_by: float | None = None
) -> None:
    """Send a reply, deferred or not, with its pictures. Keep its promise; withdraw it if the reply doesn't arrive.

    It is deferred if Discord hasn't taken it at `respond_by` (the loop's time). If its message has been sent a newer state, the
    press is only acknowledged. If the pressed message has been deleted, the reply is a new one.
    """
    promised, send = reply.promised, partial(_send, interaction, api=api, is_public=is_public, respond_by=respond_by)
    try:
        if promised is not None and _is_for_everyone(interaction, reply) and not promised.send(reply.version):
            reply = NO_REPLY
        try:
            message = await send(reply)
        except aiohttp.ClientError:  # the connection was cut; if the reply has arrived, Discord refuses this one
            message = await send(reply)
        except discord.NotFound as error:
            if error.code != _MESSAGE_GONE or not reply.replaces_pressed:
                raise
            message = await send(replace(reply, replaces_pressed=False, is_public=not is_ephemeral(interaction)))
        if message is not None and _is_for_everyone(interaction, reply):
            if promised is not None:
                promised.keep(interaction.channel_id or 0, message, reply.version)
            if reply.on_posted is not None:
                await _record_post(reply.on_posted(interaction.channel_id or 0, message))
        if reply.replaces_pressed and reply.view is not None and reply.text:
            await interaction.followup.send(reply.text, ephemeral=True)
        if reply.then is not None:
            await _send_second(interaction, reply.then)
    finally:
        if promised is not None:
            promised.withdraw()


async def _send_second(interaction: Interaction, reply: Reply) -> None:
    """Send a message without pictures after the first one."""
    sent = await interaction.followup.send(**_message_arguments(reply, None), ephemeral=not reply.is_public, wait=True)
    if reply.is_public and reply.on_posted is not None:
        await _record_post(reply.on_posted(interaction.channel_id or 0, sent.id))


async def prepare_pictures(interaction: Interaction, reply: Reply, api: DiscordApi) -> None:
    """Render the pictures of a reply while it can still be deferred."""
    if reply.view is not None:
        place, shown, is_private = _pictures_of(interaction, reply)
        await api.pictures.attach(reply.view, place, shown, is_private=is_private)


def _pictures_of(interaction: Interaction, reply: Reply) -> tuple[str, tuple[KeptFile, ...], bool]:
    """Return where the pictures are seen, those that are there already, and whether only one person sees them."""
    is_whispered = _is_whispered(interaction, reply)
    place = f"{interaction.channel_id} to {interaction.user.id}" if is_whispered else str(interaction.channel_id)
    shown = shown_files(interaction.message) if reply.replaces_pressed else ()
    return place, shown, interaction.guild_id is None or is_whispered


def _is_for_everyone(interaction: Interaction, reply: Reply) -> bool:
    """Return True if everyone sees the reply: in a new message, or in the pressed one unless only the person sees that."""
    return reply.is_public or not is_ephemeral(interaction)


def _is_whispered(interaction: Interaction, reply: Reply) -> bool:
    """Return True if the reply is shown in an ephemeral message, which only the person sees."""
    return is_ephemeral(interaction) if reply.replaces_pressed else not reply.is_public


async def _record_post(recording: Awaitable[None]) -> None:
    """Run `recording`; only log its errors, because the message has been sent."""
    try:
        await recording
    except Exception:
        _log.exception("a message will not be kept up to date")


async def _send(
    interaction: Interaction, reply: Reply, api: DiscordApi, *, is_public: bool, respond_by: float | None
) -> int | None:
    """Return the id of the message that shows the reply; None if it shows nothing."""
    if reply is NO_REPLY:
        if not interaction.response.is_done():
            await interaction.response.defer()
        return None
    if reply.form is not None and not interaction.response.is_done():
        try:
            await interaction.response.send_modal(reply.form)
        except discord.HTTPException as error:
            if not api.emoji.remove_refused(reply.form, error):
                raise
            await interaction.response.send_modal(reply.form)
        return None
    send = partial(_answer, interaction, reply, is_public=is_public, respond_by=respond_by)
    if reply.view is None:
        message = await send(None)
    else:
        place, shown, is_private = _pictures_of(interaction, reply)
        message = await api.send_layout(reply.view, place, send, shown, is_private=is_private)
    if isinstance(message, discord.Message):
        if not _is_whispered(interaction, reply):
            api.pictures.remember(message)
        return message.id
    return message


async def _answer(
    interaction: Interaction, reply: Reply, files: Files | None, *, is_public: bool, respond_by: float | None
) -> discord.Message | int | None:
    """Respond to the interaction, or follow up if a response was sent before, even in vain, or takes too long."""
    if interaction.response.is_done():
        return await _follow_up(interaction, reply, files, is_public=is_public)
    is_repeated = interaction.extras.get(_IS_TRIED, False)
    interaction.extras[_IS_TRIED] = True
    try:
        try:
            async with asyncio.timeout_at(respond_by):
                return await _respond(interaction, reply, files)
        except TimeoutError:
            is_repeated = True
            await defer(interaction, is_public=is_public)
    except discord.HTTPException as error:
        if error.code != ALREADY_ANSWERED or not is_repeated:
            raise
        if arrived := await _arrived(interaction, reply):
            return arrived
    return await _follow_up(interaction, reply, files, is_public=is_public)


async def _arrived(interaction: Interaction, reply: Reply) -> discord.Message | None:
    """Return the new message with the reply, if an earlier attempt has sent it."""
    if reply.replaces_pressed and reply.view is not None:
        return None
    with suppress(discord.NotFound):
        first = await interaction.original_response()
        if interaction.message is None or first.id != interaction.message.id:
            return first
    return None


async def _respond(interaction: Interaction, reply: Reply, files: Files | None) -> discord.Message | int | None:
    """Return the message, or its id if Discord tells no more."""
    pressed = interaction.message
    if reply.replaces_pressed and reply.view is not None and pressed is not None:
        sent = await interaction.response.edit_message(view=reply.view, attachments=files or [])
        known: int | None = pressed.id
    else:
        sent = await interaction.response.send_message(**_message_arguments(reply, files), ephemeral=not reply.is_public)
        known = sent.message_id
    return sent.resource if sent is not None and isinstance(sent.resource, discord.Message) else known


async def _follow_up(interaction: Interaction, reply: Reply, files: Files | None, *, is_public: bool) -> discord.Message:
    if (reply.replaces_pressed and reply.view is not None) or (not is_press(interaction) and reply.is_public == is_public):
        without_text = {"content": None} if interaction.message is None else {}  # a notice that saving takes long
        return await interaction.edit_original_response(**without_text | _message_arguments(reply, files, "attachments"))
    if not is_press(interaction):
        with suppress(discord.NotFound):  # an attempt before this one has deleted it
            await interaction.delete_original_response()
    ephemeral = not (reply.is_public and is_press(interaction))
    return await interaction.followup.send(**_message_arguments(reply, files), ephemeral=ephemeral, wait=True)


def _message_arguments(reply: Reply, pictures: Files | None, argument: str = "files") -> dict[str, Any]:
    """Return what is sent; `argument` is the name of the one for files. Each attempt needs new ones: sending reads them."""
    content: dict[str, Any] = {"content": reply.text[:LONGEST_CONTENT]} if reply.view is None else {"view": reply.view}
    files = [discord.File(BytesIO(data), name) for name, data in reply.files] or pictures
    return content if files is None else content | {argument: files}


def is_ephemeral(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


def is_press(interaction: Interaction) -> bool:
    """Return True for a press, and for a form that a press has opened: the reply may replace the message of either."""
    if interaction.type == discord.InteractionType.modal_submit:
        return interaction.message is not None
    return interaction.type == discord.InteractionType.component


ALREADY_ANSWERED = 40060
"""Discord's code for a second answer. Our own second answers get it too: after a cut connection, or for a repeated event."""
_ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
_MOST_REMEMBERED = 1000


class OtherBot:
    """Counts our attempts to answer each of the newest interactions, and reports another bot once."""

    def __init__(self) -> None:
        self._attempts: dict[int, int] = {}
        self._is_reported = False

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Count the answers among the requests of this trace; discord.py repeats some by itself."""

        async def on_start(_session: object, _context: SimpleNamespace, about: aiohttp.TraceRequestStartParams) -> None:
            if about.method == "POST" and (found := _ANSWER.search(about.url.path)):
                self._count(int(found[1]))

        trace.on_request_start.append(on_start)

    def report(self, interaction: int, error: BaseException) -> None:
        """Log that another bot answers, if this error of an answer shows it and it hasn't been logged."""
        if not isinstance(error, discord.HTTPException) or error.code != ALREADY_ANSWERED or self._is_reported:
            return
        if self._attempts.get(interaction) == 1:
            self._is_reported = True
            _log.error(
                "another bot with the same token answers players, with a database of its own: players get two hands. "
                "Stop the other one (perhaps the old machine after a move), or reset the token in the developer portal "
                "and give the new one only to the bot that should run"
            )

    def _count(self, interaction: int) -> None:
        self._attempts[interaction] = self._attempts.get(interaction, 0) + 1
        if len(self._attempts) > _MOST_REMEMBERED:
            del self._attempts[next(iter(self._attempts))]
