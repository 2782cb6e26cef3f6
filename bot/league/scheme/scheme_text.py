"""Reading and writing a points scheme as text: `2: 3 0; 3: 4 2 0; 4: 5 3 1 0; ties: wins, places`.

A number of people is followed by the points of the places, the first place first; without it, the points are for as many people
as there are points. `wins` and `card points` are schemes too. `ties:` names the tie-breakers in order.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from bot.league.scheme.scheme import ByCards, ByPlacing, ByWins, Scheme, TieBreaker, TieBreakers
from bot.league.scheme.scheme_faults import (
    NegativePoints,
    NoSuchSize,
    NoSuchTieBreaker,
    RisingPoints,
    SchemeFault,
    SchemeNotUnderstood,
    SchemeRefused,
    SizeTwice,
    TooManyPoints,
    WrongNumberOfPlaces,
)

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


def read_scheme(text: str, before: Scheme | None = None) -> Scheme:
    """Return the scheme that was typed. If the text names no tie-breakers, they are those of the scheme `before` if that is of
    the same kind, otherwise the usual ones. Raise SchemeRefused with all mistakes.
    """
    if len(text) > _MAX_LENGTH:
        raise SchemeRefused([SchemeNotUnderstood(text[:_MAX_LENGTH])])
    parts = [part for part in (" ".join(part.split()).rstrip(",") for part in _PART.split(text)) if part]
    typed = [found[1] for part in parts if (found := _TIES.match(part))]
    rest = [part for part in parts if not _TIES.match(part)]
    faults: list[SchemeFault] = [SchemeNotUnderstood(f"ties:{again}") for again in typed[1:]]
    scheme = _worth(rest, faults)
    if typed:
        scheme = replace(scheme, ties=_ties(typed[0], faults))
    elif type(before) is type(scheme):
        scheme = replace(scheme, ties=before.ties)
    if faults:
        raise SchemeRefused(faults)
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


def _worth(parts: list[str], faults: list[SchemeFault]) -> Scheme:
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


def _faults_of(size: int, worth: tuple[int, ...]) -> Iterator[SchemeFault]:
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


def _ties(typed: str, faults: list[SchemeFault]) -> TieBreakers:
    """Return each tie-breaker once, in order; `none` means no tie-breakers."""
    named = [] if typed.strip().lower() == _NONE else [" ".join(name.lower().split()) for name in typed.strip(" ,").split(",")]
    known = {breaker.value: breaker for breaker in TieBreaker}
    faults.extend(NoSuchTieBreaker(name, tuple(TieBreaker)) for name in named if name not in known)
    return tuple(dict.fromkeys(known[name] for name in named if name in known))
