"""The reasons why a request about leagues and results is refused, each with its facts.

`bot/messages/league/refusals.py` has the sentences.
"""

from bot.league.corrections import CorrectionFault
from bot.league.league_checks import LeagueFault
from bot.league.schedule.schedule import ScheduleFault
from bot.wording.sentence import Refusal

# People and permissions


class OnlyOrganisers(Refusal):
    """The role of the organisers (a Discord id); None if only members with Manage Server organise."""

    role: int | None


class OnlyManagersChoose(Refusal):
    """The person may organise, but only a member with Manage Server chooses the role of the organisers."""


class NoRoleChosen(Refusal):
    """There is a reason for another role, but neither a role nor that there is none."""


class PersonUnknown(Refusal):
    """The bot does not know this person."""


class NotMembers(Refusal):
    """These Discord ids are bots or not members of the server."""

    ids: tuple[int, ...]


class NotMentioned(Refusal):
    """This text is not a mention of a person."""

    text: str


class TooManyCompared(Refusal):
    most: int


class StillSeated(Refusal):
    """The person is at these tables; their data cannot be deleted now."""

    tables: tuple[int, ...]


# Leagues


class NoSuchLeague(Refusal):
    """`known` are the names of the server's leagues."""

    name: str
    known: tuple[str, ...]


class WhichLeague(Refusal):
    """No league was named, and the server has several."""

    known: tuple[str, ...]


class NoLeagueYet(Refusal):
    """The server has no league."""


class FaultyLeague(Refusal):
    """The league cannot be stored with these faults."""

    faults: tuple[LeagueFault, ...]


class LeagueEdited(Refusal):
    """Somebody else changed the league since it was read for this change."""

    name: str


class LeagueArchived(Refusal):
    name: str


class NothingToChange(Refusal):
    """The league is already as requested."""

    league: str


class OptionsContradict(Refusal):
    """Two options of a command contradict each other; each is a name, or a name with its value (`change:remove`)."""

    first: str
    second: str


# Seasons


class TooManyLeaderboards(Refusal):
    """So many leaderboards by game or date are being computed for the server already."""

    count: int


class TooManyExports(Refusal):
    """So many exports are being written for the server, or wait for that."""

    count: int


class NoSuchSeason(Refusal):
    """`known` are the names, or the numbers, of the league's seasons."""

    typed: str
    known: tuple[str, ...]


class SeasonNameTaken(Refusal):
    name: str


class SeasonNameTooLong(Refusal):
    most: int


class SeasonNameIsNumber(Refusal):
    """A name of digits would be read as the number of a season."""

    name: str


class SeasonEmpty(Refusal):
    """No match has counted in the running season, which began at `begin` (epoch ms)."""

    league: str
    begin: int


class SeasonEndNotUnderstood(Refusal):
    """The text does not say when seasons end."""

    typed: str


class DayNotUnderstood(Refusal):
    typed: str


class TimeSkipped(Refusal):
    """The time doesn't exist in this time zone: the clocks are changed over it."""

    typed: str
    zone: str


class DayInTheFuture(Refusal):
    """The day has not begun; `day` counts as in `bot/league/days.py`."""

    day: int


# Questions and undoing


class QuestionTooOld(Refusal):
    """The question was asked too long ago."""


class SeasonOverAlready(Refusal):
    """The season that was to end, by its number, is no longer the running one."""

    league: str
    season: int


class AlreadyUndone(Refusal):
    """Somebody has already undone this."""

    league: str


class TooLateToUndo(Refusal):
    """It could be undone until this time (epoch ms)."""

    until: int


class SeasonEndedSince(Refusal):
    """The season after the one that is to be reopened has ended too."""

    league: str


class LeagueEditedSince(Refusal):
    """The rules of the league have changed since the season ended, so it would count in another way."""

    league: str


class NameTakenSince(Refusal):
    """Another league has the name of the archived one."""

    league: str


class ScheduleOpened(Refusal):
    """A table of the new schedule has been opened, so it can't be undone."""

    league: str


# Corrections


class NoSuchMatch(Refusal):
    """No finished match of this server has the number."""

    number: int


class MatchBrokenOff(Refusal):
    """The match was broken off by an organiser, so it has no result."""

    number: int


class NotCorrected(Refusal):
    """The correction does not fit the match."""

    match: int
    fault: CorrectionFault


class NobodyNamed(Refusal):
    """The command needs one of these two options: a Discord user, or a player of the match."""

    user: str
    player: str


class SecondNotNamed(Refusal):
    """A swap needs a second person, named in one of these options."""

    user: str
    player: str


class NotInMatch(Refusal):
    """The text names none, or several, of these people of the match."""

    typed: str
    match: int
    people: tuple[int, ...]


class ReasonMissing(Refusal):
    """A correction, a protest or an answer needs a text."""


class ReasonTooLong(Refusal):
    most: int


# Protests


class NotYourMatch(Refusal):
    """Only the players of a match protest against its result."""

    match: int


class AlreadyProtested(Refusal):
    """A person protests once against a match."""

    match: int


class NoOpenProtest(Refusal):
    """The protest against this match has been answered, or was never made."""

    match: int


class PlayedAgain(Refusal):
    """The voided match of a schedule can't be reinstated: it has been played again, or is being played, as `again`."""

    match: int
    again: int


# Making a schedule


class NotScheduled(Refusal):
    """No schedule can be made from these options."""

    fault: ScheduleFault


class TooManyForTheGame(Refusal):
    """A table of the schedule would have more people than the game allows."""

    people: int
    most: int


class TooFewForTheGame(Refusal):
    """A table of the schedule would have fewer people than the game needs."""

    people: int
    least: int


class VariantDoesNotCount(Refusal):
    """Matches of this variant (its title) do not count in the league."""

    variant: str
    league: str


class NoPointsForTables(Refusal):
    """The league has no points for tables of these sizes."""

    sizes: tuple[int, ...]
    league: str


class RoundsFixed(Refusal):
    """The people determine the rounds of a round robin; only larger tables have a chosen number of rounds."""


class DatesDoNotFit(Refusal):
    """There must be one date for each round."""

    rounds: int
    dates: int


class DatePassed(Refusal):
    """The date of the round (epoch ms) has passed, or is before that of the previous round."""

    round: int
    at: int


class ScheduleInProgress(Refusal):
    """The league has a schedule that is not finished: `played` of its `fixtures` have been played."""

    played: int
    fixtures: int


class ScheduleChanged(Refusal):
    """Somebody made or played another schedule of the league while this one was made."""

    league: str


# Playing a schedule


class NoSchedule(Refusal):
    """The league has no schedule."""

    name: str


class NoSuchFixture(Refusal):
    number: int


class NotYourFixture(Refusal):
    """The fixture is for these people."""

    people: tuple[int, ...]


class ScheduleReplaced(Refusal):
    """A newer schedule has replaced the one of this fixture."""


class LeagueChannelGone(Refusal):
    """The league's only channel has been deleted, or the bot cannot use it."""

    channel: int


class FixtureHasTable(Refusal):
    """The fixture has an open table."""

    table: int


class FixturePlayed(Refusal):
    match: int


class PlayerDeleted(Refusal):
    """The data of a player of the fixture has been deleted, so it cannot be played."""


# A match that counts


class NoMatchCounts(Refusal):
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
