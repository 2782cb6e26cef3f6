"""Databases as earlier versions of the program made them, for the tests of migrations."""

from pathlib import Path

from alembic import command
from sqlalchemy import Connection, text

from bot.storage.migrate import _config

OLDEST = Path(__file__).with_name("schema_0017.sql")


def add_row(connection: Connection, into: str, /, **row: object) -> None:
    """Add a row to a table."""
    names = ", ".join(f'"{name}"' for name in row)
    connection.execute(text(f'INSERT INTO "{into}" ({names}) VALUES ({", ".join(f":{name}" for name in row)})'), row)


def make_old_schema(connection: Connection, version: str) -> None:
    """Make the tables of schema 0017, and upgrade them to this version."""
    for statement in OLDEST.read_text("utf-8").rstrip(";\n").split(";\n"):
        connection.exec_driver_sql(statement)
    config = _config()
    config.attributes["connection"] = connection
    command.stamp(config, "0017")
    command.upgrade(config, version)
