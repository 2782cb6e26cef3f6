"""The variants that servers have saved, each with all its answers."""

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select

from bot.rummy.variant import Variant
from bot.storage.database import Database
from bot.storage.schema.game_tables import variants
from bot.tables.ports import SavedVariant
from bot.wording.sentence import Quoted, Refusal, Refused

_OF_SERVER = (
    select(variants.c.author, variants.c.answers).where(variants.c.server == bindparam("of_server")).order_by(variants.c.name)
)
_COUNT = select(func.count()).select_from(variants).where(variants.c.server == bindparam("of_server"))
_COUNT_OWN = _COUNT.where(variants.c.author == bindparam("of_author"))
_OF_NAME = (variants.c.server == bindparam("of_server"), variants.c.name == bindparam("of_name"))
_TAKEN, _REMOVE = select(variants.c.name).where(*_OF_NAME), delete(variants).where(*_OF_NAME)
_ADD = insert(variants)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Variant] = msgspec.json.Decoder(Variant)


class NameTaken(Refusal):
    """The server has saved a variant with this name."""

    name: Quoted
    sentence = "There's already a game called “{name}”. Choose another name, or remove that game first."


class TooManyVariants(Refusal):
    count: int
    sentence = "This server can save only 1 game. Remove it first with `/variant remove`."
    plural = "This server can save only {count} games. Remove one first with `/variant remove`."


class TooManyOwnVariants(Refusal):
    """The person has saved as many variants in this server as one person may."""

    count: int
    sentence = "You can save only 1 game in this server. Remove it first with `/variant remove`."
    plural = "You can save only {count} games in this server. Remove one first with `/variant remove`."


class StoredVariants:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def server_variants(self, server: int) -> list[SavedVariant]:
        rows = await self._database.read(lambda connection: connection.execute(_OF_SERVER, {"of_server": server}).all())
        return [SavedVariant(author, _decoder.decode(answers)) for author, answers in rows]

    async def save(self, server: int, saved: SavedVariant, *, most: int, most_own: int, at: int) -> None:
        variant = saved.variant
        about = {"server": server, "name": variant.name, "author": saved.author, "at": at}

        def work(connection: Connection) -> None:
            if connection.execute(_TAKEN, {"of_server": server, "of_name": variant.name}).first() is not None:
                raise Refused(NameTaken(variant.title))
            if connection.execute(_COUNT, {"of_server": server}).scalar_one() >= most:
                raise Refused(TooManyVariants(most))
            if connection.execute(_COUNT_OWN, {"of_server": server, "of_author": saved.author}).scalar_one() >= most_own:
                raise Refused(TooManyOwnVariants(most_own))
            connection.execute(_ADD, about | {"answers": _encoder.encode(variant).decode()})

        await self._database.transaction(work)

    async def remove(self, server: int, name: str) -> bool:
        return await self._database.write(_REMOVE, {"of_server": server, "of_name": name}) > 0
