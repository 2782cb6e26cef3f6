"""The messages of a table in its channel: a page for each part of its story, and mentions of people.

New pages are posted in order, others are edited. People whose direct messages are closed are mentioned by a message of its
own: an edit of the round's message would ping nobody.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from discord import ui

from bot.delivery.budget import Priority
from bot.delivery.discord_api import DiscordApi, NotYetDelivered, Undelivered, UndeliveredReason
from bot.delivery.hand_messages import HandMessages
from bot.delivery.lanes import MessageWrites
from bot.delivery.posted_messages import POSTED_AGAIN, Place, PostedMessages
from bot.delivery.rendering import Rendering
from bot.messages.table.channel.page_message import (
    channel_line_layout,
    fitting_pages,
    late_layout,
    late_pages,
    mention_layout,
    page_layout,
)
from bot.messages.table.channel.story_pages import LOBBY, Page
from bot.messages.table.lobby import lobby_layout
from bot.rummy.view import DealAnnounced
from bot.storage.tables import Surface
from bot.tables.seat_events import PersonNudged
from bot.tables.table import Phase, Table
from bot.tables.time_requests import reminded_turn

_MOST_REFUSED = 20  # edits in an archived thread: about a quarter of an hour, if no new message reopens it
_MAY_EXIST = 2  # pages that a process may have posted and not stored when it was killed


@dataclass(eq=False)
class PageMessages:
    """The pages that have changed and are not shown yet. A deleted message is posted again, once."""

    _posted: PostedMessages
    _writes: MessageWrites
    _place: Place
    _api: DiscordApi
    _rendering: Rendering

    def __post_init__(self) -> None:
        self.pages: dict[str, Page] = {}  # in the order of the story
        self.may_be_posted = False  # then a new message may turn out to exist, showing what was true when it was posted
        self._posted_alone = 0
        self._refused: dict[str, int] = {}  # how often an edit was refused because the thread is archived
        self._tried: set[str] = set()  # pages that may have been posted: the connection ended before Discord confirmed it
        self._tried_late = 0  # how many late pages were in such a message
        self._dropped: set[str] = set()  # pages that were dropped while they were being posted
        self._out_of_sight: set[str] = set()  # pages whose message is far above what others have written

    def is_new(self, key: str) -> bool:
        """Return True if no message shows the page, and none is given up."""
        return self._posted.get(key) is None

    def next_new(self) -> Page | None:
        """Return the first page of the story that must still be posted."""
        return next((page for key, page in self.pages.items() if self.is_new(key)), None)

    def is_awaited(self, key: str) -> bool:
        """Return True if the page must still be posted."""
        return key in self.pages and self.is_new(key)

    def fingerprint(self, deal: int) -> str:
        """Return the commitment of a deal that is not announced yet; empty if it is."""
        page = self.pages.get(f"deal {deal}")
        announced = page.events[0] if page is not None and self.is_new(page.key) else None
        return announced.commitment if isinstance(announced, DealAnnounced) else ""

    async def post_late(self) -> bool:
        """Post the pages that were over before they could be posted, if there are several, as one message.

        The first ones after a start are posted alone: Discord returns their messages if they exist.
        """
        if self.may_be_posted and self._posted_alone < _MAY_EXIST:
            self._posted_alone += 1
            return False
        new = [page for key, page in self.pages.items() if self.is_new(key)]
        if new and new[0].key in self._tried:
            return False
        late = late_pages(new)[: self._tried_late or None]
        channel = await self._place.find(late[0].table) if late else None
        if len(late) < 2 or channel is None:
            return False
        context = await self._rendering.context(late[-1].table)
        late = fitting_pages(late, context)
        if len(late) < 2:
            return False

        async def render() -> ui.LayoutView:
            return late_layout(late, context)

        message: int | None = None
        self._tried_late = len(late)
        try:
            message = await self._api.post(channel, render, self._posted.nonce(f"{late[0].key} late"), priority=Priority.TURN)
        except Undelivered as error:
            self._tried_late = 0
            if await self._place.move_from(channel, error.reason, late[0].table):
                return True
        self._tried_late = 0
        for page in late:
            self._posted.put(Surface(page.key, channel, message))
            self._settle(page)
        return True

    async def post(self, key: str) -> None:
        """Post a new page. A lobby pings those for whom its seats are kept."""
        async with self._writes.turn(key):
            page = self.pages.get(key)
            if page is None or not self.is_new(key):
                return  # a reply has posted it meanwhile
            channel = page.table.channel if key == LOBBY else await self._place.find(page.table)
            if channel is None:
                self._settle(page)
                return
            surface = Surface(key, channel, None)
            reply = await self._reply_to_table_new(page, channel) if key == LOBBY else None
            if reply is None:
                await self._post(key, surface, key, _pinged(page.table) if key == LOBBY else ())
            else:
                self._posted.put(replace(surface, message=reply))
                await self._edit(key, replace(surface, message=reply))

    def post_below(self, key: str) -> None:
        """Let the next edit post the page anew, below what others have written meanwhile."""
        self._out_of_sight.add(key)

    def drop_empty(self, key: str) -> None:
        """Forget a page on which nothing happened, and mark its message for deletion if it has one, or gets one now."""
        self.pages.pop(key, None)
        if (surface := self._posted.get(key)) is not None:
            self._posted.delete(surface)
        elif key in self._tried:
            self._dropped.add(key)

    async def edit(self, key: str) -> None:
        """Bring the message of a page up to date, unless a reply has done so."""
        async with self._writes.turn(key):
            page, surface = self.pages.get(key), self._posted.get(key)
            if page is None or surface is None:
                return
            if surface.message is None or self._writes.is_shown(key, page.version):
                self._settle(page)
                return
            if key in self._out_of_sight:
                self._out_of_sight.discard(key)
                self._posted.replace(surface)
                await self._post(key, surface, f"{key} {page.version}")
            else:
                await self._edit(key, surface)

    async def _edit(self, key: str, surface: Surface) -> None:
        assert surface.message is not None
        sent = self.pages[key]

        async def render() -> ui.LayoutView:
            nonlocal sent
            sent = self.pages.get(key, sent)
            return await self._render(sent)

        try:
            priority = Priority.TURN if sent.is_open and sent.turns and not sent.turns[-1].events else Priority.EDIT
            await self._api.edit(surface.channel, surface.message, render, priority)
        except Undelivered as error:
            await self._mend(key, surface, error)
        else:
            self._writes.confirm(key, sent.version)
            self._settle(sent)

    async def _mend(self, key: str, surface: Surface, error: Undelivered) -> None:
        """Do what helps when a message cannot be edited: post it again, or leave it as it is."""
        page = self.pages.get(key)
        if page is None:
            return  # it was dropped meanwhile
        if error.reason == UndeliveredReason.ARCHIVED:
            if not page.is_open:
                self._refused[key] = self._refused.get(key, 0) + 1
                if self._refused[key] < _MOST_REFUSED:
                    raise NotYetDelivered from error  # the next message reopens the thread
                self._give_up(key, page)
                return
            self._posted.replace(surface)
            await self._post(key, surface, f"{key} {page.version}")
        elif error.reason == UndeliveredReason.MESSAGE_GONE and surface.state != POSTED_AGAIN:
            await self._post(key, replace(surface, state=POSTED_AGAIN), f"{key} {POSTED_AGAIN}")
        elif await self._place.move_from(surface.channel, error.reason, page.table) and page.is_open:
            channel = await self._place.find(page.table)
            if channel is not None:
                await self._post(key, replace(surface, channel=channel), f"{key} moved")
        else:
            if error.is_gone:
                self._posted.put(replace(surface, message=None))
            self._give_up(key, page)

    def _give_up(self, key: str, page: Page) -> None:
        """Leave the message as it is."""
        self._writes.give_up(key)
        self._settle(page)

    async def _post(self, key: str, surface: Surface, nonce: str, mentioned: Sequence[int] = ()) -> None:
        sent = self.pages[key]

        async def render() -> ui.LayoutView:
            nonlocal sent
            sent = self.pages.get(key, sent)
            return await self._render(sent)

        pinged = self._rendering.discord_ids(mentioned)
        priority = Priority.HAND if sent.kind == "deal" else Priority.TURN
        may_be_posted = self.may_be_posted or key in self._tried
        self._tried.add(key)
        try:
            message = await self._api.post(surface.channel, render, self._posted.nonce(nonce), pinged, priority)
        except Undelivered as error:
            self._tried.discard(key)
            is_moved = await self._place.move_from(surface.channel, error.reason, sent.table)
            if not is_moved or key == LOBBY:  # else it is posted in the next place
                if not (sent.is_open and sent.kind == "round" and self.is_new(key)):  # else the next event tries again
                    self._posted.put(replace(surface, message=None))
                self._writes.give_up(key)
                self._settle(sent)
        else:
            self._tried.discard(key)
            posted = replace(surface, message=message)
            self._posted.put(posted)
            if key in self._dropped:
                self._dropped.discard(key)
                self._posted.delete(posted)
            elif may_be_posted:
                self._writes.forget_shown(key)  # the message may be an old one: it is edited
            else:
                self._writes.confirm(key, sent.version)
                self._settle(sent)

    async def _reply_to_table_new(self, page: Page, channel: int) -> int | None:
        """Return the lobby's message if Discord received the `/table new` reply but its confirmation was lost."""
        try:
            return await self._api.find_reply(channel, page.table.opened_at)
        except Undelivered:
            return None

    async def _render(self, page: Page) -> ui.LayoutView:
        self._writes.send(page.key, page.version)
        if page.key == LOBBY:
            context = await self._rendering.context(page.table, is_lobby=True)
            if context.channel != page.table.channel and page.table.match is not None:  # its thread may be newer than the page
                return channel_line_layout(context)
            link = self._place.match_link()
            self._place.owes_link = self._place.owes_link or (page.table.match is not None and link is None)
            return lobby_layout(context, link)
        return page_layout(page, await self._rendering.context(page.table))

    def _settle(self, page: Page) -> None:
        """Record that the page is shown, or given up, as it is now."""
        if self.pages.get(page.key) is page:
            del self.pages[page.key]
            self._refused.pop(page.key, None)


def _pinged(table: Table) -> tuple[int, ...]:
    """Return whom the lobby pings: those for whom a seat is kept. The message of a round of an evening has just pinged them."""
    reserved = table.lobby.reserved
    was_pinged = reserved is not None and reserved.tournament and not reserved.has_days
    return () if was_pinged else table.awaited_people


_KINDS = _MENTION, _NUDGE = "mention", "nudge"


@dataclass(eq=False)
class Mentions:
    """At most one message in each turn, one for each reminder, and one when another player reminds. It is deleted when the next
    one of its kind comes, or the turn is over: a finished turn mentions nobody.
    """

    _posted: PostedMessages
    _place: Place
    _hands: HandMessages
    _api: DiscordApi
    _rendering: Rendering

    def is_due(self, table: Table) -> bool:
        """Return True if somebody must be mentioned whose new hand can't be delivered."""
        person = table.person_to_act()
        if person is None or table.phase != Phase.DEAL or table.plays_by_itself():
            return False
        key = _mention_key(table)
        is_unreached = self._hands.is_unreachable(person) and self._hands.is_tried(person, key.split()[1])
        return bool(self._hands.unreached) or (is_unreached and self._posted.get(key) is None) or self._is_nudge_due(table)

    def _is_nudge_due(self, table: Table) -> bool:
        return table.timing.nudge is not None and self._posted.get(_nudge_key(table.timing.nudge)) is None

    async def post(self, table: Table) -> None:
        """Mention those who have become unreachable, or else the player whose turn it is."""
        person = table.person_to_act()
        if person is None or not self.is_due(table):
            return
        unreached = tuple(self._hands.unreached)
        nudge = table.timing.nudge if not unreached and self._is_nudge_due(table) else None
        key = _mention_key(table) if nudge is None else _nudge_key(nudge)
        channel, people = await self._place.find(table), unreached or (person,)
        if channel is None:
            return

        async def render() -> ui.LayoutView:
            by = None if nudge is None else nudge.by
            return mention_layout(await self._rendering.context(table), people, is_new=bool(unreached), by=by)

        pinged = self._rendering.discord_ids(people)
        nonce = self._posted.nonce(f"{key} {channel} {' '.join(map(str, people))}")
        try:
            message: int | None = await self._api.post(channel, render, nonce, pinged, Priority.HAND)
        except Undelivered as error:
            if await self._place.move_from(channel, error.reason, table):
                return  # they are mentioned in the next place
            message = None
        self._hands.note_mentioned(unreached)
        before = self._posted.get(key)
        if before is not None and before.message != message:
            self._posted.replace(before)
        self._posted.put(Surface(key, channel, message))

    def drop_old(self, table: Table) -> None:
        """Mark the mentions of turns that are over for deletion."""
        nudge = table.timing.nudge
        current = {_mention_key(table)} if table.phase == Phase.DEAL else set()
        if current and nudge is not None:
            current.add(_nudge_key(nudge))
        for surface in self._posted.surfaces():
            if surface.key.split()[0] in _KINDS and surface.key not in current:
                self._posted.delete(surface)


def _mention_key(table: Table) -> str:
    """Return the key of the mention in the current turn: `mention 3.12`; after a reminder `mention 3.12.1`."""
    return f"{_MENTION} {reminded_turn(table)}"


def _nudge_key(nudge: PersonNudged) -> str:
    return f"{_NUDGE} {nudge.at}"
