"""The seasons of a league: when one ends, and its table, which then stays for ever whatever is corrected later."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from msgspec import Struct

from bot.league.days import start_of_day, start_of_next_month
from bot.league.facts import MatchResult
from bot.league.league import ByHand, League, Monthly, OnDay
from bot.league.scheme import Scheme
from bot.league.standings import Standing


class Season(Struct, frozen=True, forbid_unknown_fields=True):
    """`number` counts from 1; without a name it goes by that. From `begin` until before `end` (epoch ms); None: it runs."""

    number: int
    begin: int
    end: int | None = None
    name: str = ""

    def holds(self, match: MatchResult) -> bool:
        """Whether the match ended in this season."""
        return self.begin <= match.ended and (self.end is None or match.ended < self.end)


class FinalRow(Struct, frozen=True, array_like=True):
    """`position` is None for too few matches; `parts` are sixtieths of a point. People by number: names may be forgotten."""

    position: int | None
    person: int
    matches: int
    parts: int
    wins: int


class FinalTable(Struct, frozen=True, forbid_unknown_fields=True):
    """How a season ended, with what the league was called and how it counted then."""

    league: str
    season: Season
    scheme: Scheme
    least: int
    rows: tuple[FinalRow, ...]


def scheduled_end(league: League, season: Season, *, now: int = 0) -> int | None:
    """When (epoch ms) the running season ends by itself, if that is so decided `now`: never in the past.

    None: by hand only, or the day named was over when it began. Without `now` it was so from the season's begin on.
    """
    after = max(season.begin, now)
    match league.season_end:
        case ByHand():
            return None
        case OnDay(day=day):
            end = start_of_day(day + 1, league.zone)
            return end if end > after else None
        case Monthly():
            return start_of_next_month(after, league.zone)
        case _:
            assert_never(league.season_end)


def end_season(season: Season, *, at: int, name: str | None = None) -> tuple[Season, Season]:
    """The season as it has ended, under its own name or another, and the one that follows it without a gap."""
    over = Season(season.number, season.begin, at, season.name if name is None else " ".join(name.split()))
    return over, Season(season.number + 1, at)


def final_table(league: League, season: Season, rows: Sequence[Standing]) -> FinalTable:
    """The facts to keep; `rows` are its standings when it ends."""
    kept = tuple(FinalRow(row.position, row.person, row.matches, row.parts, row.wins) for row in rows)
    return FinalTable(league.name, season, league.scheme, league.least, kept)


def matches_in_season(season: Season, matches: Iterable[MatchResult]) -> list[MatchResult]:
    return [match for match in matches if season.holds(match)]
