"""The reasons why a request is refused that come too often, or would leave too much open, each with its limit."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TooManyCommands:
    """The person sends more commands than one person may."""

    per_second: int


@dataclass(frozen=True, slots=True)
class TooManyMoves:
    """The person plays or presses faster than one person may."""

    per_second: int


@dataclass(frozen=True, slots=True)
class ServerTooManyCommands:
    """The people of the server together send more commands than a server may."""

    per_second: int


@dataclass(frozen=True, slots=True)
class TooManyNewLobbies:
    """The person opens more tables a minute than one person may."""

    per_minute: int


@dataclass(frozen=True, slots=True)
class ServerTooManyNewLobbies:
    """The people of the server together open more tables a minute than a server may."""

    per_minute: int


@dataclass(frozen=True, slots=True)
class TooManyOpenLobbies:
    """So many tables of the person wait for their start."""

    most: int


@dataclass(frozen=True, slots=True)
class ServerTooManyOpenLobbies:
    """So many tables in the server wait for their start."""

    most: int


@dataclass(frozen=True, slots=True)
class TooManyPictures:
    """The person requests more pictures than one person may."""

    per_minute: int


@dataclass(frozen=True, slots=True)
class ServerTooManyPictures:
    """The people of the server together request more pictures than a server may."""

    per_minute: int


@dataclass(frozen=True, slots=True)
class TooManyExports:
    """The person requests more exported files than one person may."""

    per_minute: int


@dataclass(frozen=True, slots=True)
class ServerTooManyExports:
    """The people of the server together request more exported files than a server may."""

    per_minute: int


LimitRefusal = (
    TooManyCommands
    | TooManyMoves
    | ServerTooManyCommands
    | TooManyNewLobbies
    | ServerTooManyNewLobbies
    | TooManyOpenLobbies
    | ServerTooManyOpenLobbies
    | TooManyPictures
    | ServerTooManyPictures
    | TooManyExports
    | ServerTooManyExports
)
