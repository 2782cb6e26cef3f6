"""Which matches count in a league, and why the others do not.

Whether a match counts depends only on itself and on the matches that any two of its people played on the same day.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct

from bot.league.league import League, MatchSetting, Misfit, why_match_does_not_fit
from bot.league.match_facts import MatchResult, oldest_first
from bot.league.rematch_limit import Meetings, limit_at
from bot.league.scheme.scheme import has_points_for
from bot.rummy.variant.length import Length


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
    """Two of the `people` players have already met in the `most` matches that count in a day, at tables of that kind."""

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


class Verdict(Struct, frozen=True, gc=False):
    """Whether a match counts; `why_not` is None if it does."""

    match: MatchResult
    why_not: WhyNot | None

    @property
    def counts(self) -> bool:
        return self.why_not is None

    @property
    def changes_standings(self) -> bool:
        """True if the match counts, or gives only those who left their last place."""
        return isinstance(self.why_not, NotPlayed | None)


class Judge:
    """Judges the matches of a league one after the other, the oldest first; `number` is that of the league."""

    def __init__(self, league: League, number: int = 0) -> None:
        self._league = league
        self._number = number
        self._meetings = Meetings(league)

    def judge(self, match: MatchResult) -> Verdict:
        """Return the verdict on a match; all earlier ones of any two of its people on that day must have been judged."""
        if (why := _why_not(self._league, match, self._number)) is not None:
            return Verdict(match, why)
        if is_fixture_of(match, self._number):
            return Verdict(match, None)
        people = {seat.person: seat.earlier for seat in match.people()}
        is_over = self._meetings.add(match.ended, people)
        return Verdict(match, TooManyRematches(limit_at(self._league, len(people)), len(people)) if is_over else None)


def judge_matches(league: League, history: Iterable[MatchResult], number: int = 0) -> list[Verdict]:
    """Return the verdict on each match, the oldest first; `number` is that of the league.

    `history` is that of the server. A verdict is also right if it only has all matches that any two of the match's people
    played on that day.
    """
    judge = Judge(league, number)
    return [judge.judge(match) for match in oldest_first(history)]


def counting_matches(league: League, history: Iterable[MatchResult], number: int = 0) -> list[MatchResult]:
    """Return the matches that change the standings, the oldest first; `history` and `number` as for `judge_matches`."""
    return [verdict.match for verdict in judge_matches(league, history, number) if verdict.changes_standings]


def is_fixture_of(match: MatchResult, number: int) -> bool:
    """Return True if the match was opened from a schedule of the league with this number."""
    return match.league == number != 0


def _why_not(league: League, match: MatchResult, number: int) -> WhyNot | None:
    if match.voided:
        return Voided()
    if (why := why_setting_does_not_fit(league, match, number)) is not None:
        return why
    people = match.people()
    if len(people) < 2:
        return FewerThanTwoPeople(len(people))
    if not has_points_for(league.scheme, len(people)):
        return NoPointsFor(len(people))
    if not match.is_walkover:
        return None
    left, stayed = (tuple(seat.person for seat in people if seat.left == gone) for gone in (True, False))
    return NotPlayed(left, stayed)


def why_setting_does_not_fit(league: League, match: PlannedMatch, number: int) -> Misfit | TooShort | None:
    """Return why the match doesn't fit the league with this number, or is too short for it; fixtures of the league fit."""
    if match.league == number != 0:
        return None
    if (why := why_match_does_not_fit(league, match)) is not None:
        return why
    return None if match.length.reaches(league.shortest) else TooShort(league.shortest)
