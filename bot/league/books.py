"""What is kept ready of a server for speed, and how it is made from the facts: all of it, or what a change can have moved."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.league.counting import meeting_of
from bot.league.days import week_of
from bot.league.facts import MatchResult
from bot.league.rated_match import RatedMatch, rate, rerated
from bot.league.ratings import Rating
from bot.league.terms import Term, counted, judged, rated_in
from bot.league.totals import Total, shares, total_after, totals

NEARBY = 3 * 86_400_000
"""Within so many milliseconds lie all meetings that a match can be of, in whatever time zone, and those of their matches."""

TotalKey = tuple[int, int, int]
"""League, season, person."""
RatingKey = tuple[str, int]
"""Deck, person."""


@dataclass(frozen=True, slots=True)
class Books:
    """Totals of running seasons; rated matches by number; ratings."""

    totals: Mapping[TotalKey, Total] = field(default_factory=dict)
    rated: Mapping[int, RatedMatch] = field(default_factory=dict)
    ratings: Mapping[RatingKey, Rating] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to be written; None: to be removed."""

    totals: Mapping[TotalKey, Total | None] = field(default_factory=dict)
    rated: Mapping[int, RatedMatch | None] = field(default_factory=dict)
    ratings: Mapping[RatingKey, Rating | None] = field(default_factory=dict)


def books_of(terms: Iterable[Term], history: Iterable[MatchResult]) -> Books:
    """From scratch; `history` is all of the server's, as it is corrected."""
    terms, history = list(terms), list(history)
    decks = _by_deck({match.number: match for match in rated_in(terms, history)})
    rated: dict[int, RatedMatch] = {}
    ratings: dict[RatingKey, Rating] = {}
    for deck, matches in decks.items():
        done, after = rerated((), matches, {})
        rated.update((match.number, match) for match in done)
        ratings.update(((deck, person), rating) for person, rating in after.items())
    return Books(_totals(terms, history), rated, ratings)


def grown_by(match: MatchResult, near: Iterable[MatchResult], terms: Iterable[Term], books: Books) -> Changes:
    """What a match adds that is the newest of its server. `near`: the matches of one of its people within NEARBY, with it;
    `books` has the totals and ratings of its people.
    """
    totals: dict[TotalKey, Total | None] = {}
    counting = [one.term for one in judged(terms, match, near) if one.why_not is None]
    for term in counting:
        week = week_of(match.ended, term.league.zone)
        for share in shares(term.league, match):
            key = (term.number, term.season.number, share.person)
            totals[key] = total_after(books.totals.get(key), share, week)
    if not any(term.league.rated for term in counting):
        return Changes(totals)
    deck = match.variant.deck
    done = rate(match, {person: rating for (of, person), rating in books.ratings.items() if of == deck})
    return Changes(totals, {match.number: done}, {(deck, step.person): step.after for step in done.steps})


def moved_by(
    number: int, before: Sequence[MatchResult], after: Sequence[MatchResult], terms: Iterable[Term], books: Books
) -> Changes:
    """What a correction of this match moves: the same as everything made anew, with far less to look at.

    `before` and `after` are the matches of its people, as they were and will be: those of the running seasons that hold it,
    and those within NEARBY. `books` has the totals of these people, the rated matches from NEARBY before it on, and
    all ratings.
    """
    terms = list(terms)
    old, new = (next(match for match in history if match.number == number) for history in (before, after))
    people = {seat.person for seat in old.seats if not seat.computer}
    totals: dict[TotalKey, Total | None] = {
        (term.number, term.season.number, person): None
        for term in terms
        if term.season.end is None and term.season.holds(old)
        for person in people
    }
    fresh = {key: total for key, total in _totals(terms, after).items() if key in totals}
    touched = {number} | {
        match.number
        for term in terms
        if term.league.rated and term.season.holds(old)
        for match in after
        if meeting_of(term.league, match) in (meeting_of(term.league, old), meeting_of(term.league, new))
    }
    near = [match for match in after if abs(match.ended - old.ended) <= NEARBY]
    rated = {match.number: match for match in rated_in(terms, near)}
    right = {match.number: rated.get(match.number) for match in near if match.number in touched}
    decks = {match.number: match.variant.deck for match in near}
    changes = Changes(totals | fresh, *_rerated(right, decks, books))
    return differing(books, changes)


def replaced_by(old: Books, new: Books) -> Changes:
    """What makes these books into those."""
    return differing(
        old,
        Changes(
            dict.fromkeys(old.totals) | dict(new.totals),
            dict.fromkeys(old.rated) | dict(new.rated),
            dict.fromkeys(old.ratings) | dict(new.ratings),
        ),
    )


def differing(books: Books, changes: Changes) -> Changes:
    """Without what is so already."""
    return Changes(
        {key: total for key, total in changes.totals.items() if books.totals.get(key) != total},
        {key: match for key, match in changes.rated.items() if books.rated.get(key) != match},
        {key: rating for key, rating in changes.ratings.items() if books.ratings.get(key) != rating},
    )


def _totals(terms: Iterable[Term], history: Collection[MatchResult]) -> dict[TotalKey, Total]:
    return {
        (term.number, term.season.number, person): total
        for term in terms
        if term.season.end is None
        for person, total in totals(term.league, counted(term, history)).items()
    }


def _rerated(
    right: Mapping[int, MatchResult | None], decks: Mapping[int, str], books: Books
) -> tuple[dict[int, RatedMatch | None], dict[RatingKey, Rating | None]]:
    rated: dict[int, RatedMatch | None] = dict.fromkeys(right)
    ratings: dict[RatingKey, Rating | None] = {}
    for deck in sorted({decks[number] for number in right}):
        changed = {number: match for number, match in right.items() if decks[number] == deck}
        old = sorted((m for m in books.rated.values() if m.deck == deck), key=lambda match: (match.ended, match.number))
        now = {person: rating for (of, person), rating in books.ratings.items() if of == deck}
        done, after = rerated(old, changed, now)
        rated.update((match.number, match) for match in done)
        ratings.update(((deck, person), rating if rating.matches else None) for person, rating in after.items())
    return rated, ratings


def _by_deck(matches: Mapping[int, MatchResult]) -> dict[str, dict[int, MatchResult]]:
    decks: dict[str, dict[int, MatchResult]] = {}
    for number, match in matches.items():
        decks.setdefault(match.variant.deck, {})[number] = match
    return decks
