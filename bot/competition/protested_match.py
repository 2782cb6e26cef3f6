"""The match that a protest is about: one with a result, or one that an organiser broke off, which has none."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.competition.action_effects import concerned_leagues
from bot.competition.log_ports import OrganiserLog
from bot.competition.match_history import MatchHistory, MatchRecord
from bot.competition.refusals import LeagueRefused, MatchBrokenOff, NoSuchMatch
from bot.league.organiser_actions import BrokenOff
from bot.tables.table import Table

GetTable = Callable[[int], Awaitable[Table]]
"""Returns the table with this number, also one that is over. Raises Refused."""


@dataclass(frozen=True, slots=True)
class ProtestedMatch:
    """A match that ended `at` (epoch ms), and the people who played in it, also those who left.

    `leagues` are those for which it was played; None means all: the organisers must get the protest.
    """

    number: int
    server: int
    at: int
    players: tuple[int, ...]
    leagues: tuple[int, ...] | None
    is_broken_off: bool = False


class ProtestedMatches:
    """The matches against which their players can protest."""

    def __init__(self, log: OrganiserLog, match_history: MatchHistory, get_table: GetTable) -> None:
        self._log = log
        self._match_history = match_history
        self._get_table = get_table

    async def find(self, server: int, number: int) -> ProtestedMatch:
        """Return a match of this server that has a result, or that was broken off and may have counted.

        Raise LeagueRefused.
        """
        try:
            return _with_result(await self._match_history.match(server, number))
        except LeagueRefused as refused:
            if (
                isinstance(refused.refusal, NoSuchMatch | MatchBrokenOff)
                and (found := await self._broken_off(server, number)) is not None
            ):
                return found
            raise

    async def _broken_off(self, server: int, number: int) -> ProtestedMatch | None:
        line = next((one for one in await self._log.of_match(number) if isinstance(one.what, BrokenOff)), None)
        if line is None:
            return None
        table = await self._get_table(number)
        if table.server != server or table.broken_off is None or not (table.broken_off.leagues or table.reserved):
            return None
        leagues = table.broken_off.leagues or None
        return ProtestedMatch(number, server, line.at, table.people, leagues, is_broken_off=True)


def _with_result(record: MatchRecord) -> ProtestedMatch:
    played = record.original
    leagues = concerned_leagues([one.term for one in record.verdicts], played)
    players = tuple(seat.person for seat in played.seats if not seat.computer)
    return ProtestedMatch(played.number, played.server, played.ended, players, leagues or None)
