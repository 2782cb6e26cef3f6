"""The points scheme of a league: what a match is worth, and the tie-breakers between people with the same points.

Points are counted in parts, `PARTS_PER_POINT` to a point: sixtieths, so that up to six people who tie can share them exactly.

Schemes are typed and written as text: `2: 3 0; 3: 4 2 0; 4: 5 3 1 0; ties: wins, places`.

A number of people is followed by the points of the places, the first place first; without it, the points are for as many people
as there are points. `wins` and `card points` are schemes too. `ties:` names the tie-breakers in order.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from bot.league.match_facts import Placing
from bot.wording.sentence import Code, Refusal, Refusals, Refused, Typed, TypedWord, TypedWords

PARTS_PER_POINT = 60


class TieBreaker(StrEnum):
    """What decides between equal points. More is better, except for `FEWEST_MATCHES`.

    The average isn't one: between equal points it says the same as the number of matches. Nor are the results against each
    other: among three people, they can go in a circle.
    """

    WINS = "wins"
    PLACES = "places"  # most first places, then most second places, and so on
    CARD_POINTS = "card points"
    FEWEST_MATCHES = "fewest matches"


TieBreakers = tuple[TieBreaker, ...]


class Ranking(StrEnum):
    """By what the people of a league are ranked, before the tie-breakers."""

    POINTS = "points"
    AVERAGE = "average"  # points per match
    RATING = "rating"  # computed from the season's matches alone


class ByPlacing(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Points by place. `points[size]` are those of a match of `size` people, the first place first.

    People who tie share the points of the places that they take up together: two who are first get the mean of 5 and 3, so 4
    each. A person who was charged for leaving gets the points of the last place.
    """

    points: dict[int, tuple[int, ...]]
    ties: TieBreakers = (TieBreaker.WINS, TieBreaker.PLACES, TieBreaker.FEWEST_MATCHES)


class ByWins(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A point for each win; a shared first place is a win for each."""

    ties: TieBreakers = (TieBreaker.PLACES, TieBreaker.CARD_POINTS, TieBreaker.FEWEST_MATCHES)


class ByCards(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Card points, as computed in `match_facts.py`; a person who was charged for leaving gets the fewest of the match."""

    ties: TieBreakers = (TieBreaker.WINS, TieBreaker.FEWEST_MATCHES)


Scheme = ByPlacing | ByWins | ByCards
BY_WINS = ByWins()
USUAL_PLACE_POINTS = ByPlacing({2: (3, 0), 3: (4, 2, 0), 4: (5, 3, 1, 0), 5: (7, 4, 2, 1, 0), 6: (9, 6, 4, 2, 1, 0)})
"""Points by place for organisers who don't type their own."""


def has_points_for(scheme: Scheme, size: int) -> bool:
    """Return True if the scheme has points for a match of `size` people."""
    return not isinstance(scheme, ByPlacing) or size in scheme.points


def scheme_points(scheme: Scheme, people: list[Placing], *, per_deal: bool = False) -> list[int]:
    """Return the points of each person of a match, in parts. Raise KeyError for a number of people without points.

    With `per_deal`, card points are those of an average deal.
    """
    match scheme:
        case ByPlacing(points=table):
            worth = table[len(people)]
            return [
                place_parts(worth, one.place, sum(other.place == one.place for other in people), has_left=one.has_left)
                for one in people
            ]
        case ByWins():
            return [PARTS_PER_POINT * is_win(one) for one in people]
        case ByCards():
            return [one.per_deal if per_deal else PARTS_PER_POINT * one.cards for one in people]
        case _:
            assert_never(scheme)


def is_win(one: Placing) -> bool:
    """Return True for a first place, shared or not. Among two or more people, one who left is never first."""
    return one.place == 1


def place_parts(worth: tuple[int, ...], place: int, sharing: int, *, has_left: bool) -> int:
    """Return the points, in parts, of each of the `sharing` people who share this place, computed by `worth`."""
    if has_left:
        return worth[-1] * PARTS_PER_POINT
    return sum(worth[place - 1 : place - 1 + sharing]) * PARTS_PER_POINT // sharing


MATCH_SIZES = range(2, 7)
"""The possible numbers of people in a match."""
MAX_PLACE_POINTS = 1000
"""The most points that a place can be worth."""
_MAX_LENGTH = 400  # characters
_NONE = "none"
_PART = re.compile(r"[;\n]|[\s,]+(?=[0-9]+\s*[:=]|ties\s*[:=])", re.IGNORECASE)
_TIES = re.compile(r"ties\s*[:=](.*)", re.IGNORECASE)
_NUMBER = re.compile(r"-?[0-9]+")
_WINS, _CARDS = ("wins", "win", "by wins"), ("card points", "cardpoints", "cards", "by card points")
SCHEME_WORDS = (*TieBreaker, "ties", _NONE)
"""The words of schemes; two of the tie-breakers are schemes, too."""


class SchemeNotUnderstood(Refusal):
    """`text` is the part that can't be read; empty if nothing was typed."""

    text: Typed
    example: Code = "2: 3 0; 3: 4 2 0; 4: 5 3 1 0"
    wins: TypedWord = "wins"
    cards: TypedWord = "card points"
    sentence = "I don't understand “{text}”. Write the points like {example}, {wins} or {cards}."
    if_empty = "text", "The points are missing. Write them like {example}, {wins} or {cards}."


class NoSuchTieBreaker(Refusal):
    text: Typed
    known: TypedWords = (*TieBreaker, _NONE)
    sentence = "“{text}” isn't a tie-breaker. Use {known}."


class NoSuchSize(Refusal):
    size: int
    least: int
    most: int
    sentence = "A match has {least} to {most} players, not {size}."


class SizeTwice(Refusal):
    size: int
    sentence = "You gave the points for {size} players twice. Give them once."


class WrongNumberOfPlaces(Refusal):
    """A match of `size` people has as many places, but another number of `points` was typed."""

    size: int
    points: tuple[int, ...]
    counted = "points"
    sentence = "With {size} players, give {size} numbers, one a place. You gave {count}."


class NegativePoints(Refusal):
    size: int
    points: int
    sentence = "With {size} players, {points} is below 0. A place can't cost points."


class TooManyPoints(Refusal):
    size: int
    points: int
    most: int
    sentence = "With {size} players, {points} is too much. Give at most {most}."


class RisingPoints(Refusal):
    """`place` (from 2) would be worth more than the better place before it."""

    size: int
    place: int
    before: int
    points: int
    sentence = "{size} players: place {place} gets {points}, but the place above only {before}."


def read_scheme(text: str, before: Scheme | None = None) -> Scheme:
    """Return the scheme that was typed. If the text names no tie-breakers, they are those of the scheme `before` if that is of
    the same kind, otherwise the usual ones. Raise Refused with all mistakes.
    """
    if len(text) > _MAX_LENGTH:
        raise Refused(SchemeNotUnderstood(text[:_MAX_LENGTH]))
    parts = [part for part in (" ".join(part.split()).rstrip(",") for part in _PART.split(text)) if part]
    typed = [found[1] for part in parts if (found := _TIES.match(part))]
    rest = [part for part in parts if not _TIES.match(part)]
    faults: list[Refusal] = [SchemeNotUnderstood(f"ties:{again}") for again in typed[1:]]
    scheme = _worth(rest, faults)
    if typed:
        scheme = replace(scheme, ties=_ties(typed[0], faults))
    elif type(before) is type(scheme):
        scheme = replace(scheme, ties=before.ties)
    if faults:
        raise Refused(Refusals(tuple(faults)))
    return scheme


def write_scheme(scheme: Scheme) -> str:
    """Return the scheme in one line that `read_scheme` can read."""
    match scheme:
        case ByPlacing(points=points):
            said = "; ".join(f"{size}: {' '.join(map(str, points[size]))}" for size in sorted(points))
        case ByWins():
            said = "wins"
        case ByCards():
            said = "card points"
    return f"{said}; ties: {', '.join(scheme.ties) or _NONE}"


def _worth(parts: list[str], faults: list[Refusal]) -> Scheme:
    if len(parts) == 1 and parts[0].lower() in _WINS:
        return ByWins()
    if len(parts) == 1 and parts[0].lower().replace("-", " ") in _CARDS:
        return ByCards()
    points: dict[int, tuple[int, ...]] = {}
    if not parts:
        faults.append(SchemeNotUnderstood(""))
    for part in parts:
        line = _line(part, alone=len(parts) == 1)
        if line is None:
            faults.append(SchemeNotUnderstood(part))
            continue
        size, worth = line
        faults.extend([SizeTwice(size)] if size in points else _faults_of(size, worth))
        points[size] = worth
    return ByPlacing(points)


def _line(part: str, *, alone: bool) -> tuple[int, tuple[int, ...]] | None:
    """Return the number of people and the points of their places: `2: 3 0`, `2 = 3, 0`, `2: 3-0`, or `3 0` if it is `alone`."""
    size, colon, worth = part.replace("=", ":").partition(":")
    if not colon and alone:
        size, worth = "", part
    elif not colon or not _NUMBER.fullmatch(size.strip()):
        return None
    numbers = re.sub(r"(?<=[0-9])-(?=[0-9])|[,/]", " ", worth).split()
    if not all(_NUMBER.fullmatch(number) for number in numbers):
        return None
    return int(size or len(numbers)), tuple(map(int, numbers))


def _faults_of(size: int, worth: tuple[int, ...]) -> Iterator[Refusal]:
    if size not in MATCH_SIZES:
        yield NoSuchSize(size, MATCH_SIZES[0], MATCH_SIZES[-1])
        return
    if len(worth) != size:
        yield WrongNumberOfPlaces(size, worth)
    for place, (before, after) in enumerate(pairwise(worth), start=2):
        if after > before:
            yield RisingPoints(size, place, before, after)
    yield from (NegativePoints(size, one) for one in worth if one < 0)
    yield from (TooManyPoints(size, one, MAX_PLACE_POINTS) for one in worth if one > MAX_PLACE_POINTS)


def _ties(typed: str, faults: list[Refusal]) -> TieBreakers:
    """Return each tie-breaker once, in order; `none` means no tie-breakers."""
    named = [] if typed.strip().lower() == _NONE else [" ".join(name.lower().split()) for name in typed.strip(" ,").split(",")]
    known = {breaker.value: breaker for breaker in TieBreaker}
    faults.extend(NoSuchTieBreaker(name) for name in named if name not in known)
    return tuple(dict.fromkeys(known[name] for name in named if name in known))
