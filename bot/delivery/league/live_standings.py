"""Standings that redraw themselves when they move: begun by an organiser, until their message or their league is gone."""

from discord import ui

from bot.competition.ports import Board
from bot.competition.refusals import LeagueArchived, RecordRefused
from bot.competition.standings import Ladder
from bot.delivery.discord_api import Trouble, Undelivered
from bot.interactions.league.league_pages import LeaguePages
from bot.interactions.services import Desk
from bot.messages.league.buttons import BoardPress

_GONE = (Trouble.MESSAGE_GONE, Trouble.CHANNEL_GONE)


class LiveBoards:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._boards = desk.boards
        self._pages = LeaguePages(desk)

    async def begin(self, server: int, channel: int, press: BoardPress, asked: int) -> None:
        """Posts standings that redraw themselves from now on. Raises Undelivered and RecordRefused."""
        ladder = await self._pages.ladder(server, press)
        if ladder.stored is not None and _is_over(ladder):
            raise RecordRefused(LeagueArchived(ladder.stored.name))
        reply = await self._pages.live_board(server, ladder, press)
        message = await self._desk.delivery.post(channel, reply, f"live {asked}"[:25])
        league, game, now = press.league or None, press.game or None, self._desk.now()
        await self._boards.put(Board(message, channel, server, league, game, press.since, ladder.revision, now))

    async def behind(self, pause: int) -> list[Board]:
        """Those that are to be redrawn: they have moved, and so many milliseconds have passed since they were drawn."""
        found = await self._boards.behind(now=self._desk.now(), pause=pause)
        return [board for board in found if self._desk.delivery.in_server(board.server)]

    async def redraw(self, board: Board) -> None:
        """Once more, as it is now; for the last time if its league is archived. Raises what Discord has against it."""
        press = BoardPress(board.league or 0, since=board.since, game=board.game or "")
        if not await self._boards.claim(board, at=self._desk.now()):
            return
        try:
            ladder = await self._pages.ladder(board.server, press)
            await self._desk.delivery.edit(board.channel, board.message, await self._view(board.server, ladder, press))
        except (Undelivered, RecordRefused) as error:
            if isinstance(error, Undelivered) and error.trouble not in _GONE:
                raise
            await self._boards.remove(board.message)
            return
        if _is_over(ladder):
            await self._boards.remove(board.message)
        else:
            await self._boards.drawn(board.message, ladder.revision, at=self._desk.now())

    async def _view(self, server: int, ladder: Ladder, press: BoardPress) -> ui.LayoutView:
        if not _is_over(ladder):
            return await self._pages.live_board(server, ladder, press)
        reply = await self._pages.public_board(server, press)
        assert reply.view is not None
        return reply.view


def _is_over(ladder: Ladder) -> bool:
    """Whether these standings move no more."""
    return ladder.stored is not None and ladder.stored.archived is not None
