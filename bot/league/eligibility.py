"""Which matches count in a league, and why the others do not.

Whether a match counts depends only on itself and on the matches of the same people on the same day (its day group). A single
day group therefore gives the same verdicts as the whole history.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import Struct

from bot.league.days import day_of
from bot.league.league import League, Misfit, why_match_does_not_fit
from bot.league.match_facts import MatchResult, oldest_first
from bot.league.scheme.scheme import has_points_for


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


WhyNot = Voided | Misfit | FewerThanTwoPeople | NoPointsFor | TooManyRematches


class Verdict(Struct, frozen=True, gc=False):
    """Whether a match counts; `why_not` is None if it does."""

    match: MatchResult
    why_not: WhyNot | None

    @property
    def counts(self) -> bool:
        return self.why_not is None


class DayGroup(Struct, frozen=True, gc=False):
    """The key of all matches of the same people on one day of the league (counted as in `days.py`); prints as `20540:3,17`."""

    day: int
    people: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.day}:{','.join(map(str, self.people))}"


def day_group(league: League, match: MatchResult) -> DayGroup:
    return DayGroup(day_of(match.ended, league.zone), tuple(sorted(seat.person for seat in match.people())))


def judge_match(league: League, match: MatchResult, counted: int) -> Verdict:
    """Return the verdict on one match; `counted` is how many earlier matches of its day group count in this league."""
    return Verdict(
        match, _why_not(league, match) or (TooManyRematches(league.rematches) if counted >= league.rematches else None)
    )


def judge_matches(league: League, history: Iterable[MatchResult]) -> list[Verdict]:
    """Return the verdict on each match, the oldest first; `history` is that of the server, or any whole day groups of it."""
    counted: Counter[DayGroup] = Counter()
    judged = []
    for match in oldest_first(history):
        group = day_group(league, match)
        verdict = judge_match(league, match, counted[group])
        counted[group] += verdict.counts
        judged.append(verdict)
    return judged


def counting_matches(league: League, history: Iterable[MatchResult]) -> list[MatchResult]:
    """Return the matches that count, the oldest first; `history` as for `judge_matches`."""
    return [verdict.match for verdict in judge_matches(league, history) if verdict.counts]


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


def _why_not(league: League, match: MatchResult) -> WhyNot | None:
    if match.voided:
        return Voided()
    if (why := why_match_does_not_fit(league, match)) is not None:
        return why
    people = len(match.people())
    if people < 2:
        return FewerThanTwoPeople(people)
    return None if has_points_for(league.scheme, people) else NoPointsFor(people)
