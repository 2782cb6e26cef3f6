"""The marker of a database: a random number that a restore writes into it, in SQLite's `user_version`; 0 before the first one.

Table numbers and steps occur again after a restore, so a button carries the marker of the database that it was made from.
"""

import secrets
import sqlite3

from sqlalchemy import Connection

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LARGEST = 2**31 - 1  # what `user_version` can hold


def read_marker(connection: Connection) -> str:
    """Return the marker as buttons carry it: at most six characters; empty for a database that was never restored."""
    if connection.dialect.name != "sqlite":
        return ""
    return _written(int(connection.exec_driver_sql("PRAGMA user_version").scalar_one()))


def write_new_marker(connection: sqlite3.Connection) -> None:
    """Give the database a marker that it has never had."""
    (old,) = connection.execute("PRAGMA user_version").fetchone()
    new = old
    while new == old:
        new = 1 + secrets.randbelow(_LARGEST)
    connection.execute(f"PRAGMA user_version={new}")


def _written(number: int) -> str:
    text = ""
    while number > 0:
        number, digit = divmod(number, len(_DIGITS))
        text = _DIGITS[digit] + text
    return text
