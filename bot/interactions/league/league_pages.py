"""Pages of standings and of matches, as commands ask for them and as their buttons turn them."""

from dataclasses import replace
from typing import assert_never

from discord import ui

from bot.competition.refusals import NeverSeen, RecordRefused
from bot.competition.standings import Ladder
from bot.interactions.error_boundary import Reply, is_his_own
from bot.interactions.services import Desk, Interaction, server_of
from bot.messages.league.buttons import BoardPress, HistoryPress, LeaguePress, LogPress
from bot.messages.league.history import LINES, history_layout
from bot.messages.league.log import log_layout, people_of
from bot.messages.league.standings import Board, board_layout


class LeaguePages:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def press(self, interaction: Interaction, press: LeaguePress) -> Reply:
        match press:
            case BoardPress():
                return replace(await self.board(interaction, press), redraw=is_his_own(interaction))
            case HistoryPress():
                return replace(await self.history(interaction, press), redraw=is_his_own(interaction))
            case LogPress():
                return replace(await self.log(interaction, press), redraw=is_his_own(interaction))
            case _:
                assert_never(press)

    async def board(self, interaction: Interaction, press: BoardPress) -> Reply:
        """The page, with the row of who asks."""
        server, say = server_of(interaction), self._desk.say(interaction)
        ladder = await self.ladder(server, press)
        own = (await self._desk.person(interaction)).number
        board = await self.drawn(server, ladder, press, own)
        others = tuple(one.name for one in await self._desk.records.leagues(server) if one.number != press.league)
        names = await self._desk.names_of(board.people(), say)
        return Reply(view=board_layout(replace(board, names=names, others=others), say))

    async def public_board(self, server: int, press: BoardPress) -> Reply:
        """For everybody, in the server's language; whoever turns its pages gets one of his own."""
        say = self._desk.languages.for_locale(self._desk.delivery.server_locale(server))
        board = await self.drawn(server, await self.ladder(server, press), press, None)
        return Reply(view=board_layout(replace(board, names=await self._desk.names_of(board.people(), say)), say), public=True)

    async def live_board(self, server: int, ladder: Ladder, press: BoardPress) -> ui.LayoutView:
        """One that redraws itself, as it is now."""
        say = self._desk.languages.for_locale(self._desk.delivery.server_locale(server))
        board = replace(await self.drawn(server, ladder, press, None), drawn=self._desk.now())
        return board_layout(replace(board, names=await self._desk.names_of(board.people(), say)), say)

    async def ladder(self, server: int, press: BoardPress) -> Ladder:
        stored = await self._desk.records.league_numbered(server, press.league) if press.league else None
        game = press.game or None
        return await self._desk.records.standings(server, stored, season=press.season or None, game=game, since=press.since)

    async def drawn(self, server: int, ladder: Ladder, press: BoardPress, own: int | None) -> Board:
        """Without the names of its people."""
        games = await self._desk.games.all(server)
        game = games[press.game].title if press.game in games else press.game or None
        names = await self._desk.names_of((), self._desk.languages.for_locale(None))
        return Board(ladder, names, press, self._desk.delivery.server_name(server), own, game)

    async def history(self, interaction: Interaction, press: HistoryPress) -> Reply:
        server, say = server_of(interaction), self._desk.say(interaction)
        lines = await self._desk.past.history(server, press.person or None)
        if not lines and press.person not in (0, (await self._desk.person(interaction)).number):
            raise RecordRefused(NeverSeen())  # not here: another server's people are nobody's business
        page = max(0, min(press.page, (len(lines) - 1) // LINES))
        shown = lines[page * LINES : (page + 1) * LINES]
        people = {one.person for line in shown for one in line.people} | ({press.person} if press.person else set())
        return Reply(view=history_layout(lines, await self._desk.names_of(people, say), press, say))

    async def log(self, interaction: Interaction, press: LogPress) -> Reply:
        """What organisers have put right, in the whole server or in matches of a league."""
        server, say = server_of(interaction), self._desk.say(interaction)
        stored = await self._desk.records.league_numbered(server, press.league) if press.league else None
        made = await self._desk.past.log(server, stored)
        people = {person for one in made for person in (one.by, *people_of(one.change))}
        return Reply(view=log_layout(made, await self._desk.names_of(people, say), press, say))
