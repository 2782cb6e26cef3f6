"""What organisers do, and what it changed in the standings, as the log of a server stores it."""

from dataclasses import dataclass

import msgspec
from msgspec import Struct

from bot.league.corrections import Change, Correction
from bot.league.league import ByHand, EveryTwoWeeks, League, Monthly, OnDay, Quarterly, Weekly, write_season_end
from bot.league.scheme import ByCards, ByPlacing, ByWins, write_scheme
from bot.league.seasons import Season, SeasonTable, StoredLeague
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


class ScheduleMade(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A schedule for this many people. `replaces`: the league had one before."""

    league: str
    people: int
    replaces: bool


class Undone(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The entry with this number was undone: `what` it did, and `whose` it was; None if nobody's, or not known any more.

    The `number` is 0 for a schedule, and for what earlier versions have undone.
    """

    number: int
    what: SeasonEnded | LeagueArchived | ScheduleMade
    whose: int | None = None


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


Action = (
    LeagueCreated
    | LeagueEdited
    | SeasonEnded
    | LeagueArchived
    | ScheduleMade
    | Undone
    | RoleChosen
    | BrokenOff
    | PlayerRemoved
    | Corrected
    | Protested
    | ProtestAnswered
)


class Line(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry of a ledger: what the person `by` did `at` (epoch ms), and why. What nobody did has no place in the log.

    `leagues` are the leagues that it concerns; None, until it is stored, means all leagues of the server in use. `is_own`: the
    action affects matches of the person who did it. `made` is the league as it is from now on, `over` the season that has
    ended, by the `command` with this id (of its Discord interaction), if it was one.
    """

    at: int
    by: int | None
    what: Action
    why: str = ""
    leagues: tuple[int, ...] | None = ()
    effects: tuple[Effect, ...] = ()
    is_own: bool = False
    made: StoredLeague | None = None
    over: Season | None = None
    command: int | None = None

    @property
    def match(self) -> int | None:
        """The number of the match that it is about."""
        match self.what:
            case BrokenOff(table=number) | PlayerRemoved(table=number):
                return number
            case Corrected(match=number) | Protested(match=number) | ProtestAnswered(match=number):
                return number
            case _:
                return None

    @property
    def correction(self) -> Correction | None:
        """The correction that it is, if it is one."""
        if not isinstance(self.what, Corrected) or self.by is None:
            return None
        return Correction(self.what.match, self.what.change, self.by, self.at, self.why)


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line that is to be stored: announced in the channels of its leagues, and in those of `also_in`.

    If a season has ended, with its `table`, and the `channel` (a Discord id) where an organiser ended it.
    """

    line: Line
    also_in: tuple[int, ...] = ()
    table: SeasonTable | None = None
    channel: int | None = None


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log, with its number. `unannounced` are the channels (Discord ids) in which Discord has refused it."""

    number: int
    at: int
    by: int
    what: Action
    why: str = ""
    effects: tuple[Effect, ...] = ()
    is_own: bool = False
    unannounced: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LogPage:
    """Some lines of a log, the newest first, and how many it has in all; `skipped` are newer than these."""

    lines: tuple[LogLine, ...]
    total: int
    skipped: int


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
