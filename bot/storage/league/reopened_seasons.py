"""The transaction that undoes the end of a season: it is the running one again, with everything that was played since."""

from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, delete, select, update

from bot.competition.ports import EndedSeason
from bot.competition.refusals import AlreadyUndone, LeagueArchived
from bot.league.league import League
from bot.league.organiser_actions import NewLine
from bot.league.seasons import Season, scheduled_end
from bot.storage.league.league_rows import decode_league
from bot.storage.league.organiser_log import add_line
from bot.storage.league.posts import withdraw_season
from bot.storage.league.schedule.fixtures import advance_schedules_of_league
from bot.storage.league.servers import advance_revision
from bot.storage.schema.leagues import leagues, seasons
from bot.wording.sentence import Code, Refusal, Refused, Typed

_LEAGUE = select(leagues.c.definition, leagues.c.archived).where(leagues.c.number == bindparam("of_number"))
_SEASONS = (
    select(seasons.c.number, seasons.c.begin, seasons.c.end, seasons.c.definition)
    .where(seasons.c.league == bindparam("of_number"), seasons.c.number >= bindparam("of_season"))
    .order_by(seasons.c.number)
)
_ONE = (seasons.c.league == bindparam("of_number"), seasons.c.number == bindparam("of_season"))
_DELETE = delete(seasons).where(*_ONE)
_REOPEN = (
    update(seasons).where(*_ONE).values(end=None, name="", due=bindparam("is_due"), definition=None, final=None, command=None)
)
_RESTORE = update(leagues).where(leagues.c.number == bindparam("of_number")).values(archived=None)


class SeasonEndedSince(Refusal):
    """The season after the one that is to be reopened has ended too."""

    league: Typed
    sentence = "Another season of {league} has ended since then, so this can't be undone."


class LeagueEditedSince(Refusal):
    """The rules of the league have changed since the season ended, so it would count in another way."""

    league: Typed
    command: Code = "/league edit"
    sentence = (
        "The rules of {league} have changed since then, so the season would count differently. "
        "Change them back first with {command}."
    )


def reopen_season(connection: Connection, ended: EndedSeason, *, at: int, line: NewLine, is_archived: bool) -> None:
    """Reopen a season and delete the empty row of the one after it; if the league `is_archived`, restore it, too.

    Raise Refused if that has been done, or if something has happened that it would contradict.
    """
    about = {"of_number": ended.league, "of_season": ended.season}
    definition, archived = connection.execute(_LEAGUE, about).one()
    league, (season, *later) = decode_league(definition), connection.execute(_SEASONS, about).all()
    if season.end != ended.at:
        raise Refused(AlreadyUndone(league.name))
    if archived is not None and not is_archived:
        raise Refused(LeagueArchived(league.name))
    if len(later) != (not is_archived) or any(one.end is not None for one in later):
        raise Refused(SeasonEndedSince(league.name))
    if _rules(decode_league(season.definition), league) != league:
        raise Refused(LeagueEditedSince(league.name))
    for one in later:
        connection.execute(_DELETE, {"of_number": ended.league, "of_season": one.number})
    due = scheduled_end(league, Season(season.number, season.begin), now=at)
    connection.execute(_REOPEN, about | {"is_due": due})
    withdraw_season(connection, ended.league, ended.season)
    if is_archived:
        connection.execute(_RESTORE, about)
        advance_schedules_of_league(connection, ended.league)
    advance_revision(connection, league.server)
    add_line(connection, line)


def _rules(league: League, now: League) -> League:
    """Return the league with what doesn't change how it counts as it is `now`."""
    return replace(league, name=now.name, season_end=now.season_end, announcements=now.announcements)
