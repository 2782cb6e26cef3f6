"""Brings the messages in the channel up to date: one for each page of the table's story."""

from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from bot.delivery.discord_api import Delivery, Trouble, Undelivered
from bot.delivery.table.posted_messages import AGAIN, GONE, PLACE, Board
from bot.messages.table.channel import page_layout
from bot.messages.table.lobby import lobby_layout
from bot.messages.table.render_context import Scene
from bot.messages.table.story import LOBBY, Page
from bot.tables.ports import Surface
from bot.tables.table import Phase


class Pages:
    """The pages of one table. A channel that is gone is given up; a message that is gone is posted anew once."""

    def __init__(self, board: Board, delivery: Delivery) -> None:
        self._board = board
        self._delivery = delivery

    def is_new(self, page: Page) -> bool:
        return self._board.get(page.key) is None and not self._board.answers.get(page.key)

    def stands(self, page: Page) -> bool:
        """Whether the page could be posted."""
        surface = self._board.get(page.key)
        return surface is not None and surface.message is not None

    async def place(self, scene: Scene) -> int | None:
        """The channel or thread in which the match is played; None if it has been deleted."""
        surface, table = self._board.get(PLACE), scene.table
        if surface is not None:
            return None if surface.state == GONE else surface.channel
        lobby = self._board.get(LOBBY)
        if not table.thread or table.phase == Phase.LOBBY or lobby is None or lobby.message is None:
            return table.channel
        try:
            thread = await self._delivery.thread(table.server, lobby.channel, lobby.message, scene.title)
        except Undelivered:  # asked once, not at every message
            thread = table.channel
        self._board.put(Surface(PLACE, thread, None))
        return thread

    async def post(self, page: Page, scene: Scene, mentioned: Sequence[int] = (), unreached: Sequence[int] = ()) -> None:
        """A new message; `mentioned` and `unreached` people are pinged by it, and stay named in it."""
        channel = scene.table.channel if page.key == LOBBY else await self.place(scene)
        if channel is None:
            return
        surface = Surface(page.key, channel, None, note=_noted(mentioned, unreached))
        if page.key == LOBBY and (there := await self._answered(page, channel)) is not None:
            self._board.put(replace(surface, message=there))
            await self._edit(page, scene, surface, there)
        else:
            await self._post(page, scene, surface, page.key)

    async def _answered(self, page: Page, channel: int) -> int | None:
        """The lobby's message, if the answer to `/table new` arrived although we never heard so: answers have no nonce."""
        try:
            return await self._delivery.answer_to(channel, page.table.opened)
        except Undelivered:
            return None

    async def update(self, page: Page, scene: Scene) -> None:
        """Edit the message of a page."""
        if await self._board.is_shown(page.key, page.table.version):
            return
        surface = self._board.get(page.key)
        if surface is None:
            await self.post(page, scene)
        elif surface.message is not None:
            await self._edit(page, scene, surface, surface.message)

    async def _edit(self, page: Page, scene: Scene, surface: Surface, message: int) -> None:
        try:
            await self._delivery.edit(surface.channel, message, self._layout(page, scene, surface))
            self._board.overwritten(page.key)
        except Undelivered as error:
            if error.trouble == Trouble.MESSAGE_GONE and surface.state != AGAIN:
                await self._post(page, scene, replace(surface, state=AGAIN), f"{page.key} {AGAIN}")
            else:
                self._give_up(surface, error.trouble)

    async def _post(self, page: Page, scene: Scene, surface: Surface, nonce: str) -> None:
        view = self._layout(page, scene, surface)
        called = page.opened and surface.state != AGAIN
        pinged = scene.names.discord_ids(tuple({*_people(surface, 0), *_people(surface, 1)})) if called else []
        try:
            message = await self._delivery.post(surface.channel, view, self._board.nonce(nonce), pinged)
        except Undelivered as error:
            self._give_up(surface, error.trouble)
        else:
            self._board.put(replace(surface, message=message))

    def _give_up(self, surface: Surface, trouble: Trouble) -> None:
        self._board.put(replace(surface, message=None))
        if trouble == Trouble.CHANNEL_GONE:
            self._board.put(Surface(PLACE, surface.channel, None, state=GONE))

    def _layout(self, page: Page, scene: Scene, surface: Surface) -> ui.LayoutView:
        scene = replace(scene, table=page.table)
        if page.key == LOBBY:
            return lobby_layout(scene, self._play())
        return page_layout(page, scene, mentioned=_people(surface, 0), unreached=_people(surface, 1))

    def _play(self) -> tuple[int, int | None] | None:
        """Where the lobby's link leads: the thread, or the message of the first deal."""
        place, first = self._board.get(PLACE), self._board.get("deal 1")
        if place is not None and place.state != GONE:
            return place.channel, None
        return None if first is None else (first.channel, first.message)


def _noted(mentioned: Sequence[int], unreached: Sequence[int]) -> str:
    return f"{' '.join(map(str, mentioned))}|{' '.join(map(str, unreached))}" if mentioned or unreached else ""


def _people(surface: Surface, part: int) -> tuple[int, ...]:
    return tuple(map(int, surface.note.split("|")[part].split())) if surface.note else ()
