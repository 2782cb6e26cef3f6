"""The rows of the corrections that organisers have made, in the order in which they made them."""

from collections.abc import Collection

import msgspec
from sqlalchemy import Connection, bindparam, insert, select

from bot.league.corrections import Correction
from bot.storage.schema.results import correction_authors, corrections

_ALL = select(corrections.c.correction).order_by(corrections.c.number)
_OF_SERVER = _ALL.where(corrections.c.server == bindparam("of_server"))
_OF_MATCHES = _ALL.where(corrections.c.match.in_(bindparam("matches", expanding=True)))
_ADD = insert(corrections).returning(corrections.c.number)
_ADD_AUTHOR = insert(correction_authors)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Correction] = msgspec.json.Decoder(Correction)


def corrections_of_matches(connection: Connection, matches: Collection[int]) -> list[Correction]:
    return [_decoder.decode(text) for text in connection.execute(_OF_MATCHES, {"matches": list(matches)}).scalars()]


def corrections_of_server(connection: Connection, server: int) -> list[Correction]:
    return [_decoder.decode(text) for text in connection.execute(_OF_SERVER, {"of_server": server}).scalars()]


def add_correction(connection: Connection, server: int, correction: Correction) -> None:
    said = _encoder.encode(correction).decode()
    about = {"server": server, "match": correction.match, "correction": said}
    number = connection.execute(_ADD, about).scalar_one()
    connection.execute(_ADD_AUTHOR, {"person": correction.by, "correction": number})
