"""New and changed leagues, and the role that may create and change them. The commands check who is an organiser."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from bot.competition.corrections import effect_of_edit, optional_reason
from bot.competition.refusals import LeagueEdited as LeagueChanged
from bot.competition.season_end import SeasonEnds, find_league_in_use
from bot.league.league import DayIsOver, League, NoSummerTime, check_league
from bot.league.ledger import Ledger
from bot.league.organiser_actions import LeagueCreated, LeagueEdited, Line, NewLine, RoleChosen, changed_settings
from bot.league.seasons import Season, StoredLeague, scheduled_end
from bot.storage.league.ledgers import StoredLedgers
from bot.wording.sentence import Refusals, Refused


@dataclass(eq=False)
class LeagueEditor:
    """The creation and change of leagues. `now` returns epoch milliseconds."""

    _ledgers: StoredLedgers
    _season_ends: SeasonEnds
    _now: Callable[[], int]

    async def organiser_role(self, server: int) -> int | None:
        """Return the Discord id of the organisers' role; None if only members with Manage Server organise."""
        return (await self._ledgers.leagues(server)).role

    async def set_organiser_role(self, server: int, role: int | None, *, by: int | None = None, why: str = "") -> None:
        """Let this role (a Discord id) organise; None for only members with Manage Server. `by` chooses it.

        Raise Refused if the reason is too long.
        """
        reason = optional_reason(why)

        async def make(ledger: Ledger) -> NewLine | None:
            before = ledger.leagues.role
            what = RoleChosen(before, role)
            return None if before == role else NewLine(Line(self._now(), by, what, reason, leagues=None))

        await self._ledgers.add(server, make)

    async def create(self, league: League, *, by: int | None = None) -> StoredLeague:
        """Store a new league of the person `by`; its first season begins now. Raise Refused."""

        async def make(ledger: Ledger) -> NewLine:
            now, others = self._now(), ledger.leagues.in_use()
            _check(league, others, now)
            season = Season(1, now)
            made = StoredLeague(0, league, season, now, ends_at=scheduled_end(league, season))
            return NewLine(Line(now, by, LeagueCreated(league.name), made=made), also_in=_channels(others))

        return _made(await self._ledgers.add(league.server, make))

    async def edit(
        self, number: int, league: League, *, based_on: League | None = None, by: int | None = None, why: str = ""
    ) -> StoredLeague:
        """Change how a league counts, its running season included; ended seasons keep their tables. Raise Refused.

        `by` is the organiser, and `why` their reason; without an organiser, the change isn't in the log.
        `based_on` is the league as it was read for this change: if it has changed since, the change is refused.
        """
        reason = optional_reason(why)
        await self._season_ends.end_due_seasons()

        async def make(ledger: Ledger) -> NewLine:
            now, (stored, others) = self._now(), find_league_in_use(ledger.leagues, number)
            _check(league, others, now, before=stored)
            if based_on not in (None, stored.league):
                raise Refused(LeagueChanged(stored.name))
            effect, is_own = None, False
            if by is not None:
                effect, is_own = await asyncio.to_thread(effect_of_edit, ledger, stored.term, league, now, by)
            made = replace(stored, league=league)
            if (stored.league.season_end, stored.league.zone) != (league.season_end, league.zone):
                made = replace(made, ends_at=scheduled_end(league, stored.season, now=now))
            what, effects = LeagueEdited(stored.name, changed_settings(stored.league, league)), (effect,) if effect else ()
            line = Line(now, by, what, reason, (stored.number,), effects, is_own, made)
            # The channel in which changes were announced before is told, too, and those of the others in use if other matches
            # are rated from now on: all leagues share the ratings.
            concerned = [stored, *(others if _rates_differently(stored.league, league) else ())]
            return NewLine(line, also_in=_channels(concerned))

        return _made(await self._ledgers.add(league.server, make))


def _made(line: Line | None) -> StoredLeague:
    assert line is not None, "it is made whenever it isn't refused"
    assert line.made is not None, "it makes a league"
    return line.made


def _rates_differently(old: League, new: League) -> bool:
    """Return True if other matches may be rated with the new settings."""
    same = replace(old, name=new.name, least=new.least, ranking=new.ranking, season_end=new.season_end)
    same = replace(same, announcements=new.announcements)
    return (old.rated or new.rated) and same != new


def _channels(leagues: Iterable[StoredLeague]) -> tuple[int, ...]:
    """Return the channels in which the changes of these leagues are announced."""
    return tuple(one.league.announcements for one in leagues if one.league.announcements is not None)


def _check(league: League, others: list[StoredLeague], now: int, *, before: StoredLeague | None = None) -> None:
    """Raise Refused for a faulty league. A past day as the season's end and a zone without summer time may stay unchanged."""
    found = check_league(league, tuple(other.league for other in others), now=now)
    if before is not None and before.ends_at is None and before.league.season_end == league.season_end:
        found = [fault for fault in found if not isinstance(fault, DayIsOver)]
    if before is not None and before.league.zone == league.zone:
        found = [fault for fault in found if not isinstance(fault, NoSummerTime)]
    if found:
        raise Refused(Refusals(tuple(found)))
