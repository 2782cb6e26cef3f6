"""Matches, wins, places and ratings of people, computed a second time, slowly, in the manner of `slow_standings.py`.

The ratings are those of Weng and Lin's paper (Bradley-Terry, full pairs; algorithm 1), written down from its formulas.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from bot.league.corrections import Correction
from bot.league.league import League
from bot.league.match_facts import MatchResult
from tests.league.standings import slow_standings

BETA, TAU, LEAST = 12.5, 25 / 300, 0.0001
Number = tuple[float, float, int]
"""The best estimate, its error, and the number of matches."""


def is_refused(history: Iterable[MatchResult], made: Sequence[Correction], wish: Correction) -> bool:
    """Return True if the requested correction leaves the match as it is."""
    match = [one for one in history if one.number == wish.match]
    return slow_standings.rewritten(match, made) == slow_standings.rewritten(match, [*made, wish])


def of_person(matches: Iterable[slow_standings.Match], person: int) -> list[slow_standings.Match]:
    """Return the matches in which the person has a seat, the newest first, voided ones included."""
    return [match for match in reversed(list(matches)) if person in slow_standings.people_in(match)]


def places(matches: Iterable[slow_standings.Match], person: int) -> list[int]:
    """Return how often the person was first, second, and so on, in matches with others that aren't voided."""
    own = [
        match
        for match in of_person(matches, person)
        if not match["void"] and len(slow_standings.people_in(match)) > 1 and person in slow_standings.shares_in(match)
    ]
    found = Counter(slow_standings.place_of(match, person) for match in own)
    return [found[place] for place in range(1, 1 + max(found, default=0))]


def ratings(leagues: Iterable[League], matches: list[slow_standings.Match]) -> dict[tuple[str, int], Number]:
    """Return the ratings by deck and person, after all matches that count in a rated league; these are numbered from 1."""
    rated = {
        match["number"]
        for number, one in enumerate(leagues, start=1)
        if one.rated
        for match in matches
        if slow_standings.counts(one, match, number)
    }
    now: dict[tuple[str, int], Number] = {}
    for match in matches:
        if match["number"] in rated:
            people = {person: slow_standings.place_of(match, person) for person in slow_standings.people_in(match)}
            deck = match["rules"].deck
            before = {person: now.get((deck, person), (25.0, 8.333333, 0)) for person in people}
            now.update(((deck, person), _after(person, people, before)) for person in people)
    return now


def _after(person: int, people: dict[int, int], before: dict[int, Number]) -> Number:
    mu, sigma, matches = before[person]
    own = sigma**2 + TAU**2
    gain = loss = 0.0
    for other in people:
        if other != person:
            theirs = before[other][1] ** 2 + TAU**2
            c = math.sqrt(own + theirs + 2 * BETA**2)
            p = 1 / (1 + math.exp((before[other][0] - mu) / c))
            won = 1.0 if people[person] < people[other] else 0.5 if people[person] == people[other] else 0.0
            gain += own / c * (won - p)
            loss += math.sqrt(own) / c * own / c**2 * p * (1 - p)
    return round(mu + gain, 6), round(math.sqrt(own * max(1 - loss, LEAST)), 6), matches + 1


def shown(number: Number) -> tuple[int, int]:
    """Return the rating and its error as they are shown: in points as in chess, 1500 at the start."""
    points = 400 / math.log(10) / math.sqrt(2) / BETA
    return 1500 + round((number[0] - 25) * points), round(number[1] * points)
