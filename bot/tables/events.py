"""The events of a table outside its match, those of the lobby first, with the clock that they set, and how they are spelled.

The events of the match are in the same log. People are numbers of `people` rows, never Discord ids, so that a person can be
deleted without changing any log. Times of a clock are milliseconds.

In the database an event is tagged JSON, with the number of the spelling beside it. Old logs must stay readable forever. If you
change the fields of an event, add a function to `UPGRADES`; `SPELLING` counts them. A new field with a default needs none.
`tests/tables/logs/` has logs of every spelling.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct

from bot.players.choice import Level
from bot.rummy.events import Event as MatchEvent
from bot.rummy.variant import Variant
from bot.rummy.written_form import Written, numbers_text
from bot.tables.seat_events import SeatEvent

_SECOND, _MINUTE, _HOUR, _DAY = 1000, 60_000, 3_600_000, 86_400_000


class Pace(StrEnum):
    LIVE = "live"
    QUICK = "quick"
    SLOW = "slow"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class PaceTimes:
    """The times of a pace.

    - `turn` is how long a turn may take, None for any time; after it, the `bank` runs, which each person has once a match.
    - `reminders` are the times before the end of `turn` at which the person is reminded.
    - A table where nobody has moved for `idle` is closed, at most a tenth of that later.
    """

    turn: int | None
    bank: int
    reminders: tuple[int, ...]
    idle: int


PACES = {
    Pace.LIVE: PaceTimes(60 * _SECOND, 2 * _MINUTE, (0,), 30 * _MINUTE),
    Pace.QUICK: PaceTimes(30 * _SECOND, _MINUTE, (), 30 * _MINUTE),
    Pace.SLOW: PaceTimes(_DAY, 0, (12 * _HOUR, _HOUR), 7 * _DAY),
    Pace.NONE: PaceTimes(None, 0, (), 30 * _DAY),
}


class Clock(Written, frozen=True, forbid_unknown_fields=True):
    """The clock of a table. With `pauses`, the table waits for a person whose time is up, instead of playing their turn."""

    pace: Pace
    pauses: bool = False

    def __str__(self) -> str:
        return f"{self.pace} clock{' that pauses' if self.pauses else ''}"

    @property
    def times(self) -> PaceTimes:
        return PACES[self.pace]


NO_CLOCK = Clock(Pace.NONE)


class TurnClock(Struct, frozen=True):
    """The clock of the current turn, as the event `TurnBegun` set it; all times are epoch milliseconds.

    - `since` is the time up to which the clock is right: time that is given back is counted from there.
    - The person's time is up at `until`, plus what is left of their time bank; None if the turn has no clock.
    - The table is closed at `idle_until` if nobody moves.
    - `person` has been on turn since then; None if nobody has.
    - `reminders` counts those since the time began, `reminders_of_turn` all of this turn, whose time may begin again.
    """

    since: int
    until: int | None
    idle_until: int
    reminders: int = 0
    reminders_of_turn: int = 0
    person: int | None = None


Closing = Literal["cancelled", "nobody_started", "everybody_left"]
OwnEnd = tuple[int | Literal["none"], int | Literal["none", "everyone_deals"]]
"""The target and the number of deals of a game by its own rules (questions 34 and 35)."""


HexDigits = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]
"""64 hex digits, or nothing."""


class Reservation(Written, frozen=True, forbid_unknown_fields=True):
    """The place of a table in a `tournament` (its number): only these people sit down.

    It is at this `place`, from 0, of a `round`, from 1. Its match begins when everyone has sat down, and without those who
    don't come. Tables with the same `deals`, 64 secret hex digits, get the same cards (`deals.py`); it is empty if each deal
    has a seed of its own. `people` are in the order of their seats then. With `has_days`, its round lasts days: they weren't
    just mentioned.

    Without a tournament, an earlier version opened the table for a schedule of the `league` with this number, of which it was a
    `fixture`: its match needs all people, and counts there. The first of these didn't store the league. `needs_clock` says
    nothing any more.
    """

    fixture: int
    people: tuple[int, ...]
    needs_clock: bool = False
    league: int = 0
    tournament: int = 0
    round: int = 0
    place: int = 0
    deals: HexDigits = ""
    has_days: bool = False

    def __str__(self) -> str:
        what = f"place {self.place} in round {self.round} of tournament {self.tournament}" if self.tournament else ""
        return f"{what or f'fixture {self.fixture}'} of persons {numbers_text(self.people)}"


class DayDeal(Written, frozen=True, forbid_unknown_fields=True):
    """The deal of a day (`daily.py`). Days are those of UTC, counted from 1 January 1970.

    From `deals`, 64 secret hex digits, the cards and the computers' choices follow. With `is_ranked`, the result is in the
    server's table of the day.
    """

    day: int
    deals: HexDigits
    is_ranked: bool = False
    written = "the deal of day {day}"


class Invitation(Written, frozen=True, forbid_unknown_fields=True):
    """The match that a table plays again, by the number of its table, and the invited people in the order of its seats.

    `dealer` is the player who deals first. Seats are kept for the people until `until` (epoch milliseconds). `computers` are
    the levels of the computers that play again, too, and `seats` all players in the order of their seats; an earlier version
    didn't store it.
    """

    match: int
    people: tuple[int, ...]
    dealer: int
    until: int
    computers: tuple[Level, ...] = ()
    seats: tuple[int, ...] = ()

    @property
    def levels(self) -> dict[int, Level]:
        """The computers that play again, with their levels, in the order of their numbers: -1, -2 …"""
        numbers = sorted((player for player in self.seats if player < 0), reverse=True)
        return dict(zip(numbers or range(-1, -1 - len(self.computers), -1), self.computers, strict=True))

    def __str__(self) -> str:
        return f"match {self.match} again with persons {numbers_text(self.people)}"


class Chain(Written, frozen=True, forbid_unknown_fields=True):
    """A hash chain: the bot's part of all shuffles of a table, fixed when it is opened (`deals.py`).

    Everyone sees the `fingerprint`. The `last` link is secret: all others follow from it. Both have 64 hex digits. `marker` is
    that of the database then: once a backup was restored, links of the chain may have been shown that aren't in the log.
    """

    fingerprint: str
    last: str
    marker: str = ""
    written = "chain {fingerprint}"


class TableOpened(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The host has opened a table and taken its first seat. `server` and `channel` are Discord ids; `at` is epoch milliseconds.

    `preset` is the game that `variant` was made from, None if they are equal. `parent` is the channel of the thread in which
    the table was opened, None outside a thread. `thread` is True if the bot opens a thread for the table. `again` is set if
    the table plays a match again. `own_end` is how a match of the game ends by its own rules, None if `preset` says so.
    `clock` is None for a table of an earlier version, which has none. A table that `is_private` is its host's alone: nothing of
    it is posted in the channel. `hints` and, in an earlier version, `asks_words` are those of the match that is played again.
    `chain` is None for a table of an earlier version, and for one whose deals others play, too. `day` is set if the deal of a
    day is played.
    """

    server: int
    channel: int
    host: int
    variant: Variant
    thread: bool
    at: int
    preset: Variant | None = None
    reserved: Reservation | None = None
    parent: int | None = None
    again: Invitation | None = None
    own_end: OwnEnd | None = None
    clock: Clock | None = None
    is_private: bool = False
    hints: bool = False
    chain: Chain | None = None
    asks_words: bool = False
    day: DayDeal | None = None

    def __str__(self) -> str:
        reserved = "".join(f" for {one}" for one in (self.reserved, self.again, self.day) if one is not None)
        return f"person {self.host} opens a table of {self.variant.name} in channel {self.channel}{reserved}"


class SatDown(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    person: int
    written = "person {person} sits down"


class StoodUp(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """A person has left the lobby, or was removed `by` its host, and can't come back."""

    person: int
    by: int | None = None

    def __str__(self) -> str:
        return f"person {self.person} stands up" if self.by is None else f"person {self.by} removes person {self.person}"


class InvitationDeclined(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """A person for whom a seat was kept doesn't play, or hasn't come to the table of a tournament."""

    person: int
    written = "person {person} declines"


class SeatsFreed(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """Seats are no longer kept for the invited people: anyone may take them."""

    written = "the seats are free"


class RulesChanged(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The host has changed a house rule, or the game; everyone else at the table must agree again.

    `preset` and `own_end` are those of another game, as the table is opened with; None if the game stays.
    """

    by: int
    variant: Variant
    preset: Variant | None = None
    own_end: OwnEnd | None = None

    def __str__(self) -> str:
        return f"person {self.by} {'changes the rules of' if self.preset is None else 'chooses'} {self.variant.name}"


class RulesAgreed(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    person: int
    written = "person {person} agrees"


class SettingsChanged(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The host has changed how the table is shown, to which nobody has to agree.

    `thread` is True if the bot opens a thread for the match, `shows_draws` if each draw is shown immediately, and `hints` if
    players may ask for hints in a match that doesn't count. `asks_words` is True if the players' words are mixed into the
    seeds, as the host of an earlier version could choose.
    """

    by: int
    thread: bool
    shows_draws: bool
    hints: bool = False
    asks_words: bool = False

    def __str__(self) -> str:
        shown = [f"with{'' if self.thread else 'out'} a thread", f"with{'' if self.shows_draws else 'out'} draws"]
        shown += [text for text, is_on in (("with hints", self.hints), ("with words", self.asks_words)) if is_on]
        return f"person {self.by} lets the table be shown {' and '.join(shown)}"


class WordGiven(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """A person gives the word that is mixed into all shuffles, or another one: only in the log of an earlier version.

    `digest` is the SHA-256 of its UTF-8 text (64 hex digits); it is empty if they withdraw their word.
    """

    person: int
    digest: HexDigits

    def __str__(self) -> str:
        return f"person {self.person} {'gives a' if self.digest else 'withdraws their'} word"


class ComputerSatDown(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The host has added a computer player. The computers of a table have the numbers -1, -2 …, and people positive ones.

    If the match may no longer count, everyone else at the table must agree again. The same holds if the last one stands up.
    """

    computer: int
    level: Level
    written = "computer {computer} ({level}) sits down"


class ComputerStoodUp(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The host has removed a computer player."""

    computer: int
    written = "computer {computer} stands up"


class ClockChanged(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """The host has chosen another clock; everyone else at the table must agree again, as to a house rule."""

    by: int
    clock: Clock
    written = "person {by} chooses a {clock}"


class LobbyClosed(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    why: Closing
    written = "the lobby closes: {why}"


class ReadyPressed(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    person: int
    written = "person {person} is ready"


class PauseBegun(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    """A pause between two deals has begun; the next deal is at `until` (epoch ms), unless everyone is ready before."""

    until: int
    written = "the next deal is at {until}"


class EndPressed(Written, frozen=True, tag=True, forbid_unknown_fields=True):
    person: int
    written = "person {person} wants to end the match"


LobbyEvent = (
    TableOpened
    | SatDown
    | StoodUp
    | InvitationDeclined
    | SeatsFreed
    | RulesChanged
    | RulesAgreed
    | SettingsChanged
    | WordGiven
    | ComputerSatDown
    | ComputerStoodUp
    | ClockChanged
    | LobbyClosed
    | PauseBegun
    | ReadyPressed
    | EndPressed
    | SeatEvent
)
Event = LobbyEvent | MatchEvent


def _without_votes(fields: dict[str, Any]) -> dict[str, Any]:
    """Read a vote to remove a person, and a removal if it isn't known who did it, as a press of one who was there."""
    kind, by = fields.get("type"), fields.get("by")
    if kind == "RemovalPressed" or (kind == "PersonRemoved" and by is None):
        return {"type": "CameBack", "person": by or fields.get("person")}
    return {name: value for name, value in fields.items() if name != "by_manager"}


UPGRADES: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = (_without_votes,)
"""`UPGRADES[n]` turns the JSON of an event from spelling n into spelling n + 1."""

SPELLING = len(UPGRADES)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class UnknownSpellingError(Exception):
    """The log was written by a newer version of the program."""


def encode(event: Event) -> str:
    return _encoder.encode(event).decode()


def decode(text: str, spelling: int) -> Event:
    """Return the event. Raise UnknownSpellingError, or msgspec.ValidationError for a damaged log."""
    if spelling == SPELLING:
        return _decoder.decode(text)
    if spelling > SPELLING:
        raise UnknownSpellingError(f"events spelled {spelling}; this version reads up to {SPELLING}")
    fields = msgspec.json.decode(text, type=dict[str, Any])
    for upgrade in UPGRADES[spelling:]:
        fields = upgrade(fields)
    return _decoder.decode(msgspec.json.encode(fields))
