"""The seasons of a league: when one ends, which one follows, and which matches belong to it."""

from typing import assert_never

from msgspec import Struct

from bot.league.days import DAY_MS, start_of_day, start_of_next_month, start_of_week, week_of
from bot.league.league import ByHand, EveryTwoWeeks, League, Monthly, OnDay, Quarterly, Weekly
from bot.league.match_facts import MatchResult


class Season(Struct, frozen=True, forbid_unknown_fields=True):
    """A season from `begin` until before `end` (epoch ms); `end` is None while it runs. `number` counts from 1 and is shown if
    there is no `name`.
    """

    number: int
    begin: int
    end: int | None = None
    name: str = ""

    def holds(self, match: MatchResult) -> bool:
        """Return True if the match ended in this season."""
        return self.begin <= match.ended and (self.end is None or match.ended < self.end)


def scheduled_end(league: League, season: Season, *, now: int = 0) -> int | None:
    """Return when (epoch ms) the running season ends automatically; always later than `now` and than its begin.

    None if it ends by hand only, or if the day that was set has passed. `now` is when the end was set; without it, the end was
    set before the season began.
    """
    after = max(season.begin, now)
    match league.season_end:
        case ByHand():
            return None
        case OnDay(day=day):
            end = start_of_day(day + 1, league.zone)
            return end if end > after else None
        case Weekly(first_day=first):
            return start_of_week(week_of(after, league.zone, first) + 1, league.zone, first)
        case EveryTwoWeeks():
            return start_of_week(week_of(max(after, season.begin + 8 * DAY_MS), league.zone) + 1, league.zone)
        case Monthly():
            return start_of_next_month(after, league.zone)
        case Quarterly():
            return start_of_next_month(after, league.zone, months=3)
        case _:
            assert_never(league.season_end)


def end_season(season: Season, *, at: int, name: str | None = None) -> tuple[Season, Season]:
    """Return the season as ended, with its own name or a new one, and the season that follows it without a gap."""
    over = Season(season.number, season.begin, at, season.name if name is None else " ".join(name.split()))
    return over, Season(season.number + 1, at)
