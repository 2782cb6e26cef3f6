"""Which matches count in a league, and why the others do not.

Whether a match counts depends only on itself and on the matches of the same people on the same day (its day group). A single
day group therefore gives the same verdicts as the whole history.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct

from bot.league.days import day_of
from bot.league.league import League, MatchSetting, Misfit, why_match_does_not_fit
from bot.league.match_facts import MatchResult, oldest_first
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
    """The same people have already played the `most` matches that count in a day."""

    most: int


@dataclass(frozen=True, slots=True)
class TooShort:
    """The rules of the match don't surely reach the league's shortest length."""

    shortest: Length


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """So many people left that no deal was finished. They get the last place, without points; nobody else gets anything."""


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


class DayGroup(Struct, frozen=True, gc=False):
    """The key of all matches of the same people on one day of the league (counted as in `days.py`); prints as `20540:3,17`."""

    day: int
    people: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.day}:{','.join(map(str, self.people))}"


def day_group(league: League, match: MatchResult) -> DayGroup:
    return DayGroup(day_of(match.ended, league.zone), tuple(sorted(seat.person for seat in match.people())))


def judge_match(league: League, match: MatchResult, counted: int, number: int = 0) -> Verdict:
    """Return the verdict on one match; `counted` is how many earlier matches of its day group use up the league's limit.

    `number` is that of the league.
    """
    if (why := _why_not(league, match, number)) is not None:
        return Verdict(match, why)
    is_over = counted >= league.rematches and not is_fixture_of(match, number)
    return Verdict(match, TooManyRematches(league.rematches) if is_over else None)


def judge_matches(league: League, history: Iterable[MatchResult], number: int = 0) -> list[Verdict]:
    """Return the verdict on each match, the oldest first; `history` is that of the server, or any whole day groups of it."""
    counted: Counter[DayGroup] = Counter()
    judged = []
    for match in oldest_first(history):
        group = day_group(league, match)
        verdict = judge_match(league, match, counted[group], number)
        counted[group] += verdict.counts and not is_fixture_of(match, number)
        judged.append(verdict)
    return judged


def counting_matches(league: League, history: Iterable[MatchResult], number: int = 0) -> list[MatchResult]:
    """Return the matches that change the standings, the oldest first; `history` and `number` as for `judge_matches`."""
    return [verdict.match for verdict in judge_matches(league, history, number) if verdict.changes_standings]


def is_fixture_of(match: MatchResult, number: int) -> bool:
    """Return True if the match was opened from a schedule of the league with this number."""
    return match.league == number != 0


def rematches_over_limit(league: League, matches: Iterable[tuple[int, int, str]]) -> set[int]:
    """Return those of the matches that don't count because the same people have played too many on the same day.

    A match is a number, an end and the people. All must count otherwise; those of the same people must be in order.
    """
    counted: Counter[tuple[int, str]] = Counter()
    over = set()
    for number, ended, people in matches:
        group = (day_of(ended, league.zone), people)
        if counted[group] >= league.rematches:
            over.add(number)
        else:
            counted[group] += 1
    return over


def _why_not(league: League, match: MatchResult, number: int) -> WhyNot | None:
    if match.voided:
        return Voided()
    if (why := why_setting_does_not_fit(league, match, number)) is not None:
        return why
    people = len(match.people())
    if people < 2:
        return FewerThanTwoPeople(people)
    if not has_points_for(league.scheme, people):
        return NoPointsFor(people)
    return NotPlayed() if match.is_walkover else None


def why_setting_does_not_fit(league: League, match: PlannedMatch, number: int) -> Misfit | TooShort | None:
    """Return why the match doesn't fit the league with this number, or is too short for it; fixtures of the league fit."""
    if match.league == number != 0:
        return None
    if (why := why_match_does_not_fit(league, match)) is not None:
        return why
    return None if match.length.reaches(league.shortest) else TooShort(league.shortest)
