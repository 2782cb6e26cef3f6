"""How often each person, and each server, may do something. Only in memory: a restart forgets it, and that does no harm.

Each limit is a leaky bucket: it allows a burst, and then an even rate. One number is kept for each bucket, the time at which it
is empty again.
"""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from time import monotonic

from bot.wording.sentence import Refusal, Refused

_BURST_SECONDS = 5.0
"""For limits a second: as many as in this time may come at the same moment."""
_REFUSALS_PER_SECOND = 1
_ROUNDING = 1e-6  # seconds; sums of fractions are not exact
_CLEAN_AT = 10_000


class Limited(Enum):
    COMMAND = auto()
    MOVE = auto()
    AUTOCOMPLETE = auto()
    LOBBY = auto()
    PICTURE = auto()
    EXPORT = auto()


LIMIT = "limit"
"""In a command's extras: the limit that it counts for, if that isn't the one of commands."""
AS_MOVE = {LIMIT: Limited.MOVE}
"""The extras of a command that is as frequent as a move."""


class _Buckets:
    """One bucket for each key: it takes `amount` in `seconds`, and `burst` at the same moment."""

    def __init__(self, amount: int, seconds: float, burst: float, now: Callable[[], float]) -> None:
        self._each = seconds / amount
        self._most = (burst - 1) * self._each + _ROUNDING
        self._now = now
        self._empty_at: dict[int, float] = {}

    def has_room(self, key: int) -> bool:
        """Return whether one more is allowed now."""
        return max(0.0, self._empty_at.get(key, 0.0) - self._now()) <= self._most

    def add(self, key: int) -> None:
        """Count one more."""
        if len(self._empty_at) >= _CLEAN_AT:
            self._empty_at = {one: at for one, at in self._empty_at.items() if at > self._now()}
        self._empty_at[key] = max(self._now(), self._empty_at.get(key, 0.0)) + self._each


class TooManyCommands(Refusal):
    count: int
    sentence = "That was too fast (at most one command per second). Wait a moment, then try again."
    plural = "That was too fast (at most {count} commands per second). Wait a moment, then try again."


class TooManyMoves(Refusal):
    count: int
    sentence = "That was too fast (at most one move or press per second). Look at `/hand`, then go on."
    plural = "That was too fast (at most {count} moves or presses per second). Look at `/hand`, then go on."


class ServerTooManyCommands(Refusal):
    count: int
    sentence = "This server is sending too many commands (at most one per second). Wait a moment, then try again."
    plural = "This server is sending too many commands (at most {count} per second). Wait a moment, then try again."


class TooManyNewLobbies(Refusal):
    count: int
    sentence = "You can open only one table per minute. Wait a little, or join an open table."
    plural = "You can open at most {count} tables per minute. Wait a little, or join an open table."


class ServerTooManyNewLobbies(Refusal):
    count: int
    sentence = "This server can open only one table per minute. Wait a little, or join an open table."
    plural = "This server can open at most {count} tables per minute. Wait a little, or join an open table."


class TooManyPictures(Refusal):
    count: int
    sentence = "You can get only one picture per minute. Wait a little, then try again."
    plural = "You can get at most {count} pictures per minute. Wait a little, then try again."


class ServerTooManyPictures(Refusal):
    count: int
    sentence = "This server can get only one picture per minute. Wait a little, then try again."
    plural = "This server can get at most {count} pictures per minute. Wait a little, then try again."


class TooManyExports(Refusal):
    count: int
    sentence = "You can make only one export per minute. Wait a little, then try again."
    plural = "You can make at most {count} exports per minute. Wait a little, then try again."


class ServerTooManyExports(Refusal):
    count: int
    sentence = "This server can make only one export per minute. Wait a little, then try again."
    plural = "This server can make at most {count} exports per minute. Wait a little, then try again."


_PERSON_REFUSALS: Mapping[Limited, Callable[[int], Refusal]] = {
    Limited.COMMAND: TooManyCommands,
    Limited.MOVE: TooManyMoves,
    Limited.AUTOCOMPLETE: TooManyMoves,
    Limited.LOBBY: TooManyNewLobbies,
    Limited.PICTURE: TooManyPictures,
    Limited.EXPORT: TooManyExports,
}
_SERVER_REFUSALS: Mapping[Limited, Callable[[int], Refusal]] = {
    Limited.COMMAND: ServerTooManyCommands,
    Limited.LOBBY: ServerTooManyNewLobbies,
    Limited.PICTURE: ServerTooManyPictures,
    Limited.EXPORT: ServerTooManyExports,
}
_A_MINUTE = (Limited.LOBBY, Limited.PICTURE, Limited.EXPORT)


class RateLimits:
    """The limits of people and of servers: amounts a second, or a minute for lobbies, pictures and exports.

    People are known by their Discord ids, so that a flood costs no query.
    """

    def __init__(
        self, person: Mapping[Limited, int], server: Mapping[Limited, int], now: Callable[[], float] = monotonic
    ) -> None:
        """Take the amounts; a kind without one, or with 0, isn't limited."""
        self._of_person = _limits(person, _PERSON_REFUSALS, now)
        self._of_server = _limits(server, _SERVER_REFUSALS, now)
        self._refusals = _Buckets(_REFUSALS_PER_SECOND, 1.0, _REFUSALS_PER_SECOND, now)

    def count(self, limited: Limited, person: int, server: int | None) -> None:
        """Count one more of a person in a server (None: a direct message).

        Raise Refused if that is too many; then it doesn't count.
        """
        scopes = [(*self._of_person[limited], person)] if limited in self._of_person else []
        if server is not None and limited in self._of_server:
            scopes.append((*self._of_server[limited], server))
        for buckets, refusal, key in scopes:
            if not buckets.has_room(key):
                raise Refused(refusal)
        for buckets, _, key in scopes:
            buckets.add(key)

    def may_answer(self, person: int) -> bool:
        """Return whether the person gets one more refusal for being too fast. Answering all of them would help a flood."""
        if not self._refusals.has_room(person):
            return False
        self._refusals.add(person)
        return True


def _limits(
    amounts: Mapping[Limited, int], refusal: Mapping[Limited, Callable[[int], Refusal]], now: Callable[[], float]
) -> dict[Limited, tuple[_Buckets, Refusal]]:
    return {kind: (_buckets(kind, most, now), refusal[kind](most)) for kind, most in amounts.items() if most}


def _buckets(kind: Limited, amount: int, now: Callable[[], float]) -> _Buckets:
    if kind in _A_MINUTE:
        return _Buckets(amount, 60.0, amount, now)
    return _Buckets(amount, 1.0, amount * _BURST_SECONDS, now)
