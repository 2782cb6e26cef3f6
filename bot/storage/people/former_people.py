"""The people who had their data deleted, as keyed hashes of their Discord ids, so that a limit still applies if they come back.

    delete-me on day D (UTC)        the beginning of day D + 2
    ────────────────▶ key, hash ────────────────────▶ both are deleted

Each day has a random key of its own. So a hash is kept for 24 to 48 hours, and nothing else leads from a person to their
former number.
"""

import hmac
import secrets

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from bot.league.days import DAY_MS
from bot.storage.schema.people import former_people, former_people_keys

_KEPT = 1
"""The number of days after that of the deletion during which a hash is kept."""
_KEYS = select(former_people_keys.c.day, former_people_keys.c.key).where(former_people_keys.c.day >= bindparam("first"))
_ADD_KEY, _ADD = insert(former_people_keys), insert(former_people)
_NUMBERS = select(former_people.c.day, former_people.c.person).where(
    former_people.c.day == bindparam("of_day"), former_people.c.hash == bindparam("of_hash")
)
_FIRST_DAY = select(func.min(former_people_keys.c.day))
_DELETE = [delete(table).where(table.c.day < bindparam("first")) for table in (former_people, former_people_keys)]


def remember_former_person(connection: Connection, person: int, discord_id: int, *, at: int) -> None:
    """Store the hash of a person whose data is being deleted `at` this time (epoch ms)."""
    day = at // DAY_MS
    key = dict(_read_keys(connection, day)).get(day)
    if key is None:
        key = secrets.token_bytes(32)
        connection.execute(_ADD_KEY, {"day": day, "key": key})
    connection.execute(_ADD, {"day": day, "hash": _hash(key, discord_id), "person": person})


def read_former_numbers(connection: Connection, discord_id: int, *, at: int) -> dict[int, int]:
    """Return the former numbers of a person whose hash is kept at this time, with the days of their deletion (UTC)."""
    found = dict[int, int]()
    for day, key in _read_keys(connection, at // DAY_MS - _KEPT):
        rows = connection.execute(_NUMBERS, {"of_day": day, "of_hash": _hash(key, discord_id)})
        found |= {row.person: row.day for row in rows}
    return found


def has_expired_hashes(connection: Connection, *, at: int) -> bool:
    """Return True if there is anything to delete at this time."""
    first = connection.execute(_FIRST_DAY).scalar()
    return first is not None and first < at // DAY_MS - _KEPT


def delete_expired_hashes(connection: Connection, *, at: int) -> None:
    """Delete the keys and hashes that are no longer kept at this time; in SQLite, overwrite them, too."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")
    for statement in _DELETE:
        connection.execute(statement, {"first": at // DAY_MS - _KEPT})


def _read_keys(connection: Connection, first: int) -> list[tuple[int, bytes]]:
    return [(row.day, row.key) for row in connection.execute(_KEYS, {"first": first})]


def _hash(key: bytes, discord_id: int) -> str:
    return hmac.new(key, str(discord_id).encode(), "sha256").hexdigest()
