"""What organisers do, and what it changed in the standings, as the log of a server stores it.

In the sentence about an action, `by` is who did it, and `why` the reason of the line.
"""

from dataclasses import dataclass

import msgspec
from msgspec import Struct

from bot.league.corrections import Change, Correction
from bot.league.league import ByHand, EveryTwoWeeks, League, Monthly, OnDay, Quarterly, Weekly, write_season_end
from bot.league.scheme import ByCards, ByPlacing, ByWins, write_scheme
from bot.league.seasons import Season, SeasonTable, StoredLeague
from bot.league.standings import Effect
from bot.league.tournament.events import NotCome, NotPlayed, PairKeptApart, PairMeets, TournamentEnded, TournamentEvent
from bot.wording.sentence import Channel, NumberCode, Person, Role, StoredSentence, Typed

Logged = str | int | bool | None
"""The value of a setting, as the log has it."""


class SettingChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A field of a league, with its values before and after; what has no written form of its own is a text."""

    setting: str
    before: Logged
    after: Logged


class LeagueCreated(StoredSentence, frozen=True):
    league: Typed
    sentence = "{by} created the league {league}."


class LeagueEdited(StoredSentence, frozen=True):
    """`league` is the name before the change."""

    league: Typed
    changes: tuple[SettingChange, ...]
    sentence = "{by} changed {league}:"


class SeasonEnded(StoredSentence, frozen=True):
    """`season` is its name or, without one, its number."""

    league: Typed
    season: Typed
    sentence = "{by} ended the season “{season}” of {league}."
    if_empty = "is_named", "{by} ended season {season} of {league}."

    @property
    def is_named(self) -> bool:
        return not self.season.isdigit()


class LeagueArchived(StoredSentence, frozen=True):
    league: Typed
    sentence = "{by} archived {league}."


class ScheduleMade(StoredSentence, frozen=True):
    """An earlier version made a schedule for this many people. `replaces`: the league had one before."""

    league: Typed
    people: int
    replaces: bool
    counted = "people"
    sentence = "{by} replaced the schedule of {league} ({count} players)."
    if_empty = "replaces", "{by} made a schedule for {league} ({count} players)."


class TimeAdded(StoredSentence, frozen=True):
    """The `round` of an earlier version's schedule, and the later ones, end so many `days` later."""

    league: Typed
    round: int
    days: int
    counted = "days"
    sentence = "{by} gave {league} one more day from round {round} on."
    plural = "{by} gave {league} {count} more days from round {round} on."


Undoable = SeasonEnded | LeagueArchived | ScheduleMade | TimeAdded


class Undone(StoredSentence, frozen=True):
    """The entry with this number was undone: `what` it did, and `whose` it was; None if nobody's, or not known any more.

    The `number` is 0 for what earlier versions have undone.
    """

    number: int
    what: Undoable
    whose: int | None = None


class RoleChosen(StoredSentence, frozen=True):
    """The role of the organisers (Discord ids); None: only members with Manage Server organise."""

    before: Role
    after: Role
    sentence = "{by} changed the organiser role from {before} to {after}."
    if_empty = (
        "after",
        "{by} removed the organiser role {before}. Only members with Manage Server organise now.",
        "before",
        "{by} chose {after} as the organiser role.",
    )


class BrokenOff(StoredSentence, frozen=True):
    """A match was broken off; `table` is its number."""

    table: int
    sentence = "{by} cancelled table {table} (match `{table}`): {why}"


class TableWaits(StoredSentence, frozen=True):
    table: int
    sentence = "Table {table} waits: Ramino can't write in its private thread."


class TournamentWaits(StoredSentence, frozen=True):
    tournament: int
    name: Typed
    channel: Channel
    sentence = "{name} waits: Ramino can't post in {channel}. Let it post there, or end it and go on elsewhere."


class PlayerRemoved(StoredSentence, frozen=True):
    """A `person` was removed from a match that was being played, and has its last place; `table` is its number."""

    table: int
    person: Person
    sentence = "{by} removed {person} from table {table} (match `{table}`)."


class Corrected(StoredSentence, frozen=True):
    match: NumberCode
    change: Change


class Protested(StoredSentence, frozen=True):
    """A player protests against the result of a match; the reason is that of the line."""

    match: NumberCode
    sentence = "{by} protested against match {match}: {why}"
    if_empty = "why", "{by} protested against match {match}."


class ProtestAnswered(StoredSentence, frozen=True):
    """An organiser answers the protest of a `person`; the answer is the reason of the line."""

    match: NumberCode
    person: Person
    sentence = "{by} answered {person}'s protest against match {match}: {why}"


OfLeague = LeagueCreated | LeagueEdited | Undoable | Undone | RoleChosen
OfMatch = BrokenOff | TableWaits | PlayerRemoved | Corrected | Protested | ProtestAnswered
Action = OfLeague | OfMatch | TournamentWaits | TournamentEvent


class Line(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry of a ledger: what the person `by` did `at` (epoch ms), and why.

    `leagues` are the leagues that it concerns; None, until it is stored, means all leagues of the server in use. `is_own`: the
    action affects matches of the person who did it, or decides something in a tournament in which they play. `made` is the
    league as it is from now on, `over` the season that has ended, by the `command` with this id (of its Discord interaction),
    if it was one.
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
    def is_logged(self) -> bool:
        """True if the log shows it: what is announced, who lost a match unplayed, and what ended because too few came."""
        is_absence = isinstance(self.what, NotCome | NotPlayed) and bool(self.what.people)
        is_unplayed = isinstance(self.what, TournamentEnded) and self.what.unplayed > 0
        return self.is_announced or self.is_private or is_absence or is_unplayed

    @property
    def is_private(self) -> bool:
        """True if only organisers see it in the log: who is kept apart in a tournament."""
        return isinstance(self.what, PairKeptApart | PairMeets)

    @property
    def is_announced(self) -> bool:
        """True for what somebody did, and for what organisers must see to."""
        return not self.is_private and (self.by is not None or isinstance(self.what, TableWaits | TournamentWaits))

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

    If a season has ended, with its `table` once that is final, and the `channel` (a Discord id) where an organiser ended it.
    `is_second`: its end was posted before it became final. `followers` are stored after it, or none of them is.
    """

    line: Line
    also_in: tuple[int, ...] = ()
    table: SeasonTable | None = None
    channel: int | None = None
    is_second: bool = False
    followers: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log, with its number; `by` is 0 if nobody did it.

    `unannounced` are the channels (Discord ids) in which Discord has refused it.
    """

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
