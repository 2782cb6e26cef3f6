"""New and changed leagues, and the role that may create and change them. The commands check who is an organiser."""

import asyncio
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from bot.competition.action_effects import effect_of_edit
from bot.competition.corrections import optional_reason
from bot.competition.ports import Leagues, Ledgers, StoredLeague
from bot.competition.season_end import SeasonEnds, find_league_in_use
from bot.league.league import League
from bot.league.league_checks import DayIsOver, check_league
from bot.league.organiser_actions import LeagueCreated, LeagueEdited, NewLine, RoleChosen, changed_settings
from bot.league.seasons import Season
from bot.wording.sentence import Refusals, Refused


class LeagueEditor:
    """The creation and change of leagues. `now` returns epoch milliseconds."""

    def __init__(self, leagues: Leagues, ledgers: Ledgers, season_ends: SeasonEnds, now: Callable[[], int]) -> None:
        self._leagues = leagues
        self._ledgers = ledgers
        self._season_ends = season_ends
        self._now = now

    async def organiser_role(self, server: int) -> int | None:
        """Return the Discord id of the organisers' role; None if only members with Manage Server organise."""
        return await self._leagues.organiser_role(server)

    async def set_organiser_role(self, server: int, role: int | None, *, by: int | None = None, why: str = "") -> None:
        """Let this role (a Discord id) organise; None for only members with Manage Server. `by` chooses it.

        Raise Refused if the reason is too long.
        """
        reason = optional_reason(why)
        line = None if by is None else NewLine(server, self._now(), by, RoleChosen(None, role), reason, leagues=None)
        await self._leagues.set_organiser_role(server, role, line)

    async def create(self, league: League, *, by: int | None = None) -> StoredLeague:
        """Store a new league of the person `by`; its first season begins now. Raise Refused."""
        now = self._now()
        found = await self._leagues.server_leagues(league.server)
        others = [other for other in found if other.archived_at is None]
        _check(league, others, now)
        season = Season(1, now)
        line = None if by is None else NewLine(league.server, now, by, LeagueCreated(league.name), also_in=_channels(others))
        number = await self._leagues.add(league, season, at=now, line=line)
        return (await find_league_in_use(self._leagues, league.server, number))[0]

    async def edit(
        self, number: int, league: League, *, based_on: League | None = None, by: int | None = None, why: str = ""
    ) -> StoredLeague:
        """Change how a league counts, its running season included; ended seasons keep their tables. Raise Refused.

        `by` is the organiser, and `why` their reason; without an organiser, the change isn't logged.
        `based_on` is the league as it was read for this change: if it has changed since, the change is refused. So it is if the
        season ends meanwhile.
        """
        reason = optional_reason(why)
        await self._season_ends.end_due_seasons()
        now = self._now()
        stored, others = await find_league_in_use(self._leagues, league.server, number)
        _check(league, others, now, before=stored)
        line = None if by is None else await self._line_of_edit(stored, league, others, now, by, reason)
        season = stored.season.number  # the line says what changes in this one
        await self._leagues.change(number, league, at=now, based_on=based_on, season=season, line=line)
        return (await find_league_in_use(self._leagues, league.server, number))[0]

    async def _line_of_edit(
        self, stored: StoredLeague, league: League, others: list[StoredLeague], now: int, by: int, why: str
    ) -> NewLine:
        """Return the line of the log.

        The channel in which changes were announced before is told, too, and those of the `others` in use if other matches are
        rated from now on: all leagues share the ratings.
        """
        async with self._ledgers.of(league.server) as ledger:
            effect, is_own = await asyncio.to_thread(effect_of_edit, ledger, stored.term, league, now, by)
        return NewLine(
            league.server,
            now,
            by,
            LeagueEdited(stored.name, changed_settings(stored.league, league)),
            why,
            leagues=(stored.number,),
            effects=() if effect is None else (effect,),
            is_own=is_own,
            also_in=_channels([stored, *(others if _rates_differently(stored.league, league) else ())]),
        )


def _rates_differently(old: League, new: League) -> bool:
    """Return True if other matches may be rated with the new settings."""
    same = replace(old, name=new.name, least=new.least, season_end=new.season_end, announcements=new.announcements)
    return (old.rated or new.rated) and same != new


def _channels(leagues: Iterable[StoredLeague]) -> tuple[int, ...]:
    """Return the channels in which the changes of these leagues are announced."""
    return tuple(one.league.announcements for one in leagues if one.league.announcements is not None)


def _check(league: League, others: list[StoredLeague], now: int, *, before: StoredLeague | None = None) -> None:
    """Raise Refused for a faulty league. A past day may stay as the season's end if it is unchanged."""
    found = check_league(league, tuple(other.league for other in others), now=now)
    if before is not None and before.ends_at is None and before.league.season_end == league.season_end:
        found = [fault for fault in found if not isinstance(fault, DayIsOver)]
    if found:
        raise Refused(Refusals(tuple(found)))
