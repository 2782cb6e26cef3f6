"""What organisers may want to look at in a running season: facts of its matches, never a verdict on a person.

A pair is reported if it met at least 6 times, at least three times as often as expected, and one of the two finished ahead in
at least 85 % of these matches. Expected is how often they would have met by chance: the meetings of the one (with anyone),
times those of the other, divided by those of all people.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from bot.league.corrections import Correction, apply_corrections
from bot.league.eligibility import Judge
from bot.league.match_facts import MatchResult
from bot.league.placings import league_placings
from bot.league.seasons.season_terms import Term

LEAST_MEETINGS = 6
LEAST_TIMES_EXPECTED = 3
LEAST_PERCENT_AHEAD = 85
LEAST_OF_NEW_PERSON = 3
"""A new person is reported after so many matches against only one other person."""
MOST_NEW_PEOPLE = 100
"""So many people are looked up at most to see whether they are new: those who played their first match of the season last."""


@dataclass(frozen=True, slots=True)
class OneSidedPair:
    """How often two people met, and in how many of these matches the `better` one finished ahead."""

    better: int
    other: int
    meetings: int
    ahead: int
    expected: Fraction


@dataclass(frozen=True, slots=True)
class DecidedByLeaving:
    """A match that ended because only the `stayed` person was left; as a walkover it counts for nobody."""

    match: int
    ended: int
    stayed: int
    left: tuple[int, ...]
    is_walkover: bool


@dataclass(frozen=True, slots=True)
class TimedOutTurns:
    """The turns of a person that the bot played because their time was up, and in how many of their matches."""

    person: int
    turns: int
    matches: int


@dataclass(frozen=True, slots=True)
class OnlyOpponent:
    """A person who has met only one other in the season, and since when (epoch ms)."""

    person: int
    opponent: int
    matches: int
    first: int


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report, in each list the most conspicuous or the newest first; `matches` are those that it is about."""

    matches: int
    pairs: tuple[OneSidedPair, ...]
    departures: tuple[DecidedByLeaving, ...]
    timeouts: tuple[TimedOutTurns, ...]
    only_opponents: tuple[OnlyOpponent, ...]


@dataclass(slots=True)
class _PersonCount:
    meetings: int = 0
    matches: int = 0
    first: int = 0
    timeouts: int = 0
    with_timeouts: int = 0
    opponents: set[int] = field(default_factory=set)


class ReportCount:
    """Counts the matches of a season for a report: those that change its standings, the oldest first."""

    def __init__(self, term: Term, corrections: Iterable[Correction]) -> None:
        self._term = term
        self._corrections: dict[int, list[Correction]] = {}
        for correction in corrections:
            self._corrections.setdefault(correction.match, []).append(correction)
        self._judge = Judge(term.league, term.number)
        self._people: dict[int, _PersonCount] = {}
        self._met: Counter[tuple[int, int]] = Counter()
        self._ahead: Counter[tuple[int, int]] = Counter()
        self._departures: list[DecidedByLeaving] = []
        self._matches = 0

    def add(self, matches: Iterable[MatchResult]) -> None:
        """Count these uncorrected matches as they are corrected; they follow those that were added before."""
        for played in matches:
            (match,) = apply_corrections([played], self._corrections.get(played.number, ()))
            if self._term.season.holds(match) and self._judge.judge(match).changes_standings:
                self._count(match)

    def only_opponents(self) -> list[OnlyOpponent]:
        """Return people who met only one other in the season, the latest first; the season can't say whether they are new."""
        found = [
            OnlyOpponent(person, min(count.opponents), count.matches, count.first)
            for person, count in self._people.items()
            if len(count.opponents) == 1 and count.matches >= LEAST_OF_NEW_PERSON
        ]
        return sorted(found, key=lambda one: (-one.first, one.person))[:MOST_NEW_PEOPLE]

    def report(self, new: Iterable[OnlyOpponent]) -> Report:
        """Return the report. `new` are those of the `only_opponents` whose first match was in this season."""
        return Report(
            self._matches,
            tuple(self._one_sided_pairs()),
            tuple(reversed(self._departures)),
            tuple(self._timed_out_turns()),
            tuple(new),
        )

    def _count(self, match: MatchResult) -> None:
        self._matches += 1
        seats, placings = match.people(), league_placings(match)
        for seat in seats:
            count = self._people.setdefault(seat.person, _PersonCount(first=match.ended))
            count.matches += 1
            count.meetings += len(seats) - 1
            count.timeouts += seat.timeouts
            count.with_timeouts += seat.timeouts > 0
            if len(count.opponents) < 2:
                count.opponents.update(other.person for other in seats if other.person != seat.person)
        for one, two in combinations(placings, 2):
            self._met[min(one.person, two.person), max(one.person, two.person)] += 1
            if one.place != two.place:
                better, other = (one, two) if one.place < two.place else (two, one)
                self._ahead[better.person, other.person] += 1
        stayed = [seat.person for seat in seats if not seat.left]
        if len(stayed) == 1:
            left = tuple(seat.person for seat in seats if seat.left)
            self._departures.append(DecidedByLeaving(match.number, match.ended, stayed[0], left, match.is_walkover))

    def _one_sided_pairs(self) -> list[OneSidedPair]:
        everyone = sum(count.meetings for count in self._people.values())
        found = []
        for pair, met in self._met.items():
            better, other = max((pair, pair[::-1]), key=lambda one: self._ahead[one])
            ahead = self._ahead[better, other]
            expected = Fraction(self._people[better].meetings * self._people[other].meetings, everyone)
            is_often = met >= LEAST_MEETINGS and met >= LEAST_TIMES_EXPECTED * expected
            if is_often and 100 * ahead >= LEAST_PERCENT_AHEAD * met:
                found.append(OneSidedPair(better, other, met, ahead, expected))
        return sorted(found, key=lambda one: (-one.meetings, -one.ahead, one.better, one.other))

    def _timed_out_turns(self) -> list[TimedOutTurns]:
        found = [
            TimedOutTurns(person, count.timeouts, count.with_timeouts)
            for person, count in self._people.items()
            if count.timeouts
        ]
        return sorted(found, key=lambda one: (-one.turns, one.person))
