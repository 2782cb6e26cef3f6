"""The synchronisation of one table's messages with its events, and its order.

A run goes from the stored cursor to the newest event:

    announce the deal (with its commitment)  →  send new hands  →  post the new turn  →  delete old hands
    →  edit what changed: pages, then hands  →  store the cursor

Nobody gets cards before the deal's commitment is announced, and a turn's message mentions its player if no hand reached them.
Rendering is pulling: what a message shows is worked out from the events, so a run that is repeated does no harm.
"""

from collections.abc import Coroutine
from dataclasses import replace

from bot.delivery.discord_api import DiscordApi
from bot.delivery.ports import Surfaces
from bot.delivery.table.channel_messages import ChannelMessages
from bot.delivery.table.hand_delivery import HandDelivery
from bot.delivery.table.hand_messages import HandMessages
from bot.delivery.table.posted_messages import PLACE, PostedMessages
from bot.delivery.table.promised_edits import PromisedEdits
from bot.messages.names import names_for
from bot.messages.table.channel.story_pages import LOBBY, Page, Story, advance_story
from bot.messages.table.render_context import Eligibility, RenderContext, WhereItCounts
from bot.messages.words import Languages
from bot.tables.events import Event
from bot.tables.ports import EventLog, People
from bot.tables.service import Tables, restore_table
from bot.tables.table import Phase, Table


class TableSync:
    """One table: kept in memory while it is in play, and read again from the log after a start."""

    def __init__(
        self,
        number: int,
        tables: Tables,
        surfaces: Surfaces,
        people: People,
        api: DiscordApi,
        languages: Languages,
        eligibility: Eligibility,
    ) -> None:
        self.number = number
        self.promised = PromisedEdits()
        self._surfaces = surfaces
        self._people = people
        self._api = api
        self._languages = languages
        self._eligibility = eligibility
        self._hands = HandDelivery(tables, people, api, languages)
        self._story = Story(number)
        self._posted: PostedMessages | None = None
        self._incoming: list[tuple[int, Event]] = []
        self._stale: dict[str, Page] = {}  # pages that have changed and are not shown yet
        self._waits_for_server = False
        self._is_unfinished = False  # the last run did not end, here or in an earlier process
        # True if the last run was interrupted: a "new" message may exist already, with old content
        self._may_be_posted = False

    @property
    def is_behind(self) -> bool:
        behind = self._incoming or self._stale or self._hands.changed or self._is_unfinished
        return bool(behind) and not self._waits_for_server

    @property
    def is_over(self) -> bool:
        table = self._story.table
        return table is not None and table.phase == Phase.OVER and not self.is_behind and not self._waits_for_server

    @property
    def place(self) -> int | None:
        """The thread of the table, if it has one and that is known."""
        surface = None if self._posted is None else self._posted.get(PLACE)
        return None if surface is None else surface.channel

    def record_events(self, version: int, events: tuple[Event, ...]) -> None:
        """Record stored events; the last of them has this version."""
        first = version - len(events) + 1
        self._incoming += zip(range(first, version + 1), events, strict=True)

    async def load(self, log: EventLog) -> None:
        """Read the story up to the cursor, unless it is known; the rest must be shown. End a wait for the server.

        Raise UnreadableLogError.
        """
        self._waits_for_server = False
        await self.catch_up(log)

    def reset(self) -> None:
        """Read everything again the next time."""
        self._posted = None
        self._stale.clear()
        self._hands.changed.clear()

    async def catch_up(self, log: EventLog) -> None:
        """Read the log again if events were missed: another process has changed the table."""
        if self._posted is not None and not self._has_missed_events():
            return
        self._story = Story(self.number)
        stored, events = await self._surfaces.load(self.number), await log.read_events(self.number)
        if events:
            restore_table(self.number, events)
        recorded = [(version, event) for version, event in self._incoming if version > len(events)]
        for event in events[: stored.cursor]:
            self._story, _ = advance_story(self._story, event)
        if stored.is_restored:
            self._render_again()
        self._incoming = [*enumerate(events[stored.cursor :], start=stored.cursor + 1), *recorded]
        opened_at = getattr(events[0], "at", 0) if events else 0
        self._posted = PostedMessages(self.number, opened_at, stored, self.promised)
        self._is_unfinished = True

    async def run(self) -> None:
        """Show what has happened. What fails for now is done in the next run; its error is raised at the end."""
        posted = self._posted
        assert posted is not None
        self._read_incoming()
        table = self._story.table
        if table is None:
            return
        if not self._api.in_server(table.server):
            self._waits_for_server = True
            return
        self._may_be_posted, self._is_unfinished = self._is_unfinished, True
        hands, pages = HandMessages(posted, self._api, self._people), ChannelMessages(posted, self._api)
        context = await self._context(table, pages)
        for page in self._up_to_the_deal(pages):
            await self._show_new(pages.post(page, context), page)
        context = await self._context(table, pages)
        failed = await self._hands.send_new(hands, context, may_be_posted=self._may_be_posted)
        for page in [page for page in self._stale.values() if pages.is_new(page)]:
            await self._show_new(self._post(pages, hands, page, context), page)
        await hands.delete_old()
        await posted.save_messages(self._surfaces)  # the message ids are known, whatever happens now
        for page in list(self._stale.values()):
            await self._show(pages.update(page, context), page)
        await self._hands.edit_changed(hands, context)
        await hands.delete_old()
        posted.promised.drop_up_to(table.version)
        if failed:
            raise failed[0]
        await posted.save(self._surfaces, table.version)
        posted.forget_all_but(self._may_be_edited)
        self._is_unfinished = False

    def _render_again(self) -> None:
        """Mark the open page and all hands as stale: since the backup that was restored, others may have been shown."""
        if (table := self._story.table) is None or (page := self._story.page) is None:
            return
        self._stale[page.key] = page
        if table.match is not None:
            self._hands.changed.update(table.seated_people())

    def _read_incoming(self) -> None:
        incoming, self._incoming = self._incoming, []
        for _, event in incoming:
            self._story, changed = advance_story(self._story, event)
            self._stale.update((page.key, page) for page in changed)
            if self._story.table is not None and self._story.table.match is not None:
                self._hands.record_event(event, self._story.table)

    def _has_missed_events(self) -> bool:
        last = 0 if self._story.table is None else self._story.table.version
        return any(version != expected for expected, (version, _) in enumerate(self._incoming, start=last + 1))

    def _up_to_the_deal(self, pages: ChannelMessages) -> list[Page]:
        """Return the new pages up to the newest deal's announcement: usually that one alone, more after an interruption."""
        new = [page for page in self._stale.values() if page.key != LOBBY and pages.is_new(page)]
        last = max((place for place, page in enumerate(new) if page.kind == "deal"), default=-1)
        return new[: last + 1]

    def _may_be_edited(self, key: str) -> bool:
        """Return False for the pages of a match but the last one, and the first one, to which the lobby leads."""
        page = self._story.page
        return key.split()[0] not in ("deal", "turn", "score") or key == "deal 1" or (page is not None and key == page.key)

    async def _post(self, pages: ChannelMessages, hands: HandMessages, page: Page, context: RenderContext) -> None:
        player = page.table.person_to_act() if page.kind == "turn" and page.is_open else None
        if player is None:
            await pages.post(page, context, page.table.awaited_people if page.key == LOBBY else ())
            return
        await pages.post(page, context, (player,) if hands.is_unreachable(player) else (), self._hands.unreached)
        if pages.is_posted(page):
            self._hands.unreached = []

    async def _show_new(self, showing: Coroutine[None, None, None], page: Page) -> None:
        """Post a new page. One that may have been posted before stays stale, and is edited afterwards."""
        if self._may_be_posted:
            await showing
        else:
            await self._show(showing, page)

    async def _show(self, showing: Coroutine[None, None, None], page: Page) -> None:
        await showing
        if self._stale.get(page.key) is page:
            del self._stale[page.key]

    async def _context(self, table: Table, pages: ChannelMessages) -> RenderContext:
        say = self._languages.for_locale(self._api.server_locale(table.server))
        names = names_for({person: await self._people.get(person) for person in table.all_people}, say, table)
        is_asked = table.phase == Phase.OVER or LOBBY in self._stale
        counts = await self._eligibility.where_it_counts(table) if is_asked else WhereItCounts()
        context = RenderContext(table, say, names, self._api.server_name(table.server), table.channel, counts)
        place = await pages.place(context)
        return context if place is None else replace(context, channel=place)
