"""The rows of the corrections that organisers have made, in the order in which they made them."""

from collections.abc import Collection

import msgspec
from sqlalchemy import Connection, bindparam, insert, or_, select

from bot.league.corrections import Correction, PutBack, Remove
from bot.storage.schema.results import correction_authors, corrections, result_seats

_ALL = select(corrections.c.correction).order_by(corrections.c.number)
_OF_SERVER = _ALL.where(corrections.c.server == bindparam("of_server"))
_OF_MATCHES = _ALL.where(corrections.c.match.in_(bindparam("matches", expanding=True)))
_REMOVALS = (
    _OF_SERVER.join(result_seats, result_seats.c.table == corrections.c.match)
    .where(result_seats.c.person == bindparam("of_person"))
    .where(or_(*(corrections.c.correction.like(f'%"type":"{kind}"%') for kind in ("Remove", "PutBack"))))
)
_ADD = insert(corrections).returning(corrections.c.number)
_ADD_AUTHOR = insert(correction_authors)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Correction] = msgspec.json.Decoder(Correction)


def corrections_of_matches(connection: Connection, matches: Collection[int]) -> list[Correction]:
    return [_decoder.decode(text) for text in connection.execute(_OF_MATCHES, {"matches": list(matches)}).scalars()]


def corrections_of_server(connection: Connection, server: int) -> list[Correction]:
    return [_decoder.decode(text) for text in connection.execute(_OF_SERVER, {"of_server": server}).scalars()]


def matches_without(connection: Connection, server: int, person: int) -> set[int]:
    """Return the matches of the person in this server from which they have been removed."""
    found: set[int] = set()
    about = {"of_server": server, "of_person": person}
    for correction in map(_decoder.decode, connection.execute(_REMOVALS, about).scalars()):
        if correction.change == Remove(person):
            found.add(correction.match)
        elif correction.change == PutBack(person):
            found.discard(correction.match)
    return found


def add_correction(connection: Connection, server: int, correction: Correction) -> None:
    said = _encoder.encode(correction).decode()
    about = {"server": server, "match": correction.match, "correction": said}
    number = connection.execute(_ADD, about).scalar_one()
    connection.execute(_ADD_AUTHOR, {"person": correction.by, "correction": number})
