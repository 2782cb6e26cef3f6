"""Which matches count in a league, and why the others do not.

Whether a match counts depends on itself and, where the same people have met again, on their matches of that day: so what is
asked of a whole history can be asked of one meeting alone, with the same answer.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bot.league.days import day_of
from bot.league.facts import MatchResult, oldest_first
from bot.league.league import League, Misfit, misfit
from bot.league.scheme import has_points_for


@dataclass(frozen=True, slots=True)
class Voided:
    """By an organiser."""


@dataclass(frozen=True, slots=True)
class FewerThanTwoPeople:
    people: int


@dataclass(frozen=True, slots=True)
class NoPointsFor:
    """The league's scheme does not say what a match of so many people is worth."""

    people: int


@dataclass(frozen=True, slots=True)
class TooManyRematches:
    """So many matches of the same people count in a day, and they have been played."""

    most: int


WhyNot = Voided | Misfit | FewerThanTwoPeople | NoPointsFor | TooManyRematches


@dataclass(frozen=True, slots=True)
class Verdict:
    """`why_not` is None for a match that counts."""

    match: MatchResult
    why_not: WhyNot | None

    @property
    def counts(self) -> bool:
        return self.why_not is None


@dataclass(frozen=True, slots=True)
class DayGroup:
    """The same people on the same day of the league (counted as in `days.py`); it prints as a key: `20540:3,17`."""

    day: int
    people: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.day}:{','.join(map(str, self.people))}"


def day_group(league: League, match: MatchResult) -> DayGroup:
    return DayGroup(day_of(match.ended, league.zone), tuple(sorted(seat.person for seat in match.people())))


def judge_match(league: League, match: MatchResult, counted: int) -> Verdict:
    """`counted`: how many earlier matches of the same day group count in this league."""
    return Verdict(
        match, _why_not(league, match) or (TooManyRematches(league.rematches) if counted >= league.rematches else None)
    )


def judge_matches(league: League, history: Iterable[MatchResult]) -> list[Verdict]:
    """Of each match, the oldest first. `history` may be that of the server, or any whole day groups of it."""
    counted: Counter[DayGroup] = Counter()
    judged = []
    for match in oldest_first(history):
        group = day_group(league, match)
        verdict = judge_match(league, match, counted[group])
        counted[group] += verdict.counts
        judged.append(verdict)
    return judged


def counting_matches(league: League, history: Iterable[MatchResult]) -> list[MatchResult]:
    """The matches that count, the oldest first."""
    return [verdict.match for verdict in judge_matches(league, history) if verdict.counts]


def _why_not(league: League, match: MatchResult) -> WhyNot | None:
    if match.voided:
        return Voided()
    if (why := misfit(league, match)) is not None:
        return why
    people = len(match.people())
    if people < 2:
        return FewerThanTwoPeople(people)
    return None if has_points_for(league.scheme, people) else NoPointsFor(people)
