"""Why a request about leagues and results is refused: one record for each reason, with its facts."""

from dataclasses import dataclass

from bot.league.corrections import CorrectionFault
from bot.league.league_checks import LeagueFault
from bot.league.schedule.schedule import ScheduleFault as ScheduleFault


@dataclass(frozen=True, slots=True)
class NoSuchLeague:
    """`known` are the names of the leagues that the server has."""

    name: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WhichLeague:
    """None was named, and the server has several."""

    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoLeagueYet:
    """The server has none."""


@dataclass(frozen=True, slots=True)
class FaultyLeague:
    """What is wrong with a league as somebody wants to have it."""

    faults: tuple[LeagueFault, ...]


@dataclass(frozen=True, slots=True)
class LeagueArchived:
    name: str


@dataclass(frozen=True, slots=True)
class NoSuchSeason:
    """`known` are the names, or the numbers, of the seasons that the league has had."""

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
    """Seasons have numbers: a name of digits would be taken for one."""

    name: str


@dataclass(frozen=True, slots=True)
class SeasonEmpty:
    """No match has counted in the league's running season, which began at `begin` (epoch ms)."""

    league: str
    begin: int


@dataclass(frozen=True, slots=True)
class NoSuchMatch:
    """No finished match of this server has the number."""

    number: int


@dataclass(frozen=True, slots=True)
class NotCorrected:
    """A match cannot be put right so."""

    match: int
    fault: CorrectionFault


@dataclass(frozen=True, slots=True)
class NobodyNamed:
    """Neither of two options of a command was used that say whom it is about: a Discord user, or somebody of the match."""

    user: str
    player: str


@dataclass(frozen=True, slots=True)
class NotInMatch:
    """What was typed is said of none, or of several, of the people of a match."""

    typed: str
    match: int
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReasonMissing:
    """Who puts a match right says why."""


@dataclass(frozen=True, slots=True)
class ReasonTooLong:
    most: int


@dataclass(frozen=True, slots=True)
class OnlyOrganisers:
    """`role` is the Discord id of the organisers' role; None where nobody has chosen one, so that it takes Manage Server."""

    role: int | None


@dataclass(frozen=True, slots=True)
class PersonUnknown:
    """The bot has never met this person."""


@dataclass(frozen=True, slots=True)
class TooManyCompared:
    most: int


@dataclass(frozen=True, slots=True)
class DayNotUnderstood:
    typed: str


@dataclass(frozen=True, slots=True)
class DayInTheFuture:
    """`since` names a day that has not come (counted as in `bot/league/days.py`)."""

    day: int


@dataclass(frozen=True, slots=True)
class StillSeated:
    """Who sits at a table cannot be forgotten; the numbers of his tables."""

    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotScheduled:
    """No schedule can be made of what was asked."""

    fault: ScheduleFault


@dataclass(frozen=True, slots=True)
class TooManyForTheGame:
    """The game of the schedule cannot be played by so many at a table."""

    people: int
    most: int


@dataclass(frozen=True, slots=True)
class TooFewForTheGame:
    """The game of the schedule takes more people than would sit at its smallest table."""

    people: int
    least: int


@dataclass(frozen=True, slots=True)
class GameDoesNotCount:
    """The matches of a schedule would not count in its league, by the game that is wanted."""

    game: str
    league: str


@dataclass(frozen=True, slots=True)
class NoPointsForTables:
    """The matches of a schedule would not count in its league: it has no points for so many people at a table."""

    sizes: tuple[int, ...]
    league: str


@dataclass(frozen=True, slots=True)
class DatesDoNotFit:
    """There must be a date for each round."""

    rounds: int
    dates: int


@dataclass(frozen=True, slots=True)
class DatePassed:
    """A round would be played at a moment (epoch ms) that has passed, or before the round that precedes it."""

    round: int
    at: int


@dataclass(frozen=True, slots=True)
class NotMembers:
    """Discord ids of people who cannot play: no members of this server, or programs."""

    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoSchedule:
    """The league has none."""

    name: str


@dataclass(frozen=True, slots=True)
class NoSuchFixture:
    number: int


@dataclass(frozen=True, slots=True)
class NotYourFixture:
    """Its people."""

    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScheduleReplaced:
    """The fixture is of a schedule that a newer one of its league has replaced."""


@dataclass(frozen=True, slots=True)
class LeagueChannelGone:
    """The league's only channel is gone, or closed to the bot."""

    channel: int


@dataclass(frozen=True, slots=True)
class FixtureHasTable:
    """Its table is open."""

    table: int


@dataclass(frozen=True, slots=True)
class PlayerDeleted:
    """One of the players of a fixture has asked to be forgotten: it can be played no more."""


@dataclass(frozen=True, slots=True)
class RoundsFixed:
    """A round robin has its rounds; a number of them is chosen at larger tables only."""


@dataclass(frozen=True, slots=True)
class FixturePlayed:
    match: int


@dataclass(frozen=True, slots=True)
class ScheduleInProgress:
    """The league has a schedule, of which so many of all fixtures have been played."""

    played: int
    fixtures: int


@dataclass(frozen=True, slots=True)
class SeasonEndNotUnderstood:
    """When a season is to end, as it was typed."""

    typed: str


@dataclass(frozen=True, slots=True)
class NotMentioned:
    """This was typed beside the mentions of people."""

    text: str


@dataclass(frozen=True, slots=True)
class OptionsContradict:
    """Two options of a command that contradict each other, by their names, or with what was typed: `change:remove`."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class NothingToChange:
    """Everything is as it was typed already."""

    league: str


LeagueRefusal = (
    NoSuchLeague
    | WhichLeague
    | NoLeagueYet
    | FaultyLeague
    | LeagueArchived
    | NoSuchSeason
    | SeasonNameTaken
    | SeasonNameTooLong
    | SeasonNameIsNumber
    | SeasonEmpty
    | NoSuchMatch
    | NotCorrected
    | NobodyNamed
    | NotInMatch
    | ReasonMissing
    | ReasonTooLong
    | OnlyOrganisers
    | PersonUnknown
    | TooManyCompared
    | DayNotUnderstood
    | DayInTheFuture
    | StillSeated
    | NotScheduled
    | TooManyForTheGame
    | TooFewForTheGame
    | GameDoesNotCount
    | NoPointsForTables
    | DatesDoNotFit
    | DatePassed
    | NotMembers
    | NoSchedule
    | NoSuchFixture
    | NotYourFixture
    | ScheduleReplaced
    | LeagueChannelGone
    | FixtureHasTable
    | FixturePlayed
    | PlayerDeleted
    | RoundsFixed
    | ScheduleInProgress
    | SeasonEndNotUnderstood
    | NotMentioned
    | OptionsContradict
    | NothingToChange
)


class LeagueRefused(Exception):  # noqa: N818  (as Refused)
    """A request about leagues or results was refused, and nothing has changed."""

    def __init__(self, refusal: LeagueRefusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal
