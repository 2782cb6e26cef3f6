"""The reasons why a league cannot be created or changed as requested. `scheme_text.py` checks its scheme."""

from dataclasses import dataclass

from bot.league.days import is_zone, start_of_day
from bot.league.league import League, OnDay

MAX_NAME_LENGTH = 100
ALL_MATCHES = "*"
"""Typed instead of the name of a league: all matches of the server."""
MAX_MATCHES = 1000
"""The highest value of a setting that counts matches."""


@dataclass(frozen=True, slots=True)
class NameMissing:
    pass


@dataclass(frozen=True, slots=True)
class NameTooLong:
    most: int


@dataclass(frozen=True, slots=True)
class LeagueNameTaken:
    name: str


@dataclass(frozen=True, slots=True)
class NoSuchZone:
    typed: str


@dataclass(frozen=True, slots=True)
class DayIsOver:
    """The season would end with `day` (counted as in `days.py`), which has passed."""

    day: int


@dataclass(frozen=True, slots=True)
class NumberOutOfRange:
    """`what` is the name of the league's field."""

    what: str
    number: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class NameMeansAll:
    """The name is `*`, which means all matches of a server wherever a league can be named."""


LeagueFault = NameMeansAll | NameMissing | NameTooLong | LeagueNameTaken | NoSuchZone | DayIsOver | NumberOutOfRange


def check_league(league: League, others: tuple[League, ...], *, now: int) -> list[LeagueFault]:
    """Return everything that is wrong with the league; `others` are the other leagues of its server, `now` is epoch ms."""
    faults: list[LeagueFault] = []
    if not league.key:
        faults.append(NameMissing())
    if league.key == ALL_MATCHES:
        faults.append(NameMeansAll())
    if len(league.name) > MAX_NAME_LENGTH:
        faults.append(NameTooLong(MAX_NAME_LENGTH))
    faults.extend(LeagueNameTaken(other.name) for other in others if other.key == league.key)
    for what, number in _numbers(league):
        if not 1 <= number <= MAX_MATCHES:
            faults.append(NumberOutOfRange(what, number, 1, MAX_MATCHES))
    if not is_zone(league.zone):
        faults.append(NoSuchZone(league.zone))
    elif isinstance(league.season_end, OnDay) and start_of_day(league.season_end.day + 1, league.zone) <= now:
        faults.append(DayIsOver(league.season_end.day))
    return faults


def _numbers(league: League) -> tuple[tuple[str, int], ...]:
    """Return the settings that count matches, by their names."""
    return ("least", league.least), ("rematches", league.rematches), ("larger_rematches", league.larger_rematches)
