"""What organisers do, and what it changed in the standings, as the log of a server stores it."""

from dataclasses import dataclass

import msgspec
from msgspec import Struct

from bot.league.corrections import Change
from bot.league.league import ByHand, EveryTwoWeeks, League, Monthly, OnDay, Quarterly, Weekly, write_season_end
from bot.league.scheme import ByCards, ByPlacing, ByWins, write_scheme
from bot.league.standings import Effect

Logged = str | int | bool | None
"""The value of a setting, as the log has it."""


class SettingChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A field of a league, with its values before and after; what has no written form of its own is a text."""

    setting: str
    before: Logged
    after: Logged


class LeagueCreated(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    league: str


class LeagueEdited(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """`league` is the name before the change."""

    league: str
    changes: tuple[SettingChange, ...]


class SeasonEnded(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """`season` is its name or, without one, its number."""

    league: str
    season: str


class LeagueArchived(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    league: str


class SeasonReopened(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The end of a season was undone; `season` is the name or number with which it had ended, `whose` who had ended it.

    None in a line of an earlier version.
    """

    league: str
    season: str
    whose: int | None = None


class LeagueRestored(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The archiving of a league was undone; `whose` is the person who had archived it, None in a line of an earlier version."""

    league: str
    whose: int | None = None


class ScheduleWithdrawn(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A schedule that replaced another one was undone; `whose` is its author, None in a line of an earlier version."""

    league: str
    whose: int | None = None


class ScheduleMade(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A schedule for this many people. `replaces`: the league had one before."""

    league: str
    people: int
    replaces: bool


class RoleChosen(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The role of the organisers (Discord ids); None: only members with Manage Server organise."""

    before: int | None
    after: int | None


class BrokenOff(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A match was broken off; `table` is its number."""

    table: int


class PlayerRemoved(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A `person` was removed from a match that was being played, and has its last place; `table` is its number."""

    table: int
    person: int


class Corrected(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    match: int
    change: Change


class Protested(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player protests against the result of a match; the reason is that of the line."""

    match: int


class ProtestAnswered(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An organiser answers the protest of a `person`; the answer is the reason of the line."""

    match: int
    person: int


Undoing = SeasonReopened | LeagueRestored | ScheduleWithdrawn

Action = (
    LeagueCreated
    | LeagueEdited
    | SeasonEnded
    | LeagueArchived
    | SeasonReopened
    | LeagueRestored
    | ScheduleWithdrawn
    | ScheduleMade
    | RoleChosen
    | BrokenOff
    | PlayerRemoved
    | Corrected
    | Protested
    | ProtestAnswered
)


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line that is stored in the transaction of its action. `at` is epoch milliseconds.

    `leagues` are the leagues that it concerns; None means all leagues of the server in use. `is_own`: the action affects
    matches of the person who did it. It is announced in the channels of its leagues, and in those of `also_in`.
    """

    server: int
    at: int
    by: int
    what: Action
    why: str = ""
    leagues: tuple[int, ...] | None = ()
    effects: tuple[Effect, ...] = ()
    is_own: bool = False
    also_in: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LogLine:
    """A stored line. `unannounced` are the channels (Discord ids) in which Discord has refused it for good."""

    number: int
    at: int
    by: int
    what: Action
    why: str = ""
    effects: tuple[Effect, ...] = ()
    is_own: bool = False
    unannounced: tuple[int, ...] = ()


def changed_settings(before: League, after: League) -> tuple[SettingChange, ...]:
    """Return the settings that differ, in the order of their definition."""
    pairs = ((name, getattr(before, name), getattr(after, name)) for name in League.__struct_fields__)
    return tuple(SettingChange(name, _written(old), _written(new)) for name, old, new in pairs if old != new)


def _written(value: object) -> Logged:
    match value:
        case None | bool() | int() | str():
            return value
        case ByHand() | OnDay() | Weekly() | EveryTwoWeeks() | Monthly() | Quarterly():
            return write_season_end(value)
        case ByWins() | ByPlacing() | ByCards():
            return write_scheme(value)
        case tuple():
            return ", ".join(game.title for game in value) or "all"
        case _:
            return msgspec.json.encode(value).decode()
