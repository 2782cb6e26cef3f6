"""The ledger of a server: the log of its matches and of what organisers do, and the fold that everything else follows from.

    MatchBegun ──▶ MatchResult ──▶ Line (Corrected) ─┐        Line (LeagueCreated) ──▶ Line (LeagueEdited, Undone …)
         │                               ▲───────────┘
         └──▶ broken off: only a Line

Entries are only added. Standings are a fold of the matches that count in a season, ratings one of all rated matches. Both grow
with the newest match; after a correction, or a change of rules, they are computed again from the matches in memory.

The matches are here without the cards of their deals, which only storage has.
"""

from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from bot.league.corrections import Correction, apply_change, apply_corrections
from bot.league.days import week_of
from bot.league.eligibility import is_counting, why_not
from bot.league.match_facts import FullDay, MatchResult, OverLimit, league_placings
from bot.league.organiser_actions import BrokenOff, Line, RoleChosen, Undone
from bot.league.ratings import START_RATING, Rating, ratings_after
from bot.league.seasons import Season, StoredLeague, Term
from bot.league.standings import Total, add_share, compute_totals, match_shares
from bot.league.tournament.events import TournamentEvent, TournamentMade
from bot.league.tournament.tournament import Tournament, apply_tournament, begin_tournament


class Leagues:
    """What the leagues of a server are now, with their seasons; `role` is the Discord id of the organisers' role."""

    def __init__(self) -> None:
        self.role: int | None = None
        self._lines: dict[int, dict[int, tuple[Line, StoredLeague]]] = {}  # by league and number

    def add(self, number: int, line: Line) -> None:
        """Add the line with this number; the numbers rise."""
        if isinstance(line.what, RoleChosen):
            self.role = line.what.after
        if line.made is None:
            return
        lines = self._lines.setdefault(line.made.number, {})
        if isinstance(line.what, Undone):  # a season that became final later has two lines
            reopened = line.made.season.number
            for each, (earlier, _) in list(lines.items()):
                if each == line.what.number or (earlier.over is not None and earlier.over.number == reopened):
                    del lines[each]
        lines[number] = line, line.made

    def all(self) -> list[StoredLeague]:
        """Return the leagues: those in use sorted by name, then the archived ones."""
        found = [lines[max(lines)][1] for lines in self._lines.values()]
        return sorted(found, key=lambda one: (one.archived_at is not None, one.league.key, one.number))

    def in_use(self) -> list[StoredLeague]:
        return [one for one in self.all() if one.archived_at is None]

    def get(self, number: int) -> StoredLeague | None:
        return next((one for one in self.all() if one.number == number), None)

    def terms(self) -> tuple[Term, ...]:
        """Return the seasons of all leagues, each with the definition of its league in it, by their numbers."""
        found: dict[tuple[int, int], Term] = {}
        for number, lines in sorted(self._lines.items()):
            for line, made in lines.values():
                if line.over is not None:
                    running = found.get((number, line.over.number), made.term)
                    found[number, line.over.number] = replace(running, season=line.over)
                if line.over is None or made.season.number != line.over.number:
                    found[made.term.key] = made.term
        return tuple(found.values())

    def ended(self, league: int) -> dict[int, tuple[int, Season]]:
        """Return the seasons of a league that have ended, by number, each with the number of the line that says so last."""
        lines = self._lines.get(league, {})
        return {line.over.number: (number, line.over) for number, (line, _) in lines.items() if line.over is not None}

    def ended_by(self, league: int, command: int) -> int | None:
        """Return the number of the season that this command has ended; None if it hasn't ended one."""
        lines = (line for line, _ in self._lines.get(league, {}).values())
        return next((line.over.number for line in lines if line.command == command and line.over is not None), None)

    def former_zones(self, league: int) -> list[tuple[int, str]]:
        """Return the time zones that a league had earlier, each with the time (epoch ms) at which it was changed."""
        pairs = pairwise(self._lines.get(league, {}).values())
        zones = ((line.at, before.league.zone, made.league.zone) for (_, before), (line, made) in pairs)
        return [(at, before) for at, before, after in zones if before != after]

    def newest(self, league: int) -> tuple[int, Line]:
        """Return the line that has changed the league last, with its number; not one that made the table of a season final."""
        ended, newest = set[int](), 0
        for number, (line, _) in self._lines[league].items():
            if line.over is None or line.over.number not in ended:
                newest = number
            if line.over is not None:
                ended.add(line.over.number)
        return newest, self._lines[league][newest][0]


class TournamentLog:
    """The tournaments of a server, by number."""

    def __init__(self) -> None:
        self.all: dict[int, Tournament] = {}

    def add(self, server: int, line: Line) -> None:
        if isinstance(line.what, TournamentMade):
            self.all[line.what.tournament] = begin_tournament(line.what, server, line.by)
            if (before := self.all.get(line.what.follows)) is not None:
                self.all[before.number] = apply_tournament(before, line.what, line.at)
        elif isinstance(line.what, TournamentEvent) and (before := self.all.get(line.what.tournament)) is not None:
            self.all[before.number] = apply_tournament(before, line.what, line.at)


Key = tuple[int, int]
"""The end of a match (epoch ms) and its number: matches count in this order."""
RatingKey = tuple[str, int]
"""The deck, and the number of the person."""
_MOST_TOTALS = 64  # seasons whose totals are kept


class MatchBegun(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A match has started. In the leagues that it `fits`, it uses up one of a day's matches, unless it is of a tournament.

    In those of `over`, it was one too many for two of them, in those of `full` for one. The league play of `paused` was paused.
    `league` is that from whose schedule an earlier version opened it, `tournament` the one in which it is played; 0 for none.
    `has_card_rules` and `returned` are as in `MatchResult`.
    """

    match: int
    people: tuple[int, ...]
    fits: tuple[int, ...] = ()
    over: tuple[OverLimit, ...] = ()
    full: tuple[FullDay, ...] = ()
    paused: tuple[int, ...] = ()
    league: int = 0
    tournament: int = 0
    has_card_rules: bool = False
    returned: tuple[int, ...] = ()

    def may_count_in(self, league: int) -> bool:
        """Return True if the match is played for the league."""
        return league in self.fits or league == self.league != 0


Entry = MatchBegun | MatchResult | Line


@dataclass(slots=True)
class _Totals:
    """The totals of a season by person, by the rules of this `term`."""

    term: Term
    people: dict[int, Total]


@dataclass(slots=True)
class _Ratings:
    """The ratings after the matches up to `last`, by the rules of `terms`.

    `steps` has, for each person, the end of each of their rated matches with the new `mu` and `sigma`.
    """

    terms: tuple[Term, ...] = ()
    last: Key = (-1, 0)
    now: dict[RatingKey, Rating] = field(default_factory=dict)
    steps: dict[RatingKey, "array[float]"] = field(default_factory=dict)


class Ledger:
    """The fold of a server's entries. `number` is that of the last one.

    `log` has the leagues of each line of the log of organisers, by its number; others don't see those that are `private`.
    `broken_off` are matches without a result.
    `revision` changes with everything that standings follow from.
    """

    def __init__(self, server: int) -> None:
        self.server = server
        self.number = 0
        self.revision = 0
        self.leagues = Leagues()
        self.tournaments = TournamentLog()
        self.log: dict[int, tuple[int, ...]] = {}
        self.private: set[int] = set()
        self.broken_off: set[int] = set()
        self._lines: dict[int, list[int]] = {}  # by match
        self._matches: dict[int, MatchResult] = {}
        self._played: dict[int, MatchResult] = {}  # the corrected ones, as they were played
        self._order: list[Key] = []
        self._corrections: dict[int, list[Correction]] = {}
        self._latest = 0  # epoch ms; of the corrections and the final tables
        self._of_person: dict[int, array[int]] = {}  # arrays, because the garbage collector would look at each item of a list
        self._totals: dict[tuple[int, int], _Totals] = {}
        self._ratings = _Ratings()

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The seasons of all leagues, each with the definition of its league in it, by their numbers."""
        return self.leagues.terms()

    def not_before(self, now: int) -> int:
        """Return `now`, or the time of the last correction or final table if that is later: the clock may have been set back.

        A table has the corrections whose times are before its own.
        """
        return max(now, self._latest)

    def add(self, number: int, entry: Entry | None) -> None:
        """Add the next entry; None for a damaged one. What has been computed grows with it, or is forgotten."""
        self.number = number
        match entry:
            case MatchResult():
                self._add_match(entry)
            case Line():
                self._add_line(entry)

    def clear(self) -> None:
        """Forget everything, entry by entry: Python would free 100,000 matches in one go, and everybody would wait for that."""
        for entries in (self._matches, self._played, self._of_person, self._corrections, self._totals, self.log, self._lines):
            while entries:
                entries.popitem()
        while self._order:
            self._order.pop()

    def _add_match(self, match: MatchResult) -> None:
        key = (match.ended, match.number)
        is_newest = not self._order or key > self._order[-1]
        self._matches[match.number] = match
        if is_newest:
            self._order.append(key)
        else:
            insort(self._order, key)
        for seat in match.seats:
            if not seat.computer:
                self._of_person.setdefault(seat.person, array("q")).append(match.number)
        if key < self._ratings.last:
            self._ratings = _Ratings()
        for known in self._totals.values():
            if known.term.holds(match) and is_counting(known.term.league, match, known.term.number):
                week = week_of(match.ended, known.term.league.zone)
                for share in match_shares(known.term.league, match):
                    known.people[share.person] = add_share(known.people.get(share.person), share, week)

    def _add_line(self, line: Line) -> None:
        if line.is_logged:
            self.log[self.number] = line.leagues or ()
            self.private |= {self.number} if line.is_private else set()
            if line.match is not None:
                self._lines.setdefault(line.match, []).append(self.number)
            if isinstance(line.what, BrokenOff):
                self.broken_off.add(line.what.table)
            elif (correction := line.correction) is not None:
                self._latest = max(self._latest, correction.at)
                self._correct(correction)
        if line.over is not None:
            self._latest = max(self._latest, line.over.final or 0)
        self.leagues.add(self.number, line)
        self.tournaments.add(self.server, line)
        if line.made is not None:
            vars(self).pop("terms", None)  # computed again when somebody asks, not after each line

    def _correct(self, correction: Correction) -> None:
        before = self._matches.get(correction.match)
        if before is None:
            return
        self._played.setdefault(correction.match, before)
        self._corrections.setdefault(correction.match, []).append(correction)
        self._matches[correction.match] = apply_change(before, correction.change)
        for known in self._totals.values():
            if known.term.holds(before):
                self.change_totals(known.people, known.term, self._matches[correction.match])
        if (before.ended, before.number) <= self._ratings.last:
            self._ratings = _Ratings()

    # Matches

    def match(self, number: int) -> MatchResult | None:
        """Return a match as it is corrected; None if there is none with this number."""
        return self._matches.get(number)

    def played(self, number: int) -> MatchResult | None:
        """Return a match as it was played."""
        return self._played.get(number) or self._matches.get(number)

    def corrections(self, number: int) -> Sequence[Correction]:
        """Return the corrections of a match, in order."""
        return self._corrections.get(number, ())

    def lines(self, match: int) -> Sequence[int]:
        """Return the numbers of the lines of the log about a match, in order."""
        return self._lines.get(match, ())

    def matches(self, begin: int = 0, end: int | None = None) -> list[MatchResult]:
        """Return the matches that ended from `begin` until before `end` (epoch ms), as they are corrected, oldest first."""
        first = bisect_left(self._order, (begin, 0))
        last = len(self._order) if end is None else bisect_left(self._order, (end, 0))
        return [self._matches[number] for _, number in self._order[first:last]]

    @property
    def match_count(self) -> int:
        return len(self._order)

    def newest(self, skipped: int, most: int) -> list[MatchResult]:
        """Return at most so many matches, the newest first, after the `skipped` newest ones."""
        end = max(0, len(self._order) - skipped)
        return [self._matches[number] for _, number in reversed(self._order[max(0, end - most) : end])]

    def of_person(self, person: int) -> list[MatchResult]:
        """Return the matches in which the person counts, oldest first."""
        found = [self._matches[number] for number in self._of_person.get(person, ())]
        return sorted((one for one in found if one.seat_of(person) is not None), key=_key)

    def people(self) -> set[int]:
        """Return everyone who had a seat in a match, or corrected one."""
        return self._of_person.keys() | {one.by for made in self._corrections.values() for one in made}

    # Standings

    def counting(self, term: Term, *, until: int | None = None) -> list[MatchResult]:
        """Return the matches that change the standings of a season, oldest first.

        With `until` (epoch ms), only the corrections that were made before that time apply.
        """
        matches: Iterable[MatchResult] = (one for one in self.matches(term.season.begin) if term.holds(one))
        if until is not None:
            matches = (self._as_of(one, until) for one in matches)
        return [one for one in matches if is_counting(term.league, one, term.number)]

    def _as_of(self, match: MatchResult, until: int) -> MatchResult:
        made = [one for one in self.corrections(match.number) if one.at < until]
        return match if match.number not in self._played else apply_corrections([self._played[match.number]], made)[0]

    def has_totals(self, term: Term) -> bool:
        """Return True if the totals of the season are known, so that nothing must be computed for them."""
        known = self._totals.get(term.key)
        return known is not None and known.term == term

    def totals(self, term: Term) -> Mapping[int, Total]:
        """Return the totals of a season by person."""
        if not self.has_totals(term):
            while len(self._totals) >= _MOST_TOTALS:
                del self._totals[next(iter(self._totals))]
            found = compute_totals(term.league, self.counting(term))
            self._totals[term.key] = _Totals(term, found)
        return self._totals[term.key].people

    def change_totals(self, totals: dict[int, Total], term: Term, match: MatchResult) -> None:
        """Let the totals of a season be as they are if this is how the match was."""
        people = [seat.person for seat in match.seats if not seat.computer]
        numbers = {number for person in people for number in self._of_person[person]}
        found = (match if number == match.number else self._matches[number] for number in numbers)
        holding = sorted((one for one in found if term.holds(one)), key=_key)
        changed = compute_totals(term.league, [one for one in holding if is_counting(term.league, one, term.number)])
        for person in people:
            totals.pop(person, None)
            if person in changed:
                totals[person] = changed[person]

    # Ratings

    def has_ratings(self) -> bool:
        """Return True if all ratings are known, so that nothing must be computed for them."""
        return (not self._order or self._ratings.last == self._order[-1]) and self._has_same_rules()

    def ratings(self) -> Mapping[RatingKey, Rating]:
        return self._rated().now

    def rating_history(self, deck: str, person: int) -> list[tuple[int, Rating]]:
        """Return the end of each rated match of a person (epoch ms), and the rating after it; the oldest first."""
        steps = self._rated().steps.get((deck, person), array("d"))
        return [(int(steps[at]), Rating(steps[at + 1], steps[at + 2], at // 3 + 1)) for at in range(0, len(steps), 3)]

    def rate_some(self, most: int) -> None:
        """Rate the next matches, at most so many; `has_ratings` says whether there are more."""
        self._rated(most)

    def _rated(self, most: int | None = None) -> _Ratings:
        """Return the ratings after all matches, or after at most so many more."""
        if not self._has_same_rules():
            self._ratings = _Ratings()
        ratings = self._ratings
        ratings.terms = tuple(term for term in self.terms if term.league.rated)
        begin = bisect_left(self._order, (ratings.last[0], ratings.last[1] + 1))
        keys = self._order[begin:] if most is None else self._order[begin : begin + most]
        for match in (self._matches[number] for _, number in keys) if ratings.terms else ():
            counts = (term.holds(match) and why_not(term.league, match, term.number) is None for term in ratings.terms)
            if not match.returned and any(counts):
                _rate(ratings, match)
        if keys:
            ratings.last = keys[-1]
        return ratings

    def _has_same_rules(self) -> bool:
        """Return True if the rules by which matches were rated until now are still the same for these."""
        last = self._ratings.last[0]
        rated = [term for term in self.terms if term.league.rated]
        return _until(self._ratings.terms, last) == _until(rated, last)


def _rate(ratings: _Ratings, match: MatchResult) -> None:
    deck, placings = match.variant.deck, league_placings(match)
    keys = [(deck, one.person) for one in placings]
    after = ratings_after([ratings.now.get(key, START_RATING) for key in keys], [one.place for one in placings])
    for key, rating in zip(keys, after, strict=True):
        ratings.now[key] = rating
        ratings.steps.setdefault(key, array("d")).extend((match.ended, rating.mu, rating.sigma))


def _until(terms: Iterable[Term], last: int) -> list[Term]:
    """Return the terms as they were for matches that ended at `last` (epoch ms) or earlier."""
    return [
        replace(one, season=Season(one.season.number, one.season.begin, _end_until(one.season.end, last)))
        for one in terms
        if one.season.begin <= last
    ]


def _end_until(end: int | None, last: int) -> int | None:
    return None if end is None or end > last else end


def _key(match: MatchResult) -> Key:
    return match.ended, match.number
