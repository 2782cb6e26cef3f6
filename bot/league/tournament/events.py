"""What happens in a tournament, as lines of a server's ledger. The sentences are for the log of organisers.

What people do themselves, and what happens when its time has come, has nobody in `by`, and no place in that log, but for who
didn't come, for matches that all have ended, and for a round that too few came to.
"""

from enum import StrEnum

from msgspec import Struct

from bot.rummy.variant import Variant
from bot.wording.sentence import People, Person, StoredSentence, Typed


class TournamentKind(StrEnum):
    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    DUPLICATE = "duplicate"


class TournamentPlan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a tournament plays. `rounds` is 0 where the people determine them; `on` of each table go on in a knockout.

    `pace` is that of the clock at its tables. It begins at `start` (epoch ms), or when an organiser says so. With `weekly`, a
    time zone, the next one is set up when it ends, a week later at the same time there. With `days`, there is no check-in:
    everyone plays, and has so many days of the `zone` for each round. At `most` so many take part, and others wait; 0: any.
    The two people of each pair in `apart` never meet if that can be. After Swiss rounds, the first `cut` play a knockout.
    """

    variant: Variant
    kind: TournamentKind
    rounds: int = 0
    on: int = 1
    pace: str = "live"
    start: int | None = None
    weekly: str = ""
    days: int = 0
    zone: str = "UTC"
    most: int = 0
    apart: tuple[tuple[int, ...], ...] = ()
    cut: int = 0


class OfTournament(StoredSentence, frozen=True):
    """`tournament` is its number, and `name` what it is called."""

    tournament: int
    name: Typed


class InRound(OfTournament, frozen=True):
    """`round` is its number, from 1."""

    round: int


class AtPlace(StoredSentence, frozen=True):
    """It is at this `place` of the round, from 0."""

    tournament: int
    round: int
    place: int


class TournamentMade(OfTournament, frozen=True):
    """A new one has the number 0 until it is stored. `channel` is a Discord id. A weekly one `follows` another."""

    channel: int
    plan: TournamentPlan
    follows: int = 0
    sentence = "{by} set up the tournament {name}."


class TournamentChanged(StoredSentence, frozen=True):
    """It is called this and plays this from now on; `before` was its name, `old_plan` what it played. It hasn't begun yet.

    The old plan is None in a line of an earlier version.
    """

    tournament: int
    before: Typed
    name: Typed
    plan: TournamentPlan
    old_plan: TournamentPlan | None = None
    sentence = "{by} changed the tournament {before}."


class TournamentJoined(StoredSentence, frozen=True):
    tournament: int
    person: Person
    sentence = "{person} joined a tournament."


class TournamentLeft(StoredSentence, frozen=True):
    tournament: int
    person: Person
    sentence = "{person} left a tournament."


class TakenOut(OfTournament, frozen=True):
    """Nobody waits for the person any more, who can't come back by themselves. They lose the match at this `place`, from 0.

    Nobody has decided it if they have deleted their data.
    """

    person: Person
    place: int | None = None
    sentence = "{by} removed {person} from {name}."


class PlayersAdded(OfTournament, frozen=True):
    """An organiser let these people join, perhaps again."""

    people: People
    sentence = "{by} added {people} to {name}."


class PlayersLimited(OfTournament, frozen=True):
    """Who joins when so many take part waits until one of them leaves."""

    most: int
    sentence = "{by} limited {name} to {most} players."


class PairKeptApart(OfTournament, frozen=True):
    """These two never meet if that can be, or may meet again. Only organisers see it."""

    people: People
    is_apart: bool = True
    sentence = "{by} keeps {people} apart in {name}."
    if_empty = "is_apart", "{by} lets {people} meet again in {name}."


class PairMeets(InRound, frozen=True):
    """These two, who are kept apart, meet in the round: it couldn't be avoided, or an organiser wants it. Only they see it."""

    people: People
    sentence = "{people} meet in round {round} of {name}, although they are kept apart."


class CheckInOpened(InRound, frozen=True):
    """The people of the tournament say until `begins` (epoch ms) whether they play in this round."""

    begins: int
    sentence = "{by} opened the check-in for round {round} of {name}."


class CheckedIn(StoredSentence, frozen=True):
    tournament: int
    round: int
    person: Person
    sentence = "{person} is here for round {round} of a tournament."


class RoundBegun(InRound, frozen=True):
    """The round is played at these tables of people. Whoever isn't there at `come_by` (epoch ms) loses their match.

    `byes` are the people who are here and have no table. An `extra` deal at a table decides who of equals is first, or goes on.
    """

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    come_by: int
    extra: bool = False
    sentence = "{by} began round {round} of {name}."


class DealsChosen(StoredSentence, frozen=True):
    """All tables of a duplicate round get the deals that follow from these 64 secret hex digits. Nobody has chosen them."""

    tournament: int
    round: int
    deals: str
    sentence = "The deals of a round were chosen."


class RoundPairedAgain(InRound, frozen=True):
    """The same round begins again with other tables. Those that were open are no longer the tournament's."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    come_by: int
    sentence = "{by} paired round {round} of {name} again."


class PlayersSwapped(InRound, frozen=True):
    """These two of different tables have changed places, before anybody opened one of these tables."""

    people: People
    sentence = "{by} swapped {people} in round {round} of {name}."


class RoundTable(AtPlace, frozen=True):
    """The person has opened a table with this number for the people at this `place` of the round, from 0."""

    table: int
    person: int = 0
    sentence = "Table {table} was opened for a tournament."


class NotCome(AtPlace, frozen=True):
    """These people didn't come to their table in time. Nobody in a duplicate round: its match was broken off."""

    people: People
    name: Typed = ""
    sentence = "Round {round} of {name}: {people} didn't come, and lost the match."


class StartedWithout(InRound, frozen=True):
    """The others at this table of the round waited no longer for these people, who have lost. `table` is the place + 1."""

    table: int
    people: People
    sentence = "{by} started a table in round {round} of {name} without {people}."


class NotPlayed(AtPlace, frozen=True):
    """Nobody plays at this `place` any more. The `winners` share the win, and these other people get nothing.

    In a round of days, the winners have had the table open for a day. If the people `ended` their match, nobody wins.
    """

    people: People
    name: Typed
    winners: tuple[int, ...] = ()
    ended: bool = False
    sentence = "Round {round} of {name}: {people} ended their match, and get 0."
    if_empty = "ended", "Round {round} of {name}: {people} didn't have the table open for 24 hours, and lost the match."


class TableWithoutResult(AtPlace, frozen=True):
    """A match at this `place` was broken off or voided, or somebody replaced: one can come until `come_by` (epoch ms)."""

    come_by: int
    sentence = "A match of a tournament can be played again."


class MatchAwarded(InRound, frozen=True):
    """The match at this `place` of the round counts as won by the person, whatever is played there; `table` is `place` + 1."""

    table: int
    person: Person
    sentence = "{by} gave {person} the win in round {round} of {name}."


class AwardWithdrawn(InRound, frozen=True):
    """The match at this table of the round counts as it was played, and not as won by these people, who weren't noted once.

    If it wasn't played, its people have until `come_by` (epoch ms) to come; 0 if that is too late. Until it is over, a check-in
    waits with those who are here.
    """

    table: int
    come_by: int = 0
    people: People = ()
    sentence = "{by} took back the win of {people} in round {round} of {name}."
    if_empty = "people", "{by} took back a win in round {round} of {name}."


class PlayerReplaced(OfTournament, frozen=True):
    """From now on `other` plays for the person, and has their score."""

    person: Person
    other: Person
    sentence = "{by} let {other} play for {person} in {name}."


class RoundExtended(InRound, frozen=True):
    """The people of the round, or before it begins those who check in, have so many more minutes to come."""

    minutes: int
    counted = "minutes"
    sentence = "{by} gave round {round} of {name} one more minute."
    plural = "{by} gave round {round} of {name} {count} more minutes."


class DaysAdded(InRound, frozen=True):
    days: int
    counted = "days"
    sentence = "{by} gave round {round} of {name} one more day."
    plural = "{by} gave round {round} of {name} {count} more days."


class MadeWeekly(OfTournament, frozen=True):
    """Another tournament follows a week later, at the same time of the clocks in its zone, and so on."""

    sentence = "{by} repeats {name} every week."


class WeeklyStopped(OfTournament, frozen=True):
    sentence = "{by} stopped repeating {name} every week."


class TournamentEnded(OfTournament, frozen=True):
    """Nobody has decided it if too few were there for a round, the `unplayed` one, or if all are over."""

    unplayed: int = 0
    sentence = "{name} ended: too few players were there for round {unplayed}."
    if_empty = "unplayed", "{by} ended the tournament {name}."


Award = MatchAwarded | AwardWithdrawn
MoreTime = RoundExtended | DaysAdded
Absence = NotCome | StartedWithout | NotPlayed
RoundEvent = DealsChosen | PlayersSwapped | RoundTable | Absence | TableWithoutResult | Award | MoreTime
"""What changes one round alone, or the check-in for it."""
Repetition = MadeWeekly | WeeklyStopped
Arrangement = TournamentMade | TournamentChanged | PlayersLimited | PairKeptApart | Repetition | TournamentEnded
Participation = TournamentJoined | PlayersAdded | TournamentLeft | TakenOut | PlayerReplaced | CheckedIn
NextRound = CheckInOpened | RoundBegun | RoundPairedAgain | PairMeets
TournamentEvent = Arrangement | Participation | NextRound | RoundEvent
