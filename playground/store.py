"""The world's file: SQLite, one row a thing, written as it changes."""

import sqlite3
from pathlib import Path
from typing import TypeVar

import msgspec

from playground.things import Thing

T = TypeVar("T", bound=Thing)


class Store:
    """Rows of (kind, id, thing). Writing is synchronous: it costs some 20 µs, less than handing it to a thread would."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        # A killed process loses nothing; a power cut may lose the last moves, which in a playground is no loss.
        self._db.execute("PRAGMA synchronous=OFF")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS things (kind TEXT, id TEXT, thing BLOB, PRIMARY KEY (kind, id)) WITHOUT ROWID"
        )
        self._db.execute("CREATE TABLE IF NOT EXISTS files (id TEXT PRIMARY KEY, bytes BLOB)")

    def put(self, thing: Thing) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO things VALUES (?, ?, ?)",
            (type(thing).__name__, thing.id, msgspec.json.encode(thing)),
        )

    def drop(self, thing: Thing) -> None:
        self._db.execute("DELETE FROM things WHERE kind = ? AND id = ?", (type(thing).__name__, thing.id))

    def all(self, kind: type[T]) -> list[T]:
        """Every thing of a kind, oldest first."""
        decode = msgspec.json.Decoder(kind).decode
        rows = self._db.execute("SELECT thing FROM things WHERE kind = ?", (kind.__name__,))
        return sorted((decode(row[0]) for row in rows), key=lambda thing: int(thing.id))

    def put_file(self, id_: str, data: bytes) -> None:
        self._db.execute("INSERT OR REPLACE INTO files VALUES (?, ?)", (id_, data))

    def file(self, id_: str) -> bytes | None:
        row = self._db.execute("SELECT bytes FROM files WHERE id = ?", (id_,)).fetchone()
        return None if row is None else bytes(row[0])

    def drop_file(self, id_: str) -> None:
        self._db.execute("DELETE FROM files WHERE id = ?", (id_,))

    def close(self) -> None:
        self._db.close()
