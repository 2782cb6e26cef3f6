"""Ledgers that are folded from matches and corrections, and everything that a ledger computes."""

from collections.abc import Iterable, Mapping

from bot.league.corrections import Correction
from bot.league.league import League
from bot.league.ledger import Ledger, RatingKey
from bot.league.match_facts import MatchResult
from bot.league.ratings.ratings import Rating
from bot.league.standings.totals import Total
from tests.league.leagues import terms_of
from tests.league.random_season import SERVER

Computed = tuple[list[MatchResult], list[Mapping[int, Total]], Mapping[RatingKey, Rating], list[list[tuple[int, Rating]]]]


def fold_of(history: Iterable[MatchResult], corrections: Iterable[Correction] = (), leagues: Iterable[League] = ()) -> Ledger:
    """Return a ledger of these entries; the leagues are numbered from 1, each with a season that never ends."""
    ledger = Ledger(SERVER)
    ledger.terms = tuple(terms_of(leagues))
    for number, entry in enumerate((*history, *corrections), start=1):
        ledger.add(number, entry)
    return ledger


def computed(ledger: Ledger) -> Computed:
    """Return the matches, the totals of each season, and the ratings with their histories."""
    ratings = ledger.ratings()
    steps = [ledger.rating_history(*key) for key in sorted(ratings)]
    return ledger.matches(), [ledger.totals(term) for term in ledger.terms], ratings, steps
