"""The leagues of servers, their seasons with the tables of those that have ended, and who organises them."""

from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, Row, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.competition.ports import OrganiserCommand, ServerState, StoredLeague
from bot.competition.refusals import FaultyLeague, LeagueRefused
from bot.league.league import League
from bot.league.league_checks import LeagueNameTaken
from bot.league.seasons import FinalTable, Season, scheduled_end
from bot.league.totals import Total
from bot.storage.database import Database
from bot.storage.league.cached_totals import delete_totals, read_season_totals
from bot.storage.league.fixtures import advance_schedules_of_league
from bot.storage.league.season_terms import SEASON_COLUMNS, decode_league, encode_league
from bot.storage.league.servers import advance_revision, read_organisers, read_server_state, save_organisers
from bot.storage.schema.leagues import leagues, seasons
from bot.storage.schema.results import results

_LEAGUES = (
    select(leagues.c.number, leagues.c.definition, leagues.c.created, leagues.c.archived, seasons.c.due, *SEASON_COLUMNS)
    .join_from(leagues, seasons)
    .order_by(leagues.c.archived.is_not(None), leagues.c.key, leagues.c.number, seasons.c.number)
)
_OF_LEAGUE = _LEAGUES.where(leagues.c.number == bindparam("of_number"))
_OF_SERVER = _LEAGUES.where(leagues.c.server == bindparam("of_server"))
_DUE = _LEAGUES.where(seasons.c.end.is_(None), seasons.c.due <= bindparam("until")).order_by(None).order_by(seasons.c.due)
_ADD, _ADD_SEASON = insert(leagues).returning(leagues.c.number), insert(seasons)
_OF_NUMBER = leagues.c.number == bindparam("of_number")
_SERVER = select(leagues.c.server).where(_OF_NUMBER)
_CHANGE = update(leagues).where(_OF_NUMBER)
_RUNNING = (seasons.c.league == bindparam("of_number"), seasons.c.end.is_(None))
_CHANGE_SEASON = update(seasons).where(*_RUNNING)
_FINAL_TABLES = (
    select(seasons.c.final)
    .where(seasons.c.league == bindparam("of_number"), seasons.c.final.is_not(None))
    .order_by(seasons.c.number.desc())
)
_UNTOLD = (
    select(
        leagues.c.number,
        leagues.c.definition,
        leagues.c.created,
        leagues.c.archived,
        seasons.c.due,
        *SEASON_COLUMNS,
        seasons.c.final,
    )
    .join_from(leagues, seasons)
    .where(~seasons.c.told, seasons.c.end.is_not(None))
    .order_by(seasons.c.end, leagues.c.number)
)
_SEASON = (seasons.c.league == bindparam("of_number"), seasons.c.number == bindparam("of_season"))
_TOLD = update(seasons).where(*_SEASON).values(told=True)
_ASKED_IN = select(seasons.c.channel).where(*_SEASON)
_ENDED_BY = select(seasons.c.final).where(seasons.c.league == bindparam("of_number"), seasons.c.command == bindparam("command"))
_LATER = (
    select(results.c.table).where(results.c.server == bindparam("of_server"), results.c.ended >= bindparam("begin")).limit(1)
)

_encoder = msgspec.json.Encoder()
_final: msgspec.json.Decoder[FinalTable] = msgspec.json.Decoder(FinalTable)


class StoredLeagues:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def server_leagues(self, server: int) -> tuple[ServerState, list[StoredLeague]]:
        """By name, those in use before the archived ones."""

        def read(connection: Connection) -> tuple[ServerState, list[StoredLeague]]:
            return read_server_state(connection, server), _stored(connection.execute(_OF_SERVER, {"of_server": server}))

        return await self._database.transaction(read)

    async def add(self, league: League, season: Season, *, at: int) -> int:
        """Its number. Raises LeagueRefused for a name that is taken."""
        about = {"server": league.server, "key": league.key, "definition": encode_league(league), "created": at}

        def work(connection: Connection) -> int:
            number: int = connection.execute(_ADD, about | {"archived": None}).scalar_one()
            _begin_season(connection, number, league, season)
            return number

        try:
            return await self._database.transaction(work)
        except IntegrityError as error:
            raise _name_taken(league) from error

    async def change(self, number: int, league: League, *, at: int) -> None:
        """How it counts from now on, its running season included. Raises LeagueRefused for a name that is taken."""
        about = {"of_number": number, "key": league.key, "definition": encode_league(league)}

        def work(connection: Connection) -> None:
            (stored,) = _stored(connection.execute(_OF_LEAGUE, {"of_number": number}))
            connection.execute(_CHANGE, about)
            if (stored.league.season_end, stored.league.zone) != (league.season_end, league.zone):
                ends = scheduled_end(league, stored.season, now=at)
                connection.execute(_CHANGE_SEASON, {"of_number": number, "due": ends})
            if stored.league.name != league.name:
                advance_schedules_of_league(connection, number)
            advance_revision(connection, league.server, stale=True)

        try:
            await self._database.transaction(work)
        except IntegrityError as error:
            raise _name_taken(league) from error

    async def end_season(
        self,
        state: ServerState,
        stored: StoredLeague,
        final: FinalTable,
        following: Season | None,
        *,
        at: int,
        command: OrganiserCommand | None = None,
    ) -> bool:
        """Keeps the table; the next season begins, or, without one, the league is archived. False: the state is another."""
        over = {
            "of_number": stored.number,
            "end": final.season.end,
            "name": final.season.name,
            "due": None,
            "definition": encode_league(stored.league),
            "final": _encoder.encode(final).decode(),
            "command": None if command is None else command.interaction,
            "channel": None if command is None else command.channel,
        }

        def work(connection: Connection) -> bool:
            if read_server_state(connection, stored.league.server) != state:
                return False
            connection.execute(_CHANGE_SEASON, over)
            delete_totals(connection, stored.number)
            if following is None:
                connection.execute(_CHANGE, {"of_number": stored.number, "archived": at})
                advance_schedules_of_league(connection, stored.number)
                advance_revision(connection, stored.league.server, stale=False)
            else:
                _begin_season(connection, stored.number, stored.league, following)
            return True

        return await self._database.transaction(work)

    async def season_ended_by(self, number: int, command: int) -> FinalTable | None:
        """The table of the season that this command has ended."""
        about = {"of_number": number, "command": command}
        text = await self._database.transaction(lambda connection: connection.execute(_ENDED_BY, about).scalar())
        return None if text is None else _final.decode(text)

    async def final_tables(self, number: int) -> list[FinalTable]:
        """Those that have ended, the newest first."""
        rows = await self._database.transaction(
            lambda connection: connection.execute(_FINAL_TABLES, {"of_number": number}).scalars().all()
        )
        return [_final.decode(text) for text in rows if text is not None]

    async def due_leagues(self, until: int) -> list[StoredLeague]:
        """Whose running season should have ended by then, the earliest first."""
        return await self._database.transaction(lambda connection: _stored(connection.execute(_DUE, {"until": until})))

    async def unposted_tables(self) -> list[tuple[StoredLeague, FinalTable]]:
        """The tables of seasons that have ended, and were not posted yet; the oldest first."""
        rows = await self._database.transaction(lambda connection: connection.execute(_UNTOLD).all())
        return [(_stored([row[:-1]])[0], _final.decode(row[-1] or "")) for row in rows]

    async def mark_posted(self, number: int, season: int) -> None:
        """The table of this season has been posted."""

        def work(connection: Connection) -> None:
            connection.execute(_TOLD, {"of_number": number, "of_season": season})

        await self._database.transaction(work)

    async def season_end_channel(self, number: int, season: int) -> int | None:
        """The channel in which an organiser ended this season."""
        about = {"of_number": number, "of_season": season}
        return await self._database.transaction(lambda connection: connection.execute(_ASKED_IN, about).scalar())

    async def totals(self, number: int, season: int) -> tuple[ServerState, dict[int, Total]]:
        """By person."""

        def read(connection: Connection) -> tuple[ServerState, dict[int, Total]]:
            server = connection.execute(_SERVER, {"of_number": number}).scalar_one()
            return read_server_state(connection, server), read_season_totals(connection, number, season)

        return await self._database.transaction(read)

    async def organiser_role(self, server: int) -> int | None:
        """The Discord id of their role."""
        return await self._database.transaction(lambda connection: read_organisers(connection, server))

    async def set_organiser_role(self, server: int, role: int | None) -> None:
        """None: only who may manage the server."""
        await self._database.transaction(lambda connection: save_organisers(connection, server, role))


def _begin_season(connection: Connection, number: int, league: League, season: Season) -> None:
    """Where matches have ended since, the season's totals are to be made anew."""
    about = {"league": number, "number": season.number, "begin": season.begin, "end": season.end, "name": season.name}
    connection.execute(
        _ADD_SEASON, about | {"due": scheduled_end(league, season), "definition": None, "final": None, "told": False}
    )
    later = connection.execute(_LATER, {"of_server": league.server, "begin": season.begin}).first()
    advance_revision(connection, league.server, stale=later is not None)


_Stored = tuple[int, str, int, int | None, int | None, int, int, int | None, str]


def _stored(
    rows: Iterable[_Stored | Row[int, str, int, int | None, int | None, int, int, int | None, str]],
) -> list[StoredLeague]:
    """A row a season, of which each league's last one stays."""
    found: dict[int, StoredLeague] = {}
    for number, definition, created, archived, ends, nth, begin, end, name in rows:
        found[number] = StoredLeague(number, decode_league(definition), Season(nth, begin, end, name), created, archived, ends)
    return list(found.values())


def _name_taken(league: League) -> LeagueRefused:
    return LeagueRefused(FaultyLeague((LeagueNameTaken(league.name),)))
