"""A match that counts for the rating, with the ratings before and after it: cached, so that an old match can be corrected.

The rating of everyone who played after a point in time can be read from the cached matches since then. So a correction reads
nothing before the first match that it changes, however long the history is.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from bot.league.match_facts import MatchResult
from bot.league.placings import league_placings
from bot.league.ratings.ratings import START_RATING, Rating, ratings_after


class RatingStep(Struct, frozen=True, gc=False, array_like=True):
    """What the match changed for one person; `matches` counts their rated matches before this one."""

    person: int
    place: int
    matches: int
    mu: float
    sigma: float
    new_mu: float
    new_sigma: float

    @property
    def before(self) -> Rating:
        return Rating(self.mu, self.sigma, self.matches)

    @property
    def after(self) -> Rating:
        return Rating(self.new_mu, self.new_sigma, self.matches + 1)


class RatedMatch(Struct, frozen=True, gc=False):
    """`number` is that of the match; `steps` are in the order of its seats."""

    number: int
    ended: int
    deck: str
    steps: tuple[RatingStep, ...]


def rate_match(match: MatchResult, ratings: Mapping[int, Rating]) -> RatedMatch:
    """Return the match with its rating steps; `ratings` are by person, `START_RATING` for those that are missing."""
    places = {one.person: one.place for one in league_placings(match)}
    return RatedMatch(match.number, match.ended, match.variant.deck, _steps(places, ratings))


def rate_again(
    old: Sequence[RatedMatch], corrected: Mapping[int, MatchResult | None], ratings: Mapping[int, Rating]
) -> tuple[list[RatedMatch], dict[int, Rating]]:
    """Rate the matches of one deck again from some point on. Return them, and the ratings of their people after them.

    `old` are all its rated matches from that point on, the oldest first. `corrected` are the matches from that point on that
    have changed, as they are now; None for a match that is no longer rated. `ratings` are those after `old`.
    """
    now: dict[int, Rating] = {}
    for known in old:
        for step in known.steps:
            now.setdefault(step.person, step.before)
    added = [match for match in corrected.values() if match is not None]
    for one in added:
        for seat in one.people():
            now.setdefault(seat.person, ratings.get(seat.person, START_RATING))
    found = []
    for match in _oldest_first([*(known for known in old if known.number not in corrected), *added]):
        if isinstance(match, MatchResult):
            new = rate_match(match, now)
        elif all(step.before == now[step.person] for step in match.steps):
            new = match
        else:
            places = {step.person: step.place for step in match.steps}
            new = RatedMatch(match.number, match.ended, match.deck, _steps(places, now))
        now.update((step.person, step.after) for step in new.steps)
        found.append(new)
    return found, now


def _steps(places: Mapping[int, int], ratings: Mapping[int, Rating]) -> tuple[RatingStep, ...]:
    before = [ratings.get(person, START_RATING) for person in places]
    after = ratings_after(before, list(places.values()))
    return tuple(
        RatingStep(person, place, old.matches, old.mu, old.sigma, new.mu, new.sigma)
        for (person, place), old, new in zip(places.items(), before, after, strict=True)
    )


def _oldest_first(matches: Iterable[RatedMatch | MatchResult]) -> list[RatedMatch | MatchResult]:
    return sorted(matches, key=lambda match: (match.ended, match.number))
