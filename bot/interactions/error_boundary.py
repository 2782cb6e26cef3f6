"""The error boundary and the way every answer takes: the result itself; deferred only if it is not ready in time.

discord.py swallows what a button raises, and the person would see nothing: so every command and press runs through here.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from typing import Any, cast

import aiohttp
import discord
import structlog
from discord import ui

from bot.competition.refusals import RecordRefused
from bot.delivery.courier import Answering
from bot.delivery.discord_api import PASSING
from bot.interactions.services import Desk, Interaction
from bot.league.scheme_faults import SchemeRefused
from bot.messages.league.faults import scheme_fault
from bot.messages.league.refusals import league_sentence, people_in
from bot.messages.names import Names
from bot.messages.table.refusals import sentence
from bot.messages.words import Words
from bot.rummy.refusals import IllegalMove
from bot.tables.refusals import Refused

_log = structlog.get_logger(__name__)
_MOST_FAULTS = 8  # told at once: a sentence each
_PATIENCE = 1.5  # seconds; Discord gives three


@dataclass(frozen=True, slots=True)
class Reply:
    """What a person is answered: a layout or a sentence, for him alone unless `public`.

    `redraw`: it replaces the message that was pressed; a sentence with it is said besides. `answering`: the promise that this
    keeps, at `version` of the table. `files`: names and contents, beside the sentence or shown by the layout. `kept` is told in
    which channel and message it stands for everybody.
    """

    view: ui.LayoutView | None = None
    text: str = ""
    public: bool = False
    redraw: bool = False
    answering: Answering | None = None
    version: int = 0
    files: tuple[tuple[str, bytes], ...] = ()
    kept: Callable[[int, int], Awaitable[None]] | None = None


SILENT = Reply()
"""The press was taken; the message that was pressed is redrawn by the courier."""


class Boundary:
    """Runs commands and presses, says refusals and faults, and knows how many are under way."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def idle(self) -> None:
        """Returns when no press is being worked on."""
        await self._idle.wait()

    async def run(self, interaction: Interaction, work: Coroutine[None, None, Reply], *, public: bool = False) -> None:
        """Do the work and answer with its reply, or say why not. `public` is what a reply is expected to be. Never raises."""
        self._under_way += 1
        self._idle.clear()
        try:
            task = asyncio.ensure_future(self._done(interaction, work))
            done, _ = await asyncio.wait({task}, timeout=_PATIENCE)
            if not done:
                with suppress(*PASSING):  # then the answer itself is still tried
                    await _deferred(interaction, public=public)
            await _answered(interaction, await task, public=public)
        except PASSING as error:
            _log.warning("an answer did not arrive", command=_named(interaction), error=str(error))
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    async def _done(self, interaction: Interaction, work: Awaitable[Reply]) -> Reply:
        say = self._desk.say(interaction)
        try:
            return await work
        except IllegalMove as refused:
            return Reply(text=sentence(refused.refusal, say, Names({})))
        except Refused as refused:
            return Reply(text=sentence(refused.refusal, say, await self._names_at(refused.table, say)))
        except RecordRefused as refused:
            return Reply(text=league_sentence(refused.refusal, say, await self._desk.names_of(people_in(refused.refusal), say)))
        except SchemeRefused as refused:
            return Reply(text="\n".join(scheme_fault(fault, say) for fault in refused.faults[:_MOST_FAULTS]))
        except Exception:
            reference = secrets.token_hex(4)
            _log.exception("a request failed", command=_named(interaction), reference=reference)
            text = say(
                "Something went wrong here (reference {reference}). Look at /hand before you do it again.", reference=reference
            )
            return Reply(text=text)

    async def _names_at(self, number: int | None, say: Words) -> Names:
        """Of the people of a table, or of nobody."""
        if number is None:
            return Names({})
        table = await self._desk.tables.get(number)
        return await self._desk.names_of(table.everybody, say, table)


async def _deferred(interaction: Interaction, *, public: bool) -> None:
    """A press is taken without a word; a command shows that it is being worked on."""
    await interaction.response.defer(ephemeral=not public, thinking=not _is_press(interaction))


async def _answered(interaction: Interaction, reply: Reply, *, public: bool) -> None:
    """The first answer, or what follows a deferred one; with it the promise is kept, without it taken back."""
    try:
        try:
            message = await _said(interaction, reply, public=public)
        except aiohttp.ClientError:  # the connection was cut: once more; if it had arrived, Discord says so
            message = await _said(interaction, reply, public=public)
        if reply.answering is not None and message is not None and not is_his_own(interaction):
            reply.answering.shown(interaction.channel_id or 0, message, reply.version)
        if reply.kept is not None and message is not None and not is_his_own(interaction):
            await _kept(reply.kept(interaction.channel_id or 0, message))
        if reply.redraw and reply.view is not None and reply.text:
            await interaction.followup.send(reply.text, ephemeral=True)
    finally:
        if reply.answering is not None:
            reply.answering.withdraw()


async def _kept(keeping: Awaitable[None]) -> None:
    """What has been answered stays so, whatever comes of it."""
    try:
        await keeping
    except Exception:
        _log.exception("a message will not be kept up to date")


async def _said(interaction: Interaction, reply: Reply, *, public: bool) -> int | None:
    """The id of the message in which the reply stands."""
    if interaction.response.is_done():
        return await _later(interaction, reply, public=public)
    return await _at_once(interaction, reply)


async def _at_once(interaction: Interaction, reply: Reply) -> int | None:
    if reply is SILENT:
        await interaction.response.defer()
        return None
    if reply.redraw and reply.view is not None:
        await interaction.response.edit_message(view=reply.view)
        return None if interaction.message is None else interaction.message.id
    sent = await interaction.response.send_message(**_content(reply), ephemeral=not reply.public)
    return sent.message_id


async def _later(interaction: Interaction, reply: Reply, *, public: bool) -> int | None:
    if reply is SILENT:
        return None
    if (reply.redraw and reply.view is not None) or (not _is_press(interaction) and reply.public == public):
        edited = await interaction.edit_original_response(**_content(reply, files="attachments"))
        return edited.id
    if not _is_press(interaction):
        await interaction.delete_original_response()
    followed = await interaction.followup.send(**_content(reply), ephemeral=True, wait=True)
    return followed.id


def _content(reply: Reply, files: str = "files") -> dict[str, Any]:
    """`files` is what Discord calls them here. They are made anew for each try: what has been sent once is read to its end."""
    content: dict[str, Any] = {"content": reply.text} if reply.view is None else {"view": reply.view}
    if reply.files:
        content[files] = [discord.File(BytesIO(data), name) for name, data in reply.files]
    return content


def is_his_own(interaction: Interaction) -> bool:
    """Whether the pressed message is one that only he sees: it stands for no message of the table."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def _is_press(interaction: Interaction) -> bool:
    return interaction.type == discord.InteractionType.component


def _named(interaction: Interaction) -> str:
    data: Mapping[str, Any] = cast(Mapping[str, Any], interaction.data or {})
    return str(data.get("custom_id") or data.get("name") or "?")
