"""The reply to a command or press, and how it is sent: immediately, or after a deferral.

A reply to a press may replace the message that was pressed. Then it also keeps the promise for which the courier waits.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any

import aiohttp
import discord
import structlog
from discord import ui

from bot.delivery.attached_pictures import Files
from bot.delivery.discord_api import DiscordApi
from bot.delivery.shown_files import KeptFile, shown_files
from bot.delivery.table.message_writes import PromisedEdit
from bot.interactions.services import Interaction

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Reply:
    """A layout or a sentence; only the person sees it, unless it `is_public`.

    With `replaces_pressed`, the layout replaces the message that was pressed; a sentence is then sent as a second message.
    A `form` opens in the place of a message; if the reply was deferred, Discord takes no form, and the text is sent.
    `promised` is fulfilled once the reply is sent; its message then shows `version`. `files` are names and contents, beside the
    sentence or shown by the layout. `on_posted` is called with the channel and message id of a public post. `then` is a second
    message.
    """

    view: ui.LayoutView | None = None
    text: str = ""
    form: ui.Modal | None = None
    is_public: bool = False
    replaces_pressed: bool = False
    promised: PromisedEdit | None = None
    version: int = 0
    files: tuple[tuple[str, bytes], ...] = ()
    on_posted: Callable[[int, int], Awaitable[None]] | None = None
    then: "Reply | None" = None


LONGEST_CONTENT = 2000
"""The characters of a message without a layout, at Discord."""
NO_REPLY = Reply()
"""No reply to a press: the courier edits the message that was pressed."""


async def defer(interaction: Interaction, *, is_public: bool) -> None:
    """Acknowledge a press silently; for a command, show that the bot is working on it."""
    await interaction.response.defer(ephemeral=not is_public, thinking=not is_press(interaction))


async def send_reply(interaction: Interaction, reply: Reply, api: DiscordApi, *, is_public: bool) -> None:
    """Send a reply, deferred or not, with its pictures. Keep its promise; withdraw it if the reply doesn't arrive.

    A reply that would show an older state than its message has been sent is not sent: the press is only acknowledged.
    """
    promised = reply.promised
    try:
        if promised is not None and _is_for_everyone(interaction, reply) and not promised.send(reply.version):
            reply = NO_REPLY
        try:
            message = await _send(interaction, reply, api, is_public=is_public)
        except aiohttp.ClientError:  # the connection was cut; if the reply has arrived, Discord refuses this one
            message = await _send(interaction, reply, api, is_public=is_public)
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
    place = f"to {interaction.user.id}" if is_whispered else str(interaction.channel_id)
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


async def _send(interaction: Interaction, reply: Reply, api: DiscordApi, *, is_public: bool) -> int | None:
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
    is_done = interaction.response.is_done()
    send = partial(_follow_up, interaction, reply, is_public=is_public) if is_done else partial(_respond, interaction, reply)
    if reply.view is None or reply.files:
        message = await send(None)
    else:
        place, shown, is_private = _pictures_of(interaction, reply)
        message = await api.send_layout(reply.view, place, send, shown, is_private=is_private)
    if isinstance(message, discord.Message):
        if not _is_whispered(interaction, reply):
            api.pictures.remember(message)
        return message.id
    return message


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
        return await interaction.edit_original_response(**_message_arguments(reply, files, "attachments"))
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
    """Return True if only this person sees the message that was pressed: then it isn't one of the table's messages."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def is_press(interaction: Interaction) -> bool:
    """Return True for a press, and for a form that a press has opened: the reply may replace the message of either."""
    if interaction.type == discord.InteractionType.modal_submit:
        return interaction.message is not None
    return interaction.type == discord.InteractionType.component
