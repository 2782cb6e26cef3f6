"""The reasons why a request about leagues and results is refused, each with its facts.

`bot/messages/league/refusals.py` has the sentences.
"""

from dataclasses import dataclass

from bot.league.corrections import CorrectionFault
from bot.league.league_checks import LeagueFault
from bot.league.schedule.schedule import ScheduleFault

# People and permissions


@dataclass(frozen=True, slots=True)
class OnlyOrganisers:
    """The role of the organisers (a Discord id); None if only members with Manage Server organise."""

    role: int | None


@dataclass(frozen=True, slots=True)
class OnlyManagersChoose:
    """The person may organise, but only a member with Manage Server chooses the role of the organisers."""


@dataclass(frozen=True, slots=True)
class NoRoleChosen:
    """There is a reason for another role, but neither a role nor that there is none."""


@dataclass(frozen=True, slots=True)
class PersonUnknown:
    """The bot does not know this person."""


@dataclass(frozen=True, slots=True)
class NotMembers:
    """These Discord ids are bots or not members of the server."""

    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotMentioned:
    """This text is not a mention of a person."""

    text: str


@dataclass(frozen=True, slots=True)
class TooManyCompared:
    most: int


@dataclass(frozen=True, slots=True)
class StillSeated:
    """The person is at these tables; their data cannot be deleted now."""

    tables: tuple[int, ...]


# Leagues


@dataclass(frozen=True, slots=True)
class NoSuchLeague:
    """`known` are the names of the server's leagues."""

    name: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WhichLeague:
    """No league was named, and the server has several."""

    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoLeagueYet:
    """The server has no league."""


@dataclass(frozen=True, slots=True)
class FaultyLeague:
    """The league cannot be stored with these faults."""

    faults: tuple[LeagueFault, ...]


@dataclass(frozen=True, slots=True)
class LeagueEdited:
    """Somebody else changed the league since it was read for this change."""

    name: str


@dataclass(frozen=True, slots=True)
class LeagueArchived:
    name: str


@dataclass(frozen=True, slots=True)
class NothingToChange:
    """The league is already as requested."""

    league: str


@dataclass(frozen=True, slots=True)
class OptionsContradict:
    """Two options of a command contradict each other; each is a name, or a name with its value (`change:remove`)."""

    first: str
    second: str


# Seasons


@dataclass(frozen=True, slots=True)
class TooManyLeaderboards:
    """So many leaderboards by game or date are being computed for the server already."""

    count: int


@dataclass(frozen=True, slots=True)
class TooManyExports:
    """So many exports are being written for the server, or wait for that."""

    count: int


@dataclass(frozen=True, slots=True)
class NoSuchSeason:
    """`known` are the names, or the numbers, of the league's seasons."""

    typed: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonNameTaken:
    name: str


@dataclass(frozen=True, slots=True)
class SeasonNameTooLong:
    most: int


@dataclass(frozen=True, slots=True)
class SeasonNameIsNumber:
    """A name of digits would be read as the number of a season."""

    name: str


@dataclass(frozen=True, slots=True)
class SeasonEmpty:
    """No match has counted in the running season, which began at `begin` (epoch ms)."""

    league: str
    begin: int


@dataclass(frozen=True, slots=True)
class SeasonEndNotUnderstood:
    """The text does not say when seasons end."""

    typed: str


@dataclass(frozen=True, slots=True)
class DayNotUnderstood:
    typed: str


@dataclass(frozen=True, slots=True)
class TimeSkipped:
    """The time doesn't exist in this time zone: the clocks are changed over it."""

    typed: str
    zone: str


@dataclass(frozen=True, slots=True)
class DayInTheFuture:
    """The day has not begun; `day` counts as in `bot/league/days.py`."""

    day: int


# Questions and undoing


@dataclass(frozen=True, slots=True)
class QuestionTooOld:
    """The question was asked too long ago."""


@dataclass(frozen=True, slots=True)
class SeasonOverAlready:
    """The season that was to end, by its number, is no longer the running one."""

    league: str
    season: int


@dataclass(frozen=True, slots=True)
class AlreadyUndone:
    """Somebody has already undone this."""

    league: str


@dataclass(frozen=True, slots=True)
class TooLateToUndo:
    """It could be undone until this time (epoch ms)."""

    until: int


@dataclass(frozen=True, slots=True)
class SeasonEndedSince:
    """The season after the one that is to be reopened has ended too."""

    league: str


@dataclass(frozen=True, slots=True)
class LeagueEditedSince:
    """The rules of the league have changed since the season ended, so it would count in another way."""

    league: str


@dataclass(frozen=True, slots=True)
class NameTakenSince:
    """Another league has the name of the archived one."""

    league: str


@dataclass(frozen=True, slots=True)
class ScheduleOpened:
    """A table of the new schedule has been opened, so it can't be undone."""

    league: str


# Corrections


@dataclass(frozen=True, slots=True)
class NoSuchMatch:
    """No finished match of this server has the number."""

    number: int


@dataclass(frozen=True, slots=True)
class MatchBrokenOff:
    """The match was broken off by an organiser, so it has no result."""

    number: int


@dataclass(frozen=True, slots=True)
class NotCorrected:
    """The correction does not fit the match."""

    match: int
    fault: CorrectionFault


@dataclass(frozen=True, slots=True)
class NobodyNamed:
    """The command needs one of these two options: a Discord user, or a player of the match."""

    user: str
    player: str


@dataclass(frozen=True, slots=True)
class SecondNotNamed:
    """A swap needs a second person, named in one of these options."""

    user: str
    player: str


@dataclass(frozen=True, slots=True)
class NotInMatch:
    """The text names none, or several, of these people of the match."""

    typed: str
    match: int
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReasonMissing:
    """A correction, a protest or an answer needs a text."""


@dataclass(frozen=True, slots=True)
class ReasonTooLong:
    most: int


# Protests


@dataclass(frozen=True, slots=True)
class NotYourMatch:
    """Only the players of a match protest against its result."""

    match: int


@dataclass(frozen=True, slots=True)
class AlreadyProtested:
    """A person protests once against a match."""

    match: int


@dataclass(frozen=True, slots=True)
class NoOpenProtest:
    """The protest against this match has been answered, or was never made."""

    match: int


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """The voided match of a schedule can't be reinstated: it has been played again, or is being played, as `again`."""

    match: int
    again: int


# Making a schedule


@dataclass(frozen=True, slots=True)
class NotScheduled:
    """No schedule can be made from these options."""

    fault: ScheduleFault


@dataclass(frozen=True, slots=True)
class TooManyForTheGame:
    """A table of the schedule would have more people than the game allows."""

    people: int
    most: int


@dataclass(frozen=True, slots=True)
class TooFewForTheGame:
    """A table of the schedule would have fewer people than the game needs."""

    people: int
    least: int


@dataclass(frozen=True, slots=True)
class VariantDoesNotCount:
    """Matches of this variant (its title) do not count in the league."""

    variant: str
    league: str


@dataclass(frozen=True, slots=True)
class NoPointsForTables:
    """The league has no points for tables of these sizes."""

    sizes: tuple[int, ...]
    league: str


@dataclass(frozen=True, slots=True)
class RoundsFixed:
    """The people determine the rounds of a round robin; only larger tables have a chosen number of rounds."""


@dataclass(frozen=True, slots=True)
class DatesDoNotFit:
    """There must be one date for each round."""

    rounds: int
    dates: int


@dataclass(frozen=True, slots=True)
class DatePassed:
    """The date of the round (epoch ms) has passed, or is before that of the previous round."""

    round: int
    at: int


@dataclass(frozen=True, slots=True)
class ScheduleInProgress:
    """The league has a schedule that is not finished: `played` of its `fixtures` have been played."""

    played: int
    fixtures: int


@dataclass(frozen=True, slots=True)
class ScheduleChanged:
    """Somebody made or played another schedule of the league while this one was made."""

    league: str


# Playing a schedule


@dataclass(frozen=True, slots=True)
class NoSchedule:
    """The league has no schedule."""

    name: str


@dataclass(frozen=True, slots=True)
class NoSuchFixture:
    number: int


@dataclass(frozen=True, slots=True)
class NotYourFixture:
    """The fixture is for these people."""

    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScheduleReplaced:
    """A newer schedule has replaced the one of this fixture."""


@dataclass(frozen=True, slots=True)
class LeagueChannelGone:
    """The league's only channel has been deleted, or the bot cannot use it."""

    channel: int


@dataclass(frozen=True, slots=True)
class FixtureHasTable:
    """The fixture has an open table."""

    table: int


@dataclass(frozen=True, slots=True)
class FixturePlayed:
    match: int


@dataclass(frozen=True, slots=True)
class PlayerDeleted:
    """The data of a player of the fixture has been deleted, so it cannot be played."""


# A match that counts


@dataclass(frozen=True, slots=True)
class NoMatchCounts:
    """No game of the league can be played so that it counts: it is too short, or there are no points for its players."""

    league: str


LeagueRefusal = (
    OnlyOrganisers
    | OnlyManagersChoose
    | NoRoleChosen
    | PersonUnknown
    | NotMembers
    | NotMentioned
    | TooManyCompared
    | StillSeated
    | NoSuchLeague
    | WhichLeague
    | NoLeagueYet
    | FaultyLeague
    | LeagueArchived
    | LeagueEdited
    | NothingToChange
    | OptionsContradict
    | NoSuchSeason
    | TooManyExports
    | TooManyLeaderboards
    | SeasonNameTaken
    | SeasonNameTooLong
    | SeasonNameIsNumber
    | SeasonEmpty
    | SeasonEndNotUnderstood
    | DayNotUnderstood
    | TimeSkipped
    | DayInTheFuture
    | QuestionTooOld
    | SeasonOverAlready
    | AlreadyUndone
    | TooLateToUndo
    | SeasonEndedSince
    | LeagueEditedSince
    | NameTakenSince
    | ScheduleOpened
    | NoSuchMatch
    | MatchBrokenOff
    | NotCorrected
    | NobodyNamed
    | SecondNotNamed
    | NotInMatch
    | NotYourMatch
    | PlayedAgain
    | AlreadyProtested
    | NoOpenProtest
    | ReasonMissing
    | ReasonTooLong
    | NotScheduled
    | TooManyForTheGame
    | TooFewForTheGame
    | VariantDoesNotCount
    | NoPointsForTables
    | RoundsFixed
    | DatesDoNotFit
    | DatePassed
    | ScheduleChanged
    | ScheduleInProgress
    | NoSchedule
    | NoSuchFixture
    | NotYourFixture
    | ScheduleReplaced
    | LeagueChannelGone
    | FixtureHasTable
    | FixturePlayed
    | PlayerDeleted
    | NoMatchCounts
)


class LeagueRefused(Exception):  # noqa: N818  (named like IllegalMove)
    """A request about leagues or results was refused, and nothing has changed."""

    def __init__(self, refusal: LeagueRefusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal
