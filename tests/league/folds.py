"""Ledgers folded from matches and corrections, all that a ledger computes, and what a history says of people."""

from collections.abc import Iterable, Mapping

from bot.league.corrections import Correction
from bot.league.league import League
from bot.league.ledger import Ledger, RatingKey
from bot.league.match_facts import HistoryLine, MatchResult, history_line
from bot.league.organiser_actions import Corrected, Line
from bot.league.ratings import Rating
from bot.league.standings import Total
from bot.league.stats import Stats, StatsCount
from tests.league.leagues import terms_of
from tests.league.random_season import SERVER

Computed = tuple[list[MatchResult], list[Mapping[int, Total]], Mapping[RatingKey, Rating], list[list[tuple[int, Rating]]]]


def fold_of(history: Iterable[MatchResult], corrections: Iterable[Correction] = (), leagues: Iterable[League] = ()) -> Ledger:
    """Return a ledger of these entries; the leagues are numbered from 1, each with a season that never ends."""
    ledger = Ledger(SERVER)
    ledger.terms = tuple(terms_of(leagues))
    for number, entry in enumerate((*history, *map(line_of, corrections)), start=1):
        ledger.add(number, entry)
    return ledger


def line_of(one: Correction) -> Line:
    """Return the entry of a correction."""
    return Line(one.at, one.by, Corrected(one.match, one.change), one.why)


def computed(ledger: Ledger) -> Computed:
    """Return the matches, the totals of each season, and the ratings with their histories."""
    ratings = ledger.ratings()
    steps = [ledger.rating_history(*key) for key in sorted(ratings)]
    return ledger.matches(), [ledger.totals(term) for term in ledger.terms], ratings, steps


def compute_stats(history: Iterable[MatchResult], person: int) -> Stats:
    """Return the person's statistics; `history` has at least all their matches, the oldest first, with corrections applied."""
    count = StatsCount(person)
    for match in history:
        count.add(match)
    return count.stats()


def history_lines(history: Iterable[MatchResult], person: int | None = None) -> list[HistoryLine]:
    """Return the lines of this person, or of everyone, the newest first; `history` has its corrections applied."""
    found = [
        match
        for match in sorted(history, key=lambda one: (one.ended, one.number))
        if person is None or match.seat_of(person) is not None
    ]
    return [history_line(match) for match in reversed(found)]
