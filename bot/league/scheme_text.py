"""A points scheme as people type it, and as it is written: `2: 3 0; 3: 4 2 0; 4: 5 3 1 0; ties: wins, places`.

A line, or what stands between semicolons, says for one number of people what the places are worth, the first one first.
`wins` and `card points` are schemes too. `ties:` names what decides between equals, in order; without it, the usual.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec.structs import replace

from bot.league.scheme import ByCards, ByPlacing, ByWins, Scheme, TieBreaker, TieBreakers
from bot.league.scheme_faults import (
    NegativePoints,
    NoSuchSize,
    NoSuchTieBreaker,
    RisingPoints,
    SchemeFault,
    SchemeNotUnderstood,
    SchemeRefused,
    SizesMissing,
    SizeTwice,
    TooManyPoints,
    WrongNumberOfPlaces,
)

SIZES = range(2, 7)
"""How many people a match can have."""
MOST = 1000
"""No place is worth more."""
_LONGEST = 400  # characters
_NONE = "none"
_NUMBER = re.compile(r"-?[0-9]{1,9}")


def read_scheme(text: str, sizes: Iterable[int] = ()) -> Scheme:
    """The scheme that a text says; `sizes` are the numbers of people it must have points for. Raises SchemeRefused."""
    if len(text) > _LONGEST:
        raise SchemeRefused([SchemeNotUnderstood(text[:_LONGEST])])
    parts = [part for part in (" ".join(part.split()) for part in re.split(r"[;\n]", text)) if part]
    ties = [part.partition(":")[2] for part in parts if part.lower().startswith("ties:")]
    rest = [part for part in parts if not part.lower().startswith("ties:")]
    faults: list[SchemeFault] = [SchemeNotUnderstood(f"ties:{again}") for again in ties[1:]]
    breakers = _ties(ties[0], faults) if ties else None
    scheme = _worth(rest, sizes, faults)
    if faults:
        raise SchemeRefused(faults)
    return scheme if breakers is None else replace(scheme, ties=breakers)


def write_scheme(scheme: Scheme) -> str:
    """In one line, which `read_scheme` reads back."""
    match scheme:
        case ByPlacing(points=points):
            said = "; ".join(f"{size}: {' '.join(map(str, points[size]))}" for size in sorted(points))
        case ByWins():
            said = "wins"
        case ByCards():
            said = "card points"
    return f"{said}; ties: {', '.join(scheme.ties) or _NONE}"


def _worth(parts: list[str], sizes: Iterable[int], faults: list[SchemeFault]) -> Scheme:
    if len(parts) == 1 and parts[0].lower() == "wins":
        return ByWins()
    if len(parts) == 1 and parts[0].lower() == "card points":
        return ByCards()
    points: dict[int, tuple[int, ...]] = {}
    if not parts:
        faults.append(SchemeNotUnderstood(""))
        return ByPlacing(points)
    lines = [_line(part) for part in parts]
    for part, line in zip(parts, lines, strict=True):
        if line is None:
            faults.append(SchemeNotUnderstood(part))
            continue
        size, worth = line
        faults.extend([SizeTwice(size)] if size in points else _faults_of(size, worth))
        points[size] = worth
    missing = tuple(size for size in sorted(set(sizes)) if size not in points)
    if missing and None not in lines:  # else they may be in what was not understood
        faults.append(SizesMissing(missing))
    return ByPlacing(points)


def _line(part: str) -> tuple[int, tuple[int, ...]] | None:
    size, colon, worth = part.partition(":")
    numbers = [size.strip(), *worth.replace(",", " ").split()]
    if not colon or not all(_NUMBER.fullmatch(number) for number in numbers):
        return None
    return int(size), tuple(map(int, numbers[1:]))


def _faults_of(size: int, worth: tuple[int, ...]) -> Iterator[SchemeFault]:
    if size not in SIZES:
        yield NoSuchSize(size, SIZES[0], SIZES[-1])
        return
    if len(worth) != size:
        yield WrongNumberOfPlaces(size, worth)
    for place, (before, after) in enumerate(pairwise(worth), start=2):
        if after > before:
            yield RisingPoints(size, place, before, after)
    yield from (NegativePoints(size, one) for one in worth if one < 0)
    yield from (TooManyPoints(size, one, MOST) for one in worth if one > MOST)


def _ties(typed: str, faults: list[SchemeFault]) -> TieBreakers:
    """Each once; `none` where equals are to stay equal."""
    named = [] if typed.strip().lower() == _NONE else [" ".join(name.lower().split()) for name in typed.strip(" ,").split(",")]
    known = {breaker.value: breaker for breaker in TieBreaker}
    faults.extend(NoSuchTieBreaker(name, tuple(TieBreaker)) for name in named if name not in known)
    return tuple(dict.fromkeys(known[name] for name in named if name in known))
