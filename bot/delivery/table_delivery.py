"""Brings the messages of one table from what they show to what they should show, each independently of the others.

Every message is written by a lane of its own: a slow or refused one delays no other. Order is kept only where people need it:

    the announcement of a deal (with its commitment)  →  the deal's hands, after at most 10 s
    a player's new hand  →  deletion of the old hand, or a mention if direct messages are closed

What a message shows is worked out from the events when it is sent, so a write that is repeated does no harm.
"""

import asyncio
import math
from collections.abc import Callable, Iterable
from functools import partial

import structlog

from bot.delivery.discord_api import NotInServer
from bot.delivery.hand_messages import HandMessages, hand_key, whose_hands
from bot.delivery.lanes import SAVE, MessageWrites, TableLanes
from bot.delivery.page_messages import Mentions, PageMessages
from bot.delivery.posted_messages import Deletions, Place, PostedMessages
from bot.delivery.rendering import Rendering, Sources
from bot.messages.table.channel.story_pages import LOBBY, Page, Story, advance_story, is_unseen
from bot.rummy.events import (
    CardDiscarded,
    CardDrawn,
    Challenged,
    ChallengeRefused,
    DiscardTaken,
    InTurn,
    Passed,
    PileTaken,
    StockRecycled,
)
from bot.tables.apply_event import fold
from bot.tables.events import Event
from bot.tables.ports import UnreadableLogError
from bot.tables.seat_events import SeatTaken
from bot.tables.service import restored
from bot.tables.table import Phase, Table

_log = structlog.get_logger(__name__)
_ANNOUNCEMENT_WAIT = 10.0  # seconds for which a deal's hands wait for its announcement
_HAND_DRAW_DELAY = 10.0  # seconds: after a typed draw, the player's own hand is shown by the edit that follows it
_OUT_OF_SIGHT = 600.0  # seconds without a move after which others may have written much below the round's message
_MENTION_DELAY = 0.3  # seconds: one message mentions everyone whose new hand can't be delivered
_PLACE_WAIT = 5.0  # seconds for which the reply to a typed start waits for the match's thread
_READ_WAIT = 1.0  # seconds for which the next of many tables waits until one has been read
_MELD_DELAY = 2.0  # seconds: a turn that is played at once needs no edit but its last
_LOAD = "load"
_SAVE_DELAY = 0.05  # seconds: a turn's new messages are stored together


class TableMessages:
    """The messages of a table, once its log and its stored messages have been read. `table` returns its newest state."""

    def __init__(self, posted: PostedMessages, sources: Sources, writes: MessageWrites, table: Callable[[], Table]) -> None:
        rendering = Rendering(sources, posted.place, posted.round_message)
        self.posted = posted
        self.place = Place(posted, sources, rendering, table)
        self.pages = PageMessages(posted, writes, self.place, sources.api, rendering)
        self.hands = HandMessages(posted, writes, rendering, sources, table, self.pages.fingerprint)
        self.mentions = Mentions(posted, self.place, self.hands, sources.api, rendering)
        self.deletions = Deletions(posted, sources, rendering)

    def expect_posted(self, *, is_expected: bool) -> None:
        """Record whether a new message may turn out to exist: it may after an interruption, until everything is stored."""
        self.pages.may_be_posted = self.hands.may_be_posted = is_expected


class TableDelivery:
    """One table: kept in memory while it is in play, and read again from the log after a start.

    `on_over` is called with its number once the match is over and everything is shown.
    """

    def __init__(self, number: int, sources: Sources, on_over: Callable[[int], None]) -> None:
        self.number = number
        self._sources = sources
        self._on_over = on_over
        self._story = Story(number)
        self.writes = MessageWrites(self._want_message, self._learn)
        self._messages: TableMessages | None = None
        self._learned: list[tuple[str, int, int]] = []  # messages that replies have written before the table was read
        self._incoming: list[tuple[int, Event]] = []
        self.lanes = TableLanes(number, self._on_lane_end)
        self.waits_for_server = False
        self._seeks_unknown = False  # after an interruption, until the messages that it left behind are found
        self._was_restored = self._shows_again = False
        self._last_event = math.inf  # the loop's time
        self._was_quiet = False  # since the round's message was posted

    @property
    def place(self) -> int | None:
        """The thread of the table, if it has one and that is known."""
        return None if self._messages is None else self._messages.posted.place()

    @property
    def round_message(self) -> tuple[int, int] | None:
        """The channel and the id of the current round's message, if that is known."""
        return None if self._messages is None else self._messages.posted.round_message()

    def record_events(self, version: int, events: tuple[Event, ...]) -> None:
        """Record events that were stored; the last of them has this version. Cannot fail."""
        first = version - len(events) + 1
        self._incoming += zip(range(first, version + 1), events, strict=True)
        if self._messages is None or self._has_missed_events():
            self.lanes.want(_LOAD, self._load)
        else:
            self._advance(self._messages)

    def resume(self) -> None:
        """Show what is not shown: after a start, or when the bot is in the server again."""
        self.waits_for_server = False
        if self._messages is None:
            self.lanes.want(_LOAD, self._load)
        else:
            self._want_all(self._messages)

    def show_again(self) -> None:
        """Show the open page again, and the line in the channel: the result was corrected."""
        self._shows_again = True
        self.lanes.want(_LOAD, self._load)

    async def is_message(self, key: str, message: int) -> bool:
        """Return whether a reply may write this message id as the key's.

        It may be the stored one, one that was replaced and is not deleted yet, or after a start one that was not stored.
        """
        if self._messages is not None:
            posted, may_be_newer = self._messages.posted, self._messages.hands.may_be_posted
        else:
            posted, may_be_newer = PostedMessages(self.number, 0, await self._sources.surfaces.load(self.number)), True
            for learned in self._learned:
                posted.learn(*learned)
        surface = posted.get(key)
        if surface is None or surface.message is None:
            return key == LOBBY or may_be_newer
        is_replaced = any(one.message == message for one in posted.replaced())
        return surface.message == message or is_replaced or (may_be_newer and surface.message < message)

    def note_press(self, message: int) -> None:
        """Note that this message was pressed now. If it is a hand, its owner is there."""
        if self._messages is not None:
            self._messages.hands.pressed[message] = asyncio.get_running_loop().time()

    async def until_placed(self) -> None:
        """Wait until it is known where the match is played, but not for long."""
        await self.lanes.until(lambda: self.place is not None, _PLACE_WAIT)

    async def lobby_message(self) -> int | None:
        """Return the id of the lobby's message: wait until it is posted, but not for long."""

        def message() -> int | None:
            lobby = None if self._messages is None else self._messages.posted.get(LOBBY)
            return None if lobby is None else lobby.message

        await self.lanes.until(lambda: message() is not None, _PLACE_WAIT)
        return message()

    # Reading

    async def until_read(self) -> None:
        """Wait until the table has been read, but not for long."""
        await self.lanes.until(lambda: _LOAD not in self.lanes.by_name, _READ_WAIT)

    async def _load(self) -> None:
        """Read the table, and want what is not shown. A table whose log is damaged is left alone."""
        try:
            await self._read()
        except UnreadableLogError as error:
            _log.error("a table cannot be shown", table=self.number, reason=str(error))

    async def _read(self) -> None:
        """Read the story up to the cursor, once; the rest must be shown. Read missed events. Raise UnreadableLogError."""
        stored = await self._sources.surfaces.load(self.number) if self._messages is None else None
        events = await self._sources.log.read_events(self.number)
        if not events:
            return
        await asyncio.to_thread(restored, fold, self.number, events)
        if stored is not None:
            self._story = await asyncio.to_thread(_story_after, self._story, events[: stored.cursor])
            posted = PostedMessages(self.number, getattr(events[0], "at", 0), stored)
            for learned in self._learned:
                posted.learn(*learned)
            self._messages = TableMessages(posted, self._sources, self.writes, self._table)
            before = self._incoming[0][0] - 1 if self._incoming else len(events)
            self._messages.expect_posted(is_expected=before > 0)  # nobody has posted for a table that was opened just now
            if (stored.cursor > 0 or stored.surfaces) and (stored.cursor < before or stored.is_restored):
                self._seeks_unknown = True
                self._was_restored = stored.is_restored
        assert self._messages is not None
        messages, shown = self._messages, 0 if self._story.table is None else self._story.table.version
        noted = [(version, event) for version, event in self._incoming if version > len(events)]
        self._incoming = [*enumerate(events[shown:], start=shown + 1), *noted]
        if stored is not None and stored.is_restored:
            self._render_again(messages)
        self._advance(messages, is_late=True)
        if self._shows_again and (page := self._story.page) is not None:
            messages.pages.pages |= {LOBBY: Page(LOBBY, page.table, is_open=False, version=page.version), page.key: page}
            for key in (LOBBY, page.key):
                self._want_page(messages, key)
        self._shows_again = False

    def _render_again(self, messages: TableMessages) -> None:
        """Want the open page and all hands: since the backup that was restored, others may have been shown."""
        table, page = self._story.table, self._story.page
        if table is None or page is None:
            return
        messages.pages.pages[page.key] = page
        if table.match is not None:
            messages.hands.wanted.update(dict.fromkeys(table.seated_people(), table.version))
        self._want_all(messages)

    def _has_missed_events(self) -> bool:
        last = 0 if self._story.table is None else self._story.table.version
        return any(version != expected for expected, (version, _) in enumerate(self._incoming, start=last + 1))

    def _advance(self, messages: TableMessages, *, is_late: bool = False) -> None:
        """Read the events that have come in, and want what they change; without delay if they are from before a start."""
        incoming, self._incoming = self._incoming, []
        for version, event in incoming:
            self._story, changed = advance_story(self._story, event)
            delay = 0.0 if is_late else _delay_after(event)
            table = self._table()
            if isinstance(event, SeatTaken):
                messages.place.expect_player(event.person, table)
            self._want_changed(messages, changed, 0.0 if delay is None and table.shows_draws else delay, version)
            if table.match is not None:
                for person in whose_hands(event, table):
                    messages.hands.wanted[person] = version
                    self._want_hand(person, _HAND_DRAW_DELAY if delay is None else delay, version)
        table = self._table()
        for person in table.seated_people() if table.match is not None else ():
            if messages.hands.due_turn(person) is not None:
                self._want_hand(person)
        messages.mentions.drop_old(table)
        self._want_due_mention(messages)
        if not is_late and not all(is_unseen(event) for _, event in incoming):
            self._note_time(messages)
        self._want_players_in_thread(messages)
        if messages.posted.replaced():
            self.lanes.want("deletions", messages.deletions.delete_replaced)
        if incoming and not self.lanes.by_name.keys() - {SAVE}:  # no message shows these events, and no save that is under way
            self.lanes.want(SAVE, partial(self._save, messages), _SAVE_DELAY)

    def _table(self) -> Table:
        assert self._story.table is not None
        return self._story.table

    def _want_changed(self, messages: TableMessages, changed: Iterable[Page], delay: float | None, version: int) -> None:
        """Want the pages that an event has changed; `delay` is None if the edit after the next event shows it."""
        for page in changed:
            if page.is_empty:
                messages.pages.drop_empty(page.key)
            elif delay is not None or page.key in messages.pages.pages:
                messages.pages.pages[page.key] = page
                self._want_page(messages, page.key, delay or 0.0, version)

    def _note_time(self, messages: TableMessages) -> None:
        """Let the round's message be posted again below, when a turn begins after a long silence."""
        now, page = asyncio.get_running_loop().time(), self._story.page
        self._was_quiet = self._was_quiet or now - self._last_event >= _OUT_OF_SIGHT
        self._last_event = now
        if page is None or messages.pages.is_new(page.key):
            self._was_quiet = False
        elif self._was_quiet and page.is_open and page.turns and not page.turns[-1].events:
            self._was_quiet = False
            messages.pages.post_below(page.key)

    # Wanting

    def _want_page(self, messages: TableMessages, key: str, delay: float = 0.0, version: int | None = None) -> None:
        if messages.pages.is_new(key):
            self.lanes.want("pages", partial(self._post_pages, messages))
        else:
            self.lanes.want(key, partial(self._edit_page, messages, key), delay, version)

    def _want_hand(self, person: int, delay: float = 0.0, version: int | None = None) -> None:
        assert self._messages is not None
        self.lanes.want(hand_key(person), partial(self._write_hand, self._messages, person), delay, version)

    def _want_all(self, messages: TableMessages) -> None:
        for key in messages.pages.pages:
            self._want_page(messages, key)
        for person in self._table().seated_people():
            if person in messages.hands.wanted or messages.hands.due_turn(person) is not None:
                self._want_hand(person)
        if self._seeks_unknown and not messages.deletions.has_searched:
            self.lanes.want("unknown messages", partial(self._find_unknown, messages))
        self.lanes.want(SAVE, partial(self._save, messages), _SAVE_DELAY)

    def _want_players_in_thread(self, messages: TableMessages) -> None:
        if messages.place.has_new_people:
            self.lanes.want("thread", partial(messages.place.add_players, self._table()))

    def _want_new_link(self, messages: TableMessages) -> None:
        """Let the lobby link to the match once that has a place, or to its channel once the thread is gone."""
        if messages.place.owes_link and messages.place.match_link() is not None:
            messages.place.owes_link = False
            table = self._table()
            messages.pages.pages.setdefault(LOBBY, Page(LOBBY, table, is_open=False, version=table.version))
            self._want_page(messages, LOBBY)

    def _want_message(self, key: str) -> None:
        """Edit a message of which nobody knows what it shows."""
        if self._messages is None:
            return
        kind, _, person = key.partition(" ")
        page = self._story.page
        if kind == "hand":
            self._messages.hands.wanted.setdefault(int(person), self._table().version)
            self._want_hand(int(person))
        elif page is not None and page.key == key:
            self._messages.pages.pages.setdefault(key, page)
            self._want_page(self._messages, key)

    def _learn(self, key: str, channel: int, message: int) -> bool:
        if self._messages is None:
            self._learned.append((key, channel, message))
            return True
        is_current = self._messages.posted.learn(key, channel, message)
        self.lanes.want(SAVE, partial(self._save, self._messages), _SAVE_DELAY)
        return is_current

    # Writing: each runs in a lane

    async def _post_pages(self, messages: TableMessages) -> None:
        pages = messages.pages
        while (page := pages.next_new()) is not None:
            self._check_server()
            if await pages.post_late():
                continue
            await pages.post(page.key)
            self.lanes.report_progress()
            self._want_players_in_thread(messages)
            if page.key in pages.pages and not pages.is_new(page.key):
                self._want_page(messages, page.key)
            if messages.posted.replaced():
                self.lanes.want("deletions", messages.deletions.delete_replaced)
        self._want_new_link(messages)

    async def _edit_page(self, messages: TableMessages, key: str) -> None:
        self._check_server()
        if key == LOBBY and self._table().match is not None:
            await self.lanes.until(partial(self._has_begun, messages), _ANNOUNCEMENT_WAIT)  # the lobby links to the match
        await messages.pages.edit(key)
        if messages.posted.replaced():
            self.lanes.want("deletions", messages.deletions.delete_replaced)
        if messages.pages.next_new() is not None:
            self.lanes.want("pages", partial(self._post_pages, messages))
        self._want_new_link(messages)

    async def _write_hand(self, messages: TableMessages, person: int) -> None:
        self._check_server()
        turn = messages.hands.due_turn(person)
        if turn is not None:
            deal = f"deal {turn.partition('.')[0]}"
            await self.lanes.until(lambda: not messages.pages.is_awaited(deal), _ANNOUNCEMENT_WAIT)
        await messages.hands.write(person)
        self.lanes.report_progress()
        if messages.hands.due_turn(person) is not None:
            self._want_hand(person)  # a repeated message was that of an earlier turn
        elif (seconds := messages.hands.seconds_to_new(person)) is not None:
            asyncio.get_running_loop().call_later(seconds, self._want_hand, person)
        if messages.posted.replaced():
            self.lanes.want("deletions", messages.deletions.delete_replaced)
        self._want_due_mention(messages)

    async def _post_mention(self, messages: TableMessages) -> None:
        self._check_server()
        await messages.mentions.post(self._table())
        self._want_due_mention(messages)  # in the channel, if the thread is gone

    def _want_due_mention(self, messages: TableMessages) -> None:
        if messages.mentions.is_due(self._table()):
            delay = _MENTION_DELAY if messages.hands.unreached else 0.0
            self.lanes.want("mention", partial(self._post_mention, messages), delay)

    async def _find_unknown(self, messages: TableMessages) -> None:
        self._check_server()
        place = None if self._was_restored else self.place or self._table().channel
        await messages.deletions.find_candidates(self._table(), place)

    def _delete_unknown(self, messages: TableMessages) -> None:
        """Let the unknown messages be deleted. Call it while no message is being written: then all of ours are known."""
        self._seeks_unknown = False
        messages.deletions.note_unknown()
        self.lanes.want("deletions", messages.deletions.delete_replaced)

    async def _save(self, messages: TableMessages) -> None:
        """Store the ids of messages, and the cursor if all that is due has been shown or given up."""
        posted = messages.posted
        if self.lanes.is_writing or self.waits_for_server or self._seeks_unknown:
            await posted.save(self._sources.surfaces)
            return
        messages.place.end_wait()
        self._want_players_in_thread(messages)
        unshown, table = self.lanes.first_unshown, self._table()
        may_follow = any(messages.hands.seconds_to_new(person) is not None for person in table.seated_people())
        shown = table.version - may_follow if unshown is None else min(table.version - may_follow, unshown - 1)
        await posted.save(self._sources.surfaces, max(shown, posted.cursor))
        messages.expect_posted(is_expected=False)
        for key in posted.forget_all_but(self._may_be_edited):
            self.writes.forget(key)

    # Waiting

    def _check_server(self) -> None:
        if not self._sources.api.in_server(self._table().server):
            self.waits_for_server = True
            raise NotInServer("the bot is not in the table's server")

    def _has_begun(self, messages: TableMessages) -> bool:
        return messages.place.match_link() is not None or not messages.pages.is_awaited("deal 1")

    def _may_be_edited(self, key: str) -> bool:
        """Return False for pages of the match that are shown, but the last one and the first one, to which the lobby leads."""
        if self._messages is not None and key in self._messages.pages.pages:
            return True
        page = self._story.page
        return (
            key.split()[0] not in ("deal", "turn", "round", "score", "channel")
            or key == "deal 1"
            or (page is not None and key == page.key)
        )

    def _on_lane_end(self, name: str) -> None:
        messages = self._messages
        if messages is None or self.waits_for_server:
            return
        if name == SAVE:
            if not self.lanes.by_name and self._table().phase == Phase.OVER and not self._seeks_unknown:
                self._on_over(self.number)
        elif not self.lanes.is_writing:
            if self._seeks_unknown and not messages.deletions.has_searched:
                self.lanes.want("unknown messages", partial(self._find_unknown, messages))
            elif self._seeks_unknown:
                self._delete_unknown(messages)
            else:
                self.lanes.want(SAVE, partial(self._save, messages))
        elif messages.posted.changed:
            self.lanes.want(SAVE, partial(self._save, messages), _SAVE_DELAY)


def _story_after(story: Story, events: list[Event]) -> Story:
    for event in events:
        story, _ = advance_story(story, event)
    return story


def _delay_after(event: Event) -> float | None:
    """Return how long (seconds) the edit that shows the event waits for the next one; None if that one will show it."""
    match event:
        case CardDrawn() | DiscardTaken() | PileTaken() | StockRecycled():
            return None
        case InTurn() if not isinstance(event, CardDiscarded | Passed | Challenged | ChallengeRefused):  # others act next
            return _MELD_DELAY
        case _:
            return 0.0
