"""What the league says by itself, once a minute: seasons whose day has come end, live standings move, players are reminded."""

import asyncio
from collections.abc import Coroutine

import structlog
from discord import ui

from bot.league.seasons import FinalTable
from bot.messages.buttons import layout
from bot.messages.delivery import PASSING, Trouble, Undelivered
from bot.messages.league_buttons import BoardPress
from bot.messages.schedule import reminder_text
from bot.tables.league_ports import Board, StoredLeague
from bot.tables.league_refusals import RecordRefused
from bot.tables.schedule_ports import Fixture
from cogs.desk import Desk
from cogs.league_pages import LeaguePages

_log = structlog.get_logger(__name__)
EVERY = 60.0
"""Seconds: live standings are not redrawn more often."""
_AHEAD = 24 * 3_600_000
_GONE = (Trouble.MESSAGE_GONE, Trouble.CHANNEL_GONE)


class Gazette:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._boards = desk.boards
        self._pages = LeaguePages(desk)

    async def run(self, every: float = EVERY) -> None:
        """Until it is cancelled. A fault is logged, and the next time comes."""
        while True:
            await asyncio.sleep(every)
            try:
                await self.issue()
            except Exception:
                _log.exception("the league could not be told")

    async def issue(self) -> None:
        """Once: all that there is to say now."""
        for stored, table in await self._desk.organising.end_due():
            await self._said(self._post(stored, table))
        for board in await self._boards.behind():
            await self._said(self._redraw(board))
        for fixture, people in await self._desk.tournaments.to_remind(_AHEAD):
            for person in people:
                await self._said(self._remind(fixture, person))
            await self._desk.tournaments.reminded(fixture.number)

    async def begin(self, server: int, channel: int, press: BoardPress, asked: int) -> None:
        """Posts standings that redraw themselves from now on. Raises Undelivered and RecordRefused."""
        ladder = await self._pages.ladder(server, press)
        reply = await self._pages.live_board(server, ladder, press)
        message = await self._desk.delivery.post(channel, reply, f"live {asked}"[:25])
        game = press.game or None
        await self._boards.put(Board(message, channel, server, press.league or None, game, press.since, ladder.revision))

    async def _redraw(self, board: Board) -> None:
        press = BoardPress(board.league or 0, since=board.since, game=board.game or "")
        if not self._desk.delivery.in_server(board.server):
            return
        try:
            ladder = await self._pages.ladder(board.server, press)
            await self._desk.delivery.edit(
                board.channel, board.message, await self._pages.live_board(board.server, ladder, press)
            )
        except (Undelivered, RecordRefused) as error:
            if isinstance(error, RecordRefused) or error.trouble in _GONE:
                await self._boards.remove(board.message)
            return
        await self._boards.drawn(board.message, ladder.revision)

    async def _post(self, stored: StoredLeague, table: FinalTable) -> None:
        """In the league's channel; of one that is open in all, where its last match was played."""
        server, channel = stored.league.server, stored.league.channel
        if channel is None:
            played = await self._desk.past.export(server, stored, season=table.season.number)
            channel = played[-1].match.channel if played else None
        if channel is None:
            return
        reply = await self._pages.public_board(server, BoardPress(stored.number, table.season.number))
        assert reply.view is not None
        await self._desk.delivery.post(channel, reply.view, f"season {stored.number} {table.season.number}"[:25])

    async def _remind(self, fixture: Fixture, number: int) -> None:
        person = await self._desk.people.get(number)
        say = self._desk.languages.for_locale(person.locale)
        schedule, _ = await self._desk.tournaments.schedule_of(fixture.number)
        text = reminder_text(schedule.variant.title, fixture, await self._desk.names_of(fixture.people, say), say)
        await self._desk.delivery.direct(person, layout(ui.TextDisplay(text)), f"fix {fixture.number} {number}"[:25])

    async def _said(self, saying: Coroutine[None, None, None]) -> None:
        """One thing that cannot be told holds the others up no more than its own fault does."""
        try:
            await saying
        except (Undelivered, *PASSING) as error:
            _log.warning("something of the league could not be told", error=str(error))
