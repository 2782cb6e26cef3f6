"""The reasons why a league cannot be created or changed as requested. `scheme_text.py` checks its scheme."""

from bot.league.days import is_zone, start_of_day
from bot.league.league import League, OnDay
from bot.wording.sentence import Code, Day, Refusal, Typed

MAX_NAME_LENGTH = 100
ALL_MATCHES = "*"
"""Typed instead of the name of a league: all matches of the server."""
MAX_MATCHES = 1000
"""The highest value of a setting that counts matches."""


class NameMissing(Refusal):
    sentence = "A league needs a name. Choose one."


class NameTooLong(Refusal):
    count: int
    sentence = "The name of a league can have at most {count} characters. Shorten it."


class LeagueNameTaken(Refusal):
    name: Typed
    sentence = "This server already has a league called “{name}”. Choose another name."


class NoSuchZone(Refusal):
    zone: Typed
    sentence = "“{zone}” isn't a time zone. Write it like `Europe/Rome` or `UTC`."


class DayIsOver(Refusal):
    """The season would end with this day."""

    day: Day
    sentence = "{day} has already passed. Choose a later day for the end of the season."


class NameMeansAll(Refusal):
    name: Code = ALL_MATCHES
    sentence = "A league can't be called {name}: that stands for all matches in a server. Choose another name."


def check_league(league: League, others: tuple[League, ...], *, now: int) -> list[Refusal]:
    """Return everything that is wrong with the league; `others` are the other leagues of its server, `now` is epoch ms."""
    faults: list[Refusal] = []
    if not league.key:
        faults.append(NameMissing())
    if league.key == ALL_MATCHES:
        faults.append(NameMeansAll())
    if len(league.name) > MAX_NAME_LENGTH:
        faults.append(NameTooLong(MAX_NAME_LENGTH))
    faults.extend(LeagueNameTaken(other.name) for other in others if other.key == league.key)
    if not is_zone(league.zone):
        faults.append(NoSuchZone(league.zone))
    elif isinstance(league.season_end, OnDay) and start_of_day(league.season_end.day + 1, league.zone) <= now:
        faults.append(DayIsOver(league.season_end.day))
    return faults
