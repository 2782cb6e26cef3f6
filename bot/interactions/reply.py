"""The reply to a command or press, and how it is sent: immediately, or after a deferral.

A reply to a press may replace the message that was pressed. Then it also keeps the promise for which the courier waits.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import aiohttp
import discord
import structlog
from discord import ui

from bot.delivery.application_emoji import ApplicationEmoji
from bot.delivery.table.message_writes import PromisedEdit
from bot.interactions.services import Interaction

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Reply:
    """A layout or a sentence; only the person sees it, unless it `is_public`.

    With `replaces_pressed`, the layout replaces the message that was pressed; a sentence is then sent as a second message.
    A `form` opens in the place of a message; if the reply was deferred, Discord takes no form, and the text is sent.
    `promised` is fulfilled once the reply is sent; its message then shows `version`. `files` are names and contents, beside the
    sentence or shown by the layout. `on_posted` is called with the channel and message id of a public post.
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


LONGEST_CONTENT = 2000
"""The characters of a message without a layout, at Discord."""
NO_REPLY = Reply()
"""No reply to a press: the courier edits the message that was pressed."""


async def defer(interaction: Interaction, *, is_public: bool) -> None:
    """Acknowledge a press silently; for a command, show that the bot is working on it."""
    await interaction.response.defer(ephemeral=not is_public, thinking=not is_press(interaction))


async def send_reply(interaction: Interaction, reply: Reply, emoji: ApplicationEmoji, *, is_public: bool) -> None:
    """Send a reply, deferred or not. Keep its promise; withdraw it if the reply doesn't arrive.

    A reply that would show an older state than its message has been sent is not sent: the press is only acknowledged.
    """
    promised = reply.promised
    try:
        if promised is not None and _is_for_everyone(interaction, reply) and not promised.send(reply.version):
            reply = NO_REPLY
        try:
            message = await _send_layout(interaction, reply, emoji, is_public=is_public)
        except aiohttp.ClientError:  # the connection was cut; if the reply has arrived, Discord refuses this one
            message = await _send_layout(interaction, reply, emoji, is_public=is_public)
        if message is not None and _is_for_everyone(interaction, reply):
            if promised is not None:
                promised.keep(interaction.channel_id or 0, message, reply.version)
            if reply.on_posted is not None:
                await _record_post(reply.on_posted(interaction.channel_id or 0, message))
        if reply.replaces_pressed and reply.view is not None and reply.text:
            await interaction.followup.send(reply.text, ephemeral=True)
    finally:
        if promised is not None:
            promised.withdraw()


def _is_for_everyone(interaction: Interaction, reply: Reply) -> bool:
    """Return True if everyone sees the reply: in a new message, or in the pressed one unless only the person sees that."""
    return reply.is_public or not is_ephemeral(interaction)


async def _record_post(recording: Awaitable[None]) -> None:
    """Run `recording`; only log its errors, because the message has been sent."""
    try:
        await recording
    except Exception:
        _log.exception("a message will not be kept up to date")


async def _send_layout(interaction: Interaction, reply: Reply, emoji: ApplicationEmoji, *, is_public: bool) -> int | None:
    """Send as `_send` does; send a layout or form again without the emojis of cards if Discord refuses one of them."""
    try:
        return await _send(interaction, reply, is_public=is_public)
    except discord.HTTPException as error:
        shown = reply.form or reply.view
        if shown is None or not emoji.remove_refused(shown, error):
            raise
    return await _send(interaction, reply, is_public=is_public)


async def _send(interaction: Interaction, reply: Reply, *, is_public: bool) -> int | None:
    """Return the id of the message that shows the reply; None if it shows nothing."""
    if interaction.response.is_done():
        return await _follow_up(interaction, reply, is_public=is_public)
    return await _respond(interaction, reply)


async def _respond(interaction: Interaction, reply: Reply) -> int | None:
    if reply is NO_REPLY:
        await interaction.response.defer()
        return None
    if reply.form is not None:
        await interaction.response.send_modal(reply.form)
        return None
    if reply.replaces_pressed and reply.view is not None:
        await interaction.response.edit_message(view=reply.view)
        return None if interaction.message is None else interaction.message.id
    sent = await interaction.response.send_message(**_message_arguments(reply), ephemeral=not reply.is_public)
    return sent.message_id


async def _follow_up(interaction: Interaction, reply: Reply, *, is_public: bool) -> int | None:
    if reply is NO_REPLY:
        return None
    if (reply.replaces_pressed and reply.view is not None) or (not is_press(interaction) and reply.is_public == is_public):
        edited = await interaction.edit_original_response(**_message_arguments(reply, files="attachments"))
        return edited.id
    if not is_press(interaction):
        with suppress(discord.NotFound):  # an attempt before this one has deleted it
            await interaction.delete_original_response()
    ephemeral = not (reply.is_public and is_press(interaction))
    followed = await interaction.followup.send(**_message_arguments(reply), ephemeral=ephemeral, wait=True)
    return followed.id


def _message_arguments(reply: Reply, files: str = "files") -> dict[str, Any]:
    """Return what is sent; `files` is the name of the argument for files. Each attempt needs new ones: sending reads them."""
    content: dict[str, Any] = {"content": reply.text[:LONGEST_CONTENT]} if reply.view is None else {"view": reply.view}
    if reply.files:
        content[files] = [discord.File(BytesIO(data), name) for name, data in reply.files]
    return content


def is_ephemeral(interaction: Interaction) -> bool:
    """Return True if only this person sees the message that was pressed: then it isn't one of the table's messages."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def is_press(interaction: Interaction) -> bool:
    """Return True for a press, and for a form that a press has opened: the reply may replace the message of either."""
    if interaction.type == discord.InteractionType.modal_submit:
        return interaction.message is not None
    return interaction.type == discord.InteractionType.component
