"""The leagues of servers with their seasons, and the role of their organisers."""

from dataclasses import replace

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.competition.ports import EndedSeason, OrganiserCommand, StoredLeague
from bot.competition.refusals import LeagueArchived, LeagueEdited
from bot.league.league import League
from bot.league.league_checks import LeagueNameTaken
from bot.league.organiser_actions import NewLine, RoleChosen
from bot.league.seasons import Season, SeasonTable, scheduled_end
from bot.storage.database import Database
from bot.storage.league.league_rows import LEAGUE_COLUMNS, decode_leagues, encode_league
from bot.storage.league.organiser_log import add_line
from bot.storage.league.posts import Post, PostKind, add_posts
from bot.storage.league.reopened_seasons import reopen_season
from bot.storage.league.schedule.fixtures import advance_schedules_of_league
from bot.storage.league.season_table_rows import encode_season_table, read_season_tables, read_table_of_command
from bot.storage.league.servers import advance_revision, read_organisers, read_revision, save_organisers
from bot.storage.schema.leagues import leagues, seasons
from bot.wording.sentence import Code, Refusal, Refusals, Refused, Typed

_LEAGUES = (
    select(*LEAGUE_COLUMNS)
    .join_from(leagues, seasons)
    .order_by(leagues.c.archived.is_not(None), leagues.c.key, leagues.c.number, seasons.c.number)
)
_OF_LEAGUE = _LEAGUES.where(leagues.c.number == bindparam("of_number"))
_OF_SERVER = _LEAGUES.where(leagues.c.server == bindparam("of_server"))
DUE = _LEAGUES.where(seasons.c.end.is_(None), seasons.c.due <= bindparam("until")).order_by(None).order_by(seasons.c.due)
_ADD, _ADD_SEASON = insert(leagues).returning(leagues.c.number), insert(seasons)
_OF_NUMBER = leagues.c.number == bindparam("of_number")
_CHANGE = update(leagues).where(_OF_NUMBER)
_RUNNING = (seasons.c.league == bindparam("of_number"), seasons.c.end.is_(None))
_CHANGE_SEASON = update(seasons).where(*_RUNNING)


class NameTakenSince(Refusal):
    """Another league has the name of the archived one."""

    league: Typed
    command: Code = "/league edit"
    sentence = "Another league is called “{league}” now. Rename it first with {command}."


class StoredLeagues:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def server_leagues(self, server: int) -> list[StoredLeague]:
        about = {"of_server": server}
        return await self._database.read(lambda connection: decode_leagues(connection.execute(_OF_SERVER, about)))

    async def add(self, league: League, season: Season, *, at: int, line: NewLine | None = None) -> int:
        about = {"server": league.server, "key": league.key, "definition": encode_league(league), "created": at}

        def work(connection: Connection) -> int:
            number: int = connection.execute(_ADD, about | {"archived": None}).scalar_one()
            _begin_season(connection, number, league, season)
            if line is not None:
                add_line(connection, replace(line, leagues=(number,)))
            return number

        try:
            return await self._database.transaction(work)
        except IntegrityError as error:
            raise _name_taken(league) from error

    async def change(
        self,
        number: int,
        league: League,
        *,
        at: int,
        based_on: League | None = None,
        season: int | None = None,
        line: NewLine | None = None,
    ) -> None:
        about = {"of_number": number, "key": league.key, "definition": encode_league(league)}

        def work(connection: Connection) -> None:
            (stored,) = decode_leagues(connection.execute(_OF_LEAGUE, {"of_number": number}))
            if stored.archived_at is not None:
                raise Refused(LeagueArchived(stored.name))
            if based_on not in (None, stored.league) or season not in (None, stored.season.number):
                raise Refused(LeagueEdited(stored.name))
            connection.execute(_CHANGE, about)
            if (stored.league.season_end, stored.league.zone) != (league.season_end, league.zone):
                ends = scheduled_end(league, stored.season, now=at)
                connection.execute(_CHANGE_SEASON, {"of_number": number, "due": ends})
            if (stored.league.name, stored.league.scheme) != (league.name, league.scheme):
                advance_schedules_of_league(connection, number)
            advance_revision(connection, league.server)
            if line is not None:
                add_line(connection, line)

        try:
            await self._database.transaction(work)
        except IntegrityError as error:
            raise _name_taken(league) from error

    async def end_season(
        self,
        revision: int,
        stored: StoredLeague,
        final: SeasonTable,
        following: Season | None,
        *,
        at: int,
        command: OrganiserCommand | None = None,
        line: NewLine | None = None,
    ) -> bool:
        over = {
            "of_number": stored.number,
            "end": final.season.end,
            "name": final.season.name,
            "due": None,
            "definition": encode_league(stored.league),
            "final": encode_season_table(final),
            "command": None if command is None else command.interaction,
        }
        channel = None if command is None else command.channel
        post = Post(
            PostKind.SEASON, stored.number, str(final.season.number), stored.league.server, channel, at=final.season.end or at
        )

        def work(connection: Connection) -> bool:
            if read_revision(connection, stored.league.server) != revision:
                return False
            connection.execute(_CHANGE_SEASON, over)
            add_posts(connection, [post])
            if line is not None:
                add_line(connection, line)
            if following is None:
                connection.execute(_CHANGE, {"of_number": stored.number, "archived": at})
                advance_schedules_of_league(connection, stored.number)
                advance_revision(connection, stored.league.server)
            else:
                _begin_season(connection, stored.number, stored.league, following)
            return True

        return await self._database.transaction(work)

    async def season_ended_by(self, number: int, command: int) -> SeasonTable | None:
        return await self._database.read(lambda connection: read_table_of_command(connection, number, command))

    async def season_tables(self, number: int) -> list[SeasonTable]:
        return await self._database.read(lambda connection: read_season_tables(connection, number))

    async def due_leagues(self, until: int) -> list[StoredLeague]:
        return await self._database.read(lambda connection: decode_leagues(connection.execute(DUE, {"until": until})))

    async def reopen_season(self, ended: EndedSeason, *, at: int, line: NewLine, is_archived: bool) -> None:
        try:
            await self._database.transaction(
                lambda connection: reopen_season(connection, ended, at=at, line=line, is_archived=is_archived)
            )
        except IntegrityError as error:
            raise Refused(NameTakenSince(ended.name)) from error

    async def organiser_role(self, server: int) -> int | None:
        return await self._database.read(lambda connection: read_organisers(connection, server))

    async def set_organiser_role(self, server: int, role: int | None, line: NewLine | None = None) -> None:
        """Store the Discord id of their role; None: only members who can manage the server."""

        def work(connection: Connection) -> None:
            before = read_organisers(connection, server)
            save_organisers(connection, server, role)
            if line is not None and before != role:
                add_line(connection, replace(line, what=RoleChosen(before, role)))

        await self._database.transaction(work)


def _begin_season(connection: Connection, number: int, league: League, season: Season) -> None:
    """Insert a season."""
    about = {"league": number, "number": season.number, "begin": season.begin, "end": season.end, "name": season.name}
    connection.execute(_ADD_SEASON, about | {"due": scheduled_end(league, season), "definition": None, "final": None})
    advance_revision(connection, league.server)


def _name_taken(league: League) -> Refused:
    return Refused(Refusals((LeagueNameTaken(league.name),)))
