"""What is to be told of one table, and in which order.

In a run: the announcement of a deal (with its commitment) before anybody's cards; then new hands; then the message of the new
turn, which mentions its player if no hand reached him; then the edits of what stands already.
"""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace

from bot.competition.eligibility import Counting
from bot.delivery.discord_api import Delivery
from bot.delivery.table.channel_messages import Pages
from bot.delivery.table.hand_delivery import Reaching
from bot.delivery.table.hand_messages import Hands
from bot.delivery.table.posted_messages import PLACE, Board, Shown
from bot.messages.names import named
from bot.messages.table.render_context import Scene
from bot.messages.table.story import LOBBY, Page, Story, read_on
from bot.messages.words import Languages
from bot.tables.events import Event
from bot.tables.ports import EventLog, People, Surfaces
from bot.tables.service import Tables, folded
from bot.tables.table import Phase, Table


class Telling:
    """Kept while a table is in play; made anew from the log after a start."""

    def __init__(
        self,
        number: int,
        tables: Tables,
        surfaces: Surfaces,
        people: People,
        delivery: Delivery,
        languages: Languages,
        counting: Counting,
    ) -> None:
        self.number = number
        self._surfaces = surfaces
        self._people = people
        self._delivery = delivery
        self._languages = languages
        self._counting = counting
        self._reaching = Reaching(tables, people, delivery, languages)
        self._story = Story(number)
        self._board: Board | None = None
        self._incoming: list[tuple[int, Event]] = []
        self._answers: dict[str, list[asyncio.Future[Shown | None]]] = {}
        self._pages: dict[str, Page] = {}  # touched and not shown yet
        self._waits = False
        self._broken = False  # the last run did not come to its end, here or in another life
        self._again = False  # so in this run a new message may turn out to be there, showing what was true when it was posted

    @property
    def is_behind(self) -> bool:
        return bool(self._incoming or self._pages or self._reaching.changed or self._broken) and not self._waits

    @property
    def is_over(self) -> bool:
        table = self._story.table
        return table is not None and table.phase == Phase.OVER and not self.is_behind and not self._waits

    @property
    def place(self) -> int | None:
        """The thread of the table, if it has one and that is known."""
        surface = None if self._board is None else self._board.get(PLACE)
        return None if surface is None else surface.channel

    def hear(self, version: int, events: tuple[Event, ...]) -> None:
        """Events that were stored, the last of them at this version."""
        first = version - len(events) + 1
        self._incoming += zip(range(first, version + 1), events, strict=True)

    def expect(self, key: str) -> asyncio.Future[Shown | None]:
        """A press is being answered by redrawing this message; the future says what it shows then."""
        answer: asyncio.Future[Shown | None] = asyncio.get_running_loop().create_future()
        self._answers.setdefault(key, []).append(answer)
        return answer

    def withdraw(self, key: str, answer: asyncio.Future[Shown | None]) -> None:
        """The press was refused, or its answer did not arrive: nothing was redrawn by it."""
        answers = self._answers.get(key, [])
        if answer in answers:
            answers.remove(answer)
        if not answers:
            self._answers.pop(key, None)
        if not answer.done():
            answer.set_result(None)

    async def load(self, log: EventLog) -> None:
        """Read the story up to the cursor, unless it is known; the rest is to be told. Ends a wait for the server.

        Raises UnreadableLogError.
        """
        self._waits = False
        await self.catch_up(log)

    def forget(self) -> None:
        """Read everything anew the next time."""
        self._board = None
        self._pages.clear()
        self._reaching.changed.clear()

    async def catch_up(self, log: EventLog) -> None:
        """Read anew if events were missed: another process has changed the table."""
        if self._board is not None and not self._missed():
            return
        self._story = Story(self.number)
        told, events = await self._surfaces.told(self.number), await log.events(self.number)
        if events:
            folded(self.number, events)
        heard = [(version, event) for version, event in self._incoming if version > len(events)]
        for event in events[: told.cursor]:
            self._story, _ = read_on(self._story, event)
        self._incoming = [*enumerate(events[told.cursor :], start=told.cursor + 1), *heard]
        opened = getattr(events[0], "at", 0) if events else 0
        self._board = Board(self.number, opened, told, answers=self._answers)
        self._broken = True

    def _is_edited_again(self, key: str) -> bool:
        """Of the pages of a match only the last one is, and the first is what the lobby leads to."""
        page = self._story.page
        return key.split()[0] not in ("deal", "turn", "score") or key == "deal 1" or (page is not None and key == page.key)

    def _missed(self) -> bool:
        last = 0 if self._story.table is None else self._story.table.version
        return any(version != expected for expected, (version, _) in enumerate(self._incoming, start=last + 1))

    async def tell(self) -> None:
        """One run. What it could not do for a passing fault it does in the next."""
        board = self._board
        assert board is not None
        self._read()
        table = self._story.table
        if table is None:
            return
        if not self._delivery.in_server(table.server):
            self._waits = True
            return
        self._again, self._broken = self._broken, True
        hands, pages = Hands(board, self._delivery, self._people), Pages(board, self._delivery)
        scene = await self._scene(table, pages)
        for page in self._up_to_the_deal(pages):
            await self._posted(pages.post(page, scene), page)
        scene = await self._scene(table, pages)
        failed = await self._reaching.send(hands, scene, again=self._again)
        for page in [page for page in self._pages.values() if pages.is_new(page)]:
            await self._posted(self._post(pages, hands, page, scene), page)
        await hands.take_away_old()
        await board.save(self._surfaces, board.told.cursor)  # what is posted is known, whatever comes now
        for page in list(self._pages.values()):
            await self._done(pages.update(page, scene), page)
        await self._reaching.redraw(hands, scene)
        await hands.take_away_old()
        board.forget_answers(table.version)
        if failed:
            raise failed[0]
        await board.save(self._surfaces, table.version)
        board.keep_in_mind(self._is_edited_again)
        self._broken = False

    def _up_to_the_deal(self, pages: Pages) -> list[Page]:
        """The new pages up to the announcement of the newest deal: that one, and after a pause of ours what went before it."""
        new = [page for page in self._pages.values() if page.key != LOBBY and pages.is_new(page)]
        last = max((place for place, page in enumerate(new) if page.kind == "deal"), default=-1)
        return new[: last + 1]

    def _read(self) -> None:
        incoming, self._incoming = self._incoming, []
        for _, event in incoming:
            self._story, touched = read_on(self._story, event)
            self._pages.update((page.key, page) for page in touched)
            if self._story.table is not None and self._story.table.match is not None:
                self._reaching.note(event, self._story.table)

    async def _post(self, pages: Pages, hands: Hands, page: Page, scene: Scene) -> None:
        whose = page.table.to_act() if page.kind == "turn" and page.opened else None
        if whose is None:
            await pages.post(page, scene, page.table.awaited if page.key == LOBBY else ())
            return
        await pages.post(page, scene, (whose,) if hands.is_unreachable(whose) else (), self._reaching.unreached)
        if pages.stands(page):
            self._reaching.unreached = []

    async def _posted(self, showing: Coroutine[None, None, None], page: Page) -> None:
        if self._again:  # and edited afterwards, like a message that was known
            await showing
        else:
            await self._done(showing, page)

    async def _done(self, showing: Coroutine[None, None, None], page: Page) -> None:
        await showing
        if self._pages.get(page.key) is page:
            del self._pages[page.key]

    async def _scene(self, table: Table, pages: Pages) -> Scene:
        say = self._languages.for_locale(self._delivery.server_locale(table.server))
        names = named({person: await self._people.get(person) for person in table.everybody}, say, table)
        counts = await self._counting.of(table) if table.phase == Phase.OVER or LOBBY in self._pages else ()
        scene = Scene(table, say, names, self._delivery.server_name(table.server), table.channel, counts)
        place = await pages.place(scene)
        return scene if place is None else replace(scene, place=place)
