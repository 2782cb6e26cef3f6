"""Why a points scheme is refused: one record for each reason, with its facts. The sentences live in `bot/messages/`."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.league.scheme import TieBreakers


@dataclass(frozen=True, slots=True)
class SchemeNotUnderstood:
    """`text` is the part that could not be read; empty where nothing was typed."""

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
    """A match of `size` people has as many places; `points` are those typed."""

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
    """A worse place (`place`, from 2) would be worth more than the one before it."""

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


class SchemeRefused(Exception):  # noqa: N818  (said of the scheme, as of a variant)
    """A scheme that cannot be used: everything that is to be put right."""

    def __init__(self, faults: Sequence[SchemeFault]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = tuple(faults)
