"""The ledger of a server: whatever happens in whatever order, what has grown entry by entry is what a new fold computes."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.league.corrections import Correction, PutBack, Remove, SwapPeople, Void, apply_corrections
from bot.league.eligibility import is_counting
from bot.league.ledger import Entry, Ledger, MatchBegun
from bot.league.match_facts import MatchResult, OverLimit
from bot.league.organiser_actions import Line
from bot.league.scheme import ByCards, ByWins
from bot.league.seasons import Term, end_season
from bot.league.standings import compute_totals
from tests.league.folds import computed, fold_of, line_of
from tests.league.leagues import LEAGUES, PLACES, terms_of
from tests.league.random_season import SERVER, corrections_of, season_of
from tests.league.standings.slow_standings import with_limits
from tests.league.written_matches import ANN, BEN, CEM, DEE, HOUR, MONDAY, played

DAY = 86_400_000
RATED = replace(LEAGUES[0], rated=True)


class Grown:
    """A ledger that grows step by step, and is asked for something now and then."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.history = with_limits(season_of(seed, matches=50, people=8, leagues=len(LEAGUES)), LEAGUES)
        for _ in range(8):
            one, other = (self.random.randrange(len(self.history)) for _ in range(2))
            self.history[one], self.history[other] = self.history[other], self.history[one]
        self.entries = list[Entry]()
        self.ledger = Ledger(SERVER)
        self.ledger.terms = tuple(terms_of(LEAGUES))

    def grow(self) -> None:
        """Let everything happen."""
        while self.history:
            chance = self.random.random()
            if chance < 0.55 or not any(isinstance(one, MatchResult) for one in self.entries):
                match = self.history.pop(0)
                match = replace(match, began=match.ended - self.random.choice((0, HOUR, 9 * DAY)), late=self._some_leagues())
                self._add(MatchBegun(match.number, tuple(seat.person for seat in match.seats if not seat.computer)))
                self._add(match)
            elif chance < 0.75:
                done = [one for one in self.entries if isinstance(one, MatchResult)]
                self._add(line_of(corrections_of(self.random.randrange(1000), done, 1)[0]))
            elif chance < 0.83:
                self._edit()
            elif chance < 0.9:
                self._end()
            elif chance < 0.93:
                self._reopen()
            self._ask()

    def _some_leagues(self) -> tuple[int, ...]:
        return tuple(number for number in range(1, 1 + len(LEAGUES)) if self.random.random() < 0.2)

    def _add(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.ledger.add(len(self.entries), entry)

    def _running(self) -> Term:
        return self.random.choice([term for term in self.ledger.terms if term.season.end is None])

    def _replace(self, old: Term, *new: Term) -> None:
        kept = [term for term in self.ledger.terms if term != old]
        self.ledger.terms = tuple(sorted((*kept, *new), key=lambda term: (term.number, term.season.number)))

    def _edit(self) -> None:
        term = self._running()
        rules = self.random.choice(
            (
                {"rated": not term.league.rated},
                {"scheme": self.random.choice((ByCards(), ByWins(), PLACES))},
                {"zone": self.random.choice(("UTC", "Pacific/Auckland"))},
                {"requires_clock": not term.league.requires_clock},
                {"name": "Another name"},
            )
        )
        self._replace(term, replace(term, league=replace(term.league, **rules)))

    def _end(self) -> None:
        """End a season at the newest match, or earlier: then matches that have counted belong to the next one."""
        term = self._running()
        newest = max(match.ended for match in self.ledger.matches())
        at = max(term.season.begin + 1, newest + self.random.choice((0, 1, -DAY, -9 * DAY)))
        over, following = end_season(term.season, at=at)
        self._replace(term, replace(term, season=over), replace(term, season=following))

    def _reopen(self) -> None:
        term = self._running()
        before = (term.number, term.season.number - 1)
        over = next((one for one in self.ledger.terms if (one.number, one.season.number) == before), None)
        if over is not None:
            self._replace(term)
            self._replace(over, replace(over, league=term.league, season=replace(over.season, end=None)))

    def _ask(self) -> None:
        match self.random.randrange(4):
            case 0:
                self.ledger.totals(self.random.choice(self.ledger.terms))
            case 1:
                self.ledger.ratings()
            case 2:
                computed(self.ledger)


@settings(max_examples=4)  # each is a season of fifty matches and everything that can happen to it
@given(st.integers(0, 1_000_000))
def test_a_ledger_that_has_grown_equals_one_folded_from_scratch(seed: int) -> None:
    grown = Grown(seed)
    grown.grow()
    ledger, new = grown.ledger, Ledger(SERVER)
    for number, entry in enumerate(grown.entries, start=1):
        new.add(number, entry)
    new.terms = ledger.terms
    assert computed(ledger) == computed(new)
    assert (ledger.number, ledger.people()) == (new.number, new.people())
    history = sorted(
        (one for one in grown.entries if isinstance(one, MatchResult)), key=lambda match: (match.ended, match.number)
    )
    corrections = [made for one in grown.entries if isinstance(one, Line) and (made := one.correction)]
    corrected = apply_corrections(history, corrections)
    assert ledger.matches() == corrected
    for term in ledger.terms:
        counted = [one for one in corrected if term.holds(one) and is_counting(term.league, one, term.number)]
        assert ledger.counting(term) == counted
        assert ledger.totals(term) == compute_totals(term.league, counted)
    for match in history:
        assert ledger.played(match.number) == match
        assert list(ledger.corrections(match.number)) == [one for one in corrections if one.match == match.number]
    for person in ledger.people():
        assert ledger.of_person(person) == [one for one in corrected if one.seat_of(person) is not None]


def test_a_result_and_a_correction_change_what_has_been_computed_in_place() -> None:
    first, second = played("Ann 1 104 · Ben 2 40", 1), played("Ann 1 104 · Ben 2 40", 2, ended=MONDAY + HOUR)
    ledger = fold_of([first], leagues=[RATED])
    (term,) = ledger.terms
    ledger.totals(term)
    ledger.ratings()
    ledger.add(2, second)
    assert ledger.has_totals(term)
    assert not ledger.has_ratings()
    ledger.ratings()
    ledger.add(3, line_of(Correction(2, SwapPeople(ANN, BEN), CEM, MONDAY, "x")))
    assert ledger.has_totals(term)
    assert [ledger.totals(term)[person].now.wins for person in (ANN, BEN)] == [1, 1]
    assert not ledger.has_ratings()
    assert computed(ledger) == computed(fold_of([first, second], [Correction(2, SwapPeople(ANN, BEN), CEM, 0, "x")], [RATED]))


def test_other_rules_of_a_rated_league_rate_everything_again_and_a_new_season_does_not() -> None:
    ledger = fold_of([played("Ann 1 · Ben 2", 1)], leagues=[RATED, LEAGUES[2]])
    ledger.ratings()
    rated, other = ledger.terms
    over, following = end_season(rated.season, at=MONDAY + 1)
    ledger.terms = (replace(rated, season=over), replace(rated, season=following), other)
    assert ledger.has_ratings()
    ledger.terms = (*ledger.terms[:2], replace(other, league=replace(other.league, name="Cards and more")))
    assert ledger.has_ratings()
    ledger.terms = (replace(rated, league=replace(RATED, channel=7)), other)
    assert not ledger.has_ratings()
    assert ledger.ratings() == {}


def test_a_match_is_rated_once_if_it_counts_in_a_rated_league() -> None:
    ledger = fold_of(with_limits(season_of(4, matches=120), LEAGUES), leagues=LEAGUES)
    counted = {match.number for term in ledger.terms if term.league.rated for match in ledger.counting(term)}
    in_both = [one for term in ledger.terms if term.league.rated for one in ledger.counting(term)]
    assert len(in_both) > len(counted) > 20
    people = sum(len(match.people()) for match in ledger.matches() if match.number in counted)
    assert sum(rating.matches for rating in ledger.ratings().values()) == people
    assert fold_of(ledger.matches(), leagues=LEAGUES[:1]).ratings() == {}


def test_a_walkover_is_not_rated_nor_is_what_was_one_too_many_or_is_voided() -> None:
    matches = [
        replace(played("Ann 1 · Ben 2 left", 1), is_walkover=True),
        replace(played("Ann 1 · Ben 2", 2), over=(OverLimit(1, 5),)),
        played("Ann 1 · Ben 2", 3),
        replace(played("Ann 1 · Ben 2", 4), over=(OverLimit(2, 5),)),
    ]
    ledger = fold_of(matches, [Correction(3, Void(), CEM, 0, "x")], leagues=[RATED])
    assert {person: rating.matches for (_, person), rating in ledger.ratings().items()} == {ANN: 1, BEN: 1}


def test_a_removed_person_is_no_longer_in_the_match_but_stays_known() -> None:
    ledger = fold_of([played("Ann 1 · Ben 2 · Cem 3", 1)], [Correction(1, Remove(CEM), DEE, 0, "x")])
    assert ledger.of_person(CEM) == []
    assert ledger.people() == {ANN, BEN, CEM, DEE}
    ledger.add(3, line_of(Correction(1, PutBack(CEM), DEE, 0, "x")))
    assert ledger.of_person(CEM) == ledger.matches() == [played("Ann 1 · Ben 2 · Cem 3", 1)]


def test_only_corrections_made_before_a_time_can_apply() -> None:
    match = played("Ann 1 · Ben 2", 1)
    made = [Correction(1, SwapPeople(ANN, BEN), CEM, MONDAY + 5, "x"), Correction(1, Void(), CEM, MONDAY + 9, "x")]
    ledger = fold_of([match], made, leagues=[RATED])
    (term,) = ledger.terms
    assert ledger.counting(term, until=MONDAY + 5) == [match]
    assert ledger.counting(term, until=MONDAY + 6) == [played("Ben 1 · Ann 2", 1)]
    assert ledger.counting(term) == ledger.counting(term, until=MONDAY + 10) == []
