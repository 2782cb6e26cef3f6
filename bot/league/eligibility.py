"""Which matches count in a league, and why the others do not.

Whether a match counts depends on nothing but itself: if it was one too many for a day, that was found out at its start.
"""

from dataclasses import dataclass
from typing import Protocol

from bot.league.league import League, MatchSetting, Misfit, why_match_does_not_fit
from bot.league.match_facts import MatchResult
from bot.league.scheme import has_points_for
from bot.rummy.variant import Length


@dataclass(frozen=True, slots=True)
class Voided:
    """An organiser has voided the match."""


@dataclass(frozen=True, slots=True)
class FewerThanTwoPeople:
    people: int


@dataclass(frozen=True, slots=True)
class NoPointsFor:
    """The league's scheme has no points for a match with this number of people."""

    people: int


@dataclass(frozen=True, slots=True)
class TooManyRematches:
    """Two of the `people` players had already started `most` matches of that day."""

    most: int
    people: int = 2


@dataclass(frozen=True, slots=True)
class TooShort:
    """The rules of the match don't surely reach the league's shortest length."""

    shortest: Length


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """The match ended before it was played. Those who left get the last place, without points; those who stayed get nothing."""

    left: tuple[int, ...]
    stayed: tuple[int, ...]


WhyNot = Voided | Misfit | TooShort | FewerThanTwoPeople | NoPointsFor | NotPlayed | TooManyRematches


class PlannedMatch(MatchSetting, Protocol):
    """Where, by which rules and for which schedule a match is or will be played."""

    @property
    def length(self) -> Length: ...
    @property
    def league(self) -> int: ...


def why_not(league: League, match: MatchResult, number: int) -> WhyNot | None:
    """Return why the match doesn't count in the league with this number; None if it does."""
    if match.voided:
        return Voided()
    if (why := why_setting_does_not_fit(league, match, number)) is not None:
        return why
    people = match.people()
    if len(people) < 2:
        return FewerThanTwoPeople(len(people))
    if not has_points_for(league.scheme, len(people)):
        return NoPointsFor(len(people))
    if match.is_walkover:
        left, stayed = (tuple(seat.person for seat in people if seat.left == gone) for gone in (True, False))
        return NotPlayed(left, stayed)
    most = next((one.most for one in match.over if one.league == number), None)
    return None if most is None else TooManyRematches(most, len(people))


def is_counting(league: League, match: MatchResult, number: int) -> bool:
    """Return True if the match changes the standings: it counts, or gives those who left their last place."""
    return isinstance(why_not(league, match, number), NotPlayed | None)


def is_fixture_of(match: MatchResult, number: int) -> bool:
    """Return True if the match was opened from a schedule of the league with this number."""
    return match.league == number != 0


def why_setting_does_not_fit(league: League, match: PlannedMatch, number: int) -> Misfit | TooShort | None:
    """Return why the match doesn't fit the league with this number, or is too short for it; fixtures of the league fit."""
    if match.league == number != 0:
        return None
    if (why := why_match_does_not_fit(league, match)) is not None:
        return why
    return None if match.length.reaches(league.shortest) else TooShort(league.shortest)
