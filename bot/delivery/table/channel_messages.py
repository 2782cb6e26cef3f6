"""The messages in the channel: one for each page of the table's story."""

from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from bot.delivery.discord_api import DiscordApi, Undelivered, UndeliveredReason
from bot.delivery.ports import Surface
from bot.delivery.table.posted_messages import GONE, PLACE, POSTED_AGAIN, PostedMessages
from bot.messages.table.channel.page_message import page_layout
from bot.messages.table.channel.story_pages import LOBBY, Page
from bot.messages.table.lobby import lobby_layout
from bot.messages.table.render_context import RenderContext
from bot.tables.table import Phase


class ChannelMessages:
    """The pages of one table. A deleted channel is given up; a deleted message is posted again, once."""

    def __init__(self, posted: PostedMessages, api: DiscordApi) -> None:
        self._posted = posted
        self._api = api

    def is_new(self, page: Page) -> bool:
        """Return True if no message shows the page, and no reply has promised one."""
        return self._posted.get(page.key) is None and not self._posted.promised.has_promise(page.key)

    def is_posted(self, page: Page) -> bool:
        surface = self._posted.get(page.key)
        return surface is not None and surface.message is not None

    async def place(self, context: RenderContext) -> int | None:
        """Return the channel or thread in which the match is played; None if it has been deleted."""
        surface, table = self._posted.get(PLACE), context.table
        if surface is not None:
            return None if surface.state == GONE else surface.channel
        lobby = self._posted.get(LOBBY)
        if not table.thread or table.phase == Phase.LOBBY or lobby is None or lobby.message is None:
            return table.channel
        try:
            thread = await self._api.open_thread(table.server, lobby.channel, lobby.message, context.title)
        except Undelivered:  # stored, so that opening a thread is not tried at every message
            thread = table.channel
        self._posted.put(Surface(PLACE, thread, None))
        return thread

    async def post(
        self, page: Page, context: RenderContext, mentioned: Sequence[int] = (), unreached: Sequence[int] = ()
    ) -> None:
        """Post a new message; it pings the `mentioned` and the `unreached` people, and keeps naming them."""
        channel = context.table.channel if page.key == LOBBY else await self.place(context)
        if channel is None:
            return
        surface = Surface(page.key, channel, None, detail=_detail(mentioned, unreached))
        if page.key == LOBBY and (message := await self._reply_to_table_new(page, channel)) is not None:
            self._posted.put(replace(surface, message=message))
            await self._edit(page, context, surface, message)
        else:
            await self._post(page, context, surface, page.key)

    async def _reply_to_table_new(self, page: Page, channel: int) -> int | None:
        """Return the lobby's message if Discord received the `/table new` reply but its confirmation was lost."""
        try:
            return await self._api.find_reply(channel, page.table.opened_at)
        except Undelivered:
            return None

    async def update(self, page: Page, context: RenderContext) -> None:
        """Edit the message of a page, unless a reply has done so; post it if there is none."""
        if await self._posted.is_shown(page.key, page.table.version):
            return
        surface = self._posted.get(page.key)
        if surface is None:
            await self.post(page, context)
        elif surface.message is not None:
            await self._edit(page, context, surface, surface.message)

    async def _edit(self, page: Page, context: RenderContext, surface: Surface, message: int) -> None:
        try:
            await self._api.edit(surface.channel, message, self._layout(page, context, surface))
            self._posted.promised.drop(page.key)
        except Undelivered as error:
            if error.reason == UndeliveredReason.MESSAGE_GONE and surface.state != POSTED_AGAIN:
                await self._post(page, context, replace(surface, state=POSTED_AGAIN), f"{page.key} {POSTED_AGAIN}")
            else:
                self._give_up(surface, error.reason)

    async def _post(self, page: Page, context: RenderContext, surface: Surface, nonce: str) -> None:
        view = self._layout(page, context, surface)
        pings = page.is_open and surface.state != POSTED_AGAIN
        pinged = context.names.discord_ids(tuple({*_mentioned_people(surface), *_unreached_people(surface)})) if pings else []
        try:
            message = await self._api.post(surface.channel, view, self._posted.nonce(nonce), pinged)
        except Undelivered as error:
            self._give_up(surface, error.reason)
        else:
            self._posted.put(replace(surface, message=message))

    def _give_up(self, surface: Surface, reason: UndeliveredReason) -> None:
        self._posted.put(replace(surface, message=None))
        if reason == UndeliveredReason.CHANNEL_GONE:
            self._posted.put(Surface(PLACE, surface.channel, None, state=GONE))

    def _layout(self, page: Page, context: RenderContext, surface: Surface) -> ui.LayoutView:
        context = replace(context, table=page.table)
        if page.key == LOBBY:
            return lobby_layout(context, self._match_link())
        return page_layout(page, context, mentioned=_mentioned_people(surface), unreached=_unreached_people(surface))

    def _match_link(self) -> tuple[int, int | None] | None:
        """Return where the lobby's link leads: the thread, or channel and message of the first deal."""
        place, first = self._posted.get(PLACE), self._posted.get("deal 1")
        if place is not None and place.state != GONE:
            return place.channel, None
        return None if first is None else (first.channel, first.message)


def _detail(mentioned: Sequence[int], unreached: Sequence[int]) -> str:
    """Return how a surface stores the people whom its text names: `mentioned|unreached`."""
    return f"{' '.join(map(str, mentioned))}|{' '.join(map(str, unreached))}" if mentioned or unreached else ""


def _mentioned_people(surface: Surface) -> tuple[int, ...]:
    return tuple(map(int, surface.detail.partition("|")[0].split()))


def _unreached_people(surface: Surface) -> tuple[int, ...]:
    return tuple(map(int, surface.detail.partition("|")[2].split()))
