"""Databases as earlier versions of the program made them, for the tests of migrations."""

from pathlib import Path

from alembic import command
from sqlalchemy import Connection

from bot.storage.migrate import _config

OLDEST = Path(__file__).with_name("schema_0017.sql")


def make_old_schema(connection: Connection, version: str) -> None:
    """Make the tables of schema 0017, and upgrade them to this version."""
    for statement in OLDEST.read_text("utf-8").rstrip(";\n").split(";\n"):
        connection.exec_driver_sql(statement)
    config = _config()
    config.attributes["connection"] = connection
    command.stamp(config, "0017")
    command.upgrade(config, version)
