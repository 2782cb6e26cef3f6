"""The reasons why a points scheme is refused: a record with the facts for each. Their sentences are in `bot/messages/`."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.league.scheme.scheme import TieBreakers


@dataclass(frozen=True, slots=True)
class SchemeNotUnderstood:
    """`text` is the part that can't be read; empty if nothing was typed."""

    text: str


@dataclass(frozen=True, slots=True)
class NoSuchTieBreaker:
    typed: str
    choices: TieBreakers


@dataclass(frozen=True, slots=True)
class NoSuchSize:
    size: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class SizeTwice:
    size: int


@dataclass(frozen=True, slots=True)
class WrongNumberOfPlaces:
    """A match of `size` people has as many places, but another number of `points` was typed."""

    size: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NegativePoints:
    size: int
    points: int


@dataclass(frozen=True, slots=True)
class TooManyPoints:
    size: int
    points: int
    most: int


@dataclass(frozen=True, slots=True)
class RisingPoints:
    """`place` (from 2) would be worth more than the better place before it."""

    size: int
    place: int
    before: int
    points: int


SchemeFault = (
    SchemeNotUnderstood
    | NoSuchTieBreaker
    | NoSuchSize
    | SizeTwice
    | WrongNumberOfPlaces
    | NegativePoints
    | TooManyPoints
    | RisingPoints
)


class SchemeRefused(Exception):  # noqa: N818  (it isn't an error of the program)
    """The scheme can't be used; `faults` are all its mistakes."""

    def __init__(self, faults: Sequence[SchemeFault]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = tuple(faults)
