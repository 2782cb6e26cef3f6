"""The tables at which a person had a seat, finished or not, with their own events there and no cards of others."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

import msgspec
from sqlalchemy import BindParameter, Connection, Select, bindparam, select

from bot.rummy import events as rummy
from bot.storage.database import Database
from bot.storage.schema import events, seatings, surfaces, tables
from bot.tables import events as lobby
from bot.tables import seat_events as seats
from bot.tables.events import Event, UnknownSpellingError, decode

_AT_ONCE = 5  # tables per read: the next read waits for it
_SEATED = select(seatings.c.table).where(seatings.c.person == bindparam("of_person"))
_THESE: BindParameter[int] = bindparam("these", expanding=True)
_TABLES = select(*(tables.c[name] for name in ("number", "server", "channel", "opened", "closed"))).where(
    tables.c.number.in_(_THESE)
)
_EVENTS = (
    select(events.c.table, events.c.at, events.c.event, events.c.spelling)
    .where(events.c.table.in_(_THESE))
    .order_by(events.c.table, events.c.version)
)
_MESSAGES = select(surfaces).where(surfaces.c.table.in_(_THESE)).order_by(surfaces.c.table, surfaces.c.key)
_Found = dict[str, object]


async def read_personal_tables(database: Database, person: int) -> list[_Found]:
    """Return the tables, the oldest first, each with the person's seat, messages and events, ready to be written as JSON.

    Read in many short reads, a few tables each.
    """
    about = {"of_person": person}

    numbers = await database.read(lambda connection: sorted(connection.execute(_SEATED, about).scalars()))
    found = list[_Found]()
    for at in range(0, len(numbers), _AT_ONCE):
        these = {"these": numbers[at : at + _AT_ONCE]}
        rows = await database.read(lambda connection, these=these: _rows(connection, these))  # type: ignore[misc]
        found += _describe_tables(*rows, person)
    return found


_Rows = Sequence[Mapping[str, Any]]


def _rows(connection: Connection, these: Mapping[str, object]) -> tuple[_Rows, _Rows, _Rows]:
    def read(statement: Select[Any]) -> _Rows:
        return [dict(row) for row in connection.execute(statement, these).mappings()]

    return read(_TABLES), read(_EVENTS), read(_MESSAGES)


def _describe_tables(about: _Rows, logged: _Rows, messages: _Rows, person: int) -> list[_Found]:
    found = []
    for table in about:
        log = [row for row in logged if row["table"] == table["number"]]
        seat, own = _own_events(((row["at"], _read(row["event"], row["spelling"])) for row in log), person)
        own_messages = [dict(row) for row in messages if (row["table"], row["key"]) == (table["number"], f"hand {person}")]
        found.append({**table, "seat": seat, "messages": own_messages, "events": own})
    return found


def _own_events(log: Iterable[tuple[int, Event | None]], person: int) -> tuple[int | None, list[_Found]]:
    """Return the person's seat, if there was a match, and their events; unreadable events belong to nobody."""
    people, seat, now_in, own = list[int](), None, None, list[_Found]()
    for at, event in log:
        match event:
            case lobby.TableOpened(host=host):
                people = [host]
            case lobby.SatDown(person=who):
                people.append(who)
            case lobby.StoodUp(person=who) if who in people:
                people.remove(who)
            case rummy.MatchStarted(seating=seating) if person in people:
                seat = now_in = seating.index(people.index(person))
            case seats.SeatTaken(seat=taken, person=who) if who == person:
                seat = now_in = taken
            case seats.SeatTakenOver(seat=taken) if taken == now_in:
                now_in = None  # a computer plays on; its cards aren't the person's
        said = None if event is None else _own_part(event, person, now_in)
        if said is not None:
            own.append({"at": at, **said})
    return seat, own


def _own_part(event: Event, person: int, seat: int | None) -> _Found | None:
    """Return the event if it is the person's, or their part of an event that concerns everyone; None if there is none.

    A seed belongs to nobody, nor does that from which the seeds of several tables follow.
    """
    match event:
        case lobby.TableOpened(host=who, reserved=reserved, day=day):
            known = {"reserved": reserved, "day": day}
            known = {name: one and msgspec.structs.replace(one, deals="") for name, one in known.items()}
            shown = msgspec.structs.replace(event, **known, chain=None)
            return msgspec.to_builtins(shown) if who == person else None
        case lobby.RulesChanged(by=who) | lobby.SettingsChanged(by=who):
            return msgspec.to_builtins(event) if who == person else None
        case lobby.SatDown() | lobby.InvitationDeclined() | lobby.RulesAgreed() | lobby.WordGiven():
            return msgspec.to_builtins(event) if event.person == person else None
        case lobby.ReadyPressed() | lobby.EndPressed():
            return msgspec.to_builtins(event) if event.person == person else None
        case rummy.InTurn() | rummy.SeatLeft():
            return msgspec.to_builtins(event) if event.seat == seat else None
        case rummy.CardsDealt(deal=deal, hands=hands):
            return None if seat is None else {"type": "CardsDealt", "deal": deal, "hand": hands[seat]}
        case rummy.DealEnded(hands=hands, points=points, shown=shown):
            own = {"melds": shown[seat]} if seat is not None and shown else {}
            return None if seat is None else {"type": "DealEnded", "hand": hands[seat], "points": points[seat]} | own
        case seats.MarksFixed(marks=marks):
            return None if seat is None else {"type": "MarksFixed", "mark": marks[seat]}
        case rummy.MatchEnded(placings=placings):
            return None if seat is None else {"type": "MatchEnded", "placing": placings[seat]}
        case (
            seats.BankUsed(person=who)
            | seats.PersonReminded(person=who)
            | seats.TurnPlayedFor(person=who)
            | seats.TablePaused(person=who)
            | seats.CameBack(person=who)
            | seats.SeatTaken(person=who)
            | seats.BrokenOffBy(person=who)
            | lobby.ClockChanged(by=who)
        ):
            return msgspec.to_builtins(event) if who == person else None
        case lobby.StoodUp(person=who, by=by) | seats.PersonRemoved(person=who, by=by) | seats.PersonNudged(person=who, by=by):
            return msgspec.to_builtins(event) if person in (who, by) else None
        case (
            lobby.ComputerSatDown()
            | lobby.ComputerStoodUp()
            | seats.TurnBegun()
            | seats.ClockShifted()
            | seats.SeasonOver()
            | seats.SeatTakenOver()
            | seats.EndVoteBegun()
            | seats.EndVoteOver()
            | seats.TableAbandoned()
            | lobby.SeatsFreed()
            | lobby.PauseBegun()
            | lobby.LobbyClosed()
            | rummy.MatchStarted()
            | rummy.StockRecycled()
            | rummy.MatchBrokenOff()
        ):
            return None
        case _:
            assert_never(event)


def _read(text: str, spelling: int) -> Event | None:
    """Return the event; None if the log is damaged or was written by a newer version."""
    try:
        return decode(text, spelling)
    except (msgspec.MsgspecError, UnknownSpellingError):
        return None
