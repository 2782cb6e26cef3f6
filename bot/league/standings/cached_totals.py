"""A server's cached totals, rated matches and ratings: how to compute them all, or only the changes that a match makes."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.league.days import DAY_MS, day_of, week_of
from bot.league.match_facts import MatchResult
from bot.league.ratings.rated_match import RatedMatch, rate_again, rate_match
from bot.league.ratings.ratings import Rating
from bot.league.seasons.season_terms import Term, counting_in_term, judge_in_terms, rated_matches
from bot.league.standings.totals import Total, add_share, compute_totals, match_shares

COUNTING_VERSION = 2
"""The version of this counting. Raise it with every change after which totals or ratings would come out differently: those of
all servers are then rebuilt at the next start."""

DAY_SPAN = 3 * DAY_MS
"""In milliseconds. The matches of the day of a match lie within this span of it, whatever the time zones of the leagues."""

TotalKey = tuple[int, int, int]
"""The numbers of league, season and person."""
RatingKey = tuple[str, int]
"""The deck, and the number of the person."""


@dataclass(frozen=True, slots=True)
class CachedTotals:
    """The totals of running seasons, the rated matches by number, and the ratings."""

    totals: Mapping[TotalKey, Total] = field(default_factory=dict)
    rated: dict[int, RatedMatch] = field(default_factory=dict)
    ratings: Mapping[RatingKey, Rating] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CachedChanges:
    """The entries of `CachedTotals` to write, by key; None removes an entry."""

    totals: Mapping[TotalKey, Total | None] = field(default_factory=dict)
    rated: Mapping[int, RatedMatch | None] = field(default_factory=dict)
    ratings: Mapping[RatingKey, Rating | None] = field(default_factory=dict)


def compute_cached_totals(terms: Iterable[Term], history: Iterable[MatchResult]) -> CachedTotals:
    """Compute everything from scratch; `history` holds all matches of the server, with corrections applied."""
    terms, history = list(terms), list(history)
    decks = _by_deck({match.number: match for match in rated_matches(terms, history)})
    rated: dict[int, RatedMatch] = {}
    ratings: dict[RatingKey, Rating] = {}
    for deck, matches in decks.items():
        done, after = rate_again((), matches, {})
        rated.update((match.number, match) for match in done)
        ratings.update(((deck, person), rating) for person, rating in after.items())
    return CachedTotals(_running_totals(terms, history), rated, ratings)


def changes_by_newest_match(
    match: MatchResult, near: Iterable[MatchResult], terms: Iterable[Term], cached: CachedTotals
) -> CachedChanges:
    """Return the changes when the server's newest match is added.

    `near` holds all matches of any two of its people within `DAY_SPAN`, the match included. `cached` must hold the totals and
    ratings of its people.
    """
    totals: dict[TotalKey, Total | None] = {}
    counting = [one.term for one in judge_in_terms(terms, match, near) if one.changes_standings]
    for term in counting:
        week = week_of(match.ended, term.league.zone)
        for share in match_shares(term.league, match):
            key = (term.number, term.season.number, share.person)
            totals[key] = add_share(cached.totals.get(key), share, week)
    if match.is_walkover or not any(term.league.rated for term in counting):
        return CachedChanges(totals)
    deck = match.variant.deck
    done = rate_match(match, {person: rating for (of, person), rating in cached.ratings.items() if of == deck})
    return CachedChanges(totals, {match.number: done}, {(deck, step.person): step.after for step in done.steps})


def changes_by_correction(
    number: int, before: Sequence[MatchResult], after: Sequence[MatchResult], terms: Iterable[Term], cached: CachedTotals
) -> CachedChanges:
    """Return the changes when the match `number` is corrected: the same as computing everything again, but read far less.

    `before` and `after` are the matches of its people before and after the correction: those of the running seasons that hold
    it, and those within `DAY_SPAN` of it. None of them with more than two people may be near its limit of rematches: its other
    people aren't there. `cached` must hold the totals of these people, the rated matches from `DAY_SPAN` before it on, and all
    ratings.
    """
    terms = list(terms)
    old = next(match for match in before if match.number == number)
    people = {seat.person for seat in old.seats if not seat.computer}
    totals: dict[TotalKey, Total | None] = {
        (term.number, term.season.number, person): None
        for term in terms
        if term.season.end is None and term.season.holds(old)
        for person in people
    }
    fresh = {key: total for key, total in _running_totals(terms, after).items() if key in totals}
    touched = {number} | {
        match.number
        for term in terms
        if term.league.rated and term.season.holds(old)
        for match in after
        if len(people.intersection(seat.person for seat in match.people())) > 1
        and day_of(match.ended, term.league.zone) == day_of(old.ended, term.league.zone)
    }
    near = [match for match in after if abs(match.ended - old.ended) <= DAY_SPAN]
    rated = {match.number: match for match in rated_matches(terms, near)}
    corrected = {match.number: rated.get(match.number) for match in near if match.number in touched}
    decks = {match.number: match.variant.deck for match in near}
    changes = CachedChanges(totals | fresh, *_rate_again(corrected, decks, cached))
    return _drop_unchanged(cached, changes)


def changes_between(old: CachedTotals, new: CachedTotals) -> CachedChanges:
    """Return the changes that turn `old` into `new`."""
    return _drop_unchanged(
        old,
        CachedChanges(
            dict.fromkeys(old.totals) | dict(new.totals),
            dict.fromkeys(old.rated) | dict(new.rated),
            dict.fromkeys(old.ratings) | dict(new.ratings),
        ),
    )


def _drop_unchanged(cached: CachedTotals, changes: CachedChanges) -> CachedChanges:
    """Return the changes without those that are cached already."""
    return CachedChanges(
        {key: total for key, total in changes.totals.items() if cached.totals.get(key) != total},
        {key: match for key, match in changes.rated.items() if cached.rated.get(key) != match},
        {key: rating for key, rating in changes.ratings.items() if cached.ratings.get(key) != rating},
    )


def _running_totals(terms: Iterable[Term], history: Collection[MatchResult]) -> dict[TotalKey, Total]:
    return {
        (term.number, term.season.number, person): total
        for term in terms
        if term.season.end is None
        for person, total in compute_totals(term.league, counting_in_term(term, history)).items()
    }


def _rate_again(
    corrected: Mapping[int, MatchResult | None], decks: Mapping[int, str], cached: CachedTotals
) -> tuple[dict[int, RatedMatch | None], dict[RatingKey, Rating | None]]:
    rated: dict[int, RatedMatch | None] = dict.fromkeys(corrected)
    ratings: dict[RatingKey, Rating | None] = {}
    for deck in sorted({decks[number] for number in corrected}):
        changed = {number: match for number, match in corrected.items() if decks[number] == deck}
        old = sorted((m for m in cached.rated.values() if m.deck == deck), key=lambda match: (match.ended, match.number))
        now = {person: rating for (of, person), rating in cached.ratings.items() if of == deck}
        done, after = rate_again(old, changed, now)
        rated.update((match.number, match) for match in done)
        ratings.update(((deck, person), rating if rating.matches else None) for person, rating in after.items())
    return rated, ratings


def _by_deck(matches: Mapping[int, MatchResult]) -> dict[str, dict[int, MatchResult]]:
    decks: dict[str, dict[int, MatchResult]] = {}
    for number, match in matches.items():
        decks.setdefault(match.variant.deck, {})[number] = match
    return decks
