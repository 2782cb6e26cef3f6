"""What is stored of tournaments beside their lines: their numbers, and when something may happen in them."""

from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, insert, select, update

from bot.competition.tournament.refusals import NoSuchTournament
from bot.league.organiser_actions import Line, NewLine
from bot.league.tournament.events import (
    CheckInOpened,
    RoundBegun,
    RoundTable,
    TournamentChanged,
    TournamentEnded,
    TournamentEvent,
    TournamentMade,
)
from bot.league.tournament.tournament import CHECK_IN
from bot.storage.database import Database
from bot.storage.league.ledger_rows import add_line, read_tournament
from bot.storage.schema import tables
from bot.storage.tournament.schema import tournaments
from bot.tables.events import Reservation, TableOpened
from bot.wording.sentence import Refusal, Refused

_ADD = insert(tournaments).returning(tournaments.c.number)
_SET_DUE = update(tournaments).where(tournaments.c.number == bindparam("of_number")).values(due=bindparam("is_due"))
_CARD_AWAITED = -1
"""When a tournament is due whose card must be posted. It differs from 0, which is that of one that has begun."""
_POSTED = _SET_DUE.where(tournaments.c.due == _CARD_AWAITED)
_DUE = select(tournaments.c.server, tournaments.c.number).where(tournaments.c.due <= bindparam("until"))
_IS_DUE = select(tournaments.c.number).where(tournaments.c.number == bindparam("of_number"), tournaments.c.due.is_not(None))
_IS_OPEN = select(tables.c.number).where(tables.c.number == bindparam("of_table"), tables.c.closed.is_(None))


class TableMoved(Refusal):
    sentence = "This table was opened or changed in the meantime. Look at the round again."


def number_tournament(connection: Connection, server: int, line: Line) -> Line:
    """Return the line with the number of its tournament, which is new if that is 0; and note when it is due next."""
    what = line.what
    assert isinstance(what, TournamentEvent)
    if isinstance(what, TournamentMade):
        what = replace(what, tournament=connection.execute(_ADD, {"server": server}).scalar_one())
    if isinstance(what, TournamentMade | TournamentChanged):
        due = None if what.plan.start is None else what.plan.start - CHECK_IN
        is_new = isinstance(what, TournamentMade) and what.follows  # its card must be posted
        _set_due(connection, what.tournament, _CARD_AWAITED if is_new else due)
    elif isinstance(what, CheckInOpened | RoundBegun):
        _set_due(connection, what.tournament, 0)
    elif isinstance(what, TournamentEnded):
        _set_due(connection, what.tournament, 0)  # its end must be posted
    return replace(line, what=what)


def _set_due(connection: Connection, tournament: int, due: int | None) -> None:
    connection.execute(_SET_DUE, {"of_number": tournament, "is_due": due})


def set_tournament_table(connection: Connection, opened: TableOpened, reserved: Reservation, table: int) -> None:
    """Record the table of a place in the round, in the transaction that opens it. Raise Refused if it can't be opened."""
    found = read_tournament(connection, opened.server, reserved.tournament)
    if found is None:
        raise Refused(NoSuchTournament(reserved.tournament))
    now = found.rounds[-1] if found.rounds and len(found.rounds) == reserved.round and not found.check_in else None
    if now is None or reserved.place >= len(now.tables) or set(now.tables[reserved.place]) != set(reserved.people):
        raise Refused(TableMoved())
    before = now.opened.get(reserved.place, 0)
    if reserved.place in now.winners or connection.execute(_IS_OPEN, {"of_table": before}).first() is not None:
        raise Refused(TableMoved())
    what = RoundTable(reserved.tournament, reserved.round, reserved.place, table, opened.host)
    add_line(connection, opened.server, NewLine(Line(opened.at, None, what)))


class StoredTournaments:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self, until: int) -> list[tuple[int, int]]:
        """Return the server and the number of each tournament in which something may happen at `until` (epoch ms)."""
        rows = await self._database.read(lambda connection: connection.execute(_DUE, {"until": until}).all())
        return [(row.server, row.number) for row in rows]

    async def awaits_end(self, number: int) -> bool:
        """Return True if the end of a tournament that is over isn't posted yet."""
        found = await self._database.read(lambda connection: connection.execute(_IS_DUE, {"of_number": number}).first())
        return found is not None

    async def await_start(self, number: int, start: int | None) -> None:
        """Record that the card of a weekly tournament is posted: nothing happens in it before its check-in for `start`."""
        await self._database.write(_POSTED, {"of_number": number, "is_due": None if start is None else start - CHECK_IN})

    async def finish(self, number: int) -> None:
        """Record that the end of a tournament is posted: nothing happens in it any more."""
        await self._database.write(_SET_DUE, {"of_number": number, "is_due": None})
