"""The tables of seasons that have ended, posted: where, and what if Discord refuses them there."""

from collections.abc import AsyncIterator

import structlog

from bot.competition.ports import StoredLeague
from bot.delivery.discord_api import PASSING, Undelivered
from bot.interactions.league.league_pages import LeaguePages
from bot.interactions.services import Desk
from bot.league.seasons import FinalTable
from bot.messages.league.buttons import BoardPress
from bot.messages.words import Words

_log = structlog.get_logger(__name__)


class FinalTables:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._pages = LeaguePages(desk)

    async def tell(self, league: int, season: int) -> int | None:
        """Posts the table, if nobody has yet, and gives back the channel; None where it was told already, or nowhere.

        Raises what may go better later (`PASSING`), and then it has not been told.
        """
        return await self._desk.organising.tell(league, season, self._post)

    async def tell_now(self, league: int, season: int) -> int | None:
        """As `tell`, for who has just ended it: None, too, where the table follows later."""
        try:
            return await self.tell(league, season)
        except PASSING as error:
            _log.warning("the table of a season follows later", league=league, season=season, error=str(error))
            return None

    async def _post(self, stored: StoredLeague, table: FinalTable, asked_in: int | None) -> int | None:
        """Told twice, it is there once: in the same channel, with the same nonce."""
        about = {"league": stored.number, "season": table.season.number}
        reply = await self._pages.public_board(stored.league.server, BoardPress(stored.number, table.season.number))
        assert reply.view is not None
        nonce, refused = f"season {stored.number} {table.season.number}"[:25], False
        async for channel in self._places(stored, table, asked_in):
            try:
                await self._desk.delivery.post(channel, reply.view, nonce)
            except Undelivered as error:
                refused = True
                _log.warning("the table of a season is not taken here", **about, channel=channel, reason=str(error))
            else:
                return channel
        if refused:
            _log.warning("the table of a season is posted nowhere; /leaderboard shows it", **about)
        return None

    async def _places(self, stored: StoredLeague, table: FinalTable, asked_in: int | None) -> AsyncIterator[int]:
        """Where it belongs first: the league's channel, where an organiser ended the season, where it was played."""
        server, own, past = stored.league.server, stored.league.channel, self._desk.past
        known = [place for place in dict.fromkeys((own, asked_in)) if place is not None]
        for place in known:
            yield place
        if own is not None:
            return
        for played in (await past.export(server, stored, season=table.season.number), await past.export(server)):
            if played and (last := played[-1].match.channel) not in known:
                known.append(last)
                yield last


def table_stands(channel: int | None, say: Words) -> str:
    """Where it is to be found, for who has ended the season."""
    if channel is None:
        return say("`/leaderboard` shows its table: name it with `season:`.")
    return say("Its table stands in {channel}.", channel=f"<#{channel}>")
