"""The rows of the log of organisers."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, func, insert, or_, select

from bot.competition.log_ports import CheckLine, LogPage
from bot.league.organiser_actions import (
    Action,
    BrokenOff,
    Corrected,
    LeagueArchived,
    LogLine,
    NewLine,
    PlayerRemoved,
    ProtestAnswered,
    Protested,
    ScheduleMade,
    SeasonEnded,
)
from bot.league.standings import Effect
from bot.storage.database import Database
from bot.storage.league.league_rows import decode_league
from bot.storage.league.posts import Post, PostKind, add_posts
from bot.storage.schema.game_tables import seatings, tables
from bot.storage.schema.leagues import leagues
from bot.storage.schema.organiser_log import action_leagues, organiser_actions
from bot.storage.schema.posts import posts
from bot.tables.seat_events import BrokenOffBy, PersonRemoved

_log = organiser_actions
_COLUMNS = (_log.c.number, _log.c.at, _log.c.person, _log.c.what, _log.c.why, _log.c.effects, _log.c.own)
_OF_SERVER = (_log.c.server == bindparam("of_server"),)
_OF_LEAGUE = (*_OF_SERVER, action_leagues.c.league == bindparam("of_league"))
_PAGE = select(*_COLUMNS).order_by(_log.c.number.desc()).limit(bindparam("count")).offset(bindparam("skipped"))
_COUNT = select(func.count()).select_from(_log)
_OF_MATCH = select(*_COLUMNS).where(_log.c.match == bindparam("of_match")).order_by(_log.c.number)
_LAST_END = (
    select(*_COLUMNS)
    .join(action_leagues)
    .where(
        action_leagues.c.league == bindparam("of_league"),
        or_(*(_log.c.what.like(f'{{"type":"{one.__name__}"%') for one in (SeasonEnded, LeagueArchived))),
    )
    .order_by(action_leagues.c.action.desc())
    .limit(1)
)
_ADD = insert(_log).returning(_log.c.number)
_ADD_LEAGUES = insert(action_leagues)
_IN_USE = select(leagues.c.number, leagues.c.definition).where(
    leagues.c.server == bindparam("of_server"), leagues.c.archived.is_(None)
)
_NUMBERED = select(leagues.c.number, leagues.c.definition).where(leagues.c.number.in_(bindparam("of_numbers", expanding=True)))
_THESE = select(*_COLUMNS).where(_log.c.number.in_(bindparam("of_numbers", expanding=True))).order_by(_log.c.number)
_REFUSED = select(posts.c.of, posts.c.channel).where(
    posts.c.kind == PostKind.REFUSED.value, posts.c.of.in_(bindparam("of_numbers", expanding=True))
)
_SERVER_OF = select(tables.c.server).where(tables.c.number == bindparam("of_table"))
_SEATED = select(seatings.c.table).where(seatings.c.table == bindparam("of_table"), seatings.c.person == bindparam("of_person"))

_ALLOWS_REMATCHES = (ScheduleMade, SeasonEnded)
"""After these, the same people can play more rated matches in a day. All leagues are told, because they share the ratings."""

_encoder = msgspec.json.Encoder()
_action: msgspec.json.Decoder[Action] = msgspec.json.Decoder(Action)
_effects: msgspec.json.Decoder[tuple[Effect, ...]] = msgspec.json.Decoder(tuple[Effect, ...])


def add_line(connection: Connection, line: NewLine) -> None:
    """Insert a line, with its leagues and the channels in which it is to be announced."""
    number = connection.execute(
        _ADD,
        {
            "server": line.server,
            "at": line.at,
            "person": line.by,
            "what": _encoder.encode(line.what).decode(),
            "why": line.why,
            "match": _match_of(line.what),
            "effects": _encoder.encode(line.effects).decode(),
            "own": line.is_own,
        },
    ).scalar_one()
    if line.leagues is None:
        rows = connection.execute(_IN_USE, {"of_server": line.server}).all()
    else:
        rows = connection.execute(_NUMBERED, {"of_numbers": list(line.leagues)}).all()
    if rows:
        connection.execute(_ADD_LEAGUES, [{"league": row.number, "action": number} for row in rows])
    concerned = [decode_league(row.definition) for row in rows]
    if isinstance(line.what, _ALLOWS_REMATCHES) and any(league.rated for league in concerned):
        concerned += [decode_league(row.definition) for row in connection.execute(_IN_USE, {"of_server": line.server})]
    channels = {*line.also_in, *(league.announcements for league in concerned)} - {None}
    waiting = (Post(PostKind.LINE, number, "", line.server, one, at=line.at) for one in sorted(filter(None, channels)))
    add_posts(connection, waiting)


def log_table_action(connection: Connection, table: int, event: BrokenOffBy | PersonRemoved, at: int) -> None:
    """Insert the line of a match that an organiser broke off, or from which they removed a player."""
    match event:
        case BrokenOffBy(person=by, why=why):
            _add_table_line(connection, table, NewLine(0, at, by, BrokenOff(table), why, leagues=event.leagues))
        case PersonRemoved(person=person, by=int(by), why=why):
            _add_table_line(connection, table, NewLine(0, at, by, PlayerRemoved(table, person), why, leagues=event.leagues))


def _add_table_line(connection: Connection, table: int, line: NewLine) -> None:
    server = connection.execute(_SERVER_OF, {"of_table": table}).scalar_one()
    has_seat = connection.execute(_SEATED, {"of_table": table, "of_person": line.by}).first() is not None
    add_line(connection, replace(line, server=server, is_own=has_seat))


def is_broken_off(connection: Connection, server: int, match: int) -> bool:
    """Return True if an organiser of the server has broken off the match."""
    found = connection.execute(_OF_MATCH.where(*_OF_SERVER), {"of_match": match, "of_server": server})
    return any(isinstance(_action.decode(row.what), BrokenOff) for row in found)


class StoredOrganiserLog:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, line: NewLine, check: CheckLine) -> None:
        match = _match_of(line.what)
        assert match is not None, "a line that is checked is about a match"

        def work(connection: Connection) -> None:
            check(_lines(connection, connection.execute(_OF_MATCH, {"of_match": match}).all()))
            add_line(connection, line)

        await self._database.transaction(work)

    async def page(self, server: int, league: int | None, skipped: int, count: int) -> LogPage:
        where = _OF_SERVER if league is None else _OF_LEAGUE
        about: dict[str, Any] = {"of_server": server, **({} if league is None else {"of_league": league})}

        def read(connection: Connection) -> LogPage:
            numbers, lines = _COUNT, _PAGE
            if league is not None:
                numbers, lines = numbers.join(action_leagues), lines.join(action_leagues)
            total = connection.execute(numbers.where(*where), about).scalar_one()
            begin = min(skipped, max(0, total - 1) // count * count)
            rows = connection.execute(lines.where(*where), about | {"skipped": begin, "count": count}).all()
            return LogPage(tuple(_lines(connection, rows)), total, begin)

        return await self._database.read(read)

    async def of_match(self, match: int) -> list[LogLine]:
        about = {"of_match": match}
        return await self._database.read(lambda connection: _lines(connection, connection.execute(_OF_MATCH, about).all()))

    async def last_end(self, league: int) -> LogLine | None:
        about = {"of_league": league}
        found = await self._database.read(lambda one: _lines(one, one.execute(_LAST_END, about).all()))
        return found[0] if found else None

    async def lines(self, numbers: Collection[int]) -> list[LogLine]:
        about = {"of_numbers": list(numbers)}
        return await self._database.read(lambda connection: _lines(connection, connection.execute(_THESE, about).all()))


def _match_of(what: Action) -> int | None:
    match what:
        case BrokenOff(table=number) | PlayerRemoved(table=number):
            return number
        case Corrected(match=number) | Protested(match=number) | ProtestAnswered(match=number):
            return number
        case _:
            return None


def _lines(connection: Connection, rows: Iterable[Any]) -> list[LogLine]:
    rows = list(rows)
    refused: dict[int, list[int]] = {}
    for action, channel in connection.execute(_REFUSED, {"of_numbers": [row.number for row in rows]}):
        refused.setdefault(action, []).append(channel)
    return [
        LogLine(
            row.number,
            row.at,
            row.person,
            _action.decode(row.what),
            row.why,
            _effects.decode(row.effects),
            row.own,
            tuple(refused.get(row.number, ())),
        )
        for row in rows
    ]
