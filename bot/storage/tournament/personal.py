"""The tournaments that a person took part in: what they did there, and where they played. Scores follow from matches.

Somebody who plays on for another has a line that they joined, too, so one index finds everybody's servers.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, select

from bot.league.ledger import TournamentLog
from bot.league.organiser_actions import Line
from bot.league.tournament.events import CheckedIn, PlayerReplaced, TakenOut, TournamentJoined, TournamentLeft
from bot.league.tournament.tournament import Tournament
from bot.storage.league.ledger_rows import TOURNAMENT, encode, read_tournament_lines
from bot.storage.league.schema import ledger

_SERVERS = (
    select(ledger.c.server)
    .where(ledger.c.person == bindparam("of_person"), ledger.c.kind == TOURNAMENT)
    .distinct()
    .order_by(ledger.c.server)
)
_Found = dict[str, Any]


def read_personal_tournaments(connection: Connection, person: int) -> Iterator[_Found]:
    """Yield the tournaments that the person has joined, ready to be written as JSON: the oldest of each server first."""
    for server in connection.execute(_SERVERS, {"of_person": person}).scalars().all():
        log, own = TournamentLog(), dict[int, list[_Found]]()
        for line in read_tournament_lines(connection, server):
            log.add(server, line)
            if (event := _own_event(line, person)) is not None:
                own.setdefault(event.pop("tournament"), []).append(event)
        for number, events in own.items():
            if (one := log.all.get(number)) is not None:
                about: _Found = {"number": number, "server": server, "name": one.name, "kind": str(one.plan.kind)}
                about |= {"takes_part": person in one.staying, "events": events}
                yield about | {"rounds": list(_own_rounds(one, person))}


def _own_event(line: Line, person: int) -> _Found | None:
    """Return what the person did, or who plays for whom; None if the line says nothing of that."""
    match line.what:
        case TournamentJoined() | TournamentLeft() | TakenOut() | CheckedIn() if line.what.person == person:
            pass
        case PlayerReplaced(person=who, other=other) if person in (who, other):
            pass
        case _:
            return None
    event: _Found = msgspec.json.decode(encode(line.what))
    return {"at": line.at} | event


def _own_rounds(one: Tournament, person: int) -> Iterator[_Found]:
    """Yield the rounds in which the person had a table or a bye; `table` is None if it was never opened."""
    for number, played in enumerate(one.rounds, start=1):
        if person in played.byes:
            yield {"round": number, "bye": True}
        for place, people in enumerate(played.tables):
            if person in people:
                about = {"round": number, "people": list(people), "table": played.opened.get(place)}
                yield about | {"came": person not in played.absent.get(place, ())}
