"""The world's file: SQLite, one row per entity, written at every change."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from playground.world.entities import Entity

T = TypeVar("T", bound=Entity)


class Store:
    """Rows of (kind, id, entity). Writing is synchronous: it costs some 20 µs, less than handing it to a thread would."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        _make_private(path)
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        # A killed process loses nothing; a power cut may lose the last moves, which does no harm in a playground.
        self._db.execute("PRAGMA synchronous=OFF")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS things (kind TEXT, id TEXT, thing BLOB, PRIMARY KEY (kind, id)) WITHOUT ROWID"
        )
        self._db.execute("CREATE TABLE IF NOT EXISTS files (id TEXT PRIMARY KEY, bytes BLOB)")

    def save(self, entity: Entity) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO things VALUES (?, ?, ?)",
            (type(entity).__name__, entity.id, msgspec.json.encode(entity)),
        )

    def delete(self, entity: Entity) -> None:
        self._db.execute("DELETE FROM things WHERE kind = ? AND id = ?", (type(entity).__name__, entity.id))

    def all(self, kind: type[T]) -> list[T]:
        """Return every entity of a kind, oldest first."""
        decode = msgspec.json.Decoder(kind).decode
        rows = self._db.execute("SELECT thing FROM things WHERE kind = ?", (kind.__name__,))
        return sorted((decode(row[0]) for row in rows), key=lambda entity: int(entity.id))

    def save_file(self, id_: str, data: bytes) -> None:
        self._db.execute("INSERT OR REPLACE INTO files VALUES (?, ?)", (id_, data))

    def file(self, id_: str) -> bytes | None:
        row = self._db.execute("SELECT bytes FROM files WHERE id = ?", (id_,)).fetchone()
        return None if row is None else bytes(row[0])

    def delete_file(self, id_: str) -> None:
        self._db.execute("DELETE FROM files WHERE id = ?", (id_,))

    def close(self) -> None:
        self._db.close()


def _make_private(path: Path) -> None:
    """Let only the owner read the file, which holds hands and seeds. SQLite gives the files beside it the same permissions."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        with suppress(FileNotFoundError, PermissionError):
            file.chmod(0o600)
